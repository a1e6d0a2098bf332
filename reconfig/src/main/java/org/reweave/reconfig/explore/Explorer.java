package org.reweave.reconfig.explore;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reweave.reconfig.explore.Expansions.Finding;
import org.reweave.reconfig.spi.Promise;

/**
 * Finds every state that a model can come into by the orders of steps that its reduction leaves, breadth-first, so that
 * the way to the first broken promise is as short as any of these.
 */
public final class Explorer {
    /** Steps that are kept for {@link #judgeRuns}: 64 MB. Of a search with more, every step is taken once more. */
    private static final int MOST_STEPS_KEPT = 1 << 24;

    private final Model model;
    private final Set<Promise> promises;
    private final int threads;
    private final Contents contents = new Contents();
    private final VisitedStates visited;
    private final Expander expander; // of the thread that searches
    private final int[] here; // the state whose steps are read, as a tree
    private final int[] there;
    private final boolean[] changed;
    private final Ends ends = new Ends();
    private final BitSet whole = new BitSet(); // states of which all steps were taken after a persistent set
    private final Beyond beyond; // null = stop at the first broken promise
    private final boolean mayLeaveOut; // whether persistent sets of steps do
    private final IntConsumer progress;
    private final SearchStore store;
    private final SearchParts parts;
    private SearchMoment reached; // between the two batches that were read last
    private long transitions;
    private boolean goesHigher; // whether a step of the state read last leads to a state that is read later
    private Finding end; // of the state read last; null = it is none
    private StepGraph graph; // of all steps so far; null = nobody asks, or there are too many

    /** Receives the ends and the broken promises of an exploration that goes on beyond them. */
    private interface Beyond {
        /** A step breaks a promise; the run is not followed further. */
        void step(Promise broken);

        /**
         * A state is an end.
         *
         * @param tree of the state
         * @param broken promise, judged at this end; null = all are kept there
         */
        void end(int[] tree, Promise broken);
    }

    /**
     * How the runs of a model end.
     *
     * @param states of the model
     * @param kept ends at which every promise is kept
     * @param broken ends and steps at which one is not; a run is not followed beyond them
     */
    public record Survey(int states, int kept, int broken) {}

    private Explorer(
            Model model,
            Set<Promise> promises,
            Beyond beyond,
            boolean mayLeaveOut,
            int threads,
            IntConsumer progress,
            SearchStore store) {
        this.beyond = beyond;
        this.mayLeaveOut = mayLeaveOut;
        this.progress = progress;
        this.threads = threads;
        this.model = model;
        this.promises = EnumSet.copyOf(promises);
        this.visited = new VisitedStates(new World(model, false).partCount(), model.budget());
        this.expander = newExpander();
        this.here = visited.newTree();
        this.there = visited.newTree();
        this.changed = new boolean[here.length];
        this.graph = beyond == null ? new StepGraph() : null;
        this.store = store;
        this.parts = new SearchParts(contents, visited, whole);
    }

    private Expander newExpander() {
        return new Expander(model, promises, contents, visited, beyond != null, mayLeaveOut);
    }

    /**
     * Explores a model until a promise is broken or all states are known.
     *
     * @throws StateBudgetException when it has more states than its budget
     */
    public static Exploration explore(Model model, Set<Promise> promises) {
        return explore(model, promises, 1, states -> {});
    }

    /** Explores a model for what its scheme promises. */
    public static Exploration explore(Model model) {
        return explore(model, model.promises());
    }

    /**
     * Explores a model until a promise is broken or all states are known. The result is the same for any number of
     * threads.
     *
     * @param threads that take steps; the calling thread takes them itself if it is one
     * @param progress receives the number of known states from time to time
     * @throws StateBudgetException when it has more states than its budget
     */
    public static Exploration explore(Model model, Set<Promise> promises, int threads, IntConsumer progress) {
        return explore(model, promises, threads, progress, SearchStore.NONE);
    }

    /**
     * Explores a model until a promise is broken or all states are known. A search that has kept parts goes on after
     * the last of them, with the result that it has without a break.
     *
     * @param store of a search of this model and these promises alone
     * @throws StateBudgetException when the model has more states than its budget; those that are searched are kept
     */
    public static Exploration explore(
            Model model, Set<Promise> promises, int threads, IntConsumer progress, SearchStore store) {
        return new Explorer(model, promises, null, true, threads, progress, store).run();
    }

