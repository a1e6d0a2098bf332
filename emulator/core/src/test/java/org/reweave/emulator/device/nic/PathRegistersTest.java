package org.reweave.emulator.device.nic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.device.manager.Blocks;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.EventRecords;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.reconfig.paths.Path;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/**
 * A NIC's paths: two registers a destination, changed by updates as a whole, and the way over when the one in use
 * fails.
 */
class PathRegistersTest {
    private static final int DESTINATIONS = 5;
    private static final int PLACES = 2 * DESTINATIONS;

    private final DeviceLog log = new DeviceLog();
    private final long[] first = paths(10);
    private PathRegisters table = fresh();

    private PathRegisters fresh() {
        return new PathRegisters(DESTINATIONS, 2, HeldPaths.of(first), log);
    }

    /** Register r of destination d has DLID {@code base + 10 d + r}, SL r and VL 1. */
    private static long[] paths(int base) {
        long[] paths = new long[PLACES];
        for (int place = 0; place < PLACES; place++) {
            paths[place] = Path.of(base + 10 * (place / 2) + place % 2, place % 2, 1);
        }
        return paths;
    }

    private static List<Smp> update(long change, boolean full, long[] target, long[]... known) {
        Blocks blocks = new Blocks(change, full ? Update.Basis.NOTHING : Update.Basis.IN_FORCE, false);
        blocks.paths(PLACES, target, known);
        List<Smp> smps = new ArrayList<>();
        for (long[] payload : blocks.payloads()) {
            Smp smp = new Smp();
            smp.directed(Smp.UPDATE, 1, 7, new byte[] {1}, payload.length);
            for (int i = 0; i < payload.length; i++) {
                smp.setPayload(i, payload[i]);
            }
            smps.add(smp);
        }
        return smps;
    }

    private void assertSendsTo(int... lids) {
        for (int to = 0; to < lids.length; to++) {
            assertThat(table.address(to)).as("destination %d", to).isEqualTo(lids[to]);
        }
    }

    @Test
    void aNicUsesItsFirstRegistersUntilToldOtherwise() {
        assertSendsTo(10, 20, 30, 40, 50);
        assertThat(table.level(3)).isZero();
        assertThat(table.lane(3)).isOne();
        assertThat(table.trail(3)).isZero();
    }

    @Test
    void marksMoveOnlyThoseDestinationsWhosePathInUseFailed() {
        long[] target = first.clone();
        target[2] = Path.failed(target[2]); // destination 1, in use
        target[7] = Path.failed(target[7]); // destination 3, not in use
        List<Smp> smps = update(1, false, target, first);
        assertThat(smps).as("marks alone are one block").hasSize(1);
        assertThat(table.update(smps.get(0), 40)).isTrue();
        assertSendsTo(10, 21, 30, 40, 50);
        assertThat(table.level(1)).isOne();
        EventRecords events = new EventRecords(log.collectEvents());
        assertThat(events.count()).isEqualTo(2);
        assertThat(List.of(events.kind(0), events.kind(1))).containsExactly(EventKind.MIGRATED, EventKind.INSTALLED);
        assertThat(List.of(events.cycle(0), events.argument(0, 0))).containsExactly(40L, 1L);
        assertThat(List.of(events.cycle(1), events.argument(1, 0), events.argument(1, 1)))
                .containsExactly(40L, 1L, 7L);
    }

    @Test
    void withBothPathsFailedANicStaysAndWithOneRepairedItGoesThere() {
        long[] none = first.clone();
        none[4] = Path.failed(none[4]);
        none[5] = Path.failed(none[5]);
        table.update(update(1, false, none, first).get(0), 1);
        assertSendsTo(10, 20, 30);
        long[] other = none.clone();
        other[5] = first[5];
        table.update(update(2, false, other, none).get(0), 2);
        assertSendsTo(10, 20, 31);
    }

    @Test
    void aRepairedPathTakesNothingBack() {
        long[] failed = first.clone();
        failed[0] = Path.failed(failed[0]);
        table.update(update(1, false, failed, first).get(0), 1);
        table.update(update(2, false, first, failed).get(0), 2);
        assertSendsTo(11);
        assertThat(table.migrate(0)).isTrue();
        assertSendsTo(10);
    }

