package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.Promise;

/** Facts as they could be, of a manager that waits 1000 cycles and asks three times in all. */
class FactWatchTest {
    private static final int MANAGER = 9;
    private static final int STANDBY = 10;

    private final Set<Promise> broken = EnumSet.noneOf(Promise.class);
    private final FactWatch watch = new FactWatch(
            new Network(ResolvedScenario.of(ScenarioLoader.parse("facts.conf", """
                    name = "facts"
                    description = "three switches"
                    fabric.generator = "torus:3"
                    routing { engine = updown, options { root = "s0" } }
                    device.preset = iba-1x
                    traffic.load = 0.3
                    run { warmup = 20us, duration = 200us }
                    manager { timeout = 1000cycles, retries = 2 }
                    reconfiguration.scheme = ebrd
                    """, List.of()))),
            (promise, cycle) -> broken.add(promise));

    private void manager(long cycle, Fact fact, long a, long b, long c) {
        watch.take(cycle, MANAGER, fact, a, b, c);
    }

    private void requests(long cycle, long number) {
        watch.take(cycle, MANAGER, EventKind.REQUEST_SENT, 1, 0, number, 1);
    }

    @Test
    void aDeviceHoldsWhatTheManagerMeantItToHave() {
        manager(10, Fact.UPDATE_BEGUN, 1, 5, 77);
        watch.take(20, 1, Fact.UPDATE_HELD, 5, 0, 77);
        assertThat(broken).isEmpty();
        watch.take(30, 1, Fact.UPDATE_HELD, 5, 0, 78);
        assertThat(broken).containsExactly(Promise.TABLES_AS_COMPUTED);
    }

    @Test
    void aSwitchHasOneTableOfAnEpoch() {
        for (long change = 5; change <= 8; change++) {
            long digest = change < 8 ? 77 : 78;
            long epoch = change == 7 ? 4 : 3;
            manager(10 * change, Fact.UPDATE_BEGUN, 1, change, digest);
            watch.take(10 * change + 5, 1, Fact.UPDATE_HELD, change, 0, digest);
            assertThat(broken).isEmpty();
            watch.take(10 * change + 5, 1, EventKind.INSTALLED, change, epoch, 0, 0);
        }
        assertThat(broken).containsExactly(Promise.ONE_TABLE_OF_AN_EPOCH);
    }

