package org.reweave.reconfig.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.spi.ManagerEffect.Done;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Notify;
import org.reweave.reconfig.spi.ManagerEffect.SendTables;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput.Acknowledged;
import org.reweave.reconfig.spi.ManagerInput.TablesReady;
import org.reweave.reconfig.spi.ManagerInput.Unreachable;
import org.reweave.reconfig.spi.ManagerProtocol.Step;

class UpdateAllTest {
    private static final UpdateAll EVERYBODY = new UpdateAll(Extent.FULL, true);
    private static final UpdateAll SWITCHES_ONLY = new UpdateAll(Extent.FULL, false);

    private static Step<UpdateAll.State> started(UpdateAll protocol, List<Integer> switches, List<Integer> nics) {
        return protocol.step(protocol.initial(), new TablesReady(switches, nics));
    }

    @ParameterizedTest
    @EnumSource(Extent.class)
    void switchesAreSentTheirTablesInTheGivenOrderAndThenNicsAreTold(Extent extent) {
        Step<UpdateAll.State> step = started(new UpdateAll(extent, true), List.of(5, 1, 3), List.of(9, 8));
        assertThat(step.effects())
                .containsExactly(
                        new SendTables(5, extent, Use.AT_ONCE, 1),
                        new SendTables(1, extent, Use.AT_ONCE, 1),
                        new SendTables(3, extent, Use.AT_ONCE, 1),
                        new Notify(9, 1),
                        new Notify(8, 1));
        assertThat(step.next().waiting()).containsExactly(1, 3, 5, 8, 9);
    }

    @Test
    void nicsHearNothingUnlessTheSchemeWantsThemTo() {
        assertThat(started(SWITCHES_ONLY, List.of(2), List.of(7)).effects())
                .containsExactly(new SendTables(2, Extent.FULL, Use.AT_ONCE, 1));
    }

    @Test
    void aChangeOfNothingIsCompleteAtOnce() {
        assertThat(started(SWITCHES_ONLY, List.of(), List.of(7)).effects()).containsExactly(new Done());
    }

    @Test
    void completeExactlyAfterTheLastDeviceHasAnsweredOrIsGivenUpForAllArrivalOrders() {
        List<List<Integer>> orders = permutations(List.of(5, 1, 9, 8));
        assertThat(orders).hasSize(24);
        for (List<Integer> order : orders) {
            for (int givenUp = 0; givenUp < 1 << order.size(); givenUp++) {
                UpdateAll.State state =
                        started(EVERYBODY, List.of(5, 1), List.of(9, 8)).next();
                for (int i = 0; i < order.size(); i++) {
                    int device = order.get(i);
                    ManagerInput input = (givenUp >> i & 1) == 0 ? new Acknowledged(device) : new Unreachable(device);
                    Step<UpdateAll.State> step = EVERYBODY.step(state, input);
                    boolean last = i == order.size() - 1;
                    assertThat(step.effects())
                            .as("%s at %d of %s", input, i, order)
                            .isEqualTo(last ? List.of(new Done()) : List.of());
                    assertThat(step.next().waiting()).doesNotContain(device).isSorted();
                    state = step.next();
                }
                assertThat(state).isEqualTo(new UpdateAll.State(1, List.of()));
            }
        }
    }

    private static List<List<Integer>> permutations(List<Integer> of) {
        if (of.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        for (int first : of) {
            List<Integer> rest = new ArrayList<>(of);
            rest.remove(Integer.valueOf(first));
            for (List<Integer> tail : permutations(rest)) {
                List<Integer> whole = new ArrayList<>(List.of(first));
                whole.addAll(tail);
                all.add(whole);
            }
        }
        return all;
    }

    @Test
    void everyChangeHasTheNextNumber() {
        UpdateAll.State state = EVERYBODY.initial();
        for (long change = 1; change <= 5; change++) {
            Step<UpdateAll.State> step = EVERYBODY.step(state, new TablesReady(List.of(0), List.of()));
            assertThat(step.effects()).containsExactly(new SendTables(0, Extent.FULL, Use.AT_ONCE, change));
            state = EVERYBODY.step(step.next(), new Acknowledged(0)).next();
            assertThat(state.change()).isEqualTo(change);
        }
    }

    @Test
    void aSecondChangeDuringOneIsABrokenInvariantThatNamesWhoIsMissing() {
        UpdateAll.State during = started(EVERYBODY, List.of(5, 1), List.of()).next();
        assertThatThrownBy(() -> EVERYBODY.step(during, new TablesReady(List.of(5, 1), List.of())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("change 1")
                .hasMessageContaining("[1, 5]");
    }

    @Test
    void aChangeThatIsFoundDuringAnotherEndsItAndHasTheNextNumber() {
        UpdateAll.State during = started(EVERYBODY, List.of(5, 1), List.of(9)).next();
        Step<UpdateAll.State> detected =
                EVERYBODY.step(during, new ManagerInput.ChangeDetected(List.of(5, 1), List.of(9)));
        assertThat(detected.effects()).isEmpty();
        assertThat(detected.next()).isEqualTo(new UpdateAll.State(1, List.of()));
        assertThat(EVERYBODY
                        .step(detected.next(), new TablesReady(List.of(1), List.of()))
                        .effects())
                .containsExactly(new SendTables(1, Extent.FULL, Use.AT_ONCE, 2));
    }

    @Test
    void anAnswerThatNobodyWaitsForIsABrokenInvariant() {
        UpdateAll.State during = started(EVERYBODY, List.of(5, 1), List.of()).next();
        UpdateAll.State afterOne = EVERYBODY.step(during, new Acknowledged(5)).next();
        assertThatThrownBy(() -> EVERYBODY.step(afterOne, new Acknowledged(5)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("device 5");
        assertThatThrownBy(() -> EVERYBODY.step(during, new Unreachable(77)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("device 77");
    }

    @Test
    void aStateIsUnchangedByTheStepsTakenFromIt() {
        UpdateAll.State during = started(EVERYBODY, List.of(5, 1), List.of(9)).next();
        UpdateAll.State before = Restored.of(EVERYBODY, during);
        EVERYBODY.step(during, new Acknowledged(5));
        EVERYBODY.step(during, new Unreachable(9));
        assertThat(during).isEqualTo(before);
    }
}
