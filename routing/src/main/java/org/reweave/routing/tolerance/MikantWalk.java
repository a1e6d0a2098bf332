package org.reweave.routing.tolerance;

import java.util.Arrays;
import org.reweave.routing.engine.mikant.MikantRule;
import org.reweave.routing.engine.mikant.MikantTree;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SwitchView;
import org.reweave.routing.topology.Fabric;

/**
 * Follows packets through a mirrored k-ary n-tree with failed links and switches, one at a time, by one of its rules.
 * Reused from packet to packet; not thread-safe; allocates nothing on the way.
 */
public final class MikantWalk {
    /** {@link #walk}: the rule gave up, or would have gone on for ever. */
    public static final int FAILED = -1;

    private final MikantTree tree;
    private final MikantRule rule;
    private final Fabric fabric;
    private final boolean[] down; // [port index of the fabric] the link or its far end has failed
    private final View view = new View();
    private int[] steps = new int[64]; // switch * 2k + way
    private int stepCount;

    public MikantWalk(MikantTree tree, MikantRule rule) {
        this.tree = tree;
        this.rule = rule;
        this.fabric = tree.fabric();
        this.down = new boolean[fabric.totalPorts()];
    }

    /** Fails or repairs a link. */
    public void setLink(int link, boolean works) {
        for (int end = 0; end < 2; end++) {
            down[fabric.portIndex(fabric.linkDevice(link, end), fabric.linkPort(link, end))] = !works;
        }
    }

    /** Fails or repairs all links of a switch; for all other switches this equals a failure or repair of the switch. */
    public void setSwitch(int switchDevice, boolean works) {
        for (int port = 1; port <= fabric.portCount(switchDevice); port++) {
            int link = fabric.link(switchDevice, port);
            if (link >= 0) {
                setLink(link, works);
            }
        }
    }

    /**
     * Sends one packet between NICs of two working switches of level 0.
     *
     * @return links crossed, those of the NICs included, or {@link #FAILED}
     * @throws IllegalStateException when the packet does not come to an end, which no rule allows
     */
    public int walk(int source, int target) {
        int s = source;
        long trail = 0;
        stepCount = 0;
        while (s != target) {
            view.device = s;
            long answer = rule.next(tree, view, source, target, trail);
            if (answer == MikantRule.FAIL) {
                return FAILED;
            }
            int way = MikantRule.way(answer);
            trail = MikantRule.trail(answer);
            add(s * 2 * tree.k() + way);
            s = fabric.peer(s, tree.port(s, way));
        }
        return stepCount + 2;
    }

    /** VLs that the last packet needed if every hop that does not increase the channel's rank takes the next one. */
    public int lanes() {
        int lanes = 1;
        for (int i = 1; i < stepCount; i++) {
            int before = tree.rank(stepSwitch(i - 1), stepWay(i - 1));
            lanes += before < tree.rank(stepSwitch(i), stepWay(i)) ? 0 : 1;
        }
        return lanes;
    }

    private void add(int step) {
        if (stepCount == steps.length) {
            if (stepCount > 4 * tree.k() * fabric.switchCount()) {
                throw new IllegalStateException(rule.name() + " sends a packet of " + fabric.name() + " from "
                        + fabric.deviceName(steps[0] / (2 * tree.k())) + " round and round: " + stepCount + " hops");
            }
            steps = Arrays.copyOf(steps, 2 * stepCount);
        }
        steps[stepCount++] = step;
    }

    /** Channels between switches that the last packet took, as far as it came. */
    public int stepCount() {
        return stepCount;
    }

    /** The switch from which the i-th step was taken. */
    public int stepSwitch(int i) {
        return steps[i] / (2 * tree.k());
    }

    /** The way of the i-th step. */
    public int stepWay(int i) {
        return steps[i] % (2 * tree.k());
    }

    /** The rule's view of the switch where the packet is. */
    private final class View implements SwitchView {
        private int device;

        @Override
        public int device() {
            return device;
        }

        @Override
        public int portCount() {
            return fabric.portCount(device);
        }

        @Override
        public int laneCount() {
            return 1;
        }

        @Override
        public boolean isUp(int port) {
            return fabric.link(device, port) >= 0 && !down[fabric.portIndex(device, port)];
        }

        @Override
        public boolean leadsToSwitch(int port) {
            int peer = fabric.peer(device, port);
            return peer >= 0 && fabric.isSwitch(peer);
        }

        @Override
        public int outPort(int lid) {
            return RoutingTables.UNREACHABLE;
        }

        @Override
        public int lane(int inPort, int outPort, int level) {
            return 0;
        }
    }
}
