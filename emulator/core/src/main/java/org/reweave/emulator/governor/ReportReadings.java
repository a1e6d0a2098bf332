package org.reweave.emulator.governor;

import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.stats.Counter;
import org.reweave.routing.table.ForwardingTable;

/**
 * Readings of a run in one process.
 *
 * @param reports by device; a driver may write over them once the governor has accepted the cut
 */
public record ReportReadings(DeviceReport... reports) implements Readings {
    @Override
    public int devices() {
        return reports.length;
    }

    @Override
    public void copyBusy(int device, long[] to, int at) {
        long[] busy = reports[device].busy();
        System.arraycopy(busy, 0, to, at, busy.length);
    }

    @Override
    public long busy(int device, int counter) {
        return reports[device].busy()[counter];
    }

    @Override
    public long injectedFlits(int nic) {
        return reports[nic].counters()[Counter.INJECTED_FLITS.ordinal()];
    }

    @Override
    public boolean hasDelivery(int nic) {
        return reports[nic].hasDelivery();
    }

    @Override
    public long delivered(int nic) {
        return reports[nic].delivered();
    }

    @Override
    public long deliveredSince(int nic) {
        return reports[nic].deliveredSince();
    }

    @Override
    public long deliveredAt(int nic) {
        return reports[nic].deliveredAt();
    }

    @Override
    public ForwardingTable table(int device) {
        return reports[device].table();
    }

    @Override
    public long[] admissions(int device) {
        return reports[device].admissions();
    }
}
