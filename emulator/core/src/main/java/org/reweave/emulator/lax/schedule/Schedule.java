package org.reweave.emulator.lax.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The choices of {@code run.lax.schedule}: threads, or a scheduler that the seed repeats. */
public enum Schedule {
    /** Actors on threads, as the machine schedules them: only the journal repeats such a run. */
    THREADS {
        @Override
        public Scheduler scheduler(long seed, int[][] neighbours) {
            throw new IllegalStateException("threads schedule themselves");
        }
    },
    /**
     * Islands are drawn, for turns of a drawn length, and so is how many of the frames that have come they are given.
     */
    UNIFORM {
        @Override
        public Scheduler scheduler(long seed, int[][] neighbours) {
            return new UniformScheduler(new ScheduleDraws(seed), neighbours.length);
        }
    },
    /** Islands are drawn; frames of a fifth of the links wait, for a drawn time, then those of another fifth. */
    WITHHELD {
        @Override
        public Scheduler scheduler(long seed, int[][] neighbours) {
            return new WithheldScheduler(new ScheduleDraws(seed), neighbours.length);
        }
    },
    /** The first island in an order of priority goes on; at drawn steps it becomes the last: {@link PctScheduler}. */
    PCT {
        @Override
        public Scheduler scheduler(long seed, int[][] neighbours) {
            return new PctScheduler(new ScheduleDraws(seed), neighbours.length);
        }
    },
    /** The next step of each island has a drawn priority: {@link PosScheduler}. */
    POS {
        @Override
        public Scheduler scheduler(long seed, int[][] neighbours) {
            return new PosScheduler(new ScheduleDraws(seed), neighbours);
        }
    },
    /** An island where something of the protocol has happened, or a neighbour of it, is often held back then. */
    AIMED {
        @Override
        public Scheduler scheduler(long seed, int[][] neighbours) {
            return new AimedScheduler(new ScheduleDraws(seed), neighbours);
        }
    },
    /** Nothing is drawn: the frames that the scenario lists are late, and no others. */
    LISTED {
        @Override
        public Scheduler scheduler(long seed, int[][] neighbours) {
            return new InOrderScheduler(neighbours.length);
        }
    };

    /**
     * A scheduler for one run.
     *
     * @param neighbours by island: islands that it has links to
     */
    public abstract Scheduler scheduler(long seed, int[][] neighbours);

    /** The word for it in scenarios and options. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws java.util.NoSuchElementException when there is none of that label */
    public static Schedule of(String label) {
        return Arrays.stream(values())
                .filter(one -> one.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(Schedule::label).toList();
    }

    /** Whether the scenario alone repeats a run. */
    public boolean isSeeded() {
        return this != THREADS;
    }

    /** Whether the seed decides what is late. */
    public boolean isDrawn() {
        return isSeeded() && this != LISTED;
    }
}
