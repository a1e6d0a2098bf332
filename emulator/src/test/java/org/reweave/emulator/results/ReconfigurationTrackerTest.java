package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.scenario.TimeBase;
import org.reweave.emulator.stats.EventKind;

class ReconfigurationTrackerTest {
    private static final int SWITCHES = 2;
    private static final int MANAGER = 4;

    private final ReconfigurationTracker tracker =
            new ReconfigurationTracker("ebr", SWITCHES, new Scale(new TimeBase(2000, 1), SWITCHES, 2, 2));

    private ReconfigurationTracker event(long cycle, int device, EventKind kind, long... arguments) {
        long[] all = java.util.Arrays.copyOf(arguments, 4);
        tracker.accept(new Event(cycle, device, 0, kind, all[0], all[1], all[2], all[3]));
        return tracker;
    }

    private void change(long from, long change, long linksDown) {
        event(from, MANAGER, EventKind.SWEEP_DONE, SWITCHES, linksDown, 0);
        event(from, MANAGER, EventKind.TABLES_READY, change);
        for (int device = 0; device < 3; device++) {
            event(from + 10 + device, MANAGER, EventKind.TABLES_SENT, device, change, 2, 1);
            event(from + 20 + device, device, EventKind.INSTALLED, change);
            event(from + 30 + device, MANAGER, EventKind.ACKNOWLEDGED, device, change);
        }
        event(from + 40, MANAGER, EventKind.RECONFIGURED, change);
    }

    @Test
    void timesAreTheFirstFaultAndTheLastInstallation() {
        assertThat(tracker.phase()).isEqualTo(Phase.IDLE);
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(100, 1, EventKind.PORT_DOWN, 1);
        assertThat(tracker.phase()).isEqualTo(Phase.FAULT);
        event(120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        event(125, MANAGER, EventKind.DETECTED, 1, 1, 0);
        assertThat(tracker.phase()).isEqualTo(Phase.SWEEPING);
        change(200, 1, 1);
        assertThat(tracker.phase()).isEqualTo(Phase.DONE);

        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> {
            assertThat(one.faultAt()).isEqualTo(100);
            assertThat(one.detectedAt()).isEqualTo(120);
            assertThat(one.tablesReadyAt()).isEqualTo(200);
            assertThat(one.completedAt()).isEqualTo(222);
            assertThat(one.distributedAt()).isEqualTo(232);
            assertThat(one.smps()).isEqualTo(6);
            assertThat(one.devices()).isEqualTo(3);
            assertThat(one.ns().completedAt()).isEqualTo(444);
        });
    }

    @Test
    void aFaultDuringTheUpdateBelongsToTheNextReconfiguration() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        event(200, MANAGER, EventKind.SWEEP_DONE, SWITCHES, 1, 0);
        event(200, MANAGER, EventKind.TABLES_READY, 1);
        event(210, 0, EventKind.PORT_DOWN, 2);
        event(215, MANAGER, EventKind.DETECTED, 0, 2, 0);
        event(220, 0, EventKind.INSTALLED, 1);
        event(240, MANAGER, EventKind.RECONFIGURED, 1);
        change(300, 2, 2); // its sweep follows at once, without another trap

