package org.reweave.reconfig.stopped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerEffect.AskCounts;
import org.reweave.reconfig.spi.ManagerEffect.Done;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Reached;
import org.reweave.reconfig.spi.ManagerEffect.Rediscover;
import org.reweave.reconfig.spi.ManagerEffect.SendControl;
import org.reweave.reconfig.spi.ManagerEffect.SendTables;
import org.reweave.reconfig.spi.ManagerEffect.SetTimer;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.stopped.StoppedNetwork.Mutation;

/**
 * The rules of static reconfiguration (thesis §7.4), one by one and against a network that does everything in any
 * order.
 */
class StaticManagerTest {
    private static final int RUNS = 400;
    private static final Mutation NONE = new Mutation() {};
    private static final List<Integer> SWITCHES = List.of(1, 0);
    private static final List<Integer> NICS = List.of(5, 4);

    private final StaticManager manager = new StaticManager(false);
    private StaticState state = manager.initial();

    private List<ManagerEffect> give(ManagerInput input) {
        var step = manager.step(state, input);
        state = step.next();
        return step.effects();
    }

    private List<ManagerEffect> detect() {
        return give(new ManagerInput.ChangeDetected(SWITCHES, NICS));
    }

    private List<ManagerEffect> ready() {
        return give(new ManagerInput.TablesReady(SWITCHES, NICS));
    }

    private List<ManagerEffect> acknowledge(int... devices) {
        List<ManagerEffect> effects = new ArrayList<>();
        for (int device : devices) {
            effects.addAll(give(new ManagerInput.Acknowledged(device)));
        }
        return effects;
    }

    /** All devices answer: the sums of what has entered and left are as given. */
    private List<ManagerEffect> look(long entered, long left) {
        List<ManagerEffect> effects = new ArrayList<>();
        effects.addAll(give(new ManagerInput.CountsReported(0, 0, 1)));
        effects.addAll(give(new ManagerInput.CountsReported(4, entered - 3, left - 2)));
        effects.addAll(give(new ManagerInput.CountsReported(5, 3, 0)));
        effects.addAll(give(new ManagerInput.CountsReported(1, 0, 1)));
        return effects;
    }

    private static final List<ManagerEffect> ASKED =
            List.of(new AskCounts(1), new AskCounts(0), new AskCounts(5), new AskCounts(4));

    @Test
    void everyNicHaltsAtDetectionAndCountsAreAskedForWhenAllHave() {
        assertThat(detect())
                .containsExactly(new SendControl(5, StaticNicAgent.HALT), new SendControl(4, StaticNicAgent.HALT));
        assertThat(acknowledge(4)).isEmpty();
        assertThat(acknowledge(5)).isEqualTo(ASKED);
    }

    @Test
    void aNicAloneHasNobodyToCountWithAndResumesWhenTheManagerHasComputed() {
        give(new ManagerInput.ChangeDetected(List.of(), List.of(5)));
        assertThat(acknowledge(5)).isEmpty();
        assertThat(give(new ManagerInput.TablesReady(List.of(), List.of(5))))
                .containsExactly(new SendControl(5, StaticNicAgent.RESUME, true));
        assertThat(acknowledge(5)).containsExactly(new Done());
    }

    @Test
    void tablesWaitForTheDrainAndNicsForTheTables() {
        detect();
        assertThat(ready()).isEmpty();
        acknowledge(5, 4);
        assertThat(look(9, 9)).as("a second look").isEqualTo(ASKED);
        assertThat(look(9, 9))
                .containsExactly(
                        new Reached(Milestone.DRAINED),
                        new SendTables(1, Extent.FULL, Use.AT_ONCE, 1),
                        new SendTables(0, Extent.FULL, Use.AT_ONCE, 1));
        assertThat(acknowledge(0)).isEmpty();
        assertThat(acknowledge(1))
                .containsExactly(
                        new SendControl(5, StaticNicAgent.RESUME, true),
                        new SendControl(4, StaticNicAgent.RESUME, true));
        assertThat(acknowledge(5)).isEmpty();
        assertThat(acknowledge(4)).containsExactly(new Done());
    }

