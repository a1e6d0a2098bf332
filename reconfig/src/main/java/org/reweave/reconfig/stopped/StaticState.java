package org.reweave.reconfig.stopped;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.reweave.reconfig.state.StateVisitor;

/**
 * State of a static reconfiguration.
 *
 * @param change number of the change under way or last completed, from 0
 * @param switches and {@code nics}: the reachable devices, in the order of the updates
 * @param waiting devices that the stage waits for, ascending
 * @param installing switches that have not acknowledged their tables, ascending
 * @param mixed whether some switches may have tables of a change that others have not: from sending them until all have
 *     answered, or, where the change was given up, all of a later one
 * @param entered and {@code left}: sums of this look at the counts so far
 * @param leftBefore the sum {@code left} of the look before; -1 = this is the first
 */
record StaticState(
        Stage stage,
        Tables tables,
        long change,
        List<Integer> switches,
        List<Integer> nics,
        List<Integer> waiting,
        List<Integer> installing,
        boolean mixed,
        long entered,
        long left,
        long leftBefore) {
    /** The stage of halting and resuming traffic. */
    enum Stage {
        /** All NICs inject. */
        RUNNING,
        /** NICs have been told to halt. */
        HALTING,
        /** Counts have been asked for. */
        COUNTING,
        /** The manager pauses until the next reading of the counts. */
        PAUSING,
        /** Nothing is left in the network. */
        DRAINED,
        /** NICs have been told to resume. */
        RESUMING,
        /** The manager discovers the fabric anew. */
        REDISCOVERING
    }

    /** The stage of computing and sending tables. */
    enum Tables {
        AWAITED,
        READY,
        SENT
    }

    private static final Stage[] STAGES = Stage.values();
    private static final Tables[] TABLES = Tables.values();

    static final StaticState INITIAL = new StaticState(
            Stage.RUNNING, Tables.AWAITED, 0, List.of(), List.of(), List.of(), List.of(), false, 0, 0, -1);

    StaticState {
        switches = List.copyOf(switches);
        nics = List.copyOf(nics);
        waiting = List.copyOf(new TreeSet<>(waiting));
        installing = List.copyOf(new TreeSet<>(installing));
    }

    StaticState at(Stage next, List<Integer> waitingFor) {
        return new StaticState(
                next, tables, change, switches, nics, waitingFor, installing, mixed, entered, left, leftBefore);
    }

    StaticState withTables(Tables next, List<Integer> open) {
        return new StaticState(stage, next, change, switches, nics, waiting, open, mixed, entered, left, leftBefore);
    }

    /** @param before {@code left} of the look before */
    StaticState withCounts(long nowEntered, long nowLeft, long before) {
        return new StaticState(
                stage, tables, change, switches, nics, waiting, installing, mixed, nowEntered, nowLeft, before);
    }

    StaticState withDevices(List<Integer> reachedSwitches, List<Integer> reachedNics) {
        return new StaticState(
                stage,
                tables,
                change,
                reachedSwitches,
                reachedNics,
                waiting,
                installing,
                mixed,
                entered,
                left,
                leftBefore);
    }

    StaticState withChange(long number) {
        return new StaticState(
                stage, tables, number, switches, nics, waiting, installing, mixed, entered, left, leftBefore);
    }

    StaticState mixed(boolean now) {
        return new StaticState(
                stage, tables, change, switches, nics, waiting, installing, now, entered, left, leftBefore);
    }

    static List<Integer> without(List<Integer> devices, int device) {
        Set<Integer> fewer = new TreeSet<>(devices);
        fewer.remove(device);
        return List.copyOf(fewer);
    }

    /** This state, or the one written in its place. */
    StaticState visit(StateVisitor state) {
        return new StaticState(
                state.value(stage, STAGES),
                state.value(tables, TABLES),
                state.value(change),
                state.list(switches),
                state.list(nics),
                state.list(waiting),
                state.list(installing),
                state.value(mixed),
                state.value(entered),
                state.value(left),
                state.value(leftBefore));
    }
}
