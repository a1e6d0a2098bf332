package org.reweave.routing.verify;

import org.reweave.routing.table.AddressedPaths;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Follows every pair of working NICs through installed entries: which packets arrive, over how many switches, and
 * whether the channels that real packets hold can wait for one another in a cycle. The check is independent of the
 * method that made the entries.
 */
final class AddressedPathsCheck {
    private final AddressedPaths paths;
    private final Fabric fabric;
    private final FlatPorts wiring;
    private final int lanes;
    private final HeldChannels channels;
    private long delivered;
    private long lost;
    private long hops;
    private int maxHops;

    private AddressedPathsCheck(AddressedPaths paths, Faults faults) {
        this.paths = paths;
        this.fabric = paths.fabric();
        this.wiring = new FlatPorts(fabric, faults, Endpoints.NICS);
        this.lanes = paths.laneCount();
        this.channels = new HeldChannels(fabric, lanes);
    }

    static AddressedPathsCheck of(AddressedPaths paths, Faults faults) {
        AddressedPathsCheck check = new AddressedPathsCheck(paths, faults);
        FlatPorts wiring = check.wiring;
        for (int source = 0; source < wiring.endpointCount(); source++) {
            for (int destination = 0; wiring.alive[source] && destination < wiring.endpointCount(); destination++) {
                if (source != destination && wiring.alive[destination]) {
                    check.walk(source, destination);
                }
            }
        }
        return check;
    }

    private void walk(int source, int destination) {
        int sourceNic = wiring.nic[source] - fabric.switchCount();
        int nic = wiring.nic[destination] - fabric.switchCount();
        int address = paths.address(sourceNic, nic);
        int level = paths.level(sourceNic, nic);
        int s = wiring.entry[source];
        int inPort = wiring.entryPort[source];
        int held = -1;
        for (int crossed = 1; address >= 0 && crossed <= fabric.switchCount(); crossed++) {
            int out = paths.outPort(s, nic, address);
            int next = wiring.peer(s, out);
            if (next < 0) {
                break;
            }
            if (!fabric.isSwitch(next)) {
                if (next == wiring.nic[destination] && wiring.peerPort(s, out) == wiring.nicPort[destination]) {
                    delivered++;
                    hops += crossed;
                    maxHops = Math.max(maxHops, crossed);
                    return;
                }
                break;
            }
            int lane = paths.lane(s, inPort, out, level);
            if (lane < 0 || lane >= lanes) {
                break;
            }
            held = channels.hold(held, s, out, lane);
            inPort = wiring.peerPort(s, out);
            s = next;
        }
        lost++;
    }

    /** No cycle of channels, each held while the next is wanted. */
    boolean acyclic() {
        return channels.acyclic();
    }

    long delivered() {
        return delivered;
    }

    long lost() {
        return lost;
    }

    /** Switches crossed, over delivered pairs. */
    long hops() {
        return hops;
    }

    int maxHops() {
        return maxHops;
    }
}