    /** A bring-up that begins again may find another fabric, and its tables are of no epoch. */
    @Test
    void firstTablesOfABareFabricMayBeReplacedByOthers() {
        for (long change = 1; change <= 2; change++) {
            manager(10 * change, Fact.UPDATE_BEGUN, 1, change, 76 + change);
            watch.take(10 * change + 5, 1, Fact.UPDATE_HELD, change, 0, 76 + change);
            watch.take(10 * change + 5, 1, EventKind.INSTALLED, change, ManagerEffect.UNTOLD, 0, 0);
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void aPacketThatIsGivenUpHasNoRoomAnywhere() {
        watch.take(20, 1, Fact.GIVEN_UP, 7, 0, 0);
        assertThat(broken).isEmpty();
        watch.take(30, 1, Fact.GIVEN_UP, 8, 0, 1);
        assertThat(broken).containsExactly(Promise.NO_DISCARD_WITH_ROOM);
    }

    @Test
    void tablesOfAnotherDeviceOrChangeAreNotItsOwn() {
        manager(10, Fact.UPDATE_BEGUN, 1, 5, 77);
        watch.take(20, 2, Fact.UPDATE_HELD, 5, 0, 77);
        assertThat(broken).containsExactly(Promise.TABLES_AS_COMPUTED);
    }

    @Test
    void anAnswerCountsOnceAndForItsRequestAlone() {
        requests(10, 40);
        requests(11, 41);
        manager(20, Fact.ANSWER_TAKEN, 40, 40, 0);
        assertThat(broken).isEmpty();
        manager(30, Fact.ANSWER_TAKEN, 41, 40, 0);
        assertThat(broken).containsExactly(Promise.NUMBERS_KEPT);
    }

    @Test
    void anAnswerThatWasCountedIsNotCountedAgain() {
        requests(10, 40);
        manager(20, Fact.ANSWER_TAKEN, 40, 40, 0);
        manager(30, Fact.ANSWER_TAKEN, 40, 40, 0);
        assertThat(broken).containsExactly(Promise.NUMBERS_KEPT);
    }

    @Test
    void aRequestEndsAfterAllItsTriesEachOfItsTime() {
        for (long cycle : new long[] {0, 1000, 1800}) {
            requests(cycle, 40);
            manager(cycle + 800, Fact.TRY_OVER, 40, cycle == 1800 ? 1 : 0, 0);
        }
        assertThat(broken).isEmpty();
        requests(3000, 41);
        manager(3400, Fact.TRY_OVER, 41, 0, 0);
        assertThat(broken).containsExactly(Promise.TIMEOUTS_KEPT);
    }

    @Test
    void aRequestIsNotGivenUpWithTriesLeft() {
        requests(0, 40);
        manager(1000, Fact.TRY_OVER, 40, 0, 0);
        requests(1000, 40);
        manager(2000, Fact.TRY_OVER, 40, 1, 0);
        assertThat(broken).containsExactly(Promise.TIMEOUTS_KEPT);
    }

    @Test
    void aTimerThatIsSetAnewRunsOutOnceAtItsLastTime() {
        manager(0, Fact.TIMER_SET, 0, 100, 0);
        manager(50, Fact.TIMER_SET, 0, 150, 0);
        manager(150, Fact.TIMER_OVER, 0, 0, 0);
        assertThat(broken).isEmpty();
        manager(160, Fact.TIMER_SET, 0, 260, 0);
        manager(210, Fact.TIMER_OVER, 0, 0, 0);
        assertThat(broken).containsExactly(Promise.TIMEOUTS_KEPT);
    }

    @Test
    void aTimerThatNobodyWaitsForDoesNotRunOut() {
        manager(0, Fact.TIMER_SET, 1, 100, 0);
        manager(50, Fact.TIMER_SET, 1, -1, 0);
        manager(100, Fact.TIMER_OVER, 1, 0, 0);
        assertThat(broken).containsExactly(Promise.TIMEOUTS_KEPT);
    }

    @Test
    void numbersOfASenderGoForwardAtEachDevice() {
        watch.take(10, 1, Fact.FLOOD_TAKEN, -1, 4, 0);
        watch.take(10, 2, Fact.FLOOD_TAKEN, -1, 3, 0);
        watch.take(20, 1, Fact.FLOOD_TAKEN, 2, 3, 0);
        assertThat(broken).isEmpty();
        watch.take(30, 1, Fact.FLOOD_TAKEN, -1, 4, 0);
        assertThat(broken).containsExactly(Promise.NUMBERS_KEPT);
    }

    @Test
    void aSwitchKeepsItsOwnTimersUntilItRestarts() {
        watch.take(0, 1, Fact.TIMER_SET, 0, 100, 0);
        watch.take(0, 2, Fact.TIMER_SET, 0, 200, 0);
        watch.take(100, 1, Fact.TIMER_OVER, 0, 0, 0);
        assertThat(broken).isEmpty();
        watch.take(110, 1, Fact.TIMER_SET, 0, 210, 0);
        watch.take(150, 1, EventKind.DEVICE_DOWN, 0, 0, 0, 0);
        watch.take(210, 1, Fact.TIMER_OVER, 0, 0, 0);
        assertThat(broken).containsExactly(Promise.TIMEOUTS_KEPT);
    }

    @Test
    void ofTwoManagersEachHasItsOwnNumbers() {
        requests(0, 40);
        watch.take(900, STANDBY, EventKind.REQUEST_SENT, 1, 0, 40, 1); // its first question has that number, too
        manager(1000, Fact.TRY_OVER, 40, 0, 0);
        manager(1010, Fact.ANSWER_TAKEN, 40, 40, 0);
        assertThat(broken).isEmpty();
        watch.take(1020, STANDBY, Fact.ANSWER_TAKEN, 41, 41, 0);
        assertThat(broken).containsExactly(Promise.NUMBERS_KEPT);
    }

    @Test
    void timersOfAManagerThatHangsRunOutWhenItGoesOn() {
        manager(0, Fact.TIMER_SET, 0, 100, 0);
        manager(0, Fact.TIMER_SET, 1, 300, 0);
        watch.take(50, MANAGER, EventKind.MANAGER_HANGS, 200, 0, 0, 0);
        manager(200, Fact.TIMER_OVER, 0, 0, 0);
        manager(300, Fact.TIMER_OVER, 1, 0, 0);
        assertThat(broken).isEmpty();
        manager(300, Fact.TIMER_SET, 0, 400, 0);
        watch.take(350, MANAGER, EventKind.MANAGER_HANGS, 500, 0, 0, 0);
        manager(400, Fact.TIMER_OVER, 0, 0, 0);
        assertThat(broken).containsExactly(Promise.TIMEOUTS_KEPT);
    }

    @Test
    void aManagerThatHasRetiredHasNoTimers() {
        manager(0, Fact.TIMER_SET, 0, 100, 0);
        watch.take(50, MANAGER, EventKind.RETIRED, 1, 0, 0, 0);
        manager(100, Fact.TIMER_OVER, 0, 0, 0);
        assertThat(broken).containsExactly(Promise.TIMEOUTS_KEPT);
    }

    @Test
    void aManagerThatRetiresOwesNoDiscovery() {
        for (boolean retires : new boolean[] {true, false}) {
            manager(0, Fact.DISCOVERY_BEGUN, 0, 0, 0);
            manager(9, Fact.ASKED_IN_VAIN, 1, 0, 0);
            watch.take(10, MANAGER, EventKind.CHANGE_FOUND, 1, 0, 0, 0);
            watch.take(20, MANAGER, EventKind.RECONFIGURED, 1, 0, 0, 0); // a discovery is due
            if (retires) {
                watch.take(20, MANAGER, EventKind.RETIRED, 1, 0, 0, 0);
            }
            watch.ended(1000);
            assertThat(broken.contains(Promise.SILENCE_LOOKED_INTO)).isNotEqualTo(retires);
        }
    }

    @Test
    void aManagerThatTakesOverMayAskForWhatTheOtherOneWasTold() {
        watch.take(10, MANAGER, EventKind.REPORTED, 1, 7, 0, 0);
        watch.take(20, STANDBY, Fact.CONTROL_SENT, 1, 7, 0);
        assertThat(broken).isEmpty();
        watch.take(30, STANDBY, EventKind.REPORTED, 1, 7, 0, 0);
        watch.take(40, STANDBY, Fact.CONTROL_SENT, 1, 7, 0);
        assertThat(broken).containsExactly(Promise.REPORTS_KEPT);
    }

    @Test
    void aManagerThatTakesOverOnceMoreNeedNotKnowWhatItWasToldBefore() {
        watch.take(10, MANAGER, EventKind.REPORTED, 1, 7, 0, 0);
        watch.take(15, MANAGER, EventKind.RETIRED, 1, 0, 0, 0);
        manager(20, Fact.CONTROL_SENT, 1, 7, 0);
        assertThat(broken).isEmpty();
    }

    @Test
    void nobodyIsAskedForWhatHeHasReported() {
        watch.take(10, MANAGER, EventKind.REPORTED, 1, 7, 0, 0);
        manager(20, Fact.CONTROL_SENT, 2, 7, 0);
        manager(20, Fact.CONTROL_SENT, 1, 8, 0);
        assertThat(broken).isEmpty();
        manager(30, Fact.CONTROL_SENT, 1, 7, 0);
        assertThat(broken).containsExactly(Promise.REPORTS_KEPT);
    }
}
