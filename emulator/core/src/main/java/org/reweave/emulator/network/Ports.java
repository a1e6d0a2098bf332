package org.reweave.emulator.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.PortPlan;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.scenario.Cabling;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.time.FlitTime;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;
import org.reweave.routing.topology.Sighting;

/**
 * The ports of all devices, the cables between them from the start on and those that are plugged in later, and the
 * buffers at both ends. A manager has one port, and the NIC that the manager sits behind has one more than in the
 * fabric: the host link is between the two, and carries no data.
 */
final class Ports {
    private final ResolvedScenario resolved;
    private final Scenario scenario;
    private final Fabric fabric;
    private final Managers managers;
    private final Outages outages;
    private final int leastCredits;
    private final Wiring wiring;
    private final int[][] capacityUnits;
    private final Map<String, Object> alike = new ConcurrentHashMap<>(); // by kind and content

    /** @param leastCredits credits that every packet takes at least */
    Ports(ResolvedScenario resolved, Managers managers, Outages outages, int leastCredits) {
        this.resolved = resolved;
        this.scenario = resolved.scenario();
        this.fabric = resolved.fabric();
        this.managers = managers;
        this.outages = outages;
        this.leastCredits = leastCredits;
        this.wiring = wire();
        this.capacityUnits = countCapacity();
    }

    Wiring wiring() {
        return wiring;
    }

    private int ports(int device) {
        if (managers.isManager(device)) {
            return 1;
        }
        return fabric.portCount(device) + (managers.isNic(device) ? 1 : 0);
    }

    private boolean isHostPort(int device, int port) {
        return managers.isManager(device) || managers.isNic(device) && port == fabric.portCount(device);
    }

    private Wiring wire() {
        int devices = managers.first() + managers.count();
        List<List<Wiring.Later>> later = new ArrayList<>();
        for (int device = 0; device < devices; device++) {
            later.add(new ArrayList<>());
        }
        for (Cabling.Later cable : resolved.cabling().later()) {
            FabricCopy.Link link = cable.link();
            later.get(link.device()).add(new Wiring.Later(link.port() - 1, cable.from()));
            later.get(link.peer()).add(new Wiring.Later(link.peerPort() - 1, cable.from()));
        }
        int[][] peerDevice = new int[devices][];
        int[][] peerChannel = new int[devices][];
        int[][] latency = new int[devices][];
        int[] next = new int[devices]; // channel
        for (int device = 0; device < devices; device++) {
            next[device] = ports(device);
            int channels = ports(device) + later.get(device).size();
            peerDevice[device] = new int[channels];
            peerChannel[device] = new int[channels];
            latency[device] = new int[channels];
            for (int port = 0; port < ports(device); port++) {
                plug(device, port, peerDevice, peerChannel, latency);
            }
        }
        for (Cabling.Later cable : resolved.cabling().later()) {
            int one = cable.link().device();
            int other = cable.link().peer();
            peerDevice[one][next[one]] = other;
            peerDevice[other][next[other]] = one;
            peerChannel[one][next[one]] = next[other];
            peerChannel[other][next[other]] = next[one];
            latency[one][next[one]] = ResolvedScenario.latency(scenario, fabric, cable);
            latency[other][next[other]] = latency[one][next[one]];
            next[one]++;
            next[other]++;
        }
        return new Wiring(
                peerDevice,
                peerChannel,
                latency,
                later.stream().map(those -> those.toArray(Wiring.Later[]::new)).toArray(Wiring.Later[][]::new));
    }

    private void plug(int device, int port, int[][] peerDevice, int[][] peerChannel, int[][] latency) {
        if (isHostPort(device, port)) {
            int manager = managers.isManager(device) ? device : managers.behind(device);
            int nic = managers.nicOf(manager);
            peerDevice[device][port] = managers.isManager(device) ? nic : manager;
            peerChannel[device][port] = managers.isManager(device) ? fabric.portCount(nic) : 0;
            latency[device][port] = scenario.nics().hostLatency();
            return;
        }
        peerDevice[device][port] = fabric.peer(device, port + 1);
        peerChannel[device][port] = fabric.peerPort(device, port + 1) - 1;
        int link = fabric.link(device, port + 1);
        latency[device][port] = link < 0 ? 1 : resolved.latency(link);
    }

