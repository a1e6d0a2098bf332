package org.reweave.reconfig.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.Done;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Notify;
import org.reweave.reconfig.spi.ManagerEffect.Rediscover;
import org.reweave.reconfig.spi.ManagerEffect.SendControl;
import org.reweave.reconfig.spi.ManagerEffect.SendTables;
import org.reweave.reconfig.spi.ManagerEffect.SetTimer;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerInput.Acknowledged;
import org.reweave.reconfig.spi.ManagerInput.Reported;
import org.reweave.reconfig.spi.ManagerInput.TimerFired;
import org.reweave.reconfig.spi.ManagerInput.Unreachable;
import org.reweave.reconfig.spi.ManagerProtocol.Step;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.Roll;
import org.reweave.reconfig.spi.UpdateAll;

/** Switches 0 and 1 and NIC 5. */
class GuardedUpdateTest {
    private static final List<Integer> SWITCHES = List.of(1, 0);
    private static final List<Integer> NICS = List.of(5);
    private static final int OF_THREE_BITS = new EpochRule(3).spread();
    private static final int OF_ONE_BIT = new EpochRule(1).spread();

    /** A manager as its driver sees it. */
    private static final class Manager {
        final GuardedUpdate protocol;
        GuardedState state;

        Manager(int spread, boolean oneBit) {
            protocol = new GuardedUpdate(new UpdateAll(Extent.FULL, true), spread, oneBit, !oneBit);
            state = protocol.initial();
        }

        List<ManagerEffect> give(ManagerInput... inputs) {
            List<ManagerEffect> effects = new ArrayList<>();
            for (ManagerInput input : inputs) {
                Step<GuardedState> step = protocol.step(state, input);
                state = step.next();
                assertThat(Restored.of(protocol, state)).isEqualTo(state);
                effects.addAll(step.effects());
            }
            return effects;
        }

        /** A change is found and tables are computed for it. */
        List<ManagerEffect> change() {
            return give(new ManagerInput.ChangeDetected(SWITCHES, NICS), new ManagerInput.TablesReady(SWITCHES, NICS));
        }

        List<ManagerEffect> answersOfAll() {
            return give(new Acknowledged(0), new Acknowledged(1), new Acknowledged(5));
        }

        List<ManagerEffect> allCleanBefore(long epoch) {
            return give(new Reported(0, epoch), new Reported(1, epoch));
        }

        /** Completes changes until one has this number, with every switch clean of all before it. */
        Manager after(int changes) {
            for (int change = 1; change <= changes; change++) {
                change();
                if (protocol.announces()) {
                    give(new Acknowledged(0), new Acknowledged(1));
                }
                assertThat(answersOfAll()).containsExactly(new Done());
                allCleanBefore(change);
            }
            return this;
        }
    }

    private static Manager ofThreeBits() {
        return new Manager(OF_THREE_BITS, false);
    }

    private static Manager ofOneBit() {
        return new Manager(OF_ONE_BIT, true);
    }

    private static List<ManagerEffect> tables(long change) {
        return List.of(
                new SendTables(1, Extent.FULL, Use.AT_ONCE, change),
                new SendTables(0, Extent.FULL, Use.AT_ONCE, change),
                new Notify(5, change));
    }

    private static List<ManagerEffect> questionsTo(int... switches) {
        List<ManagerEffect> effects = new ArrayList<>(List.of(new SetTimer(ManagerTimer.PATIENCE)));
        for (int device : switches) {
            effects.add(new SendControl(device, EpochSwitchAgent.ASK));
        }
        return effects;
    }

    // ---- three bits ----

