package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Separation;
import org.reweave.reconfig.spi.Verdict;

/** Steps and facts as they could be: of two switches and the manager, and of one packet, under the Double Scheme. */
class EscapeWatchTest {
    private static final long PACKET = 77;
    private static final int ESCAPE = 1;
    private static final int LANES = 2;

    private final Set<Promise> broken = EnumSet.noneOf(Promise.class);
    private Separation separation;
    private DeviceLog.Witness first;
    private DeviceLog.Witness second;
    private DeviceLog.Witness manager;
    private DeviceLog.Witness standby;

    @BeforeEach
    void twoSwitchesOfTheDoubleScheme() {
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse("escape.conf", """
                name = "escape"
                description = "two switches"
                fabric.generator = "mesh:2x1"
                routing.engine = updown
                device { preset = iba-1x, switch.vls = 2 }
                traffic.load = 0.1
                reconfiguration.scheme = double-scheme
                run { warmup = 20us, duration = 40us }
                """, List.of())));
        ReconfigurationChoice choice = network.resolved().scenario().reconfiguration();
        separation = choice.description()
                .flatMap(scheme -> scheme.separation(choice.options()))
                .orElseThrow();
        EscapeWatch watch = new EscapeWatch(network, separation, (promise, cycle) -> broken.add(promise));
        first = watch.of(0);
        second = watch.of(1);
        manager = watch.of(network.fabric().deviceCount());
        standby = watch.of(network.fabric().deviceCount() + 1);
    }

    /** The mark that names a change, as the scheme writes it. */
    private long mark(long change) {
        return LongStream.range(0, 100)
                .filter(mark -> mark % 4 == 0 && separation.change().applyAsLong(mark) == change)
                .findFirst()
                .orElseThrow();
    }

    private void empties(DeviceLog.Witness device, long change) {
        empties(device, change, manager);
    }

    private void empties(DeviceLog.Witness device, long change, DeviceLog.Witness teller) {
        teller.event(10 * change, EventKind.CONTROL_FLOODED, change, mark(change), 0, 0);
        device.fact(10 * change, Fact.SEPARATOR_APPENDED, 1, ESCAPE, mark(change));
    }

    private void opens(DeviceLog.Witness device, long change) {
        empties(device, change);
        device.event(10 * change + 5, EventKind.INSTALLED, change, change, 0, 0);
    }

    private static void goes(DeviceLog.Witness device, int from, int to) {
        device.step(15, DeviceLog.ARRIVAL, LANES + from, PACKET);
        device.step(16, DeviceLog.GRANT, 2 * LANES + to, PACKET);
    }

    private static void hasNoRoom(DeviceLog.Witness device, int verdict) {
        device.fact(30, Fact.NO_ROOM, PACKET, verdict, 0);
    }

    @Test
    void aPacketStaysOnItsEscape() {
        opens(first, 1);
        empties(second, 1);
        goes(first, 0, ESCAPE);
        goes(second, ESCAPE, ESCAPE);
        assertThat(broken).isEmpty();
    }

    @Test
    void aPacketThatLeavesItsEscapeBreaksThePromise() {
        opens(first, 1);
        empties(second, 1);
        goes(first, 0, ESCAPE);
        goes(second, ESCAPE, 0);
        assertThat(broken).containsExactly(Promise.ESCAPE_KEPT);
    }

    @Test
    void anotherChangeEmptiesTheEscape() {
        opens(first, 1);
        empties(second, 2);
        goes(first, 0, ESCAPE);
        goes(second, ESCAPE, 0);
        assertThat(broken).isEmpty();
    }

    @Test
    void headsWithoutRoomWaitInTheFirstChange() {
        empties(first, 1);
        hasNoRoom(first, Verdict.HOLD);
        assertThat(broken).isEmpty();
        hasNoRoom(first, Verdict.discard(1));
        assertThat(broken).containsExactly(Promise.OLD_HEADS_DISCARDED);
    }

    @Test
    void headsWithoutRoomAreDiscardedAfterAChangeThatWasGivenUpWithTheLaneEmpty() {
        manager.event(20, EventKind.LANE_EMPTY, 1, 0, 0, 0);
        manager.event(21, EventKind.ABANDONED, 1, 0, 0, 0);
        empties(first, 2);
        hasNoRoom(first, Verdict.discard(1));
        first.event(40, EventKind.INSTALLED, 2, 2, 0, 0);
        hasNoRoom(first, Verdict.HOLD);
        assertThat(broken).isEmpty();
        empties(second, 2);
        first.event(40, EventKind.INSTALLED, 2, 2, 0, 0);
        hasNoRoom(first, Verdict.discard(1));
        assertThat(broken).containsExactly(Promise.OLD_HEADS_DISCARDED);
    }

    /** The last tables came everywhere with the second change, or that was given up. */
    @Test
    void nothingIsSaidOfHeadsWithoutRoomBehindAChangeWithoutTables() {
        manager.event(20, EventKind.LANE_EMPTY, 1, 0, 0, 0);
        manager.event(21, EventKind.ABANDONED, 1, 0, 0, 0);
        empties(first, 2);
        manager.event(22, EventKind.UNROUTABLE, 2, 0, 0, 0);
        manager.event(23, EventKind.LANE_EMPTY, 2, 0, 0, 0);
        manager.event(24, EventKind.UNROUTABLE, 3, 0, 0, 0);
        empties(first, 4);
        hasNoRoom(first, Verdict.HOLD);
        hasNoRoom(first, Verdict.discard(1));
        manager.event(25, EventKind.LANE_EMPTY, 4, 0, 0, 0);
        manager.event(25, EventKind.CONTROL_FLOODED, 4, mark(4) + 1, 0, 0);
        hasNoRoom(first, Verdict.HOLD);
        assertThat(broken).isEmpty();
        manager.event(26, EventKind.RECONFIGURED, 4, 0, 0, 0);
        empties(first, 5);
        hasNoRoom(first, Verdict.discard(1));
        assertThat(broken).containsExactly(Promise.OLD_HEADS_DISCARDED);
    }

    /** The change that the other manager began last may have emptied the lane. */
    @Test
    void headsWithoutRoomAreDiscardedInTheFirstChangeOfAManagerThatTookOver() {
        standby.event(20, EventKind.TOOK_OVER, 1, 0, 0, 0);
        empties(first, 3, standby);
        hasNoRoom(first, Verdict.discard(1));
        assertThat(broken).isEmpty();
        hasNoRoom(first, Verdict.HOLD);
        assertThat(broken).containsExactly(Promise.OLD_HEADS_DISCARDED);
    }

    @Test
    void aChangeThatTheFormerManagerHasBegunIsAsThatOneToldIt() {
        standby.event(5, EventKind.TOOK_OVER, 1, 0, 0, 0);
        empties(first, 1); // told before, or since, by one that knows of nothing
        hasNoRoom(first, Verdict.HOLD);
        assertThat(broken).isEmpty();
    }

    @Test
    void aChangeThatIsCompleteLeavesNothingToDiscard() {
        manager.event(20, EventKind.LANE_EMPTY, 1, 0, 0, 0);
        manager.event(25, EventKind.RECONFIGURED, 1, 0, 0, 0);
        empties(first, 2);
        hasNoRoom(first, Verdict.HOLD);
        assertThat(broken).isEmpty();
    }

    @Test
    void anEndWithoutNewTablesLeavesTheMixtureOfBefore() {
        manager.event(20, EventKind.LANE_EMPTY, 1, 0, 0, 0);
        manager.event(30, EventKind.RECONFIGURED, 2, 0, 0, 0);
        empties(first, 3);
        hasNoRoom(first, Verdict.HOLD);
        assertThat(broken).containsExactly(Promise.OLD_HEADS_DISCARDED);
    }
}
