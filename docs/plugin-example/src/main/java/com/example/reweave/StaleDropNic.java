package com.example.reweave;

import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.state.StateVisitor;

/** {@link StaleDrop} in a NIC. */
final class StaleDropNic implements NicAgent {
    private long change;

    @Override
    public long injected() {
        return change;
    }

    @Override
    public void installed(long argument) {
        change = argument;
    }

    @Override
    public void visit(StateVisitor state) {
        change = state.value(change);
    }
}
