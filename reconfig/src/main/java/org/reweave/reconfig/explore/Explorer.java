package org.reweave.reconfig.explore;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.reweave.reconfig.spi.Promise;

/**
 * Finds every state that a model can come into, breadth-first, so that the way to the first broken promise is as short
 * as any.
 */
public final class Explorer {
    private static final int NOT_BROKEN = -1;
    private static final int PROGRESS_EVERY = 1 << 14;

    private final Model model;
    private final Machine machine;
    private final VisitedStates visited;
    private final Words words = new Words();
    private final Words here = new Words();
    private final Steps steps = new Steps();
    private final Ends ends = new Ends();
    private final Beyond beyond; // null = stop at the first broken promise
    private final IntConsumer progress;
    private long transitions;

    /** Receives the ends and the broken promises of an exploration that goes on beyond them. */
    private interface Beyond {
        /** A step breaks a promise; the run is not followed further. */
        void step(Promise broken);

        /** @param broken promise, judged at this end; null = all are kept there */
        void end(int state, Promise broken);
    }

    /**
     * How the runs of a model end.
     *
     * @param states of the model
     * @param kept ends at which every promise is kept
     * @param broken ends and steps at which one is not; a run is not followed beyond them
     */
    public record Survey(int states, int kept, int broken) {}

    private Explorer(Model model, Set<Promise> promises, Beyond beyond, IntConsumer progress) {
        this.beyond = beyond;
        this.progress = progress;
        this.model = model;
        this.machine = new Machine(model, promises);
        this.visited = new VisitedStates(model.budget());
    }

    /**
     * Explores a model until a promise is broken or all states are known.
     *
     * @throws StateBudgetException when it has more states than its budget
     */
    public static Exploration explore(Model model, Set<Promise> promises) {
        return explore(model, promises, states -> {});
    }

    /** Explores a model for what its scheme promises. */
    public static Exploration explore(Model model) {
        return explore(model, model.promises());
    }

    /**
     * Explores a model until a promise is broken or all states are known.
     *
     * @param progress receives the number of known states from time to time
     * @throws StateBudgetException when it has more states than its budget
     */
    public static Exploration explore(Model model, Set<Promise> promises, IntConsumer progress) {
        return new Explorer(model, EnumSet.copyOf(promises), null, progress).run();
    }

    /**
     * Explores a model beyond broken promises.
     *
     * @return every end, as its text and the promise broken there, and every promise broken by a step
     */
    static Set<String> outcomes(Model model, Set<Promise> promises) {
        Set<String> outcomes = new TreeSet<>();
        Explorer[] explorer = new Explorer[1];
        Beyond collecting = new Beyond() {
            @Override
            public void step(Promise broken) {
                outcomes.add("a step breaks " + broken);
            }

            @Override
            public void end(int state, Promise broken) {
                outcomes.add(explorer[0].machine.world.text() + " " + broken);
            }
        };
        explorer[0] = new Explorer(model, EnumSet.copyOf(promises), collecting, states -> {});
        explorer[0].run();
        return outcomes;
    }

    /**
     * Explores a model beyond broken promises and counts how its runs end.
     *
     * @param promises that are judged by a step or at an end, so not {@link Promise#NO_LIVELOCK}
     * @param progress receives the number of known states from time to time
     * @throws StateBudgetException when it has more states than its budget
     */
    public static Survey survey(Model model, Set<Promise> promises, IntConsumer progress) {
        int[] counts = new int[2];
        Beyond counting = new Beyond() {
            @Override
            public void step(Promise broken) {
                counts[1]++;
            }

            @Override
            public void end(int state, Promise broken) {
                counts[broken == null ? 0 : 1]++;
            }
        };
        Exploration all = new Explorer(model, EnumSet.copyOf(promises), counting, progress).run();
        return new Survey(all.states(), counts[0], counts[1]);
    }

    private Exploration run() {
        write();
        visited.add(words, -1, 0);
        for (int state = 0; state < visited.count(); state++) {
            visited.load(state, here);
            if (state % PROGRESS_EVERY == 0) {
                progress.accept(visited.count());
            }
            int broken = expandWithin(state);
            if (broken != NOT_BROKEN) {
                int[] trace = Arrays.copyOf(visited.stepsTo(state), visited.stepsTo(state).length + 1);
                trace[trace.length - 1] = broken;
                return result(trace);
            }
            if (machine.watch.broken() != null && beyond == null) {
                return result(visited.stepsTo(state));
            }
        }
        machine.watch.clear();
        int endless = beyond == null ? endless() : -1;
        return result(endless < 0 ? null : visited.stepsTo(endless));
    }

    /** The state from which a run has no end and so breaks a promise; -1 = there is none. */
    private int endless() {
        int lost = ends.firstWithoutEnd(visited.count());
        if (lost >= 0) {
            machine.watch.breaks(Promise.RUN_ENDS, "from here no end can be reached");
            if (machine.watch.broken() != null) {
                return ends.endlessFrom(lost);
            }
        }
        int recurring = ends.recurring(visited.count());
        if (recurring >= 0) {
            machine.watch.breaks(Promise.NO_LIVELOCK, "a run can come back here again and again");
        }
        return machine.watch.broken() != null ? recurring : -1;
    }

    private int expandWithin(int state) {
        try {
            return expand(state);
        } catch (StateBudgetException e) {
            if (beyond != null) {
                throw e;
            }
            throw new StateBudgetException(e, state, visited.stepsTo(state).length);
        }
    }

    /**
     * Takes every step from a state.
     *
     * @return a step that breaks a promise, or {@code NOT_BROKEN}
     */
    private int expand(int state) {
        restore();
        machine.collect(steps);
        boolean goesOn = false;
        for (int i = 0; i < steps.count(); i++) {
            int step = steps.get(i);
            if (i > 0) {
                restore();
            }
            machine.perform(step);
            if (machine.watch.broken() != null) {
                if (beyond == null) {
                    return step;
                }
                beyond.step(machine.watch.broken());
                goesOn = true;
                continue;
            }
            write();
            int found = visited.add(words, state, step);
            int next = found >= 0 ? found : -1 - found;
            if (next != state) {
                transitions++;
                if (!Step.kind(step).optional) {
                    goesOn = true;
                    ends.follows(next, Step.kind(step) == Step.Kind.SWITCH_TIMER);
                }
            }
        }
        ends.close(!goesOn);
        if (!goesOn) {
            restore();
            machine.judgeEnd();
            if (beyond != null) {
                beyond.end(state, machine.watch.broken());
            }
        }
        return NOT_BROKEN;
    }

    private void restore() {
        here.rewind();
        machine.world.visit(here);
    }

    private void write() {
        words.clear();
        machine.world.visit(words);
    }

    private Exploration result(int[] trace) {
        return new Exploration(
                model,
                visited.count(),
                visited.stepsTo(visited.count() - 1).length,
                transitions,
                ends.count(),
                machine.watch.broken(),
                machine.watch.how(),
                trace == null ? new int[0] : trace);
    }
}
