package org.reweave.reconfig.explore;

import java.util.Arrays;
import java.util.List;
import org.reweave.reconfig.spi.Promise;

/** The result of an exploration. */
public final class Exploration {
    private final Model model;
    private final int states;
    private final int depth;
    private final long transitions;
    private final int ends;
    private final Promise broken; // null = none
    private final String how;
    private final int[] trace;

    Exploration(
            Model model, int states, int depth, long transitions, int ends, Promise broken, String how, int[] trace) {
        this.model = model;
        this.states = states;
        this.depth = depth;
        this.transitions = transitions;
        this.ends = ends;
        this.broken = broken;
        this.how = how;
        this.trace = trace.clone();
    }

    public int states() {
        return states;
    }

    /** Steps of the shortest way to the state that was found last; no known state is farther. */
    public int depth() {
        return depth;
    }

    public long transitions() {
        return transitions;
    }

    /** Number of ends: states without a mandatory step. */
    public int ends() {
        return ends;
    }

    /** The promise that is not kept, or null. */
    public Promise broken() {
        return broken;
    }

    /** The steps to the broken promise, for {@link Replay#of}; empty when all promises are kept. */
    public List<Integer> trace() {
        return Arrays.stream(trace).boxed().toList();
    }

    /** One line, followed by the steps to the broken promise if there is one. */
    @Override
    public String toString() {
        String name = model.name() + ", " + model.scheme().name();
        if (broken == null) {
            return name + ": all promises kept; exhaustive within "
                    + model.packets().size() + " packets, " + model.bounds() + ", "
                    + (model.startsBare() ? "a bare start, " : "")
                    + (model.frailty().oldTables() ? "old tables after a restart, " : "")
                    + (model.frailty().away() ? "down and up as two steps, " : "")
                    + (model.perBlock() ? "tables entry by entry, " : "")
                    + (model.localFirst() ? "one order of steps that commute" : "all orders") + "; " + states
                    + " states, " + transitions + " steps, " + ends + " ends, the farthest state " + depth
                    + " steps away";
        }
        return name + ": " + broken.broken() + " (" + broken + ": " + how + "), found after " + states + " states\n"
                + Replay.of(model, trace());
    }
}
