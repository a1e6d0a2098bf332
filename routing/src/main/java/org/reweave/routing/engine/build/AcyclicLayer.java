package org.reweave.routing.engine.build;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The channel dependencies of the paths on one lane, kept free of cycles: a path that would close a cycle is refused,
 * and the layer stays as before. Channels are the slots of the graph.
 *
 * <p>A topological order of the channels is kept up to date, so that most dependencies cost a comparison. A dependency
 * against the order starts two searches, forwards from its end and backwards from its beginning, that take turns: they
 * meet in a cycle, or the first to end has found the channels that must move (Haeupler, Kavitha, Mathew, Sen and
 * Tarjan, "Incremental cycle detection, topological ordering, and strong component maintenance", ACM TALG 8, 2012, §3).
 * Deviation: the searches take turns channel by channel, whatever their places. The order is a list with labels that
 * are spread anew where no number is left between two. Paths are never removed, so a dependency that was found to close
 * a cycle stays forbidden, and is remembered.
 */
@Deviation("Haeupler and others, \"Incremental cycle detection\" (ACM TALG 8, 2012), §3")
public final class AcyclicLayer {
    private final SwitchGraph graph;
    private final SlotWalk walk;
    private final int[] entered; // [slot] first slot of the switch that it enters
    private final int[] left; // [slot] first slot of the switch that it leaves
    private final int[] outRow; // [slot] its row of bits, one for each slot of the switch it enters
    private final int[] inRow; // [slot] its row of bits, one for each slot of the switch it leaves
    private final long[] leadsTo; // a dependency of the row's slot on the bit's
    private final long[] comesFrom; // the same dependencies: of the slot opposite to the bit's on the row's
    private final long[] forbidden; // as leadsTo
    private final long[] label; // [slot] ascending in the topological order
    private final int[] next; // [slot] in the order; the slot behind the last one stands for both ends
    private final int[] previous;
    private final int[] mark; // [slot] stamp of the last search that met it: 2 * search forwards, plus 1 backwards
    private int search;
    private final int[] forwards; // slots that a search met
    private final int[] backwards;
    private final int[] added; // hops of the present path that are new

    public AcyclicLayer(SwitchGraph graph, SlotWalk walk) {
        this.graph = graph;
        this.walk = walk;
        int slots = graph.slotCount();
        this.entered = new int[slots];
        this.left = new int[slots];
        this.outRow = new int[slots + 1];
        this.inRow = new int[slots + 1];
        for (int s = 0; s < graph.switchCount(); s++) {
            Arrays.fill(left, graph.firstSlot(s), graph.firstSlot(s + 1), s);
        }
        for (int slot = 0; slot < slots; slot++) {
            outRow[slot + 1] = outRow[slot] + words(graph.peer(slot));
            inRow[slot + 1] = inRow[slot] + words(left[slot]);
            entered[slot] = graph.firstSlot(graph.peer(slot));
            left[slot] = graph.firstSlot(left[slot]);
        }
        this.leadsTo = new long[outRow[slots]];
        this.comesFrom = new long[inRow[slots]];
        this.forbidden = new long[outRow[slots]];
        this.label = new long[slots + 1];
        this.next = new int[slots + 1];
        this.previous = new int[slots + 1];
        for (int slot = 0; slot <= slots; slot++) {
            next[slot] = slot < slots ? slot + 1 : 0;
            previous[slot] = slot > 0 ? slot - 1 : slots;
        }
        spreadLabels();
        this.mark = new int[slots];
        this.forwards = new int[slots];
        this.backwards = new int[slots];
        this.added = new int[graph.switchCount()];
    }

    private int words(int switchDevice) {
        return (graph.firstSlot(switchDevice + 1) - graph.firstSlot(switchDevice) + Long.SIZE - 1) / Long.SIZE;
    }

    /**
     * Takes the path that the walk followed last, unless it would close a cycle.
     *
     * @return whether it was taken
     */
    public boolean offer(int hops) {
        for (int hop = 1; hop < hops; hop++) {
            if (isSet(forbidden, walk.slot(hop - 1), walk.slot(hop))) {
                return false;
            }
        }
        int count = 0;
        for (int hop = 1; hop < hops; hop++) {
            int held = walk.slot(hop - 1);
            int wanted = walk.slot(hop);
            if (isSet(leadsTo, held, wanted)) {
                continue;
            }
            if (!orderBefore(held, wanted)) {
                for (int i = 0; i < count; i++) {
                    flip(walk.slot(added[i] - 1), walk.slot(added[i]));
                }
                if (count == 0 || !orderBefore(held, wanted)) {
                    int bit = wanted - entered[held];
                    forbidden[outRow[held] + (bit >> 6)] |= 1L << bit; // even without the rest of this path
                }
                return false;
            }
            flip(held, wanted);
            added[count++] = hop;
        }
        return true;
    }

