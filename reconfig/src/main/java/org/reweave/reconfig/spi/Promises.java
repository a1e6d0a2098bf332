package org.reweave.reconfig.spi;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The promises of a scheme, as clauses that are applied in the order in which they are written: some promises hold or
 * fail only under certain options, or under certain faults and losses.
 */
public final class Promises {
    /** Promises that almost every scheme with a manager keeps. */
    public static final Promises BASIC = new Promises(List.of())
            .and(
                    Promise.RUN_ENDS,
                    Promise.ALL_ON_NEW,
                    Promise.DONE_MEANS_INSTALLED,
                    Promise.ALL_INJECT,
                    Promise.NO_DISCARD_WITH_ROOM,
                    Promise.ALWAYS_A_WAY,
                    Promise.RIGHT_NIC,
                    Promise.RIGHT_PACKET_CUT,
                    Promise.TRAPS_ANSWERED,
                    Promise.SWEPT_AFTER_FAULTS,
                    Promise.ANSWERS_MEAN_INSTALLED,
                    Promise.TABLES_AS_COMPUTED,
                    Promise.NUMBERS_KEPT,
                    Promise.TIMEOUTS_KEPT,
                    Promise.FOUND_DOWN_IS_DOWN,
                    Promise.SILENCE_LOOKED_INTO,
                    Promise.TABLES_GO_FORWARD,
                    Promise.CHANGE_FOLLOWS,
                    Promise.FLOWS_KEPT,
                    Promise.ONE_MIGRATION,
                    Promise.FOUND_BEFORE_UPDATED,
                    Promise.NO_BROKEN_INVARIANT);

    /** {@link #BASIC}, of a scheme that gives NICs paths beside those in force. */
    public static final Promises ON_PATHS = BASIC.and(
            Promise.NO_DEADLOCK,
            Promise.NICS_SWITCHED_OVER,
            Promise.PATHS_LEAD_THERE,
            Promise.PATHS_COMPLETE,
            Promise.PATHS_AFTER_ENTRIES,
            Promise.MIGRATION_FOLLOWS,
            Promise.MARKS_AS_PATHS_ARE,
            Promise.UNAFFECTED_KEEP_PATHS);

    /**
     * The properties of a model that clauses depend on.
     *
     * @param options of the scheme
     * @param faults times that a link or a switch fails
     * @param together the most of them that there are at a time, of which one counts for as long as packets and
     *     switches may remember it
     * @param recoveries times that a failed link or switch works again, or that a change is asked for beside another
     *     one
     * @param losses messages that are lost with all their repetitions
     * @param arity the fewest switches that a switch of a fat tree has above, the k of a k-ary n-tree; 0 = no fat tree
     */
    public record Circumstances(
            SchemeOptions options, int faults, int together, int recoveries, int losses, int arity) {
        /** Whether a model has no faults and no losses. */
        public boolean areCalm() {
            return faults == 0 && losses == 0;
        }

        /** Whether no message is lost, and at most one event can make the manager begin a change. */
        public boolean haveOneChange() {
            return faults + recoveries <= 1 && losses == 0;
        }
    }

    /**
     * @param when the clause applies
     * @param kept whether these promises are added, or taken away
     */
    private record Clause(Predicate<Circumstances> when, boolean kept, List<Promise> promises) {}

    private final List<Clause> clauses;

    private Promises(List<Clause> clauses) {
        this.clauses = List.copyOf(clauses);
    }

    /** Just these. */
    public static Promises of(Promise... promises) {
        return new Promises(List.of()).and(promises);
    }

    public Promises and(Promise... more) {
        return with(new Clause(in -> true, true, List.of(more)));
    }

    public Promises without(Promise... some) {
        return with(new Clause(in -> true, false, List.of(some)));
    }

    public Promises andWhere(Predicate<Circumstances> when, Promise... more) {
        return with(new Clause(when, true, List.of(more)));
    }

    public Promises withoutWhere(Predicate<Circumstances> when, Promise... some) {
        return with(new Clause(when, false, List.of(some)));
    }

    /** All promises of another scheme as well. */
    public Promises and(Promises other) {
        List<Clause> all = new ArrayList<>(clauses);
        all.addAll(other.clauses);
        return new Promises(all);
    }

    private Promises with(Clause clause) {
        List<Clause> all = new ArrayList<>(clauses);
        all.add(clause);
        return new Promises(all);
    }

    /** The promises that hold under some circumstances. */
    public Set<Promise> in(Circumstances circumstances) {
        Set<Promise> promises = EnumSet.noneOf(Promise.class);
        for (Clause clause : clauses) {
            if (clause.when.test(circumstances)) {
                if (clause.kept) {
                    promises.addAll(clause.promises);
                } else {
                    clause.promises.forEach(promises::remove);
                }
            }
        }
        return promises;
    }
}
