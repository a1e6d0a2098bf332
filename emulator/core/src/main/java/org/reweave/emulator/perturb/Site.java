package org.reweave.emulator.perturb;

import java.util.List;
import java.util.stream.Stream;

/**
 * The kinds of places where a run is disturbed. Each device counts the occurrences of each kind from 0, whether or not
 * something is disturbed there. The order enters draws and fingerprints; append only.
 */
public enum Site {
    /**
     * An SMP has come to the device that it is for. The device treats it later by the drawn time, and so every SMP that
     * comes behind it on the same link.
     */
    SMP_DELAY("smp-delay", Amount.CYCLES),
    /**
     * An SMP with tables or paths has come to its switch or NIC, which puts them into its tables and answers later by
     * the drawn time; SMPs behind it on the same link wait.
     */
    INSTALL_DELAY("install-delay", Amount.CYCLES),
    /** A port of a switch has changed. The switch tells the manager, or broadcasts, later by the drawn time. */
    DETECTION_DELAY("detection-delay", Amount.CYCLES),
    /** The manager computes tables, which takes longer by the drawn time. */
    COMPUTATION("computation", Amount.CYCLES),
    /** An SMP other than a trap has come to the device that it is for, which loses it. */
    SMP_LOSS("smp-loss", Amount.NONE),
    /** A trap has come to the manager, which loses it. */
    TRAP_LOSS("trap-loss", Amount.NONE),
    /**
     * The manager has put the devices that it found into the order in which they get tables. A device goes back by the
     * drawn number of places. Occurrences are counted by discovery.
     */
    ORDER("order", Amount.PLACES),
    /**
     * An SMP has come to the device that it is for. The device treats it later by the drawn time; SMPs behind it
     * overtake it. Traps, answers and reports that come to the manager are such SMPs too.
     */
    SMP_OVERTAKEN("smp-overtaken", Amount.CYCLES),
    /** An SMP has come to the device that it is for. A copy of it comes to the device again after the drawn time. */
    SMP_REPEAT("smp-repeat", Amount.CYCLES),
    /**
     * A device sets its first timer. All its timers run for the drawn number of thousandths of their time: the
     * time-outs, sweeps and waits of the manager, timers of schemes in switches, time-outs of NICs' transports.
     */
    CLOCK("clock", Amount.THOUSANDTHS),
    /**
     * An SMP has come to the NIC that it is for. The NIC hangs from then on for the drawn time: it injects nothing,
     * gives no buffer space back and treats no SMP.
     */
    NIC_HANG("nic-hang", Amount.CYCLES);

    /** Quantity that is drawn for a disturbance. */
    public enum Amount {
        CYCLES,
        PLACES,
        /** Thousandths of a time. */
        THOUSANDTHS,
        /** Whether the disturbance happens. */
        NONE
    }

    private static final Site[] VALUES = values();
    private final String label;
    private final Amount amount;

    Site(String label, Amount amount) {
        this.label = label;
        this.amount = amount;
    }

    /** Name of the kind of place in scenarios and results. */
    public String label() {
        return label;
    }

    /** Quantity that is drawn at this kind of place. */
    public Amount amount() {
        return amount;
    }

    public static Site of(int ordinal) {
        return VALUES[ordinal];
    }

    /** The kind with a label; there must be one. */
    public static Site labelled(String label) {
        return Stream.of(VALUES)
                .filter(site -> site.label.equals(label))
                .findFirst()
                .orElseThrow();
    }

    /** All labels, in order. */
    public static List<String> labels() {
        return Stream.of(VALUES).map(Site::label).toList();
    }
}
