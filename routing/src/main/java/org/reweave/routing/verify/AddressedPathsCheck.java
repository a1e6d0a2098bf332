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
    private final Faults faults;
    private final int lanes;
    private final HeldChannels channels;
    private long delivered;
    private long lost;
    private long hops;
    private int maxHops;

    private AddressedPathsCheck(AddressedPaths paths, Faults faults) {
        this.paths = paths;
        this.fabric = paths.fabric();
        this.faults = faults;
        this.lanes = paths.laneCount();
        this.channels = new HeldChannels(fabric, lanes);
    }

    static AddressedPathsCheck of(AddressedPaths paths, Faults faults) {
        AddressedPathsCheck check = new AddressedPathsCheck(paths, faults);
        int nics = check.fabric.nicCount();
        for (int source = 0; source < nics; source++) {
            for (int destination = 0; destination < nics; destination++) {
                if (source != destination && check.alive(source) && check.alive(destination)) {
                    check.walk(source, destination);
                }
            }
        }
        return check;
    }

    private boolean alive(int nic) {
        int device = fabric.nicDevice(nic);
        int port = fabric.attachedPort(device);
        return port > 0 && faults.portUp(fabric, device, port);
    }

    private void walk(int source, int destination) {
        int address = paths.address(source, destination);
        int level = paths.level(source, destination);
        int device = fabric.nicDevice(source);
        int target = fabric.nicDevice(destination);
        int s = fabric.attachedSwitch(device);
        int inPort = fabric.peerPort(device, fabric.attachedPort(device));
        int held = -1;
        for (int crossed = 1; address >= 0 && crossed <= fabric.switchCount(); crossed++) {
            int out = paths.outPort(s, destination, address);
            if (out < 1 || out > fabric.portCount(s) || !faults.portUp(fabric, s, out)) {
                break;
            }
            int next = fabric.peer(s, out);
            if (!fabric.isSwitch(next)) {
                if (next == target && fabric.peerPort(s, out) == fabric.attachedPort(target)) {
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
            inPort = fabric.peerPort(s, out);
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
