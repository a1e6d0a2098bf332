package org.reweave.emulator.race;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Parts of a scenario that differ from run to run of a race, beside the seed. */
public enum RaceVariation {
    /** Disturbances: those of the scenario, or a usual set where it has none. */
    DISTURBANCES,
    /** Planned faults and changes come later by up to a twentieth of the measured time. */
    FAULT_TIMES,
    /** Another link fails soon after the first fault or planned change, in half of the runs. */
    SECOND_FAULTS,
    /** A failed link works again soon, while the fabric is being reconfigured, in a third of the runs. */
    RECOVERIES,
    /** A link fails and works again before its switches have told of that, in a quarter of the runs. */
    FLAPS,
    /**
     * A switch restarts, in a sixth of the runs, a third of them with the tables of the start, where the manager
     * sweeps: traps of the switch are lost.
     */
    RESTARTS,
    /**
     * One to four SMPs wait at an output of a switch before more are lost, in a quarter of the runs, where the manager
     * sweeps.
     */
    SMP_BUFFERS,
    /** Tables come in pieces of four entries, in half of the runs. */
    PARTIAL_TABLES,
    /**
     * Half of the second faults, flaps, restarts, recoveries, outages of NICs and hangs of managers come at a moment of
     * the protocol: when a trap is sent, a switch has its tables, and so on. A run without them is made first, which
     * tells the cycles of its events.
     */
    MOMENTS,
    /** The link of a NIC other than the manager's fails and works again, in a quarter of the runs. */
    NIC_OUTAGES,
    /**
     * A device that works loses so many management packets in a row that the manager gives it up, in a fifth of the
     * runs.
     */
    SILENCES,
    /**
     * A second manager stands by at a drawn NIC, in a tenth of the runs of schemes that can have one, and in all where
     * the scenario has one. In five of six of them the first one hangs, for good or for a while.
     */
    TAKEOVERS;

    /** Name of this variation on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All labels. */
    public static List<String> labels() {
        return Stream.of(values()).map(RaceVariation::label).toList();
    }
}
