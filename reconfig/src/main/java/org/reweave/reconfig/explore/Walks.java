package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.reweave.reconfig.explore.Expansions.Finding;
import org.reweave.reconfig.spi.Promise;

/**
 * Walks from the first state of a model, each step drawn uniformly from all that change the state: for models with more
 * states than an {@link Explorer} can know. Every step and every end of each visited state is judged, drawn or not. A
 * seed repeats all walks. That nothing was found is no proof.
 */
public final class Walks {
    /** Steps after which a walk is given up; runs of models that fit a search are some hundred long. */
    static final int LONGEST = 10_000;

    private final Model model;
    private final VisitedStates visited;
    private final Expander expander;
    private final int[] here; // the state whose steps are read, as a tree
    private final int[] there;
    private final boolean[] changed;
    private final int[] drawn; // where the step drawn last leads
    private final boolean[] drawnChanges;
    private final List<Integer> walk = new ArrayList<>(); // the steps of the walk under way
    private int walks;
    private int givenUp;
    private int longest;
    private long steps;
    private long ends;
    private boolean isFull;
    private Promise broken; // null = none
    private String how;

    private Walks(Model model, Set<Promise> promises) {
        this.model = model;
        this.visited = new VisitedStates(new World(model, false).partCount(), model.budget());
        this.expander = new Expander(model, EnumSet.copyOf(promises), new Contents(), visited, false, false);
        this.here = visited.newTree();
        this.there = visited.newTree();
        this.changed = new boolean[here.length];
        this.drawn = visited.newTree();
        this.drawnChanges = new boolean[here.length];
    }

    /**
     * Walks until a promise is broken, a number of walks is reached, or the states visited are as many as the model's
     * budget.
     *
     * @param promises that are judged by a step or at an end: whether an end can be reached from everywhere, and
     *     whether a run goes round for ever, no walk shows
     * @param progress receives the number of visited states from time to time
     */
    public static Walks of(Model model, Set<Promise> promises, int count, long seed, IntConsumer progress) {
        Walks all = new Walks(model, promises);
        all.expander.first(all.drawn);
        Arrays.fill(all.drawnChanges, true);
        all.visit(-1);
        SplittableRandom seeds = new SplittableRandom(seed);
        while (all.walks < count && all.broken == null && !all.isFull) {
            all.walkOnce(seeds.split());
            progress.accept(all.visited.count());
        }
        return all;
    }

    private void walkOnce(SplittableRandom random) {
        walk.clear();
        walks++;
        int state = 0;
        while (walk.size() < LONGEST) {
            int step = draw(expander.expand(state, 1), random);
            if (step >= 0) {
                walk.add(step);
            }
            longest = Math.max(longest, walk.size());
            if (step < 0 || broken != null) {
                return;
            }
            steps++;
            state = visit(state);
            if (isFull) {
                return;
            }
        }
        givenUp++;
    }

    /** The number of the state that was drawn. */
    private int visit(int from) {
        visited.rise(drawn, drawnChanges);
        try {
            int found = visited.add(drawn, from);
            return found >= 0 ? found : -1 - found;
        } catch (StateBudgetException full) {
            isFull = true;
            return -1;
        }
    }

    /**
     * Judges a state and draws a step from it.
     *
     * @return the step that breaks a promise, or the drawn one; -1 = there is none, or the state itself breaks one
     */
    private int draw(Expansions all, SplittableRandom random) {
        int step = -1;
        int choices = 0;
        all.readState(here);
        while (all.hasStep()) {
            if (all.isBroken()) {
                int breaking = all.readBrokenStep();
                judge(all.readFinding());
                return breaking;
            }
            System.arraycopy(here, 0, there, 0, here.length);
            Arrays.fill(changed, false);
            int next = all.readStep(visited, there, changed);
            if (random.nextInt(++choices) == 0) {
                step = next;
                System.arraycopy(there, 0, drawn, 0, there.length);
                System.arraycopy(changed, 0, drawnChanges, 0, changed.length);
            }
        }
        if (all.readClose()) {
            ends++;
            judge(all.readFinding());
        }
        return broken == null ? step : -1;
    }

    private void judge(Finding finding) {
        if (finding.error() != null) {
            throw finding.error();
        }
        broken = finding.broken();
        how = finding.how();
    }

    /** Walks begun. */
    public int walks() {
        return walks;
    }

    /** Different states visited. */
    public int states() {
        return visited.count();
    }

    /** Steps taken, by all walks together. */
    public long steps() {
        return steps;
    }

    /** Times that a walk was at an end. */
    public long ends() {
        return ends;
    }

    /** Steps of the longest walk. */
    public int longest() {
        return longest;
    }

    /** The promise that is not kept, or null. */
    public Promise broken() {
        return broken;
    }

    /** The steps to the broken promise, for {@link Replay#of}; empty when none was broken. */
    public List<Integer> trace() {
        return broken == null ? List.of() : List.copyOf(walk);
    }

    /** One line, followed by the steps to the broken promise if there is one. */
    @Override
    public String toString() {
        String name = model.name() + ", " + model.scheme().name();
        String reach = walks + " random walks, " + steps + " steps, " + visited.count() + " states, " + ends
                + " times at an end, the longest walk " + longest + " steps"
                + (givenUp > 0 ? ", " + givenUp + " given up after " + LONGEST : "")
                + (isFull ? "; ended by the budget of " + model.budget() + " states" : "");
        if (broken == null) {
            return name + ": no promise broken, which is no proof; " + reach + "; within "
                    + model.packets().size() + " packets, " + model.bounds()
                    + (model.startsBare() ? ", a bare start" : "")
                    + (model.frailty().oldTables() ? ", old tables after a restart" : "");
        }
        return name + ": " + broken.broken() + " (" + broken + ": " + how + "), found by " + reach
                + "; a shorter way may exist\n" + Replay.of(model, trace());
    }
}
