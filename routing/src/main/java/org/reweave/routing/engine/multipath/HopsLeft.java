package org.reweave.routing.engine.multipath;

import java.util.Arrays;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The fewest hops from each hop of a path on to a destination that a {@link PathRule} allows, whatever other paths have
 * taken: a search that leaves out what is too far by this measure finds the same paths. The rule must not change. Not
 * thread-safe.
 */
final class HopsLeft {
    /** There is no way on; more than any limit. */
    static final short NONE = Short.MAX_VALUE;

    private final PathRule rule;
    private final int states;
    private final int[] firstEntering; // [switch] first index into entering; [switchCount] = all
    private final int[] entering; // slots by the switch that they lead to
    private final int[] place; // [slot] among those that lead to its switch
    private final int[] sender; // [slot] the switch that it leaves
    private final short[][] left; // [place of the last slot, or any][slot * states + state]
    private final boolean[] known; // [place of the last slot, or any]
    private final int[] queue;
    private int destination = -1;

    /** @param rule whose answers stay the same for good */
    HopsLeft(SwitchGraph graph, PathRule rule) {
        this.rule = rule;
        this.states = rule.stateCount();
        int switches = graph.switchCount();
        int slots = graph.slotCount();
        this.firstEntering = new int[switches + 1];
        this.entering = new int[slots];
        this.place = new int[slots];
        this.sender = new int[slots];
        int[] count = new int[switches];
        for (int s = 0; s < switches; s++) {
            for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                sender[slot] = s;
                place[slot] = count[graph.peer(slot)]++;
            }
        }
        int most = 0;
        for (int s = 0; s < switches; s++) {
            firstEntering[s + 1] = firstEntering[s] + count[s];
            most = Math.max(most, count[s]);
        }
        for (int slot = 0; slot < slots; slot++) {
            entering[firstEntering[graph.peer(slot)] + place[slot]] = slot;
        }
        this.left = new short[most + 1][];
        this.known = new boolean[most + 1];
        this.queue = new int[slots * states];
    }

    /** States of the rule. */
    int states() {
        return states;
    }

    /** Numbers that {@link #lastIndex} may give. */
    int lastCount() {
        return left.length;
    }

    /** A number for the last slot of a path among those into one switch; -1 = any has one too. */
    int lastIndex(int last) {
        return last < 0 ? left.length - 1 : place[last];
    }

    /** Turns to another destination. Cheap while the destination stays. */
    void toward(int toSwitch) {
        if (toSwitch != destination) {
            destination = toSwitch;
            Arrays.fill(known, false);
        }
    }

    /**
     * Hops left after each hop, by {@code slot * stateCount + state}; {@link #NONE} where there is no way.
     *
     * @param last the slot into the destination that a path must end with, -1 = any
     */
    short[] to(int last) {
        int index = lastIndex(last);
        if (!known[index]) {
            known[index] = true;
            left[index] = left[index] == null ? new short[queue.length] : left[index];
            search(last, left[index]);
        }
        return left[index];
    }

    /** Breadth first, backwards from the destination. */
    private void search(int last, short[] hops) {
        Arrays.fill(hops, NONE);
        int tail = 0;
        for (int i = firstEntering[destination]; i < firstEntering[destination + 1]; i++) {
            for (int state = 0; state < states && (last < 0 || entering[i] == last); state++) {
                int node = entering[i] * states + state;
                hops[node] = 0;
                queue[tail++] = node;
            }
        }
        for (int head = 0; head < tail; head++) {
            int out = queue[head] / states;
            int reached = queue[head] % states;
            int via = sender[out];
            if (via == destination) {
                continue; // a path ends where it first comes there
            }
            for (int i = firstEntering[via]; i < firstEntering[via + 1]; i++) {
                for (int state = 0; state < states; state++) {
                    int node = entering[i] * states + state;
                    if (hops[node] == NONE && rule.next(state, entering[i], out) == reached) {
                        hops[node] = (short) (hops[queue[head]] + 1);
                        queue[tail++] = node;
                    }
                }
            }
        }
    }
}
