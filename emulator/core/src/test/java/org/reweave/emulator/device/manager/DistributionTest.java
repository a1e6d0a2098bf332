package org.reweave.emulator.device.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reweave.emulator.device.DeviceIdentity;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.PortPlan;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.device.Update.Basis;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.time.FlitTime;
import org.reweave.reconfig.paths.DeviceTables;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.reconfig.paths.LaneRows;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.SendTables;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/**
 * What goes to a switch of a 3x3 torus that is sent whole tables one change after the other: an LFT is one block, its
 * SLtoVL rows are four of eight rows or fewer. The window is wide enough for everything to go out at once.
 */
class DistributionTest {
    private static final int SWITCH = 4;
    private static final int ROW_BLOCKS = 4;

    private final Fabric fabric = FabricGenerators.parse("torus:3x3");
    private final int ports = fabric.portCount(SWITCH);
    private final DeviceTables atStart = tables(0);
    private final List<SmpRequest> out = new ArrayList<>();
    private final Manager manager = new Manager();
    private TablePacket tablePacket = TablePacket.BLOCKS;
    private Distribution distribution = fresh();
    private long change;

    /** A device whose only part is the client; nothing ever comes. */
    private final class Manager extends ControlDevice {
        final SmpClient client;

        Manager() {
            super(
                    new DeviceIdentity(
                            0,
                            "manager",
                            new PortPlan(
                                    new int[] {1},
                                    new FlitTime[] {FlitTime.ONE_CYCLE},
                                    new boolean[] {true},
                                    new boolean[1],
                                    new long[1],
                                    new long[1][0],
                                    new long[0])),
                    new Transmitter.Timing(1, 0, 0, 4, 100),
                    1);
            ManagerParameters parameters = new ManagerParameters(
                    4,
                    1000,
                    50,
                    2,
                    0,
                    1,
                    0,
                    1,
                    1,
                    true,
                    false,
                    TablePacket.BLOCKS,
                    1,
                    1,
                    new StandbyParameters("none", 1, 1, 0, 0));
            client = new SmpClient(this, parameters, FIRST_AGENT_TIMER, (request, cycle) -> out.add(request));
        }

        @Override
        public boolean answer(Smp smp, int port, long cycle) {
            throw new AssertionError("nothing arrives");
        }

        @Override
        protected void onAgentTimer(int type, int index, long cycle) {
            throw new AssertionError("no time passes");
        }

        @Override
        protected void report(DeviceReport to) {
            throw new AssertionError("nobody asks");
        }
    }

    private Distribution fresh() {
        FabricDiscovery routes = new FabricDiscovery(fabric.deviceCount(), fabric.switchCount());
        int nic = fabric.nicDevice(0);
        routes.assume(FabricMap.of(fabric), nic, fabric.attachedPort(nic), Faults.none());
        return new Distribution(
                FabricMap.of(fabric), manager.client, manager.log(), routes, atStart, Faults.none(), tablePacket);
    }

    /**
     * Every switch sends by port {@code 1 + variant}, and its rows are on VL 1 but for the last {@code variant}, which
     * are on VL 2.
     */
    private DeviceTables tables(int variant) {
        byte[][] lft = new byte[fabric.switchCount()][32];
        long[][] lanes = new long[fabric.switchCount()][];
        HeldPaths[] paths = new HeldPaths[fabric.nicCount()];
        Arrays.fill(paths, HeldPaths.of(new long[fabric.nicCount()]));
        for (int device = 0; device < fabric.switchCount(); device++) {
            Arrays.fill(lft[device], 1, lft[device].length, (byte) (1 + variant));
            lft[device][0] = (byte) 255;
            lanes[device] = LaneRows.empty(ports);
            Arrays.fill(lanes[device], 0x1111_1111_1111_1111L);
            int rows = lanes[device].length;
            Arrays.fill(lanes[device], rows - variant, rows, 0x2222_2222_2222_2222L);
        }
        return new DeviceTables(1, ForwardingTable.of(lft), lanes, paths);
    }

    /** The next change. */
    private List<SmpRequest> send(int variant, Use use) {
        out.clear();
        distribution.aimAt(tables(variant), new long[fabric.switchCount()][0]);
        distribution.send(new SendTables(SWITCH, Extent.FULL, use, 7), ++change, 1);
        return List.copyOf(out);
    }

    private void acknowledge(List<SmpRequest> requests) {
        requests.forEach(request -> distribution.acknowledged(request, false));
    }

    private static void assertSent(List<SmpRequest> requests, Basis basis, int rowBlocks) {
        assertThat(requests).allMatch(request -> Update.basis(request.payload()[0]) == basis);
        assertThat(ofKind(requests, Update.LFT)).as("blocks of the LFT").isOne();
        assertThat(ofKind(requests, Update.LANES)).as("blocks of rows").isEqualTo(rowBlocks);
        assertThat(requests).hasSize(1 + rowBlocks);
    }

