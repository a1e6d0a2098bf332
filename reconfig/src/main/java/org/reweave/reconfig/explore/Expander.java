package org.reweave.reconfig.explore;

import java.util.Set;
import org.reweave.reconfig.explore.Expansions.Finding;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** Takes every step from states, in one world of its own; a thread that explores has one. */
final class Expander {
    private final Machine machine;
    private final Contents contents;
    private final VisitedStates visited;
    private final boolean goesBeyond;
    private final boolean mayLeaveOut;
    private final int[] numbers; // of the contents of the state that is expanded, by part
    private final int[] next; // of the contents after the step taken last
    private final int[] changed; // parts that this step has changed
    private final int[] tree;
    private final Steps steps = new Steps();
    private final StateWriter writer = new StateWriter();
    private final StateReader reader = new StateReader(new long[0]);

    /**
     * @param goesBeyond whether further steps are taken from a state of which one has broken a promise
     * @param mayLeaveOut whether persistent sets of steps do
     */
    Expander(
            Model model,
            Set<Promise> promises,
            Contents contents,
            VisitedStates visited,
            boolean goesBeyond,
            boolean mayLeaveOut) {
        this.machine = new Machine(model, promises);
        this.contents = contents;
        this.visited = visited;
        this.goesBeyond = goesBeyond;
        this.mayLeaveOut = mayLeaveOut;
        int parts = machine.world.partCount();
        this.numbers = new int[parts];
        this.next = new int[parts];
        this.changed = new int[parts];
        this.tree = visited.newTree();
        for (int part = 0; part < parts; part++) {
            numbers[part] = contents.number(words(part));
        }
    }

    private long[] words(int part) {
        writer.clear();
        machine.world.visit(part, writer);
        return writer.toArray();
    }

    /** Puts the row of the first state into a tree; nothing has been expanded yet. */
    void first(int[] into) {
        for (int part = 0; part < numbers.length; part++) {
            into[visited.leaf(part)] = numbers[part];
        }
    }

    /** Takes every step from some of the known states, or those of a persistent set. */
    Expansions expand(int first, int count) {
        Expansions all = new Expansions(first, count);
        for (int state = first; state < first + count; state++) {
            expand(state, all, mayLeaveOut);
        }
        return all;
    }

    /** Takes every step from a state, also those that a persistent set leaves out. */
    Expansions expandWhole(int state) {
        Expansions all = new Expansions(state, 1);
        expand(state, all, false);
        return all;
    }

    private void expand(int state, Expansions into, boolean leaveOut) {
        goTo(state);
        boolean leavesOut = machine.collect(steps, leaveOut);
        into.state(tree);
        boolean goesOn = take(into);
        if (leavesOut && (!goesOn || into.hasFinding())) {
            into.forgetState();
            expand(state, into, false);
        } else {
            if (!goesOn) {
                machine.collectLastResort(steps);
                goesOn = take(into);
            }
            into.close(goesOn ? null : judgeEnd(), leavesOut);
        }
    }

    /** Takes the steps; returns whether the state is no end. */
    private boolean take(Expansions into) {
        boolean goesOn = false;
        for (int i = 0; i < steps.count(); i++) {
            int step = steps.get(i);
            Finding finding = perform(step);
            int changes = changes();
            if (finding != null) {
                into.breaks(step, finding);
                goesOn = true;
            } else if (changes > 0) {
                into.leads(step, changed, changes, next);
                goesOn |= !Step.isOptional(step);
            }
            undo(changes);
            if (finding != null && !goesBeyond) {
                break;
            }
        }
        return goesOn;
    }

    /** A broken promise or an error, or null. */
    private Finding perform(int step) {
        try {
            machine.perform(step);
            Promise broken = machine.watch.broken();
            return broken == null ? null : new Finding(broken, machine.watch.how(), null);
        } catch (RuntimeException error) { // of the scheme; the search throws it when all states before are known
            return new Finding(null, null, error);
        }
    }

    private Finding judgeEnd() {
        machine.judgeEnd();
        return new Finding(machine.watch.broken(), machine.watch.how(), null);
    }

    private void goTo(int state) {
        visited.load(state, tree);
        for (int part = 0; part < numbers.length; part++) {
            int number = tree[visited.leaf(part)];
            if (number != numbers[part]) {
                numbers[part] = number;
                set(part);
            }
        }
    }

    private void set(int part) {
        reader.load(contents.get(numbers[part]));
        machine.world.visit(part, reader);
    }

    private int changes() {
        int changes = 0;
        for (int part = 0; part < numbers.length; part++) {
            writer.clear();
            machine.world.visit(part, writer);
            if (!writer.holds(contents.get(numbers[part]))) {
                next[part] = contents.number(writer.toArray());
                changed[changes++] = part;
            }
        }
        return changes;
    }

    private void undo(int changes) {
        for (int i = 0; i < changes; i++) {
            set(changed[i]);
        }
    }
}