    @Test
    void theDrainGoesOnWhileTablesAreComputed() {
        detect();
        acknowledge(4, 5);
        look(7, 7);
        assertThat(look(7, 7)).containsExactly(new Reached(Milestone.DRAINED));
        assertThat(ready()).hasSize(2).allMatch(SendTables.class::isInstance);
    }

    @Test
    void countsThatDoNotBalanceAreAskedForAgainAfterAPause() {
        detect();
        acknowledge(4, 5);
        assertThat(look(9, 6)).containsExactly(new SetTimer(ManagerTimer.POLL));
        assertThat(give(new ManagerInput.TimerFired(ManagerTimer.POLL))).isEqualTo(ASKED);
        assertThat(look(9, 9)).isEqualTo(ASKED);
        assertThat(look(9, 9)).containsExactly(new Reached(Milestone.DRAINED));
    }

    @Test
    void aLookThatBalancesOnlyBecauseOthersCameInMeanwhileIsNoProof() {
        detect();
        acknowledge(4, 5);
        look(9, 9);
        assertThat(look(10, 10)).as("one more has entered since").isEqualTo(ASKED);
        assertThat(look(10, 10)).containsExactly(new Reached(Milestone.DRAINED));
    }

    @Test
    void asPrintedTablesGoOutWhenTheyAreComputedAndNicsStillWaitForBoth() {
        StaticManager printed = new StaticManager(true);
        var step = printed.step(printed.initial(), new ManagerInput.ChangeDetected(SWITCHES, NICS));
        step = printed.step(step.next(), new ManagerInput.TablesReady(SWITCHES, NICS));
        assertThat(step.effects()).hasSize(2).allMatch(SendTables.class::isInstance);
        step = printed.step(step.next(), new ManagerInput.Acknowledged(0));
        step = printed.step(step.next(), new ManagerInput.Acknowledged(1));
        assertThat(step.effects()).as("not drained").isEmpty();
    }

    @Test
    void aDeviceThatDoesNotAnswerMakesItBeginAgain() {
        detect();
        acknowledge(5);
        assertThat(give(new ManagerInput.Unreachable(4))).containsExactly(new Rediscover());
        assertThat(give(new ManagerInput.TimerFired(ManagerTimer.POLL)))
                .as("an old timer")
                .isEmpty();
        assertThat(give(new ManagerInput.ChangeDetected(SWITCHES, List.of(5))))
                .containsExactly(new SendControl(5, StaticNicAgent.HALT));
    }

    @Test
    void withoutTablesInjectionResumesAtOnce() {
        detect();
        assertThat(give(new ManagerInput.Unroutable()))
                .containsExactly(
                        new SendControl(5, StaticNicAgent.RESUME, true),
                        new SendControl(4, StaticNicAgent.RESUME, true));
        assertThat(acknowledge(5, 4)).containsExactly(new Done());
    }

    @Test
    void aChangeGivenUpWhileTablesAreSentLeavesAMixtureUntilAllSwitchesHaveThoseOfAnother() {
        sendTables();
        acknowledge(0);
        assertThat(give(new ManagerInput.Unreachable(1))).containsExactly(new Rediscover());
        detect();
        assertThat(manager.isMixed(state)).isTrue();
        ready();
        acknowledge(5, 4);
        look(7, 7);
        look(7, 7);
        assertThat(manager.isMixed(state)).isTrue();
        assertThat(acknowledge(1, 0))
                .containsExactly(
                        new SendControl(5, StaticNicAgent.RESUME, true),
                        new SendControl(4, StaticNicAgent.RESUME, true));
        assertThat(manager.isMixed(state)).isFalse();
    }

    private void sendTables() {
        detect();
        ready();
        acknowledge(5, 4);
        look(7, 7);
        assertThat(look(7, 7)).hasAtLeastOneElementOfType(SendTables.class);
    }

