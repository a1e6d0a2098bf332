package org.reweave.emulator.device.manager;

import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;

/**
 * One request of the manager to one device, unchanged however often it is sent.
 *
 * @param route ports to leave by, from 1, from the manager's NIC on
 * @param last whether it is the last of what this device is sent
 */
record SmpRequest(int device, byte[] route, int attribute, long argument, long[] payload, boolean last) {
    void encode(StateWriter out) {
        out.value(device);
        out.bytes(route);
        out.value(attribute);
        out.value(argument);
        out.longs(payload);
        out.flag(last);
    }

    static SmpRequest decode(StateReader in) {
        return new SmpRequest(in.integer(), in.bytes(), in.integer(), in.value(), in.longs(), in.flag());
    }
}
