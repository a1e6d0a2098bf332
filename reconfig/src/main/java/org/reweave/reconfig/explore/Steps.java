package org.reweave.reconfig.explore;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** A growing list of steps. */
final class Steps {
    private int[] steps = new int[64];
    private int count;

    void clear() {
        count = 0;
    }

    void add(Step.Kind kind, int a, int b) {
        if (count == steps.length) {
            steps = Arrays.copyOf(steps, 2 * count);
        }
        steps[count++] = Step.of(kind, a, b);
    }

    /** Adds a list of steps as those of the former manager. */
    void addOfFormer(Steps those) {
        for (int i = 0; i < those.count; i++) {
            add(Step.kind(those.steps[i]), Step.a(those.steps[i]), Step.b(those.steps[i]));
            steps[count - 1] = Step.ofFormer(steps[count - 1]);
        }
    }

    int count() {
        return count;
    }

    int get(int i) {
        return steps[i];
    }

    /** Whether one of the steps is mandatory. */
    boolean hasMandatoryStep() {
        for (int i = 0; i < count; i++) {
            if (!Step.isOptional(steps[i])) {
                return true;
            }
        }
        return false;
    }

    boolean contains(int step) {
        for (int i = 0; i < count; i++) {
            if (steps[i] == step) {
                return true;
            }
        }
        return false;
    }

    /**
     * Leaves those that are in a set, unless none is.
     *
     * @return whether others are left out
     */
    boolean keepOnly(IntPredicate isInSet) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (isInSet.test(steps[i])) {
                steps[kept++] = steps[i];
            }
        }
        boolean leavesOut = kept > 0 && kept < count;
        count = kept > 0 ? kept : count;
        return leavesOut;
    }

    /** Leaves only the first one that is local, if any is. */
    void keepFirst(IntPredicate isLocal) {
        for (int i = 0; i < count; i++) {
            if (isLocal.test(steps[i])) {
                steps[0] = steps[i];
                count = 1;
            }
        }
    }
}
