package org.reweave.reconfig.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Remembers for each thing on its way (packets and separators, SMPs, reports) which step sent it, while a model is
 * taken along a list of steps. Things are known by their contents: of equal ones the first sent is the first to come.
 */
final class Origins {
    /**
     * The step that sent something.
     *
     * @param certain whether nothing equal was under way
     */
    record Origin(int step, boolean certain) {}

    private final World world;
    private final Map<List<Long>, Deque<Integer>> sent = new HashMap<>(); // by thing; never iterated
    private final Map<String, Integer> lastAt = new HashMap<>(); // step by its subject; never iterated
    private Map<List<Long>, Integer> underWay;

    Origins(World world) {
        this.world = world;
        this.underWay = underWay();
    }

    private static int compare(List<Long> a, List<Long> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = Long.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private static List<Long> thing(Step.Kind kind, long... contents) {
        List<Long> thing = new ArrayList<>(List.of((long) kind.ordinal()));
        for (long part : contents) {
            thing.add(part);
        }
        return thing;
    }

    private Map<List<Long>, Integer> underWay() {
        Map<List<Long>, Integer> all = new TreeMap<>(Origins::compare);
        for (int channel = 0; channel < world.outputs.length; channel++) {
            for (long rest = world.outputs[channel]; rest != 0; rest >>>= 8) {
                all.merge(thing(Step.Kind.CROSS, channel, rest & 0xff), 1, Integer::sum);
            }
            for (long rest = world.inputs[channel]; rest != 0; rest >>>= 8) {
                all.merge(thing(Step.Kind.ROUTE, channel, rest & 0xff), 1, Integer::sum);
            }
        }
        for (int i = 0; i < world.desk.smps.count(); i++) {
            if (!world.desk.smps.hasCome(i)) {
                all.merge(smp(i), 1, Integer::sum);
            }
        }
        for (int i = 0; i < world.desk.reports.count(); i++) {
            all.merge(report(i), 1, Integer::sum);
        }
        return all;
    }

    private List<Long> smp(int at) {
        return thing(Step.Kind.SMP, world.desk.smps.device(at), world.desk.smps.what(at), world.desk.smps.argument(at));
    }

    private List<Long> report(int at) {
        return thing(Step.Kind.REPORT, world.desk.reports.device(at), world.desk.reports.message(at));
    }

    /** The step that a step comes from, which is not yet taken; null = none of another device is known. */
    Origin of(int step) {
        if (Step.isOfFormer(step)) {
            return null;
        }
        int a = Step.a(step);
        return switch (Step.kind(step)) {
            case CROSS -> taken(thing(Step.Kind.CROSS, a, Queues.get(world.outputs[a], 0)));
            case ROUTE -> taken(thing(Step.Kind.ROUTE, a, world.toRoute(step) + 1));
            case BLOCK -> sentBy(smp(a));
            case SMP -> taken(smp(Step.b(step)));
            case REPORT, LOSE -> taken(report(a));
            case ANSWER -> last("smp " + a);
            case TRAP -> last("fault " + a);
            default -> null;
        };
    }

    private Origin taken(List<Long> thing) {
        Deque<Integer> steps = sent.get(thing);
        return steps == null || steps.isEmpty() ? null : new Origin(steps.remove(), steps.isEmpty());
    }

    private Origin sentBy(List<Long> thing) {
        Deque<Integer> steps = sent.get(thing);
        return steps == null || steps.isEmpty() ? null : new Origin(steps.element(), steps.size() == 1);
    }

    private Origin last(String subject) {
        Integer step = lastAt.get(subject);
        return step == null ? null : new Origin(step, true);
    }

    /** A step was taken: what is under way since then was sent by it. */
    void taken(int number, int step) {
        switch (Step.kind(step)) {
            case SMP -> lastAt.put("smp " + Step.a(step), number);
            case FAULT -> lastAt.put("fault " + Step.a(step), number);
            default -> {}
        }
        Map<List<Long>, Integer> now = underWay();
        now.forEach((thing, count) -> {
            int before = underWay.getOrDefault(thing, 0);
            for (int i = before; i < count; i++) {
                sent.computeIfAbsent(thing, none -> new ArrayDeque<>()).add(number);
            }
        });
        underWay = now;
    }
}