    @Test
    void threeChangesOverlapAtOnceAndTheFourthWaitsExactlyUntilNoPacketOfTheFirstTablesIsLeft() {
        Manager manager = ofThreeBits();
        for (int change = 1; change <= 3; change++) {
            assertThat(manager.change()).isEqualTo(tables(change));
            assertThat(manager.protocol.mayOverlap(manager.state)).isEqualTo(change < 3);
        }
        manager.answersOfAll(); // the third one is completed
        assertThat(manager.change()).isEqualTo(questionsTo(0, 1));
        assertThat(manager.give(new Acknowledged(0), new Acknowledged(1))).isEmpty();
        assertThat(manager.give(new Reported(0, 1))).isEmpty();
        assertThat(manager.give(new Reported(1, 0))).as("it still has epoch 0").isEmpty();
        assertThat(manager.give(new Reported(1, 1))).isEqualTo(tables(4));
        assertThat(manager.answersOfAll()).containsExactly(new Done());
    }

    /**
     * reconfig/docs/epoch-based-reconfiguration.md: no packet that is left is 2^(w-1) older than an epoch that is
     * started, whatever has been reported.
     */
    @Test
    void anEpochIsStartedExactlyWhenNoneFourOlderIsLeft() {
        for (long clean = 0; clean <= 9; clean++) {
            for (int change = 1; change <= 9; change++) {
                GuardedState state = new GuardedState(
                        new UpdateAll.State(change - 1, List.of()),
                        GuardedState.Stage.UPDATING,
                        List.of(),
                        List.of(),
                        Roll.EMPTY,
                        Census.EMPTY.with(List.of(0)).reported(0, clean),
                        List.of());
                Manager manager = ofThreeBits();
                manager.state = state;
                long oldest = clean;
                assertThat(manager.protocol.mayOverlap(state)).isEqualTo(change - oldest < 4);
                assertThat(manager.change().contains(new Notify(5, change)))
                        .as("epoch %d, epochs from %d on are left", change, oldest)
                        .isEqualTo(change - oldest < 4);
            }
        }
    }

    @Test
    void aChangeThatEndedEarlyIsFinishedWhereTheNextFindsNoTables() {
        Manager manager = ofThreeBits();
        manager.change();
        manager.give(new Acknowledged(1));
        assertThat(manager.give(new ManagerInput.ChangeDetected(SWITCHES, NICS)))
                .as("the next change may bring these devices their tables")
                .isEmpty();
        assertThat(manager.give(new ManagerInput.Unroutable()))
                .containsExactly(new SendTables(0, Extent.FULL, Use.AT_ONCE, 1), new Notify(5, 1));
        assertThat(manager.give(new Acknowledged(0))).isEmpty();
        assertThat(manager.give(new Acknowledged(5))).containsExactly(new Done());
        assertThat(manager.give(new ManagerInput.ChangeDetected(SWITCHES, NICS), new ManagerInput.Unroutable()))
                .as("nobody lacks it any more")
                .containsExactly(new Done());
    }

    @Test
    void withoutTablesNobodyIsSentAnythingBeforeTheFirstChange() {
        assertThat(ofThreeBits().give(new ManagerInput.ChangeDetected(SWITCHES, NICS), new ManagerInput.Unroutable()))
                .containsExactly(new Done());
    }

    @Test
    void aLateReportTakesNothingBack() {
        Manager manager = ofThreeBits().after(3);
        manager.give(new Reported(0, 1));
        assertThat(manager.change()).isEqualTo(tables(4));
    }

    @Test
    void aChangeThatIsHeldBackGivesWayToALaterOne() {
        Manager manager = ofThreeBits();
        for (int change = 1; change <= 3; change++) {
            manager.change();
        }
        manager.answersOfAll();
        manager.change();
        assertThat(manager.protocol.mayOverlap(manager.state)).isTrue();
        manager.change();
        manager.give(new Acknowledged(0), new Acknowledged(1));
        assertThat(manager.allCleanBefore(1)).as("with the same number").isEqualTo(tables(4));
    }

    @Test
    void switchesInTheWayAreAskedAgainAndAgainAndThenTheFabricIsDiscoveredAnew() {
        Manager manager = heldAtFour();
        manager.give(new Reported(0, 3), new Acknowledged(0));
        TimerFired timer = new TimerFired(ManagerTimer.PATIENCE);
        SetTimer again = new SetTimer(ManagerTimer.PATIENCE);
        assertThat(manager.give(timer)).as("it has not answered yet").containsExactly(again);
        assertThat(manager.give(new Acknowledged(1))).isEmpty();
        assertThat(manager.give(timer)).isEqualTo(questionsTo(1));
        manager.give(new Acknowledged(1));
        for (int round = 3; round <= Roll.PATIENT_ROUNDS; round++) {
            assertThat(manager.give(timer)).contains(again);
            manager.give(new Acknowledged(1));
        }
        assertThat(manager.give(timer)).containsExactly(new Rediscover());
        assertThat(manager.give(timer)).as("of a wait that is over").isEmpty();
    }

