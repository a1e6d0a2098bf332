package org.reweave.reconfig.manager;

import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.state.StateVisitor;

/** Stand-in for a protocol, for a manager that discovers the fabric and changes nothing. */
final class WatchOnly implements ManagerProtocol<WatchOnly> {
    @Override
    public WatchOnly initial() {
        return this;
    }

    /** @throws IllegalStateException always: this manager begins no change */
    @Override
    public Step<WatchOnly> step(WatchOnly state, ManagerInput input) {
        throw new IllegalStateException("the manager of a scheme that has none gets " + input);
    }

    @Override
    public WatchOnly visit(StateVisitor visitor, WatchOnly state) {
        return this;
    }
}