    private static long ofKind(List<SmpRequest> requests, int kind) {
        return requests.stream()
                .filter(request -> Update.kind(request.payload()[0]) == kind)
                .count();
    }

    /** What {@code manager.table-packet = whole} sends is what blocks would have brought, in one SMP. */
    @ParameterizedTest
    @EnumSource(Use.class)
    void allBlocksOfAnUpdateCanComeInOneSmp(Use use) {
        List<SmpRequest> blocks = send(1, use);
        assertThat(blocks).hasSizeGreaterThan(1);
        tablePacket = TablePacket.WHOLE;
        distribution = fresh();
        change--;
        List<SmpRequest> whole = send(1, use);
        assertThat(whole).singleElement().satisfies(one -> {
            assertThat(one.last()).isTrue();
            assertThat(one.payload())
                    .isEqualTo(blocks.stream()
                            .flatMapToLong(block -> Arrays.stream(block.payload()))
                            .toArray());
        });
        assertThat(distribution.acknowledged(whole.get(0), false))
                .as("everything is acknowledged")
                .isTrue();
    }

    /** LIDs 1 to 31 lead somewhere; LID 0 and the places behind them do not. */
    @Test
    void aSizedUpdateIsAsLongAsItsEntriesAndNoShorterThanOtherSmps() {
        tablePacket = TablePacket.SIZED;
        distribution = fresh();
        long[] payload = send(0, Use.AT_ONCE).get(0).payload();
        assertThat(Update.entries(payload)).isEqualTo(31);
        assertThat(parameters(TablePacket.SIZED, 2, 8).extraFlits(payload))
                .as("26 B and 31 times 2 B are 11 flits of 8 B; an SMP has 4")
                .isEqualTo(7);
        assertThat(parameters(TablePacket.SIZED, 1, 16).extraFlits(payload))
                .as("57 B are 4 flits of 16 B")
                .isZero();
        assertThat(parameters(TablePacket.WHOLE, 2, 8).extraFlits(payload)).isZero();
        assertThat(parameters(TablePacket.SIZED, 1, 8).extraFlits(new long[] {Update.notice(1)}))
                .as("26 B of a notice are 4 flits of 8 B")
                .isZero();
    }

    @Test
    void aSizedUpdateBringsRowsThatDifferAndNoOthers() {
        tablePacket = TablePacket.SIZED;
        distribution = fresh();
        List<SmpRequest> first = send(0, Use.AT_ONCE);
        acknowledge(first);
        long[] payload = send(1, Use.AT_ONCE).get(0).payload();
        assertThat(Update.entries(payload)).as("31 entries and a row of 8").isEqualTo(31 + 8);
    }

    @Test
    void aSizedDifferenceBringsTheEntriesAndRowsThatDiffer() {
        tablePacket = TablePacket.SIZED;
        distribution = fresh();
        DeviceTables target = tables(1);
        ForwardingTable.Draft lft = atStart.lft()[SWITCH].draft();
        lft.set(9, 4);
        target.lft()[SWITCH] = lft.toTable();
        out.clear();
        distribution.aimAt(target, new long[fabric.switchCount()][0]);
        distribution.send(new SendTables(SWITCH, Extent.DIFFERENCE, Use.AT_ONCE, 7), ++change, 1);
        assertThat(out).singleElement().satisfies(one -> assertThat(Update.entries(one.payload()))
                .isEqualTo(1 + 8));
    }

    @Test
    void tablesCountNoMoreIfTheirChangeIsGivenUpBeforeAnyOfThemIsSent() {
        acknowledge(send(1, Use.AT_ONCE));
        distribution.aimAt(tables(2), new long[fabric.switchCount()][0]);
        assertThat(distribution.differs(SWITCH)).isTrue();
        distribution.giveUpAll();
        assertThat(distribution.differs(SWITCH)).isFalse();
        send(2, Use.AT_ONCE);
        distribution.giveUpAll();
        assertThat(distribution.aim().lft()[SWITCH]).isEqualTo(tables(2).lft()[SWITCH]);
    }

    /** The routes of the fixture are assumed, as those that follow from traps are. */
    @Test
    void aNicThatIsMissedIsBehindTheBorderThoughARouteLeadsThere() {
        int nic = fabric.nicDevice(SWITCH);
        int port = IntStream.rangeClosed(1, ports)
                .filter(one -> fabric.peer(SWITCH, one) == nic)
                .findFirst()
                .orElseThrow();
        distribution.askCounts(SWITCH, List.of(), 1);
        distribution.askCounts(SWITCH, List.of(nic), 1);
        assertThat(out).extracting(request -> request.payload()[0]).containsExactly(0L, 1L << port - 1);
    }