    @Test
    void aNicGoesOverByItselfOnlyToAPathThatItHasAndThatWorks() {
        assertThat(table.migrate(4)).isTrue();
        assertSendsTo(10, 20, 30, 40, 51);
        long[] target = first.clone();
        target[0] = 0; // the path in use is taken away: none is worse than the other one
        target[3] = Path.failed(target[3]);
        for (Smp smp : update(1, false, target, first)) {
            table.update(smp, 1);
        }
        assertSendsTo(11, 20);
        assertThat(table.migrate(0)).isFalse();
        assertThat(table.migrate(1)).isFalse();
        assertSendsTo(11, 20);
    }

    @Test
    void newPathsAreInForceOnlyWithTheLastBlockForAllOrdersDuplicatesAndPointsOfEncoding() {
        Random random = new Random(5);
        long[] target = paths(200);
        for (int round = 0; round < 20; round++) {
            table = fresh();
            List<Smp> smps = update(1, round % 2 == 0, target, round % 2 == 0 ? new long[0][] : new long[][] {first});
            assertThat(smps).as("10 entries, 8 a block").hasSize(2);
            Collections.shuffle(smps, random);
            assertThat(table.update(smps.get(0), 1)).isFalse();
            assertThat(table.update(smps.get(0), 1)).isFalse();
            assertSendsTo(10, 20, 30, 40, 50);
            StateWriter out = new StateWriter();
            table.visit(out);
            table = fresh();
            StateReader in = new StateReader(out.toArray());
            table.visit(in);
            in.end();
            assertThat(table.update(smps.get(1), 1)).isTrue();
            assertSendsTo(200, 210, 220, 230, 240);
            assertThat(table.update(smps.get(1), 1)).as("sent again").isFalse();
        }
    }

    @Test
    void aFullUpdateForgetsWhatItDoesNotName() {
        long[] target = new long[PLACES];
        target[2] = first[2];
        table.update(update(1, true, target).get(0), 1);
        assertSendsTo(0, 20, 0, 0, 0);
    }

    /** The manager took the NIC for lost when half of the change had come, and found it again later. */
    @Test
    void allPathsOfAChangeReplaceThePartOfItThatCameBefore() {
        long[] target = paths(100);
        List<Smp> some = update(1, false, target, first);
        List<Smp> all = update(1, true, target);
        assertThat(table.update(some.get(0), 1)).isFalse();
        for (Smp smp : all.subList(0, all.size() - 1)) {
            assertThat(table.update(smp, 2)).isFalse();
            assertThat(table.update(some.get(1), 3)).as("too late").isFalse();
        }
        assertThat(table.update(all.get(all.size() - 1), 4)).isTrue();
        assertSendsTo(100, 110, 120, 130, 140);
    }

    @Test
    void entriesThatMayOrMayNotHaveArrivedAreSentAgain() {
        long[] between = first.clone();
        between[0] = Path.of(99, 0, 0);
        List<Smp> lost = update(1, false, between, first);
        for (boolean arrived : new boolean[] {false, true}) {
            table = fresh();
            if (arrived) {
                table.update(lost.get(0), 1);
            }
            for (Smp smp : update(2, false, first, first, between)) {
                table.update(smp, 2);
            }
            assertSendsTo(10, 20, 30, 40, 50);
        }
    }

    @Test
    void trailsTravelWithTheirPaths() {
        long[] plain = Arrays.copyOf(first, 2 * PLACES);
        PathRegisters trailed = new PathRegisters(DESTINATIONS, 2, HeldPaths.of(plain), log);
        long[] target = plain.clone();
        target[PLACES + 6] = 0x0123_4567_89ab_cdefL;
        for (Smp smp : update(1, false, target, plain)) {
            trailed.update(smp, 1);
        }
        assertThat(trailed.trail(3)).isEqualTo(0x0123_4567_89ab_cdefL);
        assertThat(trailed.address(3)).isEqualTo(40);
        trailed.migrate(3);
        assertThat(trailed.trail(3)).isZero();
    }
}
