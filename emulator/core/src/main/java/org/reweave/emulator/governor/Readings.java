package org.reweave.emulator.governor;

import org.reweave.routing.table.ForwardingTable;

/** Numbers of single devices at a cut, which results and journals keep; the governor's are in {@link CutTotals}. */
public interface Readings {
    /** How many devices there are. */
    int devices();

    /** Copies {@link org.reweave.emulator.link.Transmitter#busy} of a device to a place in an array. */
    void copyBusy(int device, long[] to, int at);

    /** One counter of {@link org.reweave.emulator.link.Transmitter#busy} of a device. */
    long busy(int device, int counter);

    /** Flits that a NIC has injected so far. */
    long injectedFlits(int nic);

    /**
     * Whether a packet is named that a NIC has received since the cut before. Whoever knows that results have no use
     * for the packet need not name it.
     */
    boolean hasDelivery(int nic);

    /** The packet that was received last. */
    long delivered(int nic);

    /** Cycle at which that packet was injected. */
    long deliveredSince(int nic);

    /** Cycle at which that packet had arrived. */
    long deliveredAt(int nic);

    /** A switch's table in force; null = as at the cut before, or as at the start. */
    ForwardingTable table(int device);

    /** Admission records that a device reports for its island, as {@code lax.AdmissionRecord} packs them. */
    long[] admissions(int device);
}
