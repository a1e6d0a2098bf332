package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;

/**
 * An emulated table or figure as data: a scenario, what varies over it, what is read from each run, and what the paper
 * says of it. {@link Emulated} runs it.
 *
 * @param base that everything else is set over
 * @param cases what varies along the axis, in its order
 * @param methods what is compared, one curve each
 * @param runs of each case and method, by effort: seeds from the settings' on
 * @param redrawn whether sets of faults that a method does not tolerate are left out and others drawn instead
 * @param shown a part of the outcome each
 * @param claims what the paper prints
 */
public record Experiment(
        String name,
        String title,
        String source,
        String needs,
        String axis,
        Base base,
        List<Case> cases,
        List<Method> methods,
        Runs runs,
        boolean redrawn,
        List<RunValue> shown,
        List<Claim> claims,
        List<String> remarks) {
    /** Stands in the overrides of a case for the time at which its faults happen, which is the method's. */
    public static final String FAULT_TIME = "<fault>";

    /**
     * A scenario that several experiments may share; equal runs of theirs are executed once.
     *
     * @param text of the scenario, without name and description
     */
    public record Base(String name, String text) {
        /** The whole scenario. */
        public String scenario() {
            return "description = \"" + name + "\"\n" + text;
        }
    }

    /**
     * A place on the axis.
     *
     * @param x null = not plotted
     * @param from the least effort that computes it
     * @param overrides as {@code --set} has them
     */
    public record Case(String label, Double x, Effort from, List<String> overrides) {
        public static Case of(String label, double x, String... overrides) {
            return new Case(label, x, Effort.QUICK, List.of(overrides));
        }

        public Case from(Effort least) {
            return new Case(label, x, least, overrides);
        }
    }

    /**
     * A curve.
     *
     * @param faultTime of the cases' faults
     * @param overrides as {@code --set} has them
     */
    public record Method(String label, String faultTime, List<String> overrides) {
        public static Method of(String label, String... overrides) {
            return new Method(label, "0ns", List.of(overrides));
        }

        public Method failingAt(String time) {
            return new Method(label, time, overrides);
        }
    }

    /** Numbers of runs, by effort. */
    public record Runs(int quick, int standard, int full) {
        public int at(Effort effort) {
            return effort.pick(quick, standard, full);
        }
    }

    public Experiment {
        cases = List.copyOf(cases);
        methods = List.copyOf(methods);
        shown = List.copyOf(shown);
        claims = List.copyOf(claims);
        remarks = List.copyOf(remarks);
    }

    /** Sets of faults that a method does not tolerate are kept, and count. */
    public Experiment(
            String name,
            String title,
            String source,
            String needs,
            String axis,
            Base base,
            List<Case> cases,
            List<Method> methods,
            Runs runs,
            List<RunValue> shown,
            List<Claim> claims,
            List<String> remarks) {
        this(name, title, source, needs, axis, base, cases, methods, runs, false, shown, claims, remarks);
    }

    /** A copy of this experiment in which other faults are drawn for those that a method does not tolerate. */
    public Experiment redrawing() {
        return new Experiment(
                name, title, source, needs, axis, base, cases, methods, runs, true, shown, claims, remarks);
    }

    /** The cases that an effort computes. */
    public List<Case> cases(Effort effort) {
        return cases.stream().filter(one -> one.from().compareTo(effort) <= 0).toList();
    }

    /** Overrides of the base for a case under a method; those of the method come last and win. */
    public static List<String> overrides(Case one, Method method) {
        List<String> all = new ArrayList<>();
        one.overrides().forEach(set -> all.add(set.replace(FAULT_TIME, method.faultTime())));
        all.addAll(method.overrides());
        return all;
    }

    /** Override by which so many random links between switches fail. */
    public static String failedLinks(int count) {
        return "faults=["
                + String.join(", ", java.util.Collections.nCopies(count, "{at=" + FAULT_TIME + ",link=random}")) + "]";
    }
}
