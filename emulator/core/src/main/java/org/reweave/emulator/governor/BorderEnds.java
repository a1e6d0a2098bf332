package org.reweave.emulator.governor;

import java.util.List;
import org.reweave.emulator.device.DeviceReport;

/** LinkEnds of the links between processes, as these report them. */
final class BorderEnds implements LinkEnds {
    private final CutPart[] partOf; // by device
    private final int lanes;

    BorderEnds(List<CutPart> parts, int devices, int lanes) {
        this.lanes = lanes;
        this.partOf = new CutPart[devices];
        for (CutPart part : parts) {
            for (int device : part.domain().devices()) {
                partOf[device] = part;
            }
        }
    }

    @Override
    public boolean hasLink(int device, int peer) {
        return partOf[device] != partOf[peer];
    }

    private int at(int device, int port) {
        return partOf[device].domain().borderAt(device, port);
    }

    @Override
    public boolean isUp(int device, int port) {
        return partOf[device].isBorderUp(at(device, port));
    }

    @Override
    public DeviceReport.Credits credits(int device) {
        return partOf[device].border();
    }

    @Override
    public int first(int device, int port) {
        return at(device, port) * lanes;
    }
}
