package org.reweave.emulator.device.manager;

import java.util.List;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.Milestone;

/** A protocol and the state it is in. */
final class ProtocolState<S> {
    private final ManagerProtocol<S> rules;
    private S state;

    ProtocolState(ManagerProtocol<S> rules) {
        this.rules = rules;
        this.state = rules.initial();
    }

    List<ManagerEffect> step(ManagerInput input) {
        ManagerProtocol.Step<S> step = rules.step(state, input);
        state = step.next();
        return step.effects();
    }

    boolean mayOverlap() {
        return rules.mayOverlap(state);
    }

    long[] encode() {
        return rules.encode(state);
    }

    void decode(long[] words) {
        state = rules.decode(words);
    }

    /** The event that notes a step of a protocol. */
    static EventKind eventOf(Milestone milestone) {
        return switch (milestone) {
            case DRAINED -> EventKind.DRAINED;
            case STORED -> EventKind.ALL_STORED;
            case LANE_EMPTY -> EventKind.LANE_EMPTY;
        };
    }
}
