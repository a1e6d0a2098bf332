package org.reweave.emulator.governor;

import org.reweave.routing.table.ForwardingTable;

/** Readings of several processes. */
final class JoinedReadings implements Readings {
    private final Readings[] of; // by device

    /** @param of those that have each device */
    JoinedReadings(Readings[] of) {
        this.of = of;
    }

    @Override
    public int devices() {
        return of.length;
    }

    @Override
    public void copyBusy(int device, long[] to, int at) {
        of[device].copyBusy(device, to, at);
    }

    @Override
    public long busy(int device, int counter) {
        return of[device].busy(device, counter);
    }

    @Override
    public long injectedFlits(int nic) {
        return of[nic].injectedFlits(nic);
    }

    @Override
    public boolean hasDelivery(int nic) {
        return of[nic].hasDelivery(nic);
    }

    @Override
    public long delivered(int nic) {
        return of[nic].delivered(nic);
    }

    @Override
    public long deliveredSince(int nic) {
        return of[nic].deliveredSince(nic);
    }

    @Override
    public long deliveredAt(int nic) {
        return of[nic].deliveredAt(nic);
    }

    @Override
    public ForwardingTable table(int device) {
        return of[device].table(device);
    }

    @Override
    public long[] admissions(int device) {
        return of[device].admissions(device);
    }
}
