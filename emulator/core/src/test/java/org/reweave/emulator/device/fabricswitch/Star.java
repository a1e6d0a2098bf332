package org.reweave.emulator.device.fabricswitch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.nic.NicSetup;
import org.reweave.emulator.traffic.Patterns;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.emulator.traffic.Traffics;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

/**
 * Four NICs at one switch, driven cycle by cycle: device 0 is the switch, device n + 1 is NIC n at the switch's port n
 * + 1.
 */
public final class Star {
    public static final int NICS = 4;

    private final List<Supplier<Device>> makers = new ArrayList<>();
    private final List<Device> devices = new ArrayList<>();

    public Star(SwitchSetup hub, long seed, double probability, long stop) {
        hub.ports = NICS;
        makers.add(hub::build);
        TrafficParameters traffic = Traffics.of("uniform", probability, 0, stop, 0);
        for (int nic = 0; nic < NICS; nic++) {
            NicSetup setup = new NicSetup();
            setup.nic = nic;
            setup.lanes = hub.lanes;
            setup.farUnits = hub.inputBuffer;
            setup.level = (byte) (nic % hub.lanes);
            setup.pattern = Patterns.of(traffic, Patterns.Place.of(List.of(0, 1, 2, 3), NICS), seed);
            setup.probability = probability;
            setup.seed = seed;
            setup.start = 0;
            setup.stop = stop;
            setup.scheme = hub.scheme;
            setup.outages = hub.outages[nic];
            makers.add(setup::build);
        }
        makers.forEach(maker -> devices.add(maker.get()));
    }

    public Device device(int id) {
        return devices.get(id);
    }

    /** Does everything of one cycle and hands over what was sent. */
    public void step(long cycle) {
        devices.forEach(device -> device.advance(cycle + 1));
        for (int nic = 0; nic < NICS; nic++) {
            carry(devices.get(0), nic, devices.get(nic + 1), 0);
            carry(devices.get(nic + 1), 0, devices.get(0), nic);
        }
    }

    private static void carry(Device from, int port, Device to, int toPort) {
        long[] words = from.outbox().take(port, Long.MAX_VALUE);
        to.accept(toPort, words, 0, words.length);
    }

    public static long[] encoded(Device device) {
        StateWriter out = new StateWriter();
        device.visit(out);
        return out.toArray();
    }

    /** Puts fresh devices, restored from what the old ones encode, in their place. */
    public void replaceAll() {
        for (int id = 0; id < devices.size(); id++) {
            StateReader in = new StateReader(encoded(devices.get(id)));
            Device fresh = makers.get(id).get();
            fresh.visit(in);
            in.end();
            devices.set(id, fresh);
        }
    }
}
