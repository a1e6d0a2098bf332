package org.reweave.emulator.drivers;

import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.time.EventQueue;

/**
 * All devices of a network under one clock: the earliest event anywhere is next, and what a device puts on a link is
 * handed over at once. No frames, no horizons, no islands: nothing here is shared with the drivers that it checks.
 */
final class GlobalClock {
    private final Wiring wiring;
    private final Device[] devices;

    GlobalClock(Network network) {
        this.wiring = network.wiring();
        this.devices = network.createAll().toArray(Device[]::new);
    }

    List<Device> devices() {
        return List.of(devices);
    }

    /** Puts another device in the place of the one with its number. */
    void replace(Device device) {
        devices[device.id()] = device;
    }

    /** Does every event before a cycle and moves every device there. */
    void advanceTo(long cycle) {
        for (long next = firstEvent(); next < cycle; next = firstEvent()) {
            for (Device device : devices) {
                if (device.nextEvent() == next) {
                    device.advance(next + 1);
                    deliver(device);
                }
            }
        }
        for (Device device : devices) {
            device.advance(cycle);
        }
    }

    private long firstEvent() {
        long first = EventQueue.NEVER;
        for (Device device : devices) {
            first = Math.min(first, device.nextEvent());
        }
        return first;
    }

    private void deliver(Device from) {
        int id = from.id();
        for (int channel = 0; channel < wiring.channels(id); channel++) {
            int peer = wiring.peerDevice()[id][channel];
            if (peer >= 0) {
                long[] words = from.outbox().take(channel, Long.MAX_VALUE);
                devices[peer].accept(wiring.peerChannel()[id][channel], words, 0, words.length);
            }
        }
    }
}