    private static Manager heldAtFour() {
        Manager manager = ofThreeBits();
        for (int change = 1; change <= 3; change++) {
            manager.change();
        }
        manager.answersOfAll();
        manager.change();
        return manager;
    }

    @Test
    void aReportThatComesBeforeTheAnswerDoesNotStartTheChangeAheadOfIt() {
        Manager manager = heldAtFour();
        assertThat(manager.allCleanBefore(1)).isEmpty();
        assertThat(manager.give(new Acknowledged(0))).isEmpty();
        assertThat(manager.give(new Acknowledged(1))).isEqualTo(tables(4));
    }

    @Test
    void whatCannotBeReachedAnyMoreHoldsNothingBack() {
        Manager manager = ofThreeBits();
        for (int change = 1; change <= 3; change++) {
            manager.change();
        }
        manager.answersOfAll();
        manager.give(new ManagerInput.ChangeDetected(List.of(0), List.of()), new Reported(0, 1));
        assertThat(manager.give(new ManagerInput.TablesReady(List.of(0), List.of())))
                .containsExactly(new SendTables(0, Extent.FULL, Use.AT_ONCE, 4));
    }

    @Test
    void whatComesBackHoldsNothingBackBeforeItHasBeenSentAnEpoch() {
        Manager manager = ofThreeBits();
        for (int change = 1; change <= 3; change++) {
            manager.give(new ManagerInput.ChangeDetected(List.of(0), List.of()));
            manager.give(new ManagerInput.TablesReady(List.of(0), List.of()));
            manager.give(new Acknowledged(0), new Reported(0, change));
        }
        assertThat(manager.change()).isEqualTo(tables(4));
        manager.answersOfAll();
        assertThat(manager.protocol.mayOverlap(manager.state))
                .as("now switch 1 is to be clean of all before epoch 2")
                .isFalse();
    }

    @Test
    void aSwitchThatDoesNotAnswerWhileTheGuardAsksIsLookedForAnew() {
        Manager manager = heldAtFour();
        assertThat(manager.give(new Unreachable(0))).containsExactly(new Rediscover());
        assertThat(manager.give(new Reported(0, 3), new Reported(1, 3))).isEmpty();
        assertThat(manager.change()).isEqualTo(tables(4));
    }

    // ---- one bit ----

    @Test
    void withOneBitEverySwitchHearsOfAChangeBeforeAnyDeviceGetsItsEpoch() {
        Manager manager = ofOneBit();
        assertThat(manager.change()).containsExactly(new SendControl(1, 1), new SendControl(0, 1));
        assertThat(manager.give(new Acknowledged(0))).isEmpty();
        assertThat(manager.give(new Acknowledged(1))).isEqualTo(tables(1));
        assertThat(manager.answersOfAll()).containsExactly(new Done());
    }

    @Test
    void withOneBitTheSecondChangeIsNotEvenAnnouncedBeforeAllIsCleanOfTheFirstTables() {
        Manager manager = ofOneBit();
        manager.change();
        manager.give(new Acknowledged(0), new Acknowledged(1));
        assertThat(manager.protocol.mayOverlap(manager.state)).isFalse();
        manager.answersOfAll();
        assertThat(manager.change()).isEqualTo(questionsTo(0, 1));
        assertThat(manager.give(new Acknowledged(0), new Acknowledged(1))).isEmpty();
        assertThat(manager.give(new Reported(1, 1))).isEmpty();
        assertThat(manager.give(new Reported(0, 1))).containsExactly(new SendControl(1, 2), new SendControl(0, 2));
    }

