package org.reweave.reconfig.explore;

import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/** A switch agent that does as another one does; a mutant overrides what it breaks. */
public class SwitchWrap implements SwitchAgent {
    final SwitchAgent real;

    public SwitchWrap(SwitchAgent real) {
        this.real = real;
    }

    @Override
    public void route(Heading packet, Routes routes) {
        real.route(packet, routes);
    }

    @Override
    public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
        return real.offer(inPort, lane, outPort, outLane, marks, room);
    }

    @Override
    public long forwarded(long marks) {
        return real.forwarded(marks);
    }

    @Override
    public long arrived(int inPort, int lane, long marks) {
        return real.arrived(inPort, lane, marks);
    }

    @Override
    public long granted(int inPort, int lane, int outPort, int outLane, long marks) {
        return real.granted(inPort, lane, outPort, outLane, marks);
    }

    @Override
    public void lost(int inPort, int lane, int outPort, int outLane, long marks) {
        real.lost(inPort, lane, outPort, outLane, marks);
    }

    @Override
    public void separator(int inPort, int lane, long mark) {
        real.separator(inPort, lane, mark);
    }

    @Override
    public boolean linkChanged(int port, boolean up) {
        return real.linkChanged(port, up);
    }

    @Override
    public void timerFired(SwitchTimer timer) {
        real.timerFired(timer);
    }

    @Override
    public void stored(long argument) {
        real.stored(argument);
    }

    @Override
    public void installed(long argument) {
        real.installed(argument);
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
