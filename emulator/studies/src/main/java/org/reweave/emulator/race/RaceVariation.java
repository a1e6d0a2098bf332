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
    RECOVERIES;

    /** Name of this variation on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All labels. */
    public static List<String> labels() {
        return Stream.of(values()).map(RaceVariation::label).toList();
    }
}
