package org.reweave.reconfig.explore;

import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;

/** In the place of the protocol of schemes without a manager: it is never given anything. */
final class NoManager implements ManagerProtocol<NoManager> {
    @Override
    public NoManager initial() {
        return this;
    }

    /** @throws IllegalStateException always */
    @Override
    public Step<NoManager> step(NoManager state, ManagerInput input) {
        throw new IllegalStateException("the manager of a scheme that has none gets " + input);
    }

    @Override
    public long[] encode(NoManager state) {
        return new long[0];
    }

    @Override
    public NoManager decode(long[] words) {
        return this;
    }
}
