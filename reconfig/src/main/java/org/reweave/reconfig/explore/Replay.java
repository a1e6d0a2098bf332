package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.reweave.reconfig.spi.Promise;

/** Takes a model along a list of steps, independently of the search that found it. */
public final class Replay {
    /**
     * A step with its place.
     *
     * @param device where it happens
     * @param words as in {@link #lines}
     * @param cause number of the step, from 0, that sent what comes here; -1 = none is known
     * @param certain whether nothing equal was under way
     */
    public record Moment(String device, String words, int cause, boolean certain) {}

    private static final String MANAGER = "manager";

    private final List<Moment> moments;
    private final Promise broken;
    private final List<Integer> stuck;
    private final String drawing;

    private Replay(List<Moment> moments, Promise broken, List<Integer> stuck, String drawing) {
        this.moments = List.copyOf(moments);
        this.broken = broken;
        this.stuck = List.copyOf(stuck);
        this.drawing = drawing;
    }

    /** @throws IllegalArgumentException when a step is not possible where the list has it, naming it */
    public static Replay of(Model model, List<Integer> steps) {
        Machine machine = new Machine(model, EnumSet.allOf(Promise.class));
        Narrator narrator = new Narrator(machine.world);
        Origins origins = new Origins(machine.world);
        List<Moment> moments = new ArrayList<>();
        Steps possible = new Steps();
        Promise broken = null;
        for (int i = 0; i < steps.size(); i++) {
            int step = steps.get(i);
            machine.collectAll(possible);
            if (!possible.contains(step)) {
                machine.collectLastResort(possible);
            }
            if (!possible.contains(step)) {
                throw new IllegalArgumentException("step " + (i + 1) + " of " + steps.size() + " is not possible: "
                        + Step.kind(step) + " " + Step.a(step) + " " + Step.b(step));
            }
            String before = narrator.before(step);
            String device = device(machine.world, step);
            Origins.Origin origin = origins.of(step);
            machine.perform(step);
            origins.taken(i, step);
            moments.add(new Moment(
                    device,
                    before + narrator.after(step),
                    origin == null ? -1 : origin.step(),
                    origin != null && origin.certain()));
            broken = machine.watch.broken();
        }
        WaitFor waits = new WaitFor(model, machine.world);
        return new Replay(moments, broken, waits.cycle(), waits.drawing());
    }

    private static String device(World world, int step) {
        int a = Step.a(step);
        return switch (Step.kind(step)) {
            case INJECT -> world.fabric.deviceName(world.fabric.nicDevice(a));
            case ROUTE, OFFER, CROSS -> world.fabric.deviceName(world.to(a));
            case BLOCK -> world.fabric.deviceName(world.desk.smps.device(a));
            case SMP, LATE, SWITCH_TIMER, SWITCH_FAULT, SWITCH_RECOVERY, RESTART, AWAY, BACK ->
                world.fabric.deviceName(a);
            case FAULT, RECOVERY -> world.fabric.deviceName(world.fabric.linkDevice(a, 0));
            case ANSWER, SILENCE, IN_VAIN, REPORT, LOSE, TIMER, TRAP, TAKEOVER, DETECT, COMPUTE, PLAN -> MANAGER;
        };
    }

    /** The steps, in words. */
    public List<String> lines() {
        return moments.stream().map(Moment::words).toList();
    }

    /** The steps with their places and causes. */
    public List<Moment> moments() {
        return moments;
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
        for (int i = 0; i < moments.size(); i++) {
            text.append(String.format("%4d  %s%n", i + 1, moments.get(i).words()));
        }
        return text + drawing;
    }
}
