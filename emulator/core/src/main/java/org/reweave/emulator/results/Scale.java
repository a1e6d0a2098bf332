package org.reweave.emulator.results;

import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.TimeBase;
import org.reweave.emulator.time.FlitTime;
import org.reweave.routing.topology.Fabric;

/**
 * Turns counts of a run into the units of its results.
 *
 * @param senders NICs that take part in traffic
 * @param flitsPerCycle that the links of these NICs carry together, in one direction
 */
public record Scale(TimeBase time, int switches, int senders, double flitsPerCycle) {
    public static Scale of(Network network) {
        Scenario scenario = network.resolved().scenario();
        Fabric fabric = network.fabric();
        double capacity = 0;
        for (int nic : network.participants()) {
            int device = fabric.nicDevice(nic);
            FlitTime flit = network.resolved().flitTime(fabric.link(device, fabric.attachedPort(device)));
            capacity += (double) flit.denominator() / flit.numerator();
        }
        return new Scale(
                scenario.time(), fabric.switchCount(), network.participants().size(), capacity);
    }

    public double ns(double cycles) {
        return time.nanoseconds(cycles);
    }

    public double ns(long cycles) {
        return ns((double) cycles);
    }

    /**
     * Flits within a time, as a fraction of the flits that the NICs' links can carry in that time, summed over all
     * links.
     */
    public double fraction(long flits, long cycles) {
        return (double) flits / cycles / flitsPerCycle;
    }

    public double bytesPerNsPerSwitch(long flits, long cycles) {
        return (double) flits * time.flitBytes() / ns(cycles) / switches;
    }

    public double flitsPerCyclePerNic(long flits, long cycles) {
        return (double) flits / cycles / senders;
    }
}
