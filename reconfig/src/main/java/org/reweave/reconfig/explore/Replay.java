package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.reweave.reconfig.spi.Promise;

/** Takes a model along a list of steps, independently of the search that found it. */
public final class Replay {
    private final List<String> lines;
    private final Promise broken;
    private final List<Integer> stuck;
    private final String drawing;

    private Replay(List<String> lines, Promise broken, List<Integer> stuck, String drawing) {
        this.lines = List.copyOf(lines);
        this.broken = broken;
        this.stuck = List.copyOf(stuck);
        this.drawing = drawing;
    }

    /** @throws IllegalArgumentException when a step is not possible where the list has it, naming it */
    public static Replay of(Model model, List<Integer> steps) {
        Machine machine = new Machine(model, EnumSet.allOf(Promise.class));
        Narrator narrator = new Narrator(machine.world);
        List<String> lines = new ArrayList<>();
        Steps possible = new Steps();
        Promise broken = null;
        for (int i = 0; i < steps.size(); i++) {
            int step = steps.get(i);
            machine.collectAll(possible);
            if (!possible.contains(step)) {
                throw new IllegalArgumentException("step " + (i + 1) + " of " + steps.size() + " is not possible: "
                        + Step.kind(step) + " " + Step.a(step) + " " + Step.b(step));
            }
            String before = narrator.before(step);
            machine.perform(step);
            lines.add(before + narrator.after(step));
            broken = machine.watch.broken();
        }
        WaitFor waits = new WaitFor(machine.world);
        return new Replay(lines, broken, waits.cycle(), waits.drawing());
    }

    /** The steps, in words. */
    public List<String> lines() {
        return lines;
    }

    /** The promise that the last step itself broke; null when the state after the last step breaks a promise. */
    public Promise broken() {
        return broken;
    }

    /** The packets that wait for each other in a ring, in this order; empty when none do. */
    public List<Integer> cycle() {
        return stuck;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append(String.format("%4d  %s%n", i + 1, lines.get(i)));
        }
        return text + drawing;
    }
}
