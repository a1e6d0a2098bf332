package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.scenario.TimeBase;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.spi.Completion;

class ReconfigurationTrackerTest {
    private static final int SWITCHES = 2;
    private static final int MANAGER = 4;

    private final ReconfigurationTracker tracker = new ReconfigurationTracker(
            "ebr", Completion.LAST_TABLE, SWITCHES, new Scale(new TimeBase(2000, 1), SWITCHES, 2, 2));

    private void event(long cycle, int device, EventKind kind, long... arguments) {
        of(0, cycle, device, kind, arguments);
    }

    private void of(long change, long cycle, int device, EventKind kind, long... arguments) {
        long[] all = Arrays.copyOf(arguments, 4);
        tracker.accept(new Event(cycle, device, 0, kind, all[0], all[1], all[2], all[3], 0, change));
    }

    /** The manager's discovery was complete at a cycle, and nothing had changed. */
    private void nothingFound(long began, long at) {
        of(0, at, MANAGER, EventKind.SWEEP_DONE, SWITCHES, 0, 0, began);
    }

    /**
     * A discovery finds a change, and the tables are ready at once.
     *
     * @param asked 1 = a plan or the scheme asks for the change
     * @param began when the discovery began
     * @param since the first trap that the change answers; 0 = none
     */
    private void tables(long at, long change, long asked, long began, long since) {
        of(change, at, MANAGER, EventKind.SWEEP_DONE, SWITCHES, change, 0, began);
        of(change, at, MANAGER, EventKind.CHANGE_FOUND, change, asked, since);
        of(change, at, MANAGER, EventKind.TABLES_READY, change);
    }

    private void update(long from, long change) {
        for (int device = 0; device < 3; device++) {
            of(change, from + 10 + device, MANAGER, EventKind.TABLES_SENT, device, change, 2, 1);
            event(from + 20 + device, device, EventKind.INSTALLED, change);
            of(change, from + 30 + device, MANAGER, EventKind.ACKNOWLEDGED, device, change);
        }
        of(change, from + 40, MANAGER, EventKind.RECONFIGURED, change);
    }

    private void change(long from, long change, long began, long since) {
        tables(from, change, 0, began, since);
        update(from, change);
    }

    private Reconfiguration at(int index) {
        return tracker.reconfigurations().get(index);
    }

