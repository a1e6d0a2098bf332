package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.device.Update.Basis;
import org.reweave.emulator.device.manager.Blocks;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.EventRecords;
import org.reweave.reconfig.paths.LaneRows;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.table.ForwardingTable;

/** A table on its way: cut into blocks, sent in SMPs, put together, and installed as a whole or block by block. */
class TableUpdateTest {
    private static final int OWN_LID = 3;
    private static final int PORTS = 4;
    private static final int LENGTH = 200; // 4 blocks, the last one not full

    private final DeviceLog log = new DeviceLog();
    private final byte[] initial = table(LENGTH, 1);
    private SwitchTables tables;

    @BeforeEach
    void install() {
        tables = fresh();
    }

    private SwitchTables fresh() {
        return fresh(TableMode.STAGED);
    }

    private SwitchTables fresh(TableMode mode) {
        return new SwitchTables(
                OWN_LID,
                PORTS,
                ForwardingTable.of(initial),
                LaneRows.of(new LevelIsLane(16), 0, PORTS, 16),
                new long[0],
                mode,
                log);
    }

    private boolean isComplete(Smp smp, long cycle) {
        return tables.update(smp, cycle) == SwitchTables.Outcome.INSTALLED;
    }

    private static byte[] table(int length, long seed) {
        byte[] table = new byte[length];
        new Random(seed).nextBytes(table);
        return table;
    }

