package org.reweave.emulator.device.nic;

import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.Reports;
import org.reweave.emulator.device.Separators;
import org.reweave.reconfig.spi.NicSite;

/** A NIC, as the scheme's agent in it sees it. */
final class AgentSite implements NicSite {
    private final Device nic;
    private final int dataPort;
    private final Separators separators;
    private final Reports reports;

    AgentSite(Device nic, int dataPort, Separators separators, Reports reports) {
        this.nic = nic;
        this.dataPort = dataPort;
        this.separators = separators;
        this.reports = reports;
    }

    @Override
    public int device() {
        return nic.id();
    }

    @Override
    public int laneCount() {
        return nic.lanes();
    }

    @Override
    public boolean isUp() {
        return nic.links().isUp(dataPort);
    }

    @Override
    public void separate(int lane, long mark) {
        if (isUp()) {
            separators.append(dataPort * nic.lanes() + lane, 0, mark);
        }
    }

    @Override
    public void report(long message) {
        reports.send(message, nic.now());
    }
}
