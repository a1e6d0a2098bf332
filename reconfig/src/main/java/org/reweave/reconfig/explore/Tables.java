package org.reweave.reconfig.explore;

import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.topology.Faults;

/**
 * The tables and paths that devices of a model may have installed, by number: 0 stands for those at the start. Equal
 * numbers always mean equal tables, in whatever order they are asked for.
 */
abstract class Tables {
    static final long BEFORE = 0;

    /** Number of the tables of a device that has none: a bare one, or a switch that has restarted. */
    static final long BLANK = -1;

    /** Number of the tables of a switch that has restarted with those of the start. */
    static final long RESTORED = -2;

    /** Number of the tables of the start where the manager sends them, in a model that starts bare. */
    static final long FIRST = -3;

    /**
     * A result of the manager's computation.
     *
     * @param change the relation of the new tables to those in force; null = no routing can route what is left, and
     *     devices keep what they have
     */
    record Target(long number, Change change) {}

    /** @param lanes data VLs of every port */
    static Tables of(Model model, int lanes) {
        boolean engineOnly = model.sources().get(0) == PathSource.ENGINE;
        return engineOnly ? new RoutedTables(model, lanes) : new PathedTables(model, lanes);
    }

    static Faults faults(long linksDown) {
        Faults faults = Faults.none();
        for (long rest = linksDown; rest != 0; rest &= rest - 1) {
            faults = faults.withLink(Long.numberOfTrailingZeros(rest));
        }
        return faults;
    }

    // ---- the manager's side ----

    /**
     * The tables that devices are to have when a set of links is known to be down.
     *
     * @param target what they were to have until now
     */
    abstract Target next(long target, long known);

    /**
     * Whether NICs can be told that paths have failed before anything else is done.
     *
     * @param target what devices are to have
     */
    boolean migrates(long target) {
        return false;
    }

    /** {@code target} with marks on the paths that some links have taken along. */
    long marked(long target, long linksDown) {
        throw new IllegalStateException("NICs of this model have one path each");
    }

    /** Whether the tables come from an engine as a whole, and not from added paths. */
    abstract boolean isRouted(long number);

    // ---- switches ----

    abstract Forwarder forwarder(long number);

    /** The out port for a LID, as in an LFT. */
    abstract int outPort(long number, int device, int lid);

    abstract int lane(long number, int device, int inPort, int outPort, int level);

    /** @param bit as {@link org.reweave.routing.table.PathDependencies#of} numbers them */
    abstract boolean hasDependency(long number, int device, int bit);

    /** Switches that any tables of the model lead to from a switch on any way to a NIC, a bit each. */
    abstract long beyond(int switchDevice, int nic);

    // ---- NICs ----

    /** The number of a device's part: the least that gives this device the same. */
    long at(int device, long number) {
        return number;
    }

    /** Paths that a NIC holds for each destination. */
    int registers() {
        return 1;
    }

    /** The path in a register, as {@link org.reweave.reconfig.paths.Path} packs it; 0 = nothing. */
    abstract long held(long number, int nic, int to, int register);

    /** A number for a path from a NIC to another, whichever tables it is from. */
    abstract int pathNumber(int nic, int to, long path);

    /** The path with a number. */
    abstract long path(int nic, int to, int pathNumber);
}