    /** A device to which some cable of a port leads, the first one if the fabric has it; -1 = there never is any. */
    private int peerEver(int device, int port) {
        int first = wiring.peer(device, port, 0);
        return first >= 0 ? first : wiring.peer(device, port, Cabling.FOR_EVER);
    }

    /** The ports of a device, with what is plugged into them and when, and their planned outages. */
    PortPlan plan(int device) {
        int ports = ports(device);
        FlitTime[] flitTime = new FlitTime[ports];
        boolean[] wired = new boolean[ports];
        boolean[] trunk = new boolean[ports];
        long[][] down = new long[ports][];
        for (int port = 0; port < ports; port++) {
            wired[port] = peerEver(device, port) >= 0;
            flitTime[port] = FlitTime.ONE_CYCLE;
            down[port] = new long[0];
            if (isHostPort(device, port)) {
                int nic = managers.isManager(device) ? managers.nicOf(device) : device;
                flitTime[port] = resolved.flitTime(fabric.link(nic, fabric.attachedPort(nic)));
            } else if (wired[port]) {
                int link = fabric.link(device, port + 1);
                flitTime[port] =
                        link < 0 ? ResolvedScenario.flitTime(scenario, (LinkRate) null) : resolved.flitTime(link);
                trunk[port] = link < 0
                        ? fabric.isSwitch(device) && fabric.isSwitch(peerEver(device, port))
                        : fabric.isTrunk(link);
                down[port] = outages.ofPort(device, port + 1);
            }
        }
        long[] deviceDown = managers.isManager(device) ? new long[0] : outages.ofDevice(device);
        return new PortPlan(
                wiring.latency()[device],
                flitTime,
                wired,
                once("trunk " + Arrays.toString(trunk), trunk),
                neighbours(device),
                down,
                deviceDown,
                wiring.later()[device]);
    }

    /** By channel: the device and port of the fabric that its cable leads to. */
    private long[] neighbours(int device) {
        long[] neighbours = new long[wiring.channels(device)];
        for (int channel = 0; channel < neighbours.length; channel++) {
            int peer = isHostPort(device, wiring.port(device, channel)) ? -1 : wiring.peerDevice()[device][channel];
            neighbours[channel] = peer < 0
                    ? Sighting.NONE
                    : Sighting.neighbour(peer, wiring.port(peer, wiring.peerChannel()[device][channel]) + 1);
        }
        return neighbours;
    }

    /** Credits of each port's input buffer, every VL; 0 = no data enters there. */
    int[][] capacityUnits() {
        return capacityUnits;
    }

    private int[][] countCapacity() {
        int[][] units = new int[managers.first() + managers.count()][];
        for (int device = 0; device < units.length; device++) {
            int flits = fabric.isSwitch(device)
                    ? scenario.switches().inputBuffer()
                    : scenario.nics().receiveBuffer();
            int credits = BufferCredits.ofBuffer(flits, scenario.switches().creditUnit());
            units[device] = new int[ports(device)];
            for (int port = 0; port < units[device].length; port++) {
                units[device][port] = isHostPort(device, port) ? 0 : credits;
            }
        }
        return units;
    }

    /** The credits of a device's own buffers, and of those at the far ends of its links. */
    BufferCredits credits(int device) {
        int[] far = new int[ports(device)];
        for (int port = 0; port < far.length; port++) {
            int peer = peerEver(device, port);
            long cycle = wiring.peerDevice()[device][port] >= 0 ? 0 : Cabling.FOR_EVER;
            far[port] = peer < 0 ? 0 : capacityUnits[peer][wiring.peerPort(device, port, cycle)];
        }
        int[] own = capacityUnits[device];
        BufferCredits credits = new BufferCredits(scenario.switches().creditUnit(), leastCredits, own, far);
        return once("credits " + Arrays.toString(own) + Arrays.toString(far), credits);
    }

    /** The first of the values with the same key: most devices are alike, and they then read the same memory. */
    @SuppressWarnings("unchecked")
    private <T> T once(String key, T value) {
        return (T) alike.computeIfAbsent(key, k -> value);
    }
}
