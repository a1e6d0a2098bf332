package org.reweave.reconfig.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.spi.ManagerEffect.Done;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Notify;
import org.reweave.reconfig.spi.ManagerEffect.Rediscover;
import org.reweave.reconfig.spi.ManagerEffect.SendTables;
import org.reweave.reconfig.spi.ManagerInput.Acknowledged;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.ManagerInput.TablesReady;
import org.reweave.reconfig.spi.ManagerInput.Unreachable;
import org.reweave.reconfig.spi.ManagerProtocol.Step;

/** Paths are used only once all their entries are acknowledged. */
class UpdatePathsTest {
    private static final List<Integer> SWITCHES = List.of(5, 1, 3);
    private static final List<Integer> NICS = List.of(9, 8);

    private final UpdatePaths protocol = new UpdatePaths();

    private Step<UpdatePaths.State> ready(UpdatePaths.State from, List<Integer> switches, List<Integer> nics) {
        return protocol.step(from, new TablesReady(Change.PATHS, switches, nics));
    }

    @Test
    void switchesAreSentTheirEntriesInTheGivenOrderAndNicsNothingYet() {
        UpdatePaths.State epochFour = protocol.initial().withArgument(4);
        assertThat(ready(epochFour, SWITCHES, NICS).effects())
                .containsExactly(
                        new SendTables(5, Extent.ENTRIES, ManagerEffect.Use.AT_ONCE, 4),
                        new SendTables(1, Extent.ENTRIES, ManagerEffect.Use.AT_ONCE, 4),
                        new SendTables(3, Extent.ENTRIES, ManagerEffect.Use.AT_ONCE, 4));
    }

    @Test
    void nicsAreToldAfterTheLastSwitchAndTheEndIsTheLastNicForAllArrivalOrders() {
        Random random = new Random(1);
        for (int round = 0; round < 30; round++) {
            UpdatePaths.State state = ready(protocol.initial(), SWITCHES, NICS).next();
            List<Integer> order = new ArrayList<>(SWITCHES);
            Collections.shuffle(order, random);
            for (int i = 0; i < order.size(); i++) {
                Step<UpdatePaths.State> step = protocol.step(state, new Acknowledged(order.get(i)));
                List<ManagerEffect> expected =
                        i < order.size() - 1 ? List.of() : List.of(new Notify(9, 0), new Notify(8, 0));
                assertThat(step.effects()).as("%d of %s", i, order).isEqualTo(expected);
                state = step.next();
            }
            List<Integer> nics = new ArrayList<>(NICS);
            Collections.shuffle(nics, random);
            Step<UpdatePaths.State> first = protocol.step(state, new Acknowledged(nics.get(0)));
            assertThat(first.effects()).isEmpty();
            Step<UpdatePaths.State> last = protocol.step(first.next(), new Acknowledged(nics.get(1)));
            assertThat(last.effects()).containsExactly(new Done());
            assertThat(last.next()).isEqualTo(protocol.initial());
        }
    }

    @Test
    void pathsWhoseEntriesAreThereAlreadyAreToldAtOnceAndNothingIsDoneAtOnce() {
        assertThat(ready(protocol.initial(), List.of(), NICS).effects())
                .containsExactly(new Notify(9, 0), new Notify(8, 0));
        assertThat(ready(protocol.initial(), List.of(), List.of()).effects()).containsExactly(new Done());
    }

    @Test
    void aSilentSwitchKeepsEveryNicFromUsingThePaths() {
        for (int silent : SWITCHES) {
            UpdatePaths.State state = ready(protocol.initial(), SWITCHES, NICS).next();
            Step<UpdatePaths.State> step = protocol.step(state, new Unreachable(silent));
            assertThat(step.effects()).containsExactly(new Rediscover());
            assertThat(step.next().isBusy()).isFalse();
            assertThat(ready(step.next(), List.of(1), NICS).effects())
                    .containsExactly(new SendTables(1, Extent.ENTRIES, ManagerEffect.Use.AT_ONCE, 0));
        }
    }

    @Test
    void aSilentNicHoldsNobodyUp() {
        UpdatePaths.State state = ready(protocol.initial(), List.of(), NICS).next();
        state = protocol.step(state, new Unreachable(9)).next();
        assertThat(protocol.step(state, new Acknowledged(8)).effects()).containsExactly(new Done());
    }

    @Test
    void aSecondAnswerAndAnotherRoutingAreRefused() {
        UpdatePaths.State state = ready(protocol.initial(), SWITCHES, NICS).next();
        UpdatePaths.State answered = protocol.step(state, new Acknowledged(5)).next();
        assertThatThrownBy(() -> protocol.step(answered, new Acknowledged(5)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("device 5");
        assertThatThrownBy(() -> protocol.step(protocol.initial(), new TablesReady(SWITCHES, NICS)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ROUTING");
    }

    /** The invariant over random runs with losses: when a NIC is told, every switch of its change has acknowledged. */
    @Test
    void noNicIsToldWhileASwitchOwesItsAnswer() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            UpdatePaths.State state = protocol.initial();
            Set<Integer> owing = new TreeSet<>();
            Set<Integer> told = new TreeSet<>();
            for (int change = 0; change < 4; change++) {
                List<Integer> switches = SWITCHES.subList(0, random.nextInt(SWITCHES.size() + 1));
                Step<UpdatePaths.State> step = ready(state, switches, NICS);
                boolean over = false;
                while (!over) {
                    for (ManagerEffect effect : step.effects()) {
                        if (effect instanceof SendTables send) {
                            owing.add(send.device());
                        } else if (effect instanceof Notify notice) {
                            assertThat(owing)
                                    .as("seed %d, change %d", seed, change)
                                    .isEmpty();
                            told.add(notice.device());
                        } else {
                            over = true;
                            owing.clear();
                            told.clear();
                        }
                    }
                    state = step.next();
                    assertThat(Restored.of(protocol, state)).isEqualTo(state);
                    if (!over) {
                        List<Integer> open = new ArrayList<>(owing);
                        open.addAll(told);
                        int device = open.get(random.nextInt(open.size()));
                        boolean lost = random.nextInt(6) == 0;
                        step = protocol.step(state, lost ? new Unreachable(device) : new Acknowledged(device));
                        owing.remove(device);
                        told.remove(device);
                    }
                }
            }
        }
    }
}
