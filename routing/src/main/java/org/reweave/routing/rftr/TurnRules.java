package org.reweave.routing.rftr;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;

/** The forbidden turns of underlying routings. */
public final class TurnRules {
    private TurnRules() {}

    /** up*&#47;down*: down-to-up. */
    public static TurnRule upDown(Fabric fabric, UpDownOrder order) {
        boolean[] up = new boolean[2 * fabric.linkCount()];
        for (int directed = 0; directed < up.length; directed++) {
            int link = directed >> 1;
            up[directed] = fabric.isTrunk(link)
                    && order.isUp(fabric.linkDevice(link, directed & 1), fabric.linkDevice(link, directed & 1 ^ 1));
        }
        return new Fixed((in, out) -> !up[in] && up[out]);
    }

    /**
     * Dimension-order on a mesh: from a dimension to a lower one, and back along a line.
     *
     * @throws UnroutableException on anything else: a torus's datelines need the lanes themselves
     */
    public static TurnRule dimensionOrder(Fabric fabric) {
        if (fabric.shape().family() != Shape.Family.MESH) {
            throw new UnroutableException("dimension-order keeps turns out of a lane on meshes only, and "
                    + fabric.name() + " is " + fabric.shape() + "; use updown");
        }
        int[] direction = new int[2 * fabric.linkCount()]; // 2 * dimension + (1 = towards plus)
        for (int directed = 0; directed < direction.length; directed++) {
            int link = directed >> 1;
            for (int d = 0; fabric.isTrunk(link) && d < fabric.shape().dimensions().length; d++) {
                int step = fabric.coordinate(fabric.linkDevice(link, directed & 1 ^ 1), d)
                        - fabric.coordinate(fabric.linkDevice(link, directed & 1), d);
                direction[directed] = step == 0 ? direction[directed] : 2 * d + (step > 0 ? 1 : 0);
            }
        }
        return new Fixed(
                (in, out) -> direction[out] >> 1 < direction[in] >> 1 || direction[out] == (direction[in] ^ 1));
    }

    /**
     * The rule for any tables on one lane, such as imported ones, which forbids each turn that closes a cycle in the
     * graph of the turns in use.
     *
     * @param paths the tables' paths, as directed links
     * @throws UnroutableException when the paths themselves close a cycle
     */
    public static TurnRule byDependencies(Fabric fabric, Iterable<int[]> paths) {
        Dependencies rule = new Dependencies(2 * fabric.linkCount());
        for (int[] path : paths) {
            for (int i = 1; i < path.length; i++) {
                if (rule.isForbidden(path[i - 1], path[i])) {
                    throw new UnroutableException("the tables of " + fabric.name()
                            + " have cyclic channel dependencies, through " + fabric.linkName(path[i - 1] >> 1)
                            + "; RFTR needs deadlock-free tables to start from");
                }
                rule.taken(path[i - 1], path[i]);
            }
        }
        return rule;
    }

    private interface Turns {
        boolean test(int in, int out);
    }

    private record Fixed(Turns forbidden) implements TurnRule {
        @Override
        public boolean isForbidden(int inDirected, int outDirected) {
            return forbidden.test(inDirected, outDirected);
        }

        @Override
        public void taken(int inDirected, int outDirected) {
            if (forbidden.test(inDirected, outDirected)) {
                throw new IllegalStateException(
                        "turn " + inDirected + " to " + outDirected + " taken though forbidden");
            }
        }

        @Override
        public TurnRule copy() {
            return this;
        }
    }

    /** Turns in use, by links. */
    private static final class Dependencies implements TurnRule {
        private final IntArrayList[] next;
        private final int[] seen;
        private final int[] queue;
        private int search;

        Dependencies(int links) {
            next = new IntArrayList[links];
            Arrays.setAll(next, l -> new IntArrayList());
            seen = new int[links];
            queue = new int[links];
        }

        @Override
        public boolean isForbidden(int inDirected, int outDirected) {
            if (next[inDirected].contains(outDirected)) {
                return false;
            }
            search++;
            int tail = 0;
            queue[tail++] = outDirected;
            seen[outDirected] = search;
            for (int head = 0; head < tail; head++) {
                if (queue[head] == inDirected) {
                    return true;
                }
                for (int successor : next[queue[head]]) {
                    if (seen[successor] != search) {
                        seen[successor] = search;
                        queue[tail++] = successor;
                    }
                }
            }
            return false;
        }

        @Override
        public void taken(int inDirected, int outDirected) {
            if (!next[inDirected].contains(outDirected)) {
                next[inDirected].add(outDirected);
            }
        }

        @Override
        public TurnRule copy() {
            Dependencies copy = new Dependencies(next.length);
            Arrays.setAll(copy.next, l -> new IntArrayList(next[l]));
            return copy;
        }
    }
}
