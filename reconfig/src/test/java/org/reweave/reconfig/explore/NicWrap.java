package org.reweave.reconfig.explore;

import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.state.StateVisitor;

/** A NIC agent that does as another one does; a mutant overrides what it breaks. */
public class NicWrap implements NicAgent {
    final NicAgent real;

    public NicWrap(NicAgent real) {
        this.real = real;
    }

    @Override
    public long injected() {
        return real.injected();
    }

    @Override
    public long trail(int destination, long trail) {
        return real.trail(destination, trail);
    }

    @Override
    public void installed(long argument) {
        real.installed(argument);
    }

    @Override
    public boolean mayInject() {
        return real.mayInject();
    }

    @Override
    public int lane(int lane) {
        return real.lane(lane);
    }

    @Override
    public void separator(int lane, long mark) {
        real.separator(lane, mark);
    }

    @Override
    public void linkChanged(boolean up) {
        real.linkChanged(up);
    }

    @Override
    public void receiveControl(long control) {
        real.receiveControl(control);
    }

    @Override
    public void receiveBroadcast(int from, long control) {
        real.receiveBroadcast(from, control);
    }

    @Override
    public void visit(StateVisitor state) {
        real.visit(state);
    }
}
