package org.reweave.emulator.device;

import java.util.Arrays;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Control packets and announcements that spread over the whole network. It owns the numbers by which duplicates are
 * recognised, which survive a restart of the device; it queues packets on the device's links.
 */
public final class Floods {
    private static final int MANAGER = -1; // in place of a device that announces

    private final int device;
    private final int ports;
    private final Transmitter links;
    private final DeviceLog log;
    private final Smp announcement = new Smp();
    private long lastControl;
    private long[] announced = {}; // by device: the number of its last announcement; as long as it has to be

    Floods(int device, int ports, Transmitter links, DeviceLog log) {
        this.device = device;
        this.ports = ports;
        this.links = links;
        this.log = log;
    }

    /**
     * Whether a {@link Smp#CONTROL} comes for the first time; the manager numbers its packets upwards and repeats one
     * under its number.
     */
    boolean isNewControl(Smp smp, long cycle) {
        boolean fresh = smp.transaction() > lastControl;
        lastControl = Math.max(lastControl, smp.transaction());
        if (fresh) {
            log.fact(cycle, Fact.FLOOD_TAKEN, MANAGER, smp.transaction());
        }
        return fresh;
    }

    /** A manager is in charge that has taken over: control packets of those before it are old from now on. */
    void noteTerm(long term) {
        lastControl = Math.max(lastControl, Smp.beforeTerm(term));
    }

    /**
     * Whether an announcement is later than all others of its device that have come. An announcement says all that its
     * device has to say, so an earlier one is dropped.
     */
    boolean isNewAnnouncement(Smp smp, long cycle) {
        int from = smp.origin();
        if (smp.transaction() <= lastAnnounced(from)) {
            return false;
        }
        announced[from] = smp.transaction();
        log.fact(cycle, Fact.FLOOD_TAKEN, from, smp.transaction());
        return true;
    }

    /** Sends every device an announcement, under this device's next number. */
    public void announce(long control, long cycle) {
        long number = lastAnnounced(device) + 1;
        announced[device] = number;
        announcement.announce(device, number, control);
        log.events().announced(cycle, number, control);
        passOn(announcement, -1, cycle);
    }

    /** Sends an SMP out of all working ports but one. */
    void passOn(Smp smp, int except, long cycle) {
        for (int port = 0; port < ports; port++) {
            if (port != except && links.isUp(port)) {
                links.queueSmp(port, smp.words(), smp.length(), cycle);
            }
        }
    }

    /** The number of a device's last announcement that is known here; makes room for its next one. */
    private long lastAnnounced(int from) {
        if (from >= announced.length) {
            announced = Arrays.copyOf(announced, from + 1);
        }
        return announced[from];
    }

    void visit(StateVisitor state) {
        lastControl = state.value(lastControl);
        announced = state.array(announced);
    }
}
