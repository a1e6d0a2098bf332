package org.reweave.emulator.device.manager;

import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceIdentity;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Transmitter;

/** A device that never sees data packets and never fails, as a manager's host. */
abstract class ControlDevice extends Device {
    ControlDevice(DeviceIdentity identity, Transmitter.Timing timing, int reaction) {
        super(identity, 1, timing, reaction, reaction);
    }

    /** No packet ever comes. */
    @Override
    protected final int packetTransit() {
        return MOST_AHEAD;
    }

    @Override
    public final boolean isMine(Smp smp) {
        return true;
    }

    @Override
    public final int portTowards(int lid) {
        return 0;
    }

    @Override
    public final int send(int port, long cycle) {
        return 0;
    }

    @Override
    public final boolean waitsForLink(int port) {
        return false;
    }

    @Override
    public final void linkFree(int port, long cycle) {
        // the transmitter looks at its SMPs next
    }

    @Override
    protected final void onCut(int port, int lane, long packet, long cycle) {
        throw new IllegalStateException("port " + (port + 1) + ": a data packet at the manager");
    }

    @Override
    protected final void onRun(int port, PacketHeader packet, long cycle) {
        throw new IllegalStateException("port " + (port + 1) + ": a data packet at the manager");
    }

    @Override
    protected final void onBroadcast(Smp smp, int port, long cycle) {
        throw new IllegalStateException("port " + (port + 1) + ": a broadcast at the manager");
    }

    @Override
    protected final void onAnnouncement(Smp smp, long cycle) {
        throw new IllegalStateException("an announcement of device " + smp.origin() + " at the manager");
    }

    @Override
    protected final boolean passesOn(int port) {
        return false;
    }

    @Override
    protected final void onSeparator(int port, int lane, long mark, long cycle) {
        throw new IllegalStateException("port " + (port + 1) + ": a separator at the manager");
    }

    @Override
    protected final void onTimer(int type, int index, long cycle) {
        throw new IllegalStateException("timer " + type);
    }

    @Override
    protected final void onPortDown(int port, long cycle) {
        throw new IllegalStateException("port " + (port + 1) + ": the host link does not fail");
    }

    @Override
    protected final void onPortUp(int port, long cycle) {
        throw new IllegalStateException("port " + (port + 1) + ": the host link does not fail");
    }

    @Override
    protected final void onDeviceDown(long cycle) {
        throw new IllegalStateException("the manager does not fail");
    }
}