    /**
     * Explores a model beyond broken promises.
     *
     * @return every end, as its text and the promise broken there, and every promise broken by a step
     */
    static Set<String> outcomes(Model model, Set<Promise> promises) {
        return outcomes(model, promises, true);
    }

    /** @param mayLeaveOut whether persistent sets of steps do */
    static Set<String> outcomes(Model model, Set<Promise> promises, boolean mayLeaveOut) {
        Set<String> outcomes = new TreeSet<>();
        Explorer[] explorer = new Explorer[1];
        Beyond collecting = new Beyond() {
            @Override
            public void step(Promise broken) {
                outcomes.add("a step breaks " + broken);
            }

            @Override
            public void end(int[] tree, Promise broken) {
                outcomes.add(explorer[0].text(tree) + " " + broken);
            }
        };
        explorer[0] = new Explorer(model, promises, collecting, mayLeaveOut, 1, states -> {}, SearchStore.NONE);
        explorer[0].run();
        return outcomes;
    }

    /** A state in a form that is equal in all searches, which the numbers of contents are not. */
    private String text(int[] tree) {
        return IntStream.range(visited.leaf(0), tree.length)
                .mapToObj(leaf -> Arrays.toString(contents.get(tree[leaf])))
                .collect(Collectors.joining());
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
            public void end(int[] tree, Promise broken) {
                counts[broken == null ? 0 : 1]++;
            }
        };
        Exploration all = new Explorer(model, promises, counting, false, 1, progress, SearchStore.NONE).run();
        return new Survey(all.states(), counts[0], counts[1]);
    }

    /** Begins with the first state, or after all that was kept. */
    private void begin() {
        store.restore(parts::read);
        reached = parts.kept();
        if (reached.searched() == 0) {
            expander.first(there);
            Arrays.fill(changed, true);
            add(-1);
        } else {
            ends.restore(reached);
            transitions = reached.steps();
            graph = null;
        }
    }

    private Exploration run() {
        begin();
        try {
            Exploration found = search();
            return found == null ? judgeRuns() : found;
        } catch (StateBudgetException e) {
            keepReached();
            throw e;
        }
    }

    /** Searches until all states are known; null when no step and no end breaks a promise. */
    private Exploration search() {
        try (ExpanderPool pool = new ExpanderPool(threads, this::newExpander)) {
            int handedOut = reached.searched();
            for (int state = handedOut; state < visited.count(); ) {
                while (pool.hasRoom() && handedOut < visited.count()) {
                    int count = Math.min(ExpanderPool.BATCH, visited.count() - handedOut);
                    pool.expand(handedOut, count);
                    handedOut += count;
                }
                Expansions next = pool.next();
                progress.accept(visited.count());
                Exploration found = read(next);
                if (found != null) {
                    return found;
                }
                state = next.first + next.count;
                reached = moment(state);
                if (store.isDue() || state == visited.count()) {
                    keepReached();
                }
            }
        }
        return null;
    }

    private SearchMoment moment(int searched) {
        return new SearchMoment(
                searched,
                visited.count(),
                visited.nodeCount(),
                contents.count(),
                transitions,
                ends.count(),
                ends.mayBeLost(),
                ends.mayReturn());
    }

    private void keepReached() {
        if (reached.searched() > parts.kept().searched()) {
            store.keep(reached, part -> parts.write(reached, part));
        }
    }

    /** Adds what some states lead to; a result if a promise is broken on the way. */
    private Exploration read(Expansions all) {
        for (int state = all.first; state < all.first + all.count; state++) {
            Exploration found = readSteps(all, state);
            if (found == null && all.leavesOut() && !goesHigher) {
                whole.set(state);
                found = readSteps(expander.expandWhole(state), state);
            }
            if (found == null) {
                close(end != null);
                found = end == null ? null : judge(end, state);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private Exploration readSteps(Expansions all, int state) {
        goesHigher = false;
        all.readState(here);
        while (all.hasStep()) {
            if (all.isBroken()) {
                int step = all.readBrokenStep();
                Finding finding = finding(all);
                if (beyond == null) {
                    int[] way = stepsTo(state);
                    int[] trace = Arrays.copyOf(way, way.length + 1);
                    trace[way.length] = step;
                    return result(finding.broken(), finding.how(), trace);
                }
                beyond.step(finding.broken());
            } else {
                follow(all, state);
            }
        }
        end = all.readClose() ? finding(all) : null;
        return null;
    }

    private Exploration judge(Finding found, int state) {
        if (beyond != null) {
            beyond.end(here, found.broken());
            return null;
        }
        return found.broken() == null ? null : result(found.broken(), found.how(), stepsTo(state));
    }

    private static Finding finding(Expansions all) {
        Finding finding = all.readFinding();
        if (finding.error() != null) {
            throw finding.error();
        }
        return finding;
    }

    private void follow(Expansions all, int state) {
        int step = readStep(all);
        int next = addWithin(state);
        transitions++;
        goesHigher |= next > state;
        if (!Step.isOptional(step)) {
            boolean timer = Step.kind(step) == Step.Kind.SWITCH_TIMER;
            ends.follows(state, next, timer);
            if (graph != null) {
                graph.follows(next, timer);
            }
        }
    }

    private void close(boolean isEnd) {
        ends.close(isEnd);
        if (graph != null) {
            graph.close(isEnd);
            graph = graph.size() > MOST_STEPS_KEPT ? null : graph;
        }
    }

    /** Reads a step from the state here; {@code there} is the tree of where it leads. */
    private int readStep(Expansions all) {
        System.arraycopy(here, 0, there, 0, here.length);
        Arrays.fill(changed, false);
        return all.readStep(visited, there, changed);
    }

    /** The number of the state {@code there}. */
    private int add(int from) {
        visited.rise(there, changed);
        int found = visited.add(there, from);
        return found >= 0 ? found : -1 - found;
    }

    private int addWithin(int state) {
        try {
            return add(state);
        } catch (StateBudgetException e) {
            if (beyond != null) {
                throw e;
            }
            throw new StateBudgetException(e, state, visited.depth(state), !model.localFirst());
        }
    }

    /** Judges whether every run ends, and whether none goes round for ever. */
    private Exploration judgeRuns() {
        boolean lost = promises.contains(Promise.RUN_ENDS) && ends.mayBeLost();
        boolean returns = promises.contains(Promise.NO_LIVELOCK) && ends.mayReturn();
        if (beyond == null && (lost || returns)) {
            if (graph == null) {
                graph = takeAllStepsAgain();
            }
            int endless = graph.firstWithoutEnd();
            if (lost && endless >= 0) {
                String how = "from here no end can be reached";
                return result(Promise.RUN_ENDS, how, stepsTo(graph.endlessFrom(endless)));
            }
            int recurring = graph.recurring();
            if (returns && recurring >= 0) {
                return result(Promise.NO_LIVELOCK, "a run can come back here again and again", stepsTo(recurring));
            }
        }
        return result(null, null, new int[0]);
    }

    /** All states are known. */
    private StepGraph takeAllStepsAgain() {
        StepGraph all = new StepGraph();
        for (int state = 0; state < visited.count(); state++) {
            Expansions steps = expand(state);
            steps.readState(here);
            while (steps.hasStep()) {
                int step = readStep(steps);
                int next = add(state);
                if (!Step.isOptional(step)) {
                    all.follows(next, Step.kind(step) == Step.Kind.SWITCH_TIMER);
                }
            }
            all.close(steps.readClose());
        }
        return all;
    }

    /** The steps that were taken from a state. */
    private Expansions expand(int state) {
        return whole.get(state) ? expander.expandWhole(state) : expander.expand(state, 1);
    }

    /** The steps from the first state to this one. */
    private int[] stepsTo(int state) {
        int[] list = new int[visited.depth(state)];
        int to = state;
        for (int i = list.length - 1; i >= 0; i--) {
            list[i] = step(visited.parent(to), to);
            to = visited.parent(to);
        }
        return list;
    }

    /** The first step that leads from a state to another. */
    private int step(int from, int to) {
        Expansions steps = expand(from);
        steps.readState(here);
        while (steps.hasStep()) {
            if (steps.isBroken()) {
                steps.readBrokenStep();
                steps.readFinding();
                continue;
            }
            int step = readStep(steps);
            if (add(from) == to) {
                return step;
            }
        }
        throw new IllegalStateException("no step leads from state " + from + " to state " + to + ", which it found");
    }

    private Exploration result(Promise broken, String how, int[] trace) {
        return new Exploration(
                model,
                visited.count(),
                visited.depth(visited.count() - 1),
                transitions,
                ends.count(),
                broken,
                how,
                trace);
    }
}