    @Test
    void aManagerThatAnotherHasSucceededReportsOfNoChangeAnyMore() {
        of(1, 200, MANAGER, EventKind.CHANGE_FOUND, 1, 0, 0);
        change(300, 1_000_001, 210, 0);
        of(1, 410, MANAGER, EventKind.UNROUTABLE, 1);
        of(2, 420, MANAGER, EventKind.CHANGE_FOUND, 2, 0, 0);
        of(2, 420, MANAGER, EventKind.TABLES_READY, 2);
        assertThat(tracker.phase()).isEqualTo(Phase.DONE);
        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> assertThat(one.lastSwitchAt())
                .isEqualTo(321));
    }

    @Test
    void timesAreTheFirstFaultAndTheLastInstallation() {
        assertThat(tracker.phase()).isEqualTo(Phase.IDLE);
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(100, 1, EventKind.PORT_DOWN, 1);
        assertThat(tracker.phase()).isEqualTo(Phase.FAULT);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        of(1, 125, MANAGER, EventKind.DETECTED, 1, 1, 0);
        assertThat(tracker.phase()).isEqualTo(Phase.SWEEPING);
        change(200, 1, 120, 120);
        assertThat(tracker.phase()).isEqualTo(Phase.DONE);

        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> {
            assertThat(one.faultAt()).isEqualTo(100);
            assertThat(one.detectedAt()).isEqualTo(120);
            assertThat(one.tablesReadyAt()).isEqualTo(200);
            assertThat(one.lastSwitchAt()).isEqualTo(221);
            assertThat(one.lastNicAt()).isEqualTo(222);
            assertThat(one.completedAt()).as("EBR ends with the last table").isEqualTo(221);
            assertThat(one.distributedAt()).isEqualTo(232);
            assertThat(one.smps()).isEqualTo(6);
            assertThat(one.devices()).isEqualTo(3);
            assertThat(one.ns().completedAt()).isEqualTo(442);
        });
    }

    @Test
    void aFaultDuringTheUpdateBelongsToTheNextReconfiguration() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        tables(200, 1, 0, 120, 120);
        event(210, 0, EventKind.PORT_DOWN, 2);
        of(2, 215, MANAGER, EventKind.DETECTED, 0, 2, 0);
        event(220, 0, EventKind.INSTALLED, 1);
        of(1, 240, MANAGER, EventKind.RECONFIGURED, 1);
        change(300, 2, 240, 215); // its sweep follows at once, without another trap

        assertThat(tracker.reconfigurations()).hasSize(2).element(1).satisfies(second -> {
            assertThat(second.faultAt()).isEqualTo(210);
            assertThat(second.detectedAt()).isEqualTo(215);
            assertThat(second.isComplete()).isTrue();
        });
    }

    @Test
    void oneThatAnotherEndsHasNoEndAndTheOtherHasItsOwnFault() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        tables(200, 1, 0, 120, 120);
        event(205, 0, EventKind.INSTALLED, 1);
        event(210, 0, EventKind.PORT_DOWN, 2);
        of(2, 215, MANAGER, EventKind.DETECTED, 0, 2, 0);
        of(1, 215, MANAGER, EventKind.ABANDONED, 1);
        tables(300, 2, 1, 215, 215);
        update(300, 2);
        of(2, 350, MANAGER, EventKind.REPORTED, 0, 2);

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
                .isEqualTo(321);
    }

    @Test
    void aTrapDuringAPeriodicSweepThatMissedItsFaultIsTheCauseOfTheChangeThatFollows() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        nothingFound(110, 150);
        change(200, 1, 150, 120);
        assertThat(at(0).faultAt()).isEqualTo(100);
        assertThat(at(0).detectedAt()).isEqualTo(120);
    }

    @Test
    void aSweepThatFindsNothingNewIsNoReconfiguration() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(101, 0, EventKind.PORT_UP, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        nothingFound(120, 200);
        assertThat(tracker.reconfigurations()).isEmpty();
        assertThat(tracker.phase()).isEqualTo(Phase.IDLE);
    }

    @Test
    void aSwapOfFailedLinksIsOneAlthoughTheirNumberStays() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        change(200, 1, 120, 120);
        event(300, 0, EventKind.PORT_UP, 1);
        event(300, 0, EventKind.PORT_DOWN, 2);
        of(2, 320, MANAGER, EventKind.DETECTED, 0, 1, 1);
        change(400, 2, 320, 320);
        assertThat(tracker.reconfigurations()).hasSize(2).element(1).satisfies(second -> {
            assertThat(second.faultAt()).isEqualTo(300);
            assertThat(second.isComplete()).isTrue();
        });
    }

    @Test
    void anUnfinishedChangeHasNoEnd() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> {
            assertThat(one.tablesReadyAt()).isNull();
            assertThat(one.isComplete()).isFalse();
        });
        tables(200, 1, 0, 120, 120);
        of(1, 230, MANAGER, EventKind.ACKNOWLEDGED, 0, 1);
        assertThat(tracker.phase()).isEqualTo(Phase.UPDATING);
        assertThat(tracker.progress(2)).isEqualTo("1 of 2 switches");
        of(1, 231, MANAGER, EventKind.ACKNOWLEDGED, 1, 1);
        of(1, 232, MANAGER, EventKind.ACKNOWLEDGED, 2, 1);
        assertThat(tracker.progress(2)).isEqualTo("1 of 2 NICs");
        assertThat(tracker.reconfigurations().get(0).distributedAt()).isNull();
    }

    @Test
    void discardsCountForTheLatestChange() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        change(200, 1, 120, 120);
        event(250, 0, EventKind.DISCARDED, 5, 1, 1, 2);
        event(251, 0, EventKind.DISCARDED, 5, 2, 1, 2);
        event(252, 0, EventKind.DISCARDED, 11, 3, 1, 2);
        assertThat(tracker.reconfigurations().get(0).discardedByCase())
                .containsEntry(5L, 2L)
                .containsEntry(11L, 1L)
                .hasSize(2);
    }

    @Test
    void aFaultThatADiscoveryCameTooEarlyForIsTheCauseOfTheNextChange() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        event(150, 0, EventKind.PORT_DOWN, 2);
        of(1, 170, MANAGER, EventKind.DETECTED, 0, 2, 0);
        change(200, 1, 120, 120);
        change(300, 2, 240, 170); // without another trap, and not asked for

        assertThat(at(0).faultAt()).isEqualTo(100);
        assertThat(at(1).faultAt()).isEqualTo(150);
        assertThat(at(1).detectedAt()).isEqualTo(170);
    }

    @Test
    void aFaultThatADiscoveryMissedIsTheCauseOfTheDiscoveryAfterIt() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        event(125, 0, EventKind.PORT_UP, 1);
        event(150, 0, EventKind.PORT_DOWN, 2);
        of(1, 170, MANAGER, EventKind.DETECTED, 0, 2, 0);
        nothingFound(120, 200);
        event(210, 1, EventKind.PORT_DOWN, 1); // during the next discovery, which begins at once
        of(1, 220, MANAGER, EventKind.DETECTED, 1, 1, 0);
        change(300, 1, 200, 170);
        assertThat(at(0).faultAt()).isEqualTo(150);
        assertThat(at(0).detectedAt()).isEqualTo(170);
    }

    @Test
    void trapsThatADiscoveryHasAnsweredCauseNothingMore() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(100, 1, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        of(1, 125, MANAGER, EventKind.DETECTED, 1, 1, 0);
        change(200, 1, 120, 120);
        event(400, 0, EventKind.PORT_DOWN, 3);
        of(2, 420, MANAGER, EventKind.DETECTED, 0, 3, 0); // a NIC, which is no change
        nothingFound(420, 450);
        assertThat(tracker.reconfigurations()).hasSize(1);
        assertThat(tracker.phase()).isEqualTo(Phase.DONE);
        event(500, 0, EventKind.PORT_UP, 1);
        of(2, 520, MANAGER, EventKind.DETECTED, 0, 1, 1);
        change(600, 2, 520, 520);
        assertThat(at(1).faultAt()).isEqualTo(500);
        assertThat(at(1).detectedAt()).isEqualTo(520);
    }

    @Test
    void aPlannedChangeIsNotCausedByAFaultThatTheLastDiscoveryMayHaveSeen() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        event(150, 0, EventKind.PORT_DOWN, 2);
        change(200, 1, 120, 120);
        of(2, 290, MANAGER, EventKind.PLANNED_CHANGE, 0);
        tables(300, 2, 1, 290, 0);
        assertThat(at(1).faultAt()).isEqualTo(300);
        assertThat(at(1).detectedAt()).isEqualTo(300);
    }

    @Test
    void aTrapThatTellsNothingNewBelongsToTheChangeUnderWay() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        tables(200, 1, 0, 120, 120);
        of(1, 205, MANAGER, EventKind.DETECTED, 1, 1, 0);
        update(200, 1);
        event(400, 0, EventKind.PORT_UP, 1);
        change(500, 2, 450, 0); // found by a periodic discovery
        assertThat(at(1).faultAt()).isEqualTo(400);
        assertThat(at(1).detectedAt()).isEqualTo(500);
    }

    @Test
    void aDiscoveryThatEndsAComputationLeavesOneReconfiguration() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        of(1, 200, MANAGER, EventKind.SWEEP_DONE, SWITCHES, 1, 0, 120);
        of(1, 200, MANAGER, EventKind.CHANGE_FOUND, 1, 0, 120);
        event(205, 0, EventKind.PORT_DOWN, 2);
        of(1, 210, MANAGER, EventKind.DETECTED, 0, 2, 0);
        tables(300, 1, 1, 210, 210);
        update(300, 1);
        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> {
            assertThat(one.faultAt()).isEqualTo(100);
            assertThat(one.detectedAt()).isEqualTo(120);
            assertThat(one.isComplete()).isTrue();
        });
    }

    @Test
    void aSchemeThatBeginsAgainLeavesOneReconfiguration() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        tables(200, 1, 0, 120, 120);
        of(1, 210, MANAGER, EventKind.REDISCOVERY, 1);
        assertThat(tracker.reconfigurations()).hasSize(1);
        tables(300, 2, 1, 210, 0);
        update(300, 2);
        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> {
            assertThat(one.faultAt()).isEqualTo(100);
            assertThat(one.tablesReadyAt()).isEqualTo(300);
            assertThat(one.isComplete()).isTrue();
        });
    }

    /** ST halts NICs while tables are computed; one that does not answer makes it begin again with the same number. */
    @Test
    void aFabricThatComesUpAtTheThirdTryHasOneBringUpFromItsBeginning() {
        event(1, MANAGER, EventKind.BRING_UP);
        of(1, 100, MANAGER, EventKind.SWEEP_DONE, SWITCHES - 1, 0, 1, 1);
        of(1, 100, MANAGER, EventKind.CHANGE_FOUND, 1, 1, 0);
        of(1, 100, MANAGER, EventKind.UNROUTABLE, 1);
        assertThat(at(0).unroutable()).isTrue();
        tables(200, 2, 0, 100, 0);
        of(2, 210, MANAGER, EventKind.TABLES_SENT, 0, 2, 1, 1);
        of(2, 240, MANAGER, EventKind.REDISCOVERY, 2);
        tables(300, 3, 1, 240, 0);
        update(300, 3);

        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> {
            assertThat(one.scheme()).isEqualTo(Reconfiguration.BRING_UP);
            assertThat(one.unroutable()).isFalse();
            assertThat(one.faultAt()).isOne();
            assertThat(one.tablesReadyAt()).isEqualTo(300);
            assertThat(one.completedAt()).isEqualTo(340);
        });
    }

    @Test
    void aSchemeThatBeginsAgainBeforeTablesAreReadyLeavesTheLastReconfigurationAlone() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        change(200, 1, 120, 120);
        event(400, 0, EventKind.PORT_UP, 1);
        of(2, 420, MANAGER, EventKind.DETECTED, 0, 1, 1);
        of(2, 450, MANAGER, EventKind.SWEEP_DONE, SWITCHES, 0, 0, 420);
        of(2, 450, MANAGER, EventKind.CHANGE_FOUND, 2, 0, 420);
        of(1, 460, MANAGER, EventKind.REDISCOVERY, 1);
        tables(500, 2, 1, 460, 0);
        update(500, 2);

        assertThat(tracker.reconfigurations()).hasSize(2);
        assertThat(at(0).faultAt()).isEqualTo(100);
        assertThat(at(0).completedAt()).isEqualTo(221);
        assertThat(at(1).faultAt()).isEqualTo(400);
        assertThat(at(1).detectedAt()).isEqualTo(420);
        assertThat(at(1).completedAt()).isEqualTo(521);
    }

    @Test
    void aFaultDuringADiscoveryThatFindsNothingBelongsToTheOneThatFindsIt() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        nothingFound(90, 110);
        change(200, 1, 160, 0);
        assertThat(at(0).faultAt()).isEqualTo(100);
        assertThat(at(0).detectedAt()).isEqualTo(200);
    }

    @Test
    void aFaultThatNoTrapTellsOfBelongsToTheFirstDiscoveryThatBeganAfterIt() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        nothingFound(105, 110);
        event(150, 0, EventKind.PORT_DOWN, 2);
        change(200, 1, 160, 0);
        assertThat(at(0).faultAt()).isEqualTo(150);
        assertThat(at(0).detectedAt()).isEqualTo(200);
    }

    @Test
    void nothingIsReconfiguredWithoutAScheme() {
        ReconfigurationTracker idle = new ReconfigurationTracker(
                "none", Completion.LAST_TABLE, SWITCHES, new Scale(new TimeBase(2000, 1), SWITCHES, 2, 2));
        idle.accept(new Event(100, 0, 0, EventKind.PORT_DOWN, 1, 0, 0, 0));
        idle.accept(new Event(120, MANAGER, 0, EventKind.DETECTED, 0, 1, 0, 0));
        assertThat(idle.reconfigurations()).isEmpty();
        assertThat(idle.phase()).isEqualTo(Phase.FAULT);
    }

    /** A trap makes NICs migrate; a discovery follows that gives them other paths; then another link fails. */
    @Test
    void aMigrationAndTheChangeThatFollowsItsDiscoveryAreOne() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        event(100, 1, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        of(1, 120, MANAGER, EventKind.TABLES_READY, 1, 120);
        of(2, 130, MANAGER, EventKind.DETECTED, 1, 1, 0);
        update(130, 1);
        change(300, 2, 170, 0);
        event(500, 0, EventKind.PORT_DOWN, 2);
        of(3, 520, MANAGER, EventKind.DETECTED, 0, 2, 0);
        of(3, 520, MANAGER, EventKind.TABLES_READY, 3, 520);
        update(520, 3);

        assertThat(tracker.reconfigurations()).hasSize(2);
        assertThat(at(0).faultAt()).isEqualTo(100);
        assertThat(at(0).detectedAt()).isEqualTo(120);
        assertThat(at(0).tablesReadyAt()).as("of the migration").isEqualTo(120);
        assertThat(at(0).lastNicAt()).as("with other paths").isEqualTo(322);
        assertThat(at(0).distributedAt()).isEqualTo(332);
        assertThat(at(0).smps()).isEqualTo(12);
        assertThat(at(0).devices())
                .as("two switches and a NIC, each told twice")
                .isEqualTo(3);
        assertThat(at(1).faultAt()).isEqualTo(500);
        assertThat(at(1).isComplete()).isTrue();
    }

    @Test
    void aFaultBetweenAMigrationAndItsDiscoveryIsAReconfigurationOfItsOwn() {
        event(100, 0, EventKind.PORT_DOWN, 1);
        of(1, 120, MANAGER, EventKind.DETECTED, 0, 1, 0);
        of(1, 120, MANAGER, EventKind.TABLES_READY, 1, 120);
        update(130, 1);
        event(200, 1, EventKind.PORT_DOWN, 2);
        of(2, 220, MANAGER, EventKind.DETECTED, 1, 2, 0);
        change(300, 2, 220, 220);

        assertThat(tracker.reconfigurations()).hasSize(2);
        assertThat(at(1).faultAt()).isEqualTo(200);
        assertThat(at(1).tablesReadyAt()).isEqualTo(300);
    }
}
