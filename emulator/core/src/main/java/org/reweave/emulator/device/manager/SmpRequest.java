package org.reweave.emulator.device.manager;

import org.reweave.reconfig.state.StateVisitor;

/**
 * One request of the manager to one device, unchanged however often it is sent.
 *
 * @param route ports to leave by, from 1, from the manager's NIC on
 * @param last whether it is the last of what this device is sent
 */
record SmpRequest(int device, byte[] route, int attribute, long argument, long[] payload, boolean last) {
    /** Where a state is read into. */
    static final SmpRequest NOTHING = new SmpRequest(0, new byte[0], 0, 0, new long[0], false);

    /** @return this request, or the one written in its place */
    SmpRequest visit(StateVisitor state) {
        return new SmpRequest(
                state.value(device),
                state.array(route),
                state.value(attribute),
                state.value(argument),
                state.array(payload),
                state.value(last));
    }
}
