package org.reweave.reconfig.spi;

import org.reweave.reconfig.state.StateVisitor;

/** A NIC that knows nothing of reconfigurations. */
public final class PlainNicAgent implements NicAgent {
    @Override
    public long injected() {
        return 0;
    }

    @Override
    public void installed(long argument) {
        // nothing to remember
    }

    @Override
    public void visit(StateVisitor state) {
        // stateless
    }
}