    private static ManagerParameters parameters(TablePacket packet, int entryBytes, int flitBytes) {
        return new ManagerParameters(
                4,
                1000,
                50,
                2,
                0,
                1,
                0,
                1,
                1,
                true,
                false,
                packet,
                entryBytes,
                flitBytes,
                new StandbyParameters("none", 1, 1, 0, 0));
    }

    /** What {@code manager.table-packet = pieces} sends are the same entries, four at most in each SMP. */
    @ParameterizedTest
    @EnumSource(Use.class)
    void anUpdateCanComeInPiecesOfTheLft(Use use) {
        ForwardingTable target = tables(1).lft()[SWITCH];
        tablePacket = TablePacket.PIECES;
        distribution = fresh();
        List<SmpRequest> pieces = send(1, use);
        assertThat(ofKind(pieces, Update.LFT)).isZero();
        assertThat(ofKind(pieces, Update.ENTRIES)).isEqualTo((target.length() + 3) / 4);
        ForwardingTable.Draft rebuilt = ForwardingTable.nowhere(target.length()).draft();
        pieces.stream()
                .filter(piece -> Update.kind(piece.payload()[0]) == Update.ENTRIES)
                .flatMapToLong(piece -> Arrays.stream(piece.payload()).skip(1))
                .forEach(word -> Update.unpackEntries(word, rebuilt));
        assertThat(rebuilt.toTable()).isEqualTo(target);
    }

    @ParameterizedTest
    @EnumSource(Use.class)
    void aWholeTableIsTheWholeLftAndTheRowsThatChange(Use use) {
        List<SmpRequest> first = send(0, use);
        assertSent(first, Basis.ROWS_IN_FORCE, 0);
        acknowledge(first);
        distribution.complete();
        assertSent(send(1, use), Basis.ROWS_IN_FORCE, 1);
    }

    @ParameterizedTest
    @EnumSource(Use.class)
    void aSwitchThatHasRestartedGetsEverything(Use use) {
        distribution.forget(SWITCH);
        assertSent(send(0, use), Basis.NOTHING, ROW_BLOCKS);
    }

    @ParameterizedTest
    @EnumSource(Use.class)
    void aSwitchThatDidNotAnswerGetsEverything(Use use) {
        send(1, use);
        distribution.giveUp(SWITCH, 2);
        assertSent(send(1, use), Basis.NOTHING, ROW_BLOCKS);
    }

    /** It has restarted between two parts; the answers come in any order. */
    @ParameterizedTest
    @EnumSource(Use.class)
    void aSwitchThatHasAnsweredEveryPartAndLacksSomeHasLostThem(Use use) {
        List<SmpRequest> parts = send(1, use);
        parts.forEach(part -> distribution.acknowledged(part, true));
        assertThat(distribution.hasLostParts(SWITCH)).isTrue();
        distribution.giveUp(SWITCH, 2);
        parts = send(1, use);
        for (int part = 0; part < parts.size(); part++) {
            distribution.acknowledged(parts.get(part), part > 0);
        }
        assertThat(distribution.hasLostParts(SWITCH)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Use.class)
    void aSwitchThatMayHaveGotAllOfAnAbandonedChangeGetsEverything(Use use) {
        List<SmpRequest> first = send(1, use);
        distribution.acknowledged(first.get(0), true);
        distribution.giveUpAll();
        assertSent(send(1, use), Basis.NOTHING, ROW_BLOCKS);
    }

    @Test
    void aSwitchThatHasTheTablesOfAnAbandonedChangeInForceKeepsItsRows() {
        acknowledge(send(1, Use.AT_ONCE));
        distribution.giveUpAll();
        assertSent(send(1, Use.AT_ONCE), Basis.ROWS_IN_FORCE, 0);
    }

    @Test
    void aSwitchThatMayOrMayNotUseTheTablesItStoredForAnAbandonedChangeGetsEverything() {
        acknowledge(send(1, Use.STORED));
        distribution.giveUpAll();
        List<SmpRequest> again = send(1, Use.STORED);
        assertSent(again, Basis.NOTHING, ROW_BLOCKS);
        acknowledge(again);
        distribution.complete();
        assertSent(send(1, Use.STORED), Basis.ROWS_IN_FORCE, 0);
    }

    @Test
    void whatIsStoredAndNotYetInUseSurvivesEncoding() {
        acknowledge(send(1, Use.STORED));
        StateWriter state = new StateWriter();
        distribution.visit(state);
        distribution = fresh();
        StateReader in = new StateReader(state.toArray());
        distribution.visit(in);
        in.end();
        distribution.giveUpAll();
        assertSent(send(1, Use.STORED), Basis.NOTHING, ROW_BLOCKS);
    }
}
