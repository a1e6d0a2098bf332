package org.reweave.emulator.stats;

import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.routing.table.ForwardingTable;

/** Two witnesses of one device. */
record WitnessPair(DeviceLog.Witness first, DeviceLog.Witness second) implements DeviceLog.Witness {
    @Override
    public void step(long cycle, int kind, long place, long packet) {
        first.step(cycle, kind, place, packet);
        second.step(cycle, kind, place, packet);
    }

    @Override
    public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
        first.event(cycle, kind, a, b, c, d);
        second.event(cycle, kind, a, b, c, d);
    }

    @Override
    public void reached(Branch branch, String point) {
        first.reached(branch, point);
        second.reached(branch, point);
    }

    @Override
    public void fact(long cycle, Fact fact, long a, long b, long c) {
        first.fact(cycle, fact, a, b, c);
        second.fact(cycle, fact, a, b, c);
    }

    @Override
    public void tables(long cycle, ForwardingTable inForce) {
        first.tables(cycle, inForce);
        second.tables(cycle, inForce);
    }

    @Override
    public void paths(long cycle, HeldPaths held) {
        first.paths(cycle, held);
        second.paths(cycle, held);
    }
}
