package org.reweave.reconfig.explore;

import java.util.HashMap;
import java.util.Map;
import org.reweave.routing.engine.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Faults;

/** The routings of a model by number: 0 is the one in force at first, {@code 1 + links known to be down} those computed later. */
final class Tables {
    static final long BEFORE = 0;

    private final Model model;
    private final Map<Long, RoutingTables> byNumber = new HashMap<>();

    Tables(Model model) {
        this.model = model;
        byNumber.put(BEFORE, model.before());
    }

    /** The number of the tables for what is known to be down. */
    static long numberFor(long linksDown) {
        return linksDown + 1;
    }

    RoutingTables get(long number) {
        return byNumber.computeIfAbsent(number, key -> model.after().apply(faults(key - 1)));
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
