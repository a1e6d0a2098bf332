package org.reweave.emulator.drivers;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.device.fabricswitch.SwitchCore;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** A run that is over, with what its manager did and what the switches were left with. */
final class ManagedRun {
    final Network network;
    final RunTrace trace = new RunTrace();
    final RunResult result;
    private final FrameFreeDriver driver;

    ManagedRun(Network network) {
        this.network = network;
        this.driver = new FrameFreeDriver(network, trace);
        this.result = driver.run();
    }

    static ManagedRun of(String text, String... overrides) {
        return new ManagedRun(SmallScenarios.network(text, overrides));
    }

    List<Event> events(EventKind kind) {
        return trace.events().stream().filter(event -> event.kind() == kind).toList();
    }

    /** Cycle of the only event of a kind. */
    long cycle(EventKind kind) {
        List<Event> found = events(kind);
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " events " + kind.label() + ": " + found);
        }
        return found.get(0).cycle();
    }

    long first(EventKind kind) {
        return events(kind).get(0).cycle();
    }

    long last(EventKind kind) {
        List<Event> found = events(kind);
        return found.get(found.size() - 1).cycle();
    }

    /** Devices in the order in which the last SMP of their update went out. */
    List<Integer> updateOrder() {
        return events(EventKind.TABLES_SENT).stream()
                .map(event -> (int) event.a())
                .toList();
    }

    long count(Counter counter) {
        return result.last().count(counter);
    }

    /**
     * Pairs of NICs, named {@code n0_0>n1_0}, for which the switches' tables of the end do not lead from one to the
     * other over links that work at the end. Both have to be attached then.
     *
     * @param atEnd what does not work at the end
     */
    List<String> pairsCutOff(Faults atEnd) {
        Fabric fabric = network.fabric();
        List<String> cutOff = new ArrayList<>();
        for (int from = fabric.switchCount(); from < fabric.deviceCount(); from++) {
            for (int to = fabric.switchCount(); to < fabric.deviceCount(); to++) {
                boolean attached = atEnd.portUp(fabric, from, 1) && atEnd.portUp(fabric, to, 1);
                if (attached && from != to && !leads(fabric, from, to, atEnd)) {
                    cutOff.add(fabric.deviceName(from) + ">" + fabric.deviceName(to));
                }
            }
        }
        return cutOff;
    }

    private boolean leads(Fabric fabric, int from, int to, Faults atEnd) {
        int lid = fabric.nicLid(to, 1);
        int at = fabric.peer(from, 1);
        for (int hop = 0; hop <= fabric.switchCount(); hop++) {
            int port = ((SwitchCore) driver.devices().get(at)).portTowards(lid);
            if (port == 0 || !atEnd.portUp(fabric, at, port)) {
                return false;
            }
            at = fabric.peer(at, port);
            if (!fabric.isSwitch(at)) {
                return at == to;
            }
        }
        return false;
    }
}
