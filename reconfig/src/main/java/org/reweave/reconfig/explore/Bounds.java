package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sizes of buffers, and largest numbers of faults and losses.
 *
 * @param inputSlots packets that an input queue of a (port, VL) holds: 1 or 2
 * @param outputSlots packets that an output queue of a (port, VL) holds: 0 (none) to 2
 * @param losses messages to or from devices that are lost in spite of all retries: 0 or 1
 * @param faults times that a link or a switch fails: 0 to 2
 * @param together links and switches that have failed at a time: 0 to 2
 * @param recoveries times that a link or switch that has failed works again: 0 to 2
 * @param haste timers of waiting for an answer that run out while it is still under way: 0 or 1
 * @param late messages that the manager has given up and that come to their devices all the same: 0 to 2
 * @param takeovers times that a second manager takes over: 0 or 1
 * @param restarts switches that restart: 0 to 2
 * @param queueing the queues that share an input port's slots of a VL
 */
public record Bounds(
        int inputSlots,
        int outputSlots,
        int losses,
        int faults,
        int together,
        int recoveries,
        int haste,
        int late,
        int takeovers,
        int restarts,
        Queueing queueing) {
    /** One packet a buffer, no output queues, and nothing goes wrong. */
    public static final Bounds LEAST = new Bounds(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, Queueing.FIFO);

    public Bounds {
        List<String> wrong = new ArrayList<>();
        check(wrong, "inputSlots", inputSlots, 1, 2);
        check(wrong, "outputSlots", outputSlots, 0, 2);
        check(wrong, "losses", losses, 0, 1);
        check(wrong, "faults", faults, 0, 2);
        check(wrong, "together", together, 0, 2);
        check(wrong, "recoveries", recoveries, 0, 2);
        check(wrong, "haste", haste, 0, 1);
        check(wrong, "late", late, 0, 2);
        check(wrong, "takeovers", takeovers, 0, 1);
        check(wrong, "restarts", restarts, 0, 2);
        if (restarts > 0 && late + takeovers > 0) {
            wrong.add("restarts = " + restarts + " with late SMPs or two managers; leave one of them out");
        }
        if (late > 0 && takeovers > 0) {
            wrong.add("late = " + late + " with two managers; leave one of them out");
        }
        if (late > 0 && losses + faults + haste == 0) {
            wrong.add("late = " + late + " where the manager gives nothing up; raise losses, faults or haste");
        }
        if (queueing != Queueing.FIFO && inputSlots == 1) {
            wrong.add("several queues for inputSlots = 1; raise it to 2");
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("bounds of a model: " + String.join("; ", wrong));
        }
    }

    public Bounds withSlots(int input, int output) {
        return with(bounds -> {
            bounds.inputSlots = input;
            bounds.outputSlots = output;
        });
    }

    public Bounds withLosses(int other) {
        return with(bounds -> bounds.losses = other);
    }

    /** So many links and switches may fail, all of them at a time, and none works again. */
    public Bounds withFaults(int all) {
        return withFaults(all, all, 0);
    }

    /**
     * @param once that are down at a time
     * @param back times that one works again
     */
    public Bounds withFaults(int all, int once, int back) {
        return with(bounds -> {
            bounds.faults = all;
            bounds.together = once;
            bounds.recoveries = back;
        });
    }

    /** @param other timers of waiting that run out early */
    public Bounds withHaste(int other) {
        return with(bounds -> bounds.haste = other);
    }

    /** @param other messages given up that come all the same */
    public Bounds withLate(int other) {
        return with(bounds -> bounds.late = other);
    }

    /** @param other times that a second manager takes over */
    public Bounds withTakeovers(int other) {
        return with(bounds -> bounds.takeovers = other);
    }

    /** @param other switches that restart */
    public Bounds withRestarts(int other) {
        return with(bounds -> bounds.restarts = other);
    }

    public Bounds withQueueing(Queueing other) {
        return with(bounds -> bounds.queueing = other);
    }

    private Bounds with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.bounds();
    }

    /** Bounds in the making. */
    private static final class Draft {
        private int inputSlots;
        private int outputSlots;
        private int losses;
        private int faults;
        private int together;
        private int recoveries;
        private int haste;
        private int late;
        private int takeovers;
        private int restarts;
        private Queueing queueing;

        Draft(Bounds from) {
            inputSlots = from.inputSlots;
            outputSlots = from.outputSlots;
            losses = from.losses;
            faults = from.faults;
            together = from.together;
            recoveries = from.recoveries;
            haste = from.haste;
            late = from.late;
            takeovers = from.takeovers;
            restarts = from.restarts;
            queueing = from.queueing;
        }

        Bounds bounds() {
            return new Bounds(
                    inputSlots,
                    outputSlots,
                    losses,
                    faults,
                    together,
                    recoveries,
                    haste,
                    late,
                    takeovers,
                    restarts,
                    queueing);
        }
    }

    private static void check(List<String> wrong, String what, int value, int least, int most) {
        if (value < least || value > most) {
            wrong.add(what + " = " + value + " is not in " + least + ".." + most);
        }
    }

    @Override
    public String toString() {
        return inputSlots + " packet" + (inputSlots == 1 ? "" : "s") + " per input queue, " + outputSlots
                + " per output queue, " + losses + " losses, " + faults + " faults"
                + (together < faults ? " (" + together + " at a time), " : ", ") + recoveries + " recoveries, "
                + haste + " timers early"
                + (late > 0 ? ", " + late + " late" : "")
                + (takeovers > 0 ? ", " + takeovers + " takeover" : "")
                + (restarts > 0 ? ", " + restarts + " restart" + (restarts == 1 ? "" : "s") : "")
                + (queueing == Queueing.FIFO ? "" : ", " + queueing.words() + " an input port and VL");
    }
}
