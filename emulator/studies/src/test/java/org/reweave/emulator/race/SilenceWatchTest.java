package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.Promise;

/** Facts and events as they could be, of the manager of three switches: device 1 is a switch, device 4 a NIC. */
class SilenceWatchTest {
    private static final int SWITCH = 1;
    private static final int NIC = 4;

    private final Set<Promise> broken = EnumSet.noneOf(Promise.class);
    private final SilenceWatch watch = new SilenceWatch(3, (promise, cycle) -> broken.add(promise));

    /** A discovery from cycle 0 to 10, and a change with an update of which nobody has answered yet. */
    private void change(boolean isAskedInVain) {
        watch.take(0, Fact.DISCOVERY_BEGUN, 0, 0);
        if (isAskedInVain) {
            watch.take(9, Fact.ASKED_IN_VAIN, SWITCH, 0);
        }
        watch.take(10, EventKind.CHANGE_FOUND, 1, 0, 0);
        watch.take(20, EventKind.REQUEST_SENT, SWITCH, 40, 1);
    }

    private void complete() {
        watch.take(30, EventKind.RECONFIGURED, 1, 0, 0);
        watch.take(40, Fact.ANSWER_TAKEN, 40, 40);
    }

    @Test
    void aSwitchThatADiscoveryAskedInVainIsLookedForWhenTheManagerWaitsForNothing() {
        change(true);
        complete();
        watch.take(40, Fact.DISCOVERY_BEGUN, 0, 0);
        watch.passed(1000);
        assertThat(broken).isEmpty();
    }

    @Test
    void aManagerThatRestsOnSilenceBreaksItsPromise() {
        change(true);
        complete();
        assertThat(broken).isEmpty();
        watch.take(41, EventKind.REQUEST_SENT, SWITCH, 41, 1);
        assertThat(broken).containsExactly(Promise.SILENCE_LOOKED_INTO);
    }

    @Test
    void aManagerThatFirstSendsNicsWhatTheyLackDoesNotRest() {
        change(true);
        watch.take(25, Fact.ANSWER_TAKEN, 40, 40);
        watch.take(30, EventKind.RECONFIGURED, 1, 0, 0);
        watch.take(30, EventKind.REQUEST_SENT, NIC, 41, 1);
        watch.take(40, Fact.ANSWER_TAKEN, 41, 41);
        assertThat(broken).isEmpty();
        watch.passed(41);
        assertThat(broken).containsExactly(Promise.SILENCE_LOOKED_INTO);
    }

    @Test
    void aSwitchThatWasGivenUpDuringTheChangeIsLookedForToo() {
        change(false);
        watch.take(25, Fact.TRY_OVER, 40, 1);
        watch.take(25, EventKind.UNREACHABLE, SWITCH, 0, 0);
        watch.take(30, EventKind.RECONFIGURED, 1, 0, 0);
        watch.passed(31);
        assertThat(broken).containsExactly(Promise.SILENCE_LOOKED_INTO);
    }

    @Test
    void nobodyLooksForADeviceWhenAllHaveAnswered() {
        change(false);
        complete();
        watch.passed(1000);
        assertThat(broken).isEmpty();
    }

    @Test
    void noneOfTheNicsThatAreFoundAgainIsForgotten() {
        change(false);
        watch.take(25, EventKind.UNREACHABLE, NIC, 0, 0);
        watch.take(26, EventKind.UNREACHABLE, NIC + 1, 0, 0);
        complete();
        watch.take(50, Fact.DISCOVERY_BEGUN, 0, 0);
        watch.take(60, Fact.NIC_FOUND, NIC, 0);
        watch.take(60, Fact.NIC_FOUND, NIC + 1, 0);
        watch.take(60, EventKind.NICS_JOINED, 1, 0, 0);
        watch.passed(70);
        assertThat(broken).containsExactly(Promise.CHANGE_FOLLOWS);
    }

    @Test
    void aNicThatIsFoundAgainJoins() {
        change(false);
        watch.take(25, EventKind.UNREACHABLE, NIC, 0, 0);
        complete();
        for (boolean joins : new boolean[] {true, false}) {
            watch.take(50, Fact.DISCOVERY_BEGUN, 0, 0);
            watch.take(60, Fact.NIC_FOUND, NIC, 0);
            if (joins) {
                watch.take(60, EventKind.NICS_JOINED, 1, 0, 0);
                watch.take(65, EventKind.UNREACHABLE, NIC, 0, 0);
            }
            watch.passed(70);
            assertThat(broken.contains(Promise.CHANGE_FOLLOWS)).isNotEqualTo(joins);
        }
    }

    @Test
    void aSwitchThatWasAskedInVainIsNotUpdated() {
        change(true);
        watch.take(9, EventKind.SWEEP_DONE, 2, 0, 0);
        watch.take(20, Fact.UPDATE_BEGUN, SWITCH + 1, 1);
        assertThat(broken).isEmpty();
        watch.take(20, Fact.UPDATE_BEGUN, SWITCH, 1);
        assertThat(broken).containsExactly(Promise.FOUND_BEFORE_UPDATED);
    }

    @Test
    void aNicThatWasNotFoundIsNotUpdated() {
        for (boolean isFound : new boolean[] {true, false}) {
            watch.take(0, Fact.DISCOVERY_BEGUN, 0, 0);
            if (isFound) {
                watch.take(9, Fact.NIC_FOUND, NIC, 0);
            }
            watch.take(9, EventKind.SWEEP_DONE, 3, 0, 0);
            watch.take(20, Fact.UPDATE_BEGUN, NIC, 1);
            assertThat(broken.contains(Promise.FOUND_BEFORE_UPDATED)).isNotEqualTo(isFound);
        }
    }

    @Test
    void nothingIsKnownOfWhatTrapsAreBelievedFor() {
        change(true);
        watch.take(9, EventKind.SWEEP_DONE, 2, 0, -1);
        watch.take(20, Fact.UPDATE_BEGUN, SWITCH, 1);
        assertThat(broken).isEmpty();
    }
}
