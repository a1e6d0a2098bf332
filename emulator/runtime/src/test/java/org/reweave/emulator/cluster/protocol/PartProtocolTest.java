package org.reweave.emulator.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reweave.emulator.cluster.protocol.PartProtocol.Order;
import org.reweave.emulator.cluster.protocol.PartProtocol.SayBroken;
import org.reweave.emulator.cluster.protocol.PartProtocol.State;

/** Orders that a part has not had. */
class PartProtocolTest {
    private static State after(State state, PartProtocol.Input... inputs) {
        State next = state;
        for (PartProtocol.Input input : inputs) {
            next = PartProtocol.step(next, input).next();
        }
        return next;
    }

    private static State connected() {
        return after(
                PartProtocol.begin(3, false).next(),
                new PartProtocol.Started(1),
                new PartProtocol.Ordered(0, Order.CONNECT));
    }

    @Test
    void anOrderIsMissingThatHasNotComeBeforeTheQuestionBehindIt() {
        assertThat(PartProtocol.step(connected(), new PartProtocol.Asked(2)).effects())
                .containsExactly(new SayBroken("from the run's process: 1 of 2 orders have come; one is missing"));
    }

    @Test
    void questionsThatAreLateAskForFewerOrdersThanHaveCome() {
        State state = after(connected(), new PartProtocol.Ordered(1, Order.PERMIT));
        for (int late = 0; late < 20; late++) {
            assertThat(PartProtocol.step(state, new PartProtocol.Asked(1)).effects())
                    .isEmpty();
        }
    }
}
