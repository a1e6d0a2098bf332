package org.reweave.reconfig.explore;

import java.util.Arrays;
import org.reweave.routing.engine.UnroutableException;
import org.reweave.routing.table.PathDependencies;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Faults;

/** The routings of a model by number: 0 is the one in force at first, {@code 1 + links known to be down} those computed later. */
final class Tables {
    static final long BEFORE = 0;

    private final Model model;
    private final int lanes;
    private Entry[] entries = new Entry[0]; // few: searched in turn

    /** A routing and what follows from it. */
    private record Entry(long number, RoutingTables tables, long[][] dependencies) {}

    Tables(Model model, int lanes) {
        this.model = model;
        this.lanes = lanes;
    }

    /** The number of the tables for what is known to be down. */
    static long numberFor(long linksDown) {
        return linksDown + 1;
    }

    RoutingTables get(long number) {
        return entry(number).tables;
    }

    private Entry entry(long number) {
        for (Entry entry : entries) {
            if (entry.number == number) {
                return entry;
            }
        }
        RoutingTables tables = number == BEFORE ? model.before() : model.after().apply(faults(number - 1));
        entries = Arrays.copyOf(entries, entries.length + 1);
        entries[entries.length - 1] = new Entry(number, tables, PathDependencies.of(tables, lanes));
        return entries[entries.length - 1];
    }

    /** Whether the model's routing can route what is left. */
    boolean isRoutable(long linksDown) {
        try {
            get(numberFor(linksDown));
            return true;
        } catch (UnroutableException refused) {
            return false;
        }
    }

    /** @param bit as {@link PathDependencies#of} numbers them */
    boolean hasDependency(long number, int device, int bit) {
        return (entry(number).dependencies[device][bit >> 6] >>> bit & 1) != 0;
    }

    private static Faults faults(long linksDown) {
        Faults faults = Faults.none();
        for (int link = 0; link < Long.SIZE; link++) {
            if ((linksDown >>> link & 1) != 0) {
                faults = faults.withLink(link);
            }
        }
        return faults;
    }
}