    @Test
    void aDeviceThatMissedTheLastEpochIsSentItOnceMoreBeforeTheNext() {
        Manager manager = ofOneBit();
        manager.change();
        manager.give(new Acknowledged(0), new Acknowledged(1));
        assertThat(manager.give(new Acknowledged(0), new Unreachable(1), new Unreachable(5)))
                .containsExactly(new Done());
        assertThat(manager.give(new ManagerInput.ChangeDetected(SWITCHES, NICS)))
                .containsExactly(new SendTables(1, Extent.FULL, Use.AT_ONCE, 1), new Notify(5, 1));
        assertThat(manager.give(new ManagerInput.TablesReady(SWITCHES, NICS)))
                .as("switch 1 is being sent something already")
                .isEqualTo(questionsTo(0));
        assertThat(manager.allCleanBefore(1)).isEmpty();
        assertThat(manager.give(new Acknowledged(0), new Acknowledged(1))).isEmpty();
        assertThat(manager.give(new Acknowledged(5))).containsExactly(new SendControl(1, 2), new SendControl(0, 2));
    }

    @Test
    void aSwitchThatTheLastDiscoveryMissedIsSentTheLastEpochSinceItsNeighboursWaitForItsSeparators() {
        Manager manager = ofOneBit();
        manager.give(new ManagerInput.ChangeDetected(List.of(0), NICS));
        manager.give(new ManagerInput.TablesReady(List.of(0), NICS));
        manager.give(new Acknowledged(0), new Acknowledged(0), new Acknowledged(5));
        assertThat(manager.give(new ManagerInput.ChangeDetected(SWITCHES, NICS)))
                .containsExactly(new SendTables(1, Extent.FULL, Use.AT_ONCE, 1));
        assertThat(manager.give(new ManagerInput.TablesReady(SWITCHES, NICS))).isEqualTo(questionsTo(0));
        assertThat(manager.give(new Acknowledged(0), new Acknowledged(1), new Reported(0, 1)))
                .as("switch 1 is to be clean, too, since it has been sent an epoch")
                .isEmpty();
        assertThat(manager.give(new Reported(1, 1))).containsExactly(new SendControl(1, 2), new SendControl(0, 2));
    }

    @Test
    void aSwitchThatHasRestartedUnseenIsSentTheLastEpochSinceItsNeighboursWaitForItsSeparators() {
        Manager manager = ofOneBit();
        manager.change();
        manager.give(new Acknowledged(0), new Acknowledged(1));
        manager.give(new Acknowledged(0), new Acknowledged(1), new Acknowledged(5));
        assertThat(manager.give(new ManagerInput.ChangeDetected(SWITCHES, NICS, List.of(1))))
                .containsExactly(new SendTables(1, Extent.FULL, Use.AT_ONCE, 1));
    }

    @Test
    void aNicThatStaysSilentIsLeftOut() {
        Manager manager = ofOneBit();
        manager.change();
        manager.give(new Acknowledged(0), new Acknowledged(1), new Acknowledged(0), new Acknowledged(1));
        manager.give(new Unreachable(5));
        manager.give(new ManagerInput.ChangeDetected(SWITCHES, NICS));
        manager.give(new ManagerInput.TablesReady(SWITCHES, NICS));
        manager.allCleanBefore(1); // its link may be down
        manager.give(new Acknowledged(0), new Acknowledged(1));
        assertThat(manager.give(new Unreachable(5))).containsExactly(new SendControl(1, 2), new SendControl(0, 2));
    }

    @Test
    void withoutTablesTheChangeEndsOnceNobodyIsBeingSentTheLastOnes() {
        Manager manager = ofOneBit();
        manager.change();
        manager.give(new Acknowledged(0), new Acknowledged(1), new Acknowledged(0), new Unreachable(1));
        manager.give(new Acknowledged(5));
        manager.give(new ManagerInput.ChangeDetected(SWITCHES, NICS));
        assertThat(manager.give(new ManagerInput.Unroutable())).isEmpty();
        assertThat(manager.give(new Acknowledged(1))).containsExactly(new Done());
    }
}