    private static Smp block(long change, byte[] table, int block, int total, boolean full) {
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, 1, 100 + change, new byte[] {1}, Update.BLOCK_WORDS);
        Basis basis = full ? Basis.NOTHING : Basis.IN_FORCE;
        smp.setPayload(0, Update.head(Update.LFT, change, block, total, basis, false));
        for (int word = 0; word < 8; word++) {
            smp.setPayload(1 + word, Update.pack(ForwardingTable.of(table), block, word));
        }
        return smp;
    }

    private static Smp notice(long change) {
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, 1, 100 + change, new byte[] {1}, Update.NOTICE_WORDS);
        smp.setPayload(0, Update.notice(change));
        return smp;
    }

    private void assertInForce(byte[] table) {
        for (int lid = 0; lid < table.length; lid++) {
            assertThat(tables.outPort(lid)).as("LID %d", lid).isEqualTo(table[lid] & 0xff);
        }
    }

    @ParameterizedTest(name = "{0} LIDs")
    @ValueSource(ints = {1, 7, 8, 9, 63, 64, 65, 128, 200, 0xC000})
    void blocksCarryAnyTableWhateverItsLength(int length) {
        ForwardingTable sent = ForwardingTable.of(table(length, length));
        ForwardingTable.Draft received = ForwardingTable.nowhere(length).draft();
        for (int block = 0; block < Update.blocks(sent); block++) {
            for (int word = 0; word < 8; word++) {
                Update.unpack(Update.pack(sent, block, word), received, block, word);
            }
        }
        assertThat(received.toTable()).isEqualTo(sent);
        assertThat(Update.blocks(sent)).isEqualTo((int) Math.ceil(length / 64.0));
    }

    @Test
    void severalBlocksInOneSmpAreInstalledAtOnce() {
        byte[] target = table(LENGTH, 5);
        Smp one = new Smp();
        one.directed(Smp.UPDATE, 1, 101, new byte[] {1}, 4 * Update.BLOCK_WORDS);
        for (int block = 0; block < 4; block++) {
            Smp single = block(1, target, block, 4, true);
            for (int word = 0; word < Update.BLOCK_WORDS; word++) {
                one.setPayload(block * Update.BLOCK_WORDS + word, single.payload(word));
            }
        }
        assertThat(isComplete(one, 10)).isTrue();
        assertInForce(target);
        assertThat(isComplete(one, 11)).as("sent again").isFalse();
    }

    @Test
    void theLargestTableFitsIntoOneSmp() {
        Blocks blocks = new Blocks(1, Basis.NOTHING, false);
        blocks.lft(ForwardingTable.of(table(0xC000, 6)));
        assertThat(768 * Update.BLOCK_WORDS).isLessThan(Smp.MAX_PAYLOAD_WORDS);
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, 1, 2, new byte[Smp.MAX_HOPS], 768 * Update.BLOCK_WORDS);
        assertThat(smp.payloadWords()).isEqualTo(768 * Update.BLOCK_WORDS);
        assertThat(blocks.payloads()).hasSize(768);
    }

    @Test
    void entriesPastTheEndOfATableAreUnreachableOnTheWire() {
        assertThat(Update.pack(ForwardingTable.of(new byte[] {1, 2, 3}), 0, 0)).isEqualTo(0xFFFF_FFFF_FF03_0201L);
        assertThat(Update.pack(ForwardingTable.of(new byte[] {1, 2, 3}), 0, 1)).isEqualTo(-1L);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "536870911, 16383, 16383", "1, 767, 768", "536870911, 0, 0"})
    void anUpdatesHeadKeepsItsFieldsApart(long change, int block, int total) {
        for (Basis basis : Basis.values()) {
            long head = Update.head(Update.LFT, change, block, total, basis, false);
            assertThat(Update.change(head)).isEqualTo(change);
            assertThat(Update.block(head)).isEqualTo(block);
            assertThat(Update.total(head)).isEqualTo(total);
            assertThat(Update.basis(head)).isEqualTo(basis);
            assertThat(Update.kind(head)).isEqualTo(Update.LFT);
            assertThat(Update.isStored(head)).isFalse();
        }
        long stored = Update.head(Update.DEPENDENCIES, change, block, total, Basis.NOTHING, true);
        assertThat(Update.isStored(stored)).isTrue();
        assertThat(Update.basis(stored)).isEqualTo(Basis.NOTHING);
        assertThat(Update.kind(stored)).isEqualTo(Update.DEPENDENCIES);
        assertThat(Update.change(stored)).isEqualTo(change);
    }

    @Test
    void allOfAChangeReplacesTheHalfOfItThatCameBefore() {
        byte[] differing = initial.clone();
        differing[0] ^= 1;
        differing[127] ^= 1;
        assertThat(isComplete(block(1, differing, 0, 2, false), 10)).isFalse();
        for (int block = 0; block < 3; block++) {
            assertThat(isComplete(block(1, differing, block, 4, true), 20 + block))
                    .as("block %d of all", block)
                    .isFalse();
        }
        assertThat(isComplete(block(1, differing, 1, 2, false), 30))
                .as("late, of the half")
                .isFalse();
        assertInForce(initial);
        SwitchTables restored = fresh();
        StateReader.read(StateWriter.words(tables::visit), restored::visit);
        tables = restored;
        assertThat(isComplete(block(1, differing, 3, 4, true), 40)).isTrue();
        assertInForce(differing);
    }

    @Test
    void blocksDifferExactlyWhereAnEntryDoes() {
        ForwardingTable former = ForwardingTable.of(initial);
        ForwardingTable.Draft draft = former.draft();
        draft.set(127, former.port(127) ^ 1);
        draft.set(192, former.port(192) ^ 1);
        ForwardingTable changed = draft.toTable();
        assertThat(new boolean[] {
                    Update.sameBlock(former, changed, 0),
                    Update.sameBlock(former, changed, 1),
                    Update.sameBlock(former, changed, 2),
                    Update.sameBlock(former, changed, 3)
                })
                .containsExactly(true, false, true, false);
    }

    @Test
    void aTableIsInForceOnlyWithItsLastBlockForAllArrivalOrdersAndDuplicates() {
        byte[] next = table(LENGTH, 2);
        Random random = new Random(3);
        for (int round = 0; round < 50; round++) {
            tables = fresh();
            List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3));
            Collections.shuffle(order, random);
            for (int i = 0; i < 3; i++) {
                assertThat(isComplete(block(1, next, order.get(i), 4, true), 9)).isFalse();
                assertThat(isComplete(block(1, next, order.get(random.nextInt(i + 1)), 4, true), 9))
                        .as("a duplicate")
                        .isFalse();
                assertInForce(initial);
            }
            assertThat(isComplete(block(1, next, order.get(3), 4, true), 9)).isTrue();
            assertInForce(next);
        }
    }

    @Test
    void installationIsRecordedOnceWithTheChangeAndTheSchemesArgument() {
        tables.update(notice(6), 50);
        tables.update(notice(6), 60);
        EventRecords events = new EventRecords(log.collectEvents());
        assertThat(events.count()).isEqualTo(1);
        assertThat(events.kind(0)).isEqualTo(EventKind.INSTALLED);
        assertThat(List.of(events.cycle(0), events.argument(0, 0), events.argument(0, 1)))
                .containsExactly(50L, 6L, 106L);
    }

    @Test
    void blockByBlockATableIsHalfOldAndHalfNewUntilItsLastBlock() {
        byte[] next = table(LENGTH, 2);
        Random random = new Random(4);
        for (int round = 0; round < 50; round++) {
            tables = fresh(TableMode.PER_BLOCK);
            byte[] expected = initial.clone();
            List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3));
            Collections.shuffle(order, random);
            for (int block : order) {
                tables.update(block(1, next, block, 4, true), 9);
                System.arraycopy(next, block * 64, expected, block * 64, Math.min(64, LENGTH - block * 64));
                assertInForce(expected);
                SwitchTables restored = fresh(TableMode.PER_BLOCK);
                StateReader.read(StateWriter.words(tables::visit), restored::visit);
                tables = restored;
            }
            assertInForce(next);
        }
        EventRecords events = new EventRecords(log.collectEvents());
        assertThat(events.count()).as("installed once each time").isEqualTo(50);
    }

    @Test
    void blockByBlockLanesAndEntriesOfOneUpdateComeIntoForceApart() {
        tables = fresh(TableMode.PER_BLOCK);
        byte[] next = table(LENGTH, 2);
        long[] before = LaneRows.of(new LevelIsLane(16), 0, PORTS, 16);
        long[] after = before.clone();
        after[2 * PORTS + 2] = 0x7654_3210_0123_4567L; // in 2, out 3
        Blocks blocks = new Blocks(1, Basis.IN_FORCE, false);
        blocks.lft(ForwardingTable.of(next), ForwardingTable.of(initial));
        blocks.lanes(after, before);
        List<long[]> payloads = blocks.payloads();
        assertThat(isComplete(smp(1, payloads.get(payloads.size() - 1)), 9)).isFalse();
        assertThat(tables.lane(2, 3, 1)).as("of the new rows").isEqualTo(6);
        assertInForce(initial);
    }

    @Test
    void blockByBlockAnUpdateThatIsGivenUpLeavesWhatHasCome() {
        tables = fresh(TableMode.PER_BLOCK);
        byte[] abandoned = table(LENGTH, 2);
        byte[] next = table(LENGTH, 3);
        tables.update(block(1, abandoned, 0, 4, true), 9);
        tables.update(block(2, next, 1, 4, true), 10);
        byte[] expected = initial.clone();
        System.arraycopy(abandoned, 0, expected, 0, 64);
        System.arraycopy(next, 64, expected, 64, 64);
        assertInForce(expected);
        for (int block : new int[] {0, 2, 3}) {
            tables.update(block(2, next, block, 4, true), 11);
        }
        assertInForce(next);
    }

    @ParameterizedTest
    @EnumSource(TableMode.class)
    void tablesToBeStoredAreNotInForceInAnyMode(TableMode mode) {
        tables = fresh(mode);
        byte[] next = table(LENGTH, 2);
        Blocks blocks = new Blocks(1, Basis.NOTHING, true);
        blocks.lft(ForwardingTable.of(next));
        for (long[] payload : blocks.payloads()) {
            assertInForce(initial);
            tables.update(smp(1, payload), 9);
        }
        assertInForce(initial);
        tables.useStored(10);
        assertInForce(next);
    }

    @Test
    void aNoticeInstallsTheTableInForceAgain() {
        assertThat(isComplete(notice(1), 9)).isTrue();
        assertInForce(initial);
        assertThat(isComplete(notice(1), 9)).as("sent again").isFalse();
    }

    @Test
    void aDifferenceChangesItsBlocksOnly() {
        byte[] next = table(LENGTH, 2);
        assertThat(isComplete(block(1, next, 2, 1, false), 9)).isTrue();
        byte[] expected = initial.clone();
        System.arraycopy(next, 128, expected, 128, 64);
        assertInForce(expected);
    }

    @Test
    void aFullTableStartsFromNothing() {
        byte[] next = table(LENGTH, 2);
        assertThat(isComplete(block(1, next, 2, 1, true), 9)).isTrue();
        byte[] expected = new byte[LENGTH];
        Arrays.fill(expected, (byte) 255);
        expected[OWN_LID] = 0;
        System.arraycopy(next, 128, expected, 128, 64);
        assertInForce(expected);
    }

    @Test
    void aNewerChangeReplacesOneThatIsNotComplete() {
        byte[] abandoned = table(LENGTH, 2);
        byte[] next = table(LENGTH, 3);
        tables.update(block(1, abandoned, 0, 2, false), 9);
        tables.update(block(2, next, 1, 1, false), 9);
        byte[] expected = initial.clone();
        System.arraycopy(next, 64, expected, 64, 64);
        assertInForce(expected);
        assertThat(isComplete(block(1, abandoned, 1, 2, false), 9))
                .as("the rest of the old one")
                .isFalse();
        assertInForce(expected);
    }

    @Test
    void aLateBlockOfAnOlderChangeDoesNotDisturbTheOneThatIsArriving() {
        byte[] abandoned = table(LENGTH, 2);
        byte[] next = table(LENGTH, 3);
        for (int block = 0; block < 3; block++) {
            assertThat(isComplete(block(2, next, block, 4, true), 9)).isFalse();
        }
        assertThat(isComplete(block(1, abandoned, 3, 4, true), 9)).isFalse();
        assertThat(isComplete(block(2, next, 3, 4, true), 9)).isTrue();
        assertInForce(next);
    }

    @Test
    void aRestartedSwitchReachesNothingAndTakesTheNextTableWhateverItsNumber() {
        byte[] next = table(LENGTH, 2);
        tables.update(notice(5), 9);
        tables.update(block(6, next, 0, 2, false), 9);
        tables.restart(false);
        byte[] empty = new byte[LENGTH];
        Arrays.fill(empty, (byte) 255);
        empty[OWN_LID] = 0;
        assertInForce(empty);
        assertThat(isComplete(block(6, next, 1, 2, false), 9))
                .as("what came before the restart is gone")
                .isFalse();
        assertInForce(empty);
    }

    @Test
    void aSwitchThatRestartsWithTheTablesOfTheStartUsesThemAndTakesNoDifferenceToThoseThatItHad() {
        byte[] next = table(LENGTH, 2);
        whole(1, next).forEach(part -> tables.update(smp(1, part), 9));
        assertInForce(next);
        tables.restart(true);
        assertInForce(initial);
        assertThat(tables.lane(1, 2, 3)).isEqualTo(3);
        assertThat(tables.isBlank())
                .as("the manager has to know that what it sent is not there")
                .isTrue();
        assertThat(tables.update(block(2, next, 0, 1, false), 10)).isEqualTo(SwitchTables.Outcome.REFUSED);
        whole(1, next).forEach(part -> tables.update(smp(1, part), 11));
        assertInForce(next);
        assertThat(tables.isBlank()).isFalse();
    }

    private static List<long[]> whole(long change, byte[] lft) {
        Blocks blocks = new Blocks(change, Basis.NOTHING, false);
        blocks.lft(ForwardingTable.of(lft));
        blocks.lanes(LaneRows.of(new LevelIsLane(16), 0, PORTS, 16));
        return blocks.payloads();
    }

    @Test
    void lidsPastTheTableAreUnreachableAndLanesAreThoseOfSlToVl() {
        assertThat(tables.outPort(LENGTH)).isEqualTo(255);
        assertThat(tables.outPort(0xBFFF)).isEqualTo(255);
        assertThat(tables.lane(1, 2, 3)).isEqualTo(3);
    }

    @Test
    void aHalfArrivedTableSurvivesEncoding() {
        byte[] next = table(LENGTH, 2);
        tables.update(notice(3), 9);
        for (int block : new int[] {3, 0, 2}) {
            tables.update(block(4, next, block, 4, true), 9);
        }
        StateWriter out = new StateWriter();
        tables.visit(out);
        tables = fresh();
        StateReader in = new StateReader(out.toArray());
        tables.visit(in);
        in.end();
        assertInForce(initial);
        assertThat(isComplete(notice(3), 9)).as("a change that is installed").isFalse();
        assertThat(isComplete(block(4, next, 1, 4, true), 9)).isTrue();
        assertInForce(next);
    }

    @Test
    void singleRowsChangeTheirPlacesOnlyAndSurviveEncodingHalfArrived() {
        long[] before = LaneRows.of(new LevelIsLane(16), 0, PORTS, 16);
        long[] after = before.clone();
        for (int place : new int[] {0, 3, 9, 12, 19}) { // two blocks of rows
            after[place] = 0;
        }
        Blocks blocks = new Blocks(1, Basis.IN_FORCE, false);
        blocks.rows(after, before);
        List<long[]> payloads = blocks.payloads();
        assertThat(payloads).hasSize(2);
        assertThat(isComplete(smp(payloads.get(1)), 9)).isFalse();
        StateWriter out = new StateWriter();
        tables.visit(out);
        tables = fresh();
        tables.visit(new StateReader(out.toArray()));
        assertThat(isComplete(smp(payloads.get(0)), 9)).isTrue();
        assertInForce(initial);
        for (int place = 0; place < after.length; place++) {
            assertThat(tables.lane(place / PORTS, place % PORTS + 1, 5))
                    .as("row %d", place)
                    .isEqualTo(after[place] == 0 ? 0 : 5);
        }
    }

    private static Smp smp(long[] payload) {
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, 1, 101, new byte[] {1}, payload.length);
        for (int word = 0; word < payload.length; word++) {
            smp.setPayload(word, payload[word]);
        }
        return smp;
    }

    @Test
    void singleEntriesAreSentWhereTheyTakeFewerBlocks() {
        byte[] next = initial.clone();
        for (int lid : new int[] {5, 70, 140, 199}) { // one in each block
            next[lid] ^= 1;
        }
        List<Smp> smps = sparse(1, next);
        assertThat(smps).hasSize(1);
        assertThat(isComplete(smps.get(0), 9)).isTrue();
        assertInForce(next);
        Arrays.fill(next, 64, 128, (byte) 9);
        smps = sparse(2, next);
        assertThat(smps).as("a whole block and 3 entries").hasSize(4);
        for (Smp smp : smps) {
            tables.update(smp, 10);
        }
        assertInForce(next);
    }

    private List<Smp> sparse(long change, byte[] next) {
        Blocks blocks = new Blocks(change, Basis.IN_FORCE, false);
        blocks.sparseLft(ForwardingTable.of(next), ForwardingTable.of(initial));
        List<Smp> smps = new ArrayList<>();
        for (long[] payload : blocks.payloads()) {
            smps.add(smp(change, payload));
        }
        return smps;
    }

    private static Smp smp(long change, long[] payload) {
        Smp smp = new Smp();
        smp.directed(Smp.UPDATE, 1, 100 + change, new byte[] {1}, payload.length);
        for (int i = 0; i < payload.length; i++) {
            smp.setPayload(i, payload[i]);
        }
        return smp;
    }

    @Test
    void lanesComeIntoForceTogetherWithTheirTable() {
        byte[] next = table(LENGTH, 2);
        long[] before = LaneRows.of(new LevelIsLane(16), 0, PORTS, 16);
        long[] after = before.clone();
        after[2 * PORTS + 2] = 0x7654_3210_0123_4567L; // in 2, out 3
        Blocks blocks = new Blocks(1, Basis.IN_FORCE, false);
        blocks.lft(ForwardingTable.of(next), ForwardingTable.of(initial));
        blocks.lanes(after, before);
        List<long[]> payloads = blocks.payloads();
        assertThat(payloads).hasSize(5);
        for (int i = payloads.size() - 1; i >= 0; i--) {
            assertThat(tables.lane(2, 3, 1)).as("before block %d", i).isEqualTo(1);
            assertThat(isComplete(smp(1, payloads.get(i)), 9)).isEqualTo(i == 0);
        }
        assertInForce(next);
        assertThat(tables.lane(2, 3, 1)).isEqualTo(6);
        assertThat(tables.lane(2, 3, 15)).isEqualTo(7);
        assertThat(tables.lane(2, 2, 5)).as("another row").isEqualTo(5);
    }

    @Test
    void aRestartedSwitchHasEverythingOnLaneZeroUntilItIsTold() {
        tables.restart(false);
        assertThat(tables.lane(1, 2, 3)).isZero();
        Blocks blocks = new Blocks(1, Basis.NOTHING, false);
        blocks.lft(ForwardingTable.of(initial));
        blocks.lanes(LaneRows.of(new LevelIsLane(16), 0, PORTS, 16));
        blocks.payloads().forEach(payload -> tables.update(smp(1, payload), 9));
        assertInForce(initial);
        assertThat(tables.lane(1, 2, 3)).isEqualTo(3);
    }

    @ParameterizedTest(name = "stored: {0}")
    @ValueSource(booleans = {false, true})
    void aWholeTableBringsOnlyTheRowsThatChangeAndLeavesTheOthers(boolean stored) {
        byte[] next = table(LENGTH, 2);
        long[] before = LaneRows.of(new LevelIsLane(16), 0, PORTS, 16);
        long[] after = before.clone();
        after[2 * PORTS + 2] = 0; // in 2, out 3: all on VL 0
        Blocks blocks = new Blocks(1, Basis.ROWS_IN_FORCE, stored);
        blocks.lft(ForwardingTable.of(next), ForwardingTable.of(initial));
        blocks.lanes(after, before);
        List<long[]> payloads = blocks.payloads();
        assertThat(payloads).as("4 of the LFT and 1 of 3 of the rows").hasSize(5);
        payloads.forEach(payload -> tables.update(smp(1, payload), 9));
        if (stored) {
            assertThat(tables.lane(2, 3, 1)).as("in force").isEqualTo(1);
            assertThat(tables.storedLane(2, 3, 1)).isZero();
            assertThat(tables.storedLane(1, 1, 5)).as("not sent").isEqualTo(5);
            tables.useStored(10);
        }
        assertInForce(next);
        assertThat(tables.lane(2, 3, 1)).isZero();
        assertThat(tables.lane(1, 1, 5)).as("not sent").isEqualTo(5);
    }

    @Test
    void aWholeTableWithTheSameRowsIsItsLftAlone() {
        long[] rows = LaneRows.of(new LevelIsLane(16), 0, PORTS, 16);
        Blocks blocks = new Blocks(1, Basis.ROWS_IN_FORCE, false);
        blocks.lft(ForwardingTable.of(initial), ForwardingTable.of(initial));
        blocks.lanes(rows, rows);
        assertThat(blocks.payloads()).hasSize(4).allMatch(payload -> Update.kind(payload[0]) == Update.LFT);
    }

    @Test
    void aRowIsSentThatIsWrongInEitherOfTheTablesThatMayBeInForce() {
        long[] rows = LaneRows.of(new LevelIsLane(16), 0, PORTS, 16);
        long[] other = rows.clone();
        other[0] = 1;
        Blocks blocks = new Blocks(1, Basis.ROWS_IN_FORCE, false);
        blocks.lanes(rows, rows, other);
        assertThat(blocks.payloads()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Basis.class,
            names = {"IN_FORCE", "ROWS_IN_FORCE"})
    void aBlankSwitchRefusesWhatStartsFromTablesItDoesNotHave(Basis basis) {
        tables.restart(false);
        Blocks blocks = new Blocks(1, basis, false);
        blocks.lft(ForwardingTable.of(table(LENGTH, 2)), ForwardingTable.of(initial));
        assertThat(blocks.payloads())
                .hasSize(4)
                .allMatch(payload -> tables.update(smp(1, payload), 9) == SwitchTables.Outcome.REFUSED);
        assertThat(tables.isBlank()).isTrue();
        assertThat(tables.outPort(0)).isEqualTo(255);
    }

    @Test
    void aSwitchThatRestartsBetweenPartsSaysThatItLacksSomeUntilItHasAll() {
        Blocks blocks = new Blocks(1, Basis.NOTHING, false);
        blocks.lft(ForwardingTable.of(table(LENGTH, 2)));
        List<long[]> parts = blocks.payloads();
        assertThat(tables.update(smp(1, parts.get(0)), 5)).isEqualTo(SwitchTables.Outcome.IN_PART);
        tables.restart(false); // behind the answer to the first part
        for (long[] part : parts.subList(1, parts.size())) {
            assertThat(tables.update(smp(1, part), 9))
                    .as("else the manager, which has all answers, takes a part for the whole")
                    .isEqualTo(SwitchTables.Outcome.IN_PART);
        }
        assertThat(tables.update(smp(1, parts.get(0)), 13)).isEqualTo(SwitchTables.Outcome.INSTALLED);
    }
}
