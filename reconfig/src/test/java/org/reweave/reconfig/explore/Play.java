package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/** A machine that goes to any state; a state is its words, part by part. */
final class Play {
    private final Machine machine;
    private final Steps steps = new Steps();

    Play(Model model, Set<Promise> promises) {
        this.machine = new Machine(model, promises);
    }

    List<List<Long>> state() {
        List<List<Long>> parts = new ArrayList<>();
        for (int part = 0; part < machine.world.partCount(); part++) {
            StateWriter writer = new StateWriter();
            machine.world.visit(part, writer);
            parts.add(java.util.Arrays.stream(writer.toArray()).boxed().toList());
        }
        return parts;
    }

    private void goTo(List<List<Long>> state) {
        for (int part = 0; part < state.size(); part++) {
            long[] words = state.get(part).stream().mapToLong(Long::longValue).toArray();
            machine.world.visit(part, new StateReader(words));
        }
    }

    /** The state after a step, or the promise that the step breaks. */
    Object after(List<List<Long>> state, int step) {
        goTo(state);
        machine.perform(step);
        return machine.watch.broken() == null ? state() : machine.watch.broken();
    }

    /**
     * A state after what is on the way and makes no difference: a report that changes nothing when it comes, and, where
     * there are no output queues, the arrival of a packet that has waited for a separator ahead of it.
     */
    List<List<Long>> settled(List<List<Long>> state) {
        goTo(state);
        World world = machine.world;
        for (int channel = 0; channel < world.outputs.length; channel++) {
            if (machine.model.bounds().outputSlots() == 0 && Queues.isPacket(Queues.get(world.outputs[channel], 0))) {
                return after(state, Step.of(Step.Kind.CROSS, channel, 0)) instanceof List<?> next
                        ? settled(cast(next))
                        : state;
            }
        }
        for (int at = world.desk.reports.count() - 1; at >= 0; at--) {
            goTo(state);
            List<List<Long>> reported = reported(state, at);
            goTo(state);
            world.desk.reports.remove(at);
            if (state().equals(reported)) {
                return settled(reported);
            }
        }
        return state;
    }

    @SuppressWarnings("unchecked")
    static List<List<Long>> cast(Object state) {
        return (List<List<Long>>) state;
    }

    private List<List<Long>> reported(List<List<Long>> state, int at) {
        machine.perform(Step.of(Step.Kind.REPORT, at, 0));
        return machine.watch.broken() == null ? state() : state;
    }

    /** The steps of a state's persistent set, by name; empty where the set leaves out nothing. */
    Map<String, Integer> persistent(List<List<Long>> state) {
        goTo(state);
        return machine.collect(steps, true) ? effective(state) : Map.of();
    }

    /** The steps that a search without persistent sets takes, by name. */
    Map<String, Integer> searched(List<List<Long>> state) {
        goTo(state);
        machine.collect(steps, false);
        return effective(state);
    }

    /** The steps that a search takes, by name: a local one, those of a persistent set, or all. */
    Map<String, Integer> kept(List<List<Long>> state) {
        goTo(state);
        machine.collect(steps, true);
        return effective(state);
    }

    /** All steps that change a state, by name. */
    Map<String, Integer> all(List<List<Long>> state) {
        goTo(state);
        machine.collectAll(steps);
        return effective(state);
    }

    private Map<String, Integer> effective(List<List<Long>> state) {
        Map<String, Integer> named = names();
        named.values().removeIf(step -> after(state, step).equals(state));
        return named;
    }

    /** All steps, whether they change anything or not, by name. */
    Map<String, Integer> named(List<List<Long>> state) {
        goTo(state);
        machine.collectAll(steps);
        return names();
    }

    private Map<String, Integer> names() {
        Map<String, Integer> named = new LinkedHashMap<>();
        for (int i = 0; i < steps.count(); i++) {
            named.put(name(steps.get(i)), steps.get(i));
        }
        return named;
    }

    /** A name that stays the same wherever the step is possible. */
    private String name(int step) {
        World world = machine.world;
        int a = Step.a(step);
        int b = Step.b(step);
        return Step.kind(step) + " "
                + switch (Step.kind(step)) {
                    case INJECT -> "packet " + world.nextOf(a) + " on " + b;
                    case ROUTE -> "packet " + world.toRoute(step);
                    case OFFER -> "packet " + world.offered(step) + " to " + world.offeredWay(step);
                    case CROSS -> a + ", " + Queues.get(world.outputs[a], 0);
                    case SMP, ANSWER -> a + ", " + world.desk.smps.what(b) + " " + world.desk.smps.argument(b);
                    case LATE -> a + ", " + world.late.what(b) + " " + world.late.argument(b);
                    case REPORT, LOSE -> world.desk.reports.device(a) + ", " + world.desk.reports.message(a);
                    case BLOCK -> world.desk.smps.device(a) + ", " + b;
                    default -> a + " " + b;
                };
    }
}
