package org.reweave.reconfig.stopped;

import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.state.StateVisitor;

/** ST in a NIC: injects unless a control packet has halted the NIC. */
final class StaticNicAgent implements NicAgent {
    /** The controls of thesis §7.4: "network drain", and the one that ends it. */
    static final long HALT = 1;

    static final long RESUME = 2;

    private boolean halted;

    @Override
    public long injected() {
        return 0;
    }

    @Override
    public void installed(long argument) {
        // paths that changed come before it is told to resume
    }

    @Override
    public boolean mayInject() {
        return !halted;
    }

    @Override
    public void receiveControl(long control) {
        if (control != HALT && control != RESUME) {
            throw new IllegalStateException("control " + control + " is neither halt nor resume");
        }
        halted = control == HALT;
    }

    @Override
    public void visit(StateVisitor state) {
        halted = state.value(halted);
    }
}