    private boolean isSet(long[] bits, int held, int wanted) {
        int bit = wanted - entered[held];
        return (bits[outRow[held] + (bit >> 6)] >>> bit & 1) != 0;
    }

    /** Adds a dependency that there is not, or removes one that there is. */
    private void flip(int held, int wanted) {
        int out = wanted - entered[held];
        int in = walk.reverse(held) - entered[held];
        leadsTo[outRow[held] + (out >> 6)] ^= 1L << out;
        comesFrom[inRow[wanted] + (in >> 6)] ^= 1L << in;
    }

    /**
     * Reorders so that one channel comes before another.
     *
     * @return false when that is impossible: the second already leads to the first
     */
    private boolean orderBefore(int held, int wanted) {
        if (held == wanted) {
            return false;
        }
        if (label[held] < label[wanted]) {
            return true;
        }
        search++;
        forwards[0] = wanted;
        mark[wanted] = 2 * search;
        backwards[0] = held;
        mark[held] = 2 * search + 1;
        int forward = 1;
        int backward = 1;
        for (int i = 0; i < forward && i < backward; i++) {
            forward = searchForward(i, forward, label[held]);
            backward = forward < 0 ? -1 : searchBackward(i, backward, label[wanted]);
            if (backward < 0) {
                return false;
            }
        }
        if (backward < forward) {
            move(backwards, backward, previous[wanted]);
        } else {
            move(forwards, forward, held);
        }
        return true;
    }

    /**
     * Collects the channels that one channel found leads to, up to a label.
     *
     * @return how many are found by now; -1 when the search meets the other one
     */
    private int searchForward(int from, int count, long last) {
        int slot = forwards[from];
        int tail = count;
        for (int word = outRow[slot]; word < outRow[slot + 1]; word++) {
            int lowest = entered[slot] + (word - outRow[slot]) * Long.SIZE;
            for (long bits = leadsTo[word]; bits != 0; bits &= bits - 1) {
                int to = lowest + Long.numberOfTrailingZeros(bits);
                if (mark[to] == 2 * search + 1) {
                    return -1;
                }
                if (mark[to] != 2 * search && label[to] <= last) {
                    mark[to] = 2 * search;
                    forwards[tail++] = to;
                }
            }
        }
        return tail;
    }

    /** The same for the channels that lead to a channel, down to a label. */
    private int searchBackward(int from, int count, long first) {
        int slot = backwards[from];
        int tail = count;
        for (int word = inRow[slot]; word < inRow[slot + 1]; word++) {
            int lowest = left[slot] + (word - inRow[slot]) * Long.SIZE;
            for (long bits = comesFrom[word]; bits != 0; bits &= bits - 1) {
                int before = walk.reverse(lowest + Long.numberOfTrailingZeros(bits));
                if (mark[before] == 2 * search) {
                    return -1;
                }
                if (mark[before] != 2 * search + 1 && label[before] >= first) {
                    mark[before] = 2 * search + 1;
                    backwards[tail++] = before;
                }
            }
        }
        return tail;
    }

    /** Moves channels behind another one, in the order that they have. */
    private void move(int[] channels, int count, int behind) {
        IntArrays.quickSort(channels, 0, count, (a, b) -> Long.compare(label[a], label[b]));
        for (int i = 0; i < count; i++) {
            next[previous[channels[i]]] = next[channels[i]];
            previous[next[channels[i]]] = previous[channels[i]];
        }
        int last = behind;
        int after = next[behind];
        for (int i = 0; i < count; i++) {
            next[last] = channels[i];
            previous[channels[i]] = last;
            last = channels[i];
        }
        next[last] = after;
        previous[after] = last;
        int end = label.length - 1;
        long low = behind == end ? 0 : label[behind];
        long step = ((after == end ? Long.MAX_VALUE : label[after]) - low) / (count + 1);
        if (step == 0) {
            spreadLabels();
        }
        for (int i = 0; i < count && step > 0; i++) {
            label[channels[i]] = low + (i + 1) * step;
        }
    }

    private void spreadLabels() {
        int end = label.length - 1;
        long step = Long.MAX_VALUE / label.length;
        long last = 0;
        for (int slot = next[end]; slot != end; slot = next[slot]) {
            last += step;
            label[slot] = last;
        }
    }
}
