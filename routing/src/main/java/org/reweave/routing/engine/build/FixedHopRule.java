package org.reweave.routing.engine.build;

import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * A rule that names exactly one next switch; any of the parallel links to it will do. It cannot go around a fault, so a
 * missing link makes the fabric unroutable.
 */
public abstract class FixedHopRule implements HopRule {
    /** Answer of {@link #nextSwitch}: the rule has no path for this kind of destination, and no packet needs one. */
    public static final int NONE = -1;

    private final String engine;
    private final Fabric fabric;
    private final SwitchGraph graph;
    private final int[] next; // [switch]
    private int destination = -1;

    public FixedHopRule(String engine, Fabric fabric, SwitchGraph graph) {
        this.engine = engine;
        this.fabric = fabric;
        this.graph = graph;
        this.next = new int[fabric.switchCount()];
    }

    /**
     * @return the neighbour through which packets at a switch go on, or NONE
     * @param nicOrdinal see {@link HopRule#toward}
     */
    protected abstract int nextSwitch(int switchDevice, int destinationSwitch, int nicOrdinal);

    @Override
    public final void toward(int destinationSwitch, int nicOrdinal) {
        destination = destinationSwitch;
        for (int s = 0; s < next.length; s++) {
            next[s] = s == destinationSwitch ? NONE : nextSwitch(s, destinationSwitch, nicOrdinal);
        }
    }

    @Override
    public final boolean allows(int switchDevice, int slot) {
        return graph.peer(slot) == next[switchDevice];
    }

    /** @throws UnroutableException naming the link, when the rule needs one that is not there */
    @Override
    public final void stuck(int switchDevice) {
        if (next[switchDevice] == NONE) {
            return;
        }
        String broken = "no cable from " + fabric.deviceName(switchDevice) + " to "
                + fabric.deviceName(next[switchDevice]) + " exists";
        for (int port = 1; port <= fabric.portCount(switchDevice); port++) {
            if (fabric.peer(switchDevice, port) == next[switchDevice]) {
                broken = fabric.linkName(fabric.link(switchDevice, port)) + " has failed";
                break;
            }
        }
        throw new UnroutableException(engine + " cannot route " + fabric.name() + ": " + broken
                + ", and the only path of " + fabric.deviceName(switchDevice) + " to " + fabric.deviceName(destination)
                + " uses it; updown routes around faults");
    }
}
