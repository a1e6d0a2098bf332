package org.reweave.emulator.perturb;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.reconfig.state.StateVisitor;

/** The disturbances at one device: counts the occurrences of each site there, and records what is disturbed. */
public final class Disturbances {
    private final Perturbation all;
    private final int device;
    private final DeviceLog log;
    private final long[] occurrences = new long[Site.values().length];

    public Disturbances(Perturbation all, int device, DeviceLog log) {
        this.all = all;
        this.device = device;
        this.log = log;
    }

    /** The disturbance of the next occurrence at a site: cycles, thousandths, or 1 for what is lost; 0 = none. */
    public long next(Site site, long cycle) {
        return record(site, device, occurrences[site.ordinal()]++, cycle);
    }

    /** The next occurrence at a site has come to nothing, disturbed or not. */
    public void pass(Site site) {
        occurrences[site.ordinal()]++;
    }

    /** How long a timer runs on this device's clock that is to run for some cycles. */
    public long onClock(long cycles, long cycle) {
        if (all.isNone()) {
            return cycles;
        }
        boolean isFirst = occurrences[Site.CLOCK.ordinal()] == 0;
        long thousandths = isFirst ? next(Site.CLOCK, cycle) : all.at(Site.CLOCK, device, 0);
        return thousandths == 0 ? cycles : Math.max(1, cycles * thousandths / 1000);
    }

    private long record(Site site, int target, long occurrence, long cycle) {
        long amount = all.at(site, target, occurrence);
        if (amount != 0) {
            log.events().disturbed(cycle, site.ordinal(), target, occurrence, amount);
        }
        return amount;
    }

    /**
     * The order in which devices get tables, disturbed: each goes back by the places drawn for it, and stands behind
     * those that were there.
     *
     * @param devices in the order of the manager's rule; those of one discovery come in one call
     */
    public List<Integer> reorder(List<Integer> devices, long cycle) {
        long discovery = occurrences[Site.ORDER.ordinal()]++;
        record Moved(int device, long place, long by) {}
        List<Moved> order = new ArrayList<>();
        for (int i = 0; i < devices.size(); i++) {
            long by = record(Site.ORDER, devices.get(i), discovery, cycle);
            order.add(new Moved(devices.get(i), i + by, by));
        }
        order.sort(Comparator.comparingLong(Moved::place).thenComparingLong(Moved::by));
        return order.stream().map(Moved::device).toList();
    }

    /** Saves or restores the counts. */
    public void visit(StateVisitor state) {
        state.values(occurrences);
    }
}