    @Test
    void aNicThatComesBackIsToldToInject() {
        assertThat(give(new ManagerInput.NicsJoined(List.of(4))))
                .containsExactly(new SendControl(4, StaticNicAgent.RESUME, true));
        assertThat(acknowledge(4)).containsExactly(new Done());
    }

    @Test
    void anAnswerThatNobodyAskedForIsAnError() {
        detect();
        assertThatThrownBy(() -> acknowledge(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("device 0 answered twice or unasked");
    }

    @ParameterizedTest(name = "tables at once: {0}")
    @ValueSource(booleans = {false, true})
    void whateverTheOrderItEndsAndNeverResumesEarly(boolean tablesAtOnce) {
        for (long seed = 0; seed < RUNS; seed++) {
            StoppedNetwork network = new StoppedNetwork(seed, tablesAtOnce, NONE).run();
            assertThat(network.broken).as("seed %d", seed).isEmpty();
            assertThat(network.done).as("seed %d ends", seed).isTrue();
        }
    }

    @Test
    void itEndsAlsoWhenDevicesFallSilentOnTheWay() {
        int restarts = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            StoppedNetwork network = new StoppedNetwork(seed, false, NONE);
            network.silence((int) (seed % 5));
            network.silence((int) (seed % 3));
            network.run();
            assertThat(network.broken).as("seed %d", seed).isEmpty();
            assertThat(network.done).as("seed %d ends", seed).isTrue();
            restarts += network.restarts;
        }
        assertThat(restarts).isGreaterThan(RUNS);
    }

    private static long caught(Mutation mutant) {
        return LongStream.range(0, RUNS)
                .filter(seed -> {
                    try {
                        StoppedNetwork network = new StoppedNetwork(seed, false, mutant).run();
                        return !network.broken.isEmpty() || !network.done;
                    } catch (IllegalStateException e) {
                        return true;
                    }
                })
                .count();
    }

    @Test
    void aManagerThatTakesEveryLookForBalancedIsCaught() {
        assertThat(caught(new Mutation() {
                    @Override
                    public ManagerInput learns(ManagerInput input, StoppedNetwork network) {
                        return input instanceof ManagerInput.CountsReported counts
                                ? new ManagerInput.CountsReported(counts.device(), 0, 0)
                                : input;
                    }
                }))
                .isPositive();
    }

    @Test
    void aManagerThatDoesNotAskSwitchesForTheirDropsIsCaught() {
        assertThat(caught(new Mutation() {
                    @Override
                    public ManagerInput learns(ManagerInput input, StoppedNetwork network) {
                        return input instanceof ManagerInput.CountsReported counts
                                        && counts.device() < StoppedNetwork.SWITCHES
                                ? new ManagerInput.CountsReported(counts.device(), 0, 0)
                                : input;
                    }
                }))
                .as("it never ends")
                .isPositive();
    }

    @Test
    void aManagerThatTakesOneSwitchsAnswerForBothIsCaught() {
        assertThat(caught(new Mutation() {
                    private boolean made;

                    @Override
                    public ManagerInput learns(ManagerInput input, StoppedNetwork network) {
                        if (input.equals(new ManagerInput.Acknowledged(1)) && !made) {
                            return null;
                        }
                        if (input.equals(new ManagerInput.Acknowledged(0))) {
                            made = true;
                            network.give(new ManagerInput.Acknowledged(1));
                            made = false;
                        }
                        return input;
                    }
                }))
                .isPositive();
    }

    @Test
    void aManagerThatCountsPacketsTwiceWhenTheyLeaveIsCaught() {
        assertThat(caught(new Mutation() {
                    @Override
                    public ManagerInput learns(ManagerInput input, StoppedNetwork network) {
                        if (input instanceof ManagerInput.CountsReported counts) {
                            long left = Math.min(counts.left() + 1, counts.left() * 2);
                            return new ManagerInput.CountsReported(counts.device(), counts.entered(), left);
                        }
                        return input;
                    }
                }))
                .isPositive();
    }
}
