package org.reweave.emulator.governor;

import org.reweave.emulator.device.DeviceReport;

/** LinkEnds of the links between the devices of a process, as these report them. */
final class ReportedEnds implements LinkEnds {
    private final DeviceReport[] reports; // by device; null = the device is elsewhere
    private final int lanes;

    ReportedEnds(DeviceReport[] reports, int lanes) {
        this.reports = reports;
        this.lanes = lanes;
    }

    @Override
    public boolean hasLink(int device, int peer) {
        return reports[device] != null && reports[peer] != null;
    }

    @Override
    public boolean isUp(int device, int port) {
        return reports[device].isUp(port);
    }

    @Override
    public DeviceReport.Credits credits(int device) {
        return reports[device].credits();
    }

    @Override
    public int first(int device, int port) {
        return port * lanes;
    }
}