        assertThat(tracker.reconfigurations()).hasSize(2).element(1).satisfies(second -> {
            assertThat(second.faultAt()).isEqualTo(210);
            assertThat(second.detectedAt()).isEqualTo(215);
            assertThat(second.isComplete()).isTrue();
        });
    }

    @Test
    void oneThatAnotherEndsHasNoEndAndTheOtherHasItsOwnFault() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        event(200, MANAGER, EventKind.SWEEP_DONE, SWITCHES, 1, 0);
        event(200, MANAGER, EventKind.TABLES_READY, 1);
        event(205, 0, EventKind.INSTALLED, 1);
        event(210, 0, EventKind.PORT_DOWN, 2);
        event(215, MANAGER, EventKind.DETECTED, 0, 2, 0);
        event(215, MANAGER, EventKind.ABANDONED, 1);
        change(300, 2, 2);
        event(350, MANAGER, EventKind.REPORTED, 0, 2);

        assertThat(tracker.reconfigurations()).hasSize(2);
        Reconfiguration first = tracker.reconfigurations().get(0);
        Reconfiguration second = tracker.reconfigurations().get(1);
        assertThat(first.abandoned()).isTrue();
        assertThat(first.isComplete()).isFalse();
        assertThat(first.devices()).isOne();
        assertThat(second.abandoned()).isFalse();
        assertThat(second.faultAt()).isEqualTo(210);
        assertThat(second.detectedAt()).isEqualTo(215);
        assertThat(second.completedAt())
                .as("the last table, not the last report (reconfig/docs/schemes.md)")
                .isEqualTo(322);
    }

    @Test
    void aSweepThatFindsNothingNewIsNoReconfiguration() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(101, 0, EventKind.PORT_UP, 1);
        event(120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        event(200, MANAGER, EventKind.SWEEP_DONE, SWITCHES, 0, 0);
        assertThat(tracker.reconfigurations()).isEmpty();
        assertThat(tracker.phase()).isEqualTo(Phase.IDLE);
    }

    @Test
    void aSwapOfFailedLinksIsOneAlthoughTheirNumberStays() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        change(200, 1, 1);
        event(300, 0, EventKind.PORT_UP, 1);
        event(300, 0, EventKind.PORT_DOWN, 2);
        event(320, MANAGER, EventKind.DETECTED, 0, 1, 1);
        change(400, 2, 1);
        assertThat(tracker.reconfigurations()).hasSize(2).element(1).satisfies(second -> {
            assertThat(second.faultAt()).isEqualTo(300);
            assertThat(second.isComplete()).isTrue();
        });
    }

    @Test
    void anUnfinishedOneHasNoEnd() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> {
            assertThat(one.tablesReadyAt()).isNull();
            assertThat(one.isComplete()).isFalse();
        });
        event(200, MANAGER, EventKind.SWEEP_DONE, SWITCHES, 1, 0);
        event(200, MANAGER, EventKind.TABLES_READY, 1);
        event(230, MANAGER, EventKind.ACKNOWLEDGED, 0, 1);
        assertThat(tracker.phase()).isEqualTo(Phase.UPDATING);
        assertThat(tracker.progress(2)).isEqualTo("1 of 2 switches");
        event(231, MANAGER, EventKind.ACKNOWLEDGED, 1, 1);
        event(232, MANAGER, EventKind.ACKNOWLEDGED, 2, 1);
        assertThat(tracker.progress(2)).isEqualTo("1 of 2 NICs");
        assertThat(tracker.reconfigurations().get(0).distributedAt()).isNull();
    }

    @Test
    void discardsCountForTheLatestChange() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        change(200, 1, 1);
        event(250, 0, EventKind.DISCARDED, 5, 1, 1, 2);
        event(251, 0, EventKind.DISCARDED, 5, 2, 1, 2);
        event(252, 0, EventKind.DISCARDED, 11, 3, 1, 2);
        assertThat(tracker.reconfigurations().get(0).discardedByCase())
                .containsEntry(5L, 2L)
                .containsEntry(11L, 1L)
                .hasSize(2);
    }

    @Test
    void nothingIsReconfiguredWithoutAScheme() {
        ReconfigurationTracker idle =
                new ReconfigurationTracker("none", SWITCHES, new Scale(new TimeBase(2000, 1), SWITCHES, 2, 2));
        idle.accept(new Event(100, 0, 0, EventKind.PORT_DOWN, 1, 0, 0, 0));
        idle.accept(new Event(120, MANAGER, 0, EventKind.DETECTED, 0, 1, 0, 0));
        assertThat(idle.reconfigurations()).isEmpty();
        assertThat(idle.phase()).isEqualTo(Phase.FAULT);
    }
}
