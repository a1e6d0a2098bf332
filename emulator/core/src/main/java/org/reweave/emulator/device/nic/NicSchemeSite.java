package org.reweave.emulator.device.nic;

import org.reweave.emulator.device.AgentReports;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.Separators;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.NicSite;

/** A NIC, as the scheme's agent in it sees it. */
final class NicSchemeSite implements NicSite {
    private final Device nic;
    private final int dataPort;
    private final Separators separators;
    private final AgentReports reports;

    NicSchemeSite(Device nic, int dataPort, Separators separators, AgentReports reports) {
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
            nic.log().fact(nic.now(), Fact.SEPARATOR_APPENDED, dataPort + 1, lane, () -> mark);
            separators.append(dataPort * nic.lanes() + lane, 0, mark);
        }
    }

    @Override
    public void told(long change) {
        nic.log().events().nicTold(nic.now(), change);
    }

    @Override
    public void report(long message) {
        reports.send(message, nic.now());
    }
}
