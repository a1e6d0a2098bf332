package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.reconfig.spi.Promise;

/**
 * The states that every step leads to from some states, in the order of the states and of their steps: written by an
 * {@link Expander}, then read by the search.
 */
final class Expansions {
    private static final int NO_MORE_STEPS = -1;
    private static final int BROKEN = -2;
    private static final int IS_END = 1;
    private static final int LEAVES_OUT = 2;

    /**
     * A step that has another end than a state.
     *
     * @param broken promise; null = an error
     * @param error that is no broken promise; null = none
     */
    record Finding(Promise broken, String how, RuntimeException error) {}

    final int first;
    final int count;
    private int[] data = new int[1 << 14];
    private int size;
    private int at;
    private int start; // of the state that is written
    private int findingsBefore;
    private final List<Finding> findings = new ArrayList<>();
    private int findingsRead;

    /** @param count states from the first on */
    Expansions(int first, int count) {
        this.first = first;
        this.count = count;
    }

    // ---- writing ----

    private void put(int number) {
        if (size == data.length) {
            data = Arrays.copyOf(data, 2 * size);
        }
        data[size++] = number;
    }

    /** Begins a state. */
    void state(int[] tree) {
        start = size;
        findingsBefore = findings.size();
        while (size + tree.length > data.length) {
            data = Arrays.copyOf(data, 2 * data.length);
        }
        System.arraycopy(tree, 0, data, size, tree.length);
        size += tree.length;
    }

    /**
     * A step leads to another state.
     *
     * @param changed parts of a world that have another content there
     * @param numbers of all contents there, by part
     */
    void leads(int step, int[] changed, int changes, int[] numbers) {
        put(step);
        put(changes);
        for (int i = 0; i < changes; i++) {
            put(changed[i]);
            put(numbers[changed[i]]);
        }
    }

    /** A step breaks a promise or throws. */
    void breaks(int step, Finding finding) {
        put(BROKEN);
        put(step);
        findings.add(finding);
    }

    /** Whether a step of the state breaks a promise or throws. */
    boolean hasFinding() {
        return findings.size() > findingsBefore;
    }

    /** Takes back what has been written since the state began. */
    void forgetState() {
        size = start;
        findings.subList(findingsBefore, findings.size()).clear();
    }

    /**
     * @param end what is found where the state is an end; null = it is none
     * @param leavesOut whether a persistent set has left out steps
     */
    void close(Finding end, boolean leavesOut) {
        put(NO_MORE_STEPS);
        put((end == null ? 0 : IS_END) | (leavesOut ? LEAVES_OUT : 0));
        if (end != null) {
            findings.add(end);
        }
    }

    // ---- reading ----

    void readState(int[] tree) {
        System.arraycopy(data, at, tree, 0, tree.length);
        at += tree.length;
    }

    /** Goes to the next step of the state; returns false when the state has no more. */
    boolean hasStep() {
        return data[at] != NO_MORE_STEPS;
    }

    /** Whether the next step breaks a promise or throws. */
    boolean isBroken() {
        return data[at] == BROKEN;
    }

    int readBrokenStep() {
        at += 2;
        return data[at - 1];
    }

    Finding readFinding() {
        return findings.get(findingsRead++);
    }

    /**
     * Reads a step that leads to another state.
     *
     * @param tree of the state here; gets the numbers there
     * @param changed marks the places in the tree where they are
     */
    int readStep(VisitedStates visited, int[] tree, boolean[] changed) {
        int step = data[at++];
        for (int changes = data[at++]; changes > 0; changes--) {
            int leaf = visited.leaf(data[at++]);
            tree[leaf] = data[at++];
            changed[leaf] = true;
        }
        return step;
    }

    /** Ends the reading of a state; whether it is an end, of which a finding tells. */
    boolean readClose() {
        at += 2;
        return (data[at - 1] & IS_END) != 0;
    }

    /** Whether a persistent set has left out steps of the state that was read last. */
    boolean leavesOut() {
        return (data[at - 1] & LEAVES_OUT) != 0;
    }
}
