package org.reweave.reconfig.explore;

/** A step of a model as an int: a kind, and two small numbers for the place. Within a state a step has one outcome. */
final class Step {
    /** The kinds of steps. */
    enum Kind {
        /** A NIC puts its next packet on its link. */
        INJECT(true),
        /**
         * The switch behind a channel chooses where a packet there may go: the oldest one without a way, or the one at
         * place {@code b} - 1.
         */
        ROUTE(false),
        /**
         * A head behind a channel is offered one of its ways; {@code b} is the head's place among the packets there
         * times {@link World#WAYS}, plus the number of the way.
         */
        OFFER(false),
        /** The first thing in an output queue crosses its link. */
        CROSS(false),
        /**
         * The {@code b}-th SMP under way comes to its device; with local steps first the manager has the answer at
         * once.
         */
        SMP(false),
        /** Block {@code b} of the tables in the {@code a}-th SMP under way is in force; see {@link TableBlocks}. */
        BLOCK(false),
        /** The answer to the {@code b}-th SMP comes to the manager. */
        ANSWER(false),
        /** All SMPs of the manager to a device, and all repetitions of these SMPs, are lost. */
        SILENCE(true),
        /**
         * The manager gives a device up: its SMPs to the device, or their answers, have died on a link that has failed,
         * and so have all repetitions.
         */
        IN_VAIN(false),
        /** The {@code b}-th SMP that the manager has given up comes to its device {@code a} all the same. */
        LATE(true),
        /** The {@code a}-th report under way comes to the manager. */
        REPORT(false),
        /** The {@code a}-th report under way is lost. */
        LOSE(true),
        /** A timer of the manager's protocol runs out. */
        TIMER(false),
        /**
         * A trap tells the manager that link {@code a} has failed; {@code b} = 1: further traps tell of every other
         * failed link unknown to the manager. NICs are notified before the discovery.
         */
        TRAP(false),
        /**
         * The second manager takes over; {@code b} = 1: the first one is dead, otherwise both believe to be the only
         * one.
         */
        TAKEOVER(true),
        /** The manager finds out what has changed. */
        DETECT(false),
        /** New tables are computed. */
        COMPUTE(false),
        /** A timer of a switch runs out; {@code b} says which. */
        SWITCH_TIMER(false),
        /** A link fails; {@code b} = 1: and takes along what has not been routed behind it. */
        FAULT(true),
        /** A link that has failed works again. */
        RECOVERY(true),
        /** A switch fails with all its links; {@code b} as for a link. */
        SWITCH_FAULT(true),
        /** A switch that has failed works again, and so do its links. */
        SWITCH_RECOVERY(true),
        /**
         * Switch {@code a} restarts, without tables: its links go down and come up. {@code b} is a sum of
         * {@link #WITH_WIRES} and {@link #WITH_MANAGEMENT}.
         */
        RESTART(true),
        /** Switch {@code a}, which restarts, goes down with its links. {@code b} as for {@link #RESTART}. */
        AWAY(true),
        /** A switch that has gone down comes up, without tables, and so do its links. */
        BACK(true),
        /** The time of the planned change comes, in a model that starts bare. */
        PLAN(false);

        /** What has not been routed behind the switch's links is lost. */
        static final int WITH_WIRES = 1;

        /** Answers, reports and broadcasts that are in the switch or on its links are lost. */
        static final int WITH_MANAGEMENT = 2;

        /** Values of {@code b} of a restart. */
        static final int RESTARTS = 4;

        /** Whether a run may end without this step. */
        final boolean optional;

        Kind(boolean optional) {
            this.optional = optional;
        }
    }

    private static final int FIELD = 12;
    private static final int OF_FORMER = 1 << 30;
    private static final int KIND = 0x3f;
    private static final Kind[] KINDS = Kind.values();

    private Step() {}

    static int of(Kind kind, int a, int b) {
        if (a >>> FIELD != 0 || b >>> FIELD != 0) {
            throw new IllegalArgumentException(kind + " " + a + " " + b + ": a number is beyond " + ((1 << FIELD) - 1));
        }
        return kind.ordinal() << 2 * FIELD | a << FIELD | b;
    }

    static Kind kind(int step) {
        return KINDS[step >>> 2 * FIELD & KIND];
    }

    /** The same step of the former manager, or of its SMPs and reports. */
    static int ofFormer(int step) {
        return step | OF_FORMER;
    }

    static boolean isOfFormer(int step) {
        return (step & OF_FORMER) != 0;
    }

    /** Whether a run may end without this step: the former manager may stop at any time. */
    static boolean isOptional(int step) {
        return kind(step).optional || isOfFormer(step);
    }

    static int a(int step) {
        return step >>> FIELD & (1 << FIELD) - 1;
    }

    static int b(int step) {
        return step & (1 << FIELD) - 1;
    }
}
