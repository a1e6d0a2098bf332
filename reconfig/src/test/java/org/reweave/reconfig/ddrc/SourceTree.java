package org.reweave.reconfig.ddrc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.PlainNicSite;
import org.reweave.reconfig.spi.PlainSite;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * A fabric with an agent of source routing in each device. Broadcasts wait until they are given to whom a test chooses.
 */
final class SourceTree {
    static final SchemeOptions OPTIONS = SchemeOptions.DEFAULT.with(Ddrc.MODE, DdrcMode.SOURCE_BROADCAST);

    /** Something a switch tells all. */
    record Broadcast(int from, long control) {}

    final Fabric fabric;
    final Deque<Broadcast> broadcasts = new ArrayDeque<>();
    final Set<Integer> timers = new TreeSet<>(); // switches whose timer runs
    final List<Integer> channels = new ArrayList<>(); // of the packet last sent: switch * 64 + out port
    private final List<SwitchAgent> switches = new ArrayList<>();
    private final List<NicAgent> nics = new ArrayList<>();
    private Faults faults;

    SourceTree(Fabric fabric, Faults absent) {
        this.fabric = fabric;
        this.faults = absent;
        Scheme scheme = new Ddrc().on(fabric, absent, OPTIONS);
        for (int s = 0; s < fabric.switchCount(); s++) {
            switches.add(scheme.switchAgent(OPTIONS, new TreeSwitch(s)));
        }
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            nics.add(scheme.nicAgent(OPTIONS, new TreeNic(fabric.nicDevice(nic))));
        }
    }

    Faults faults() {
        return faults;
    }

    SwitchAgent switchAgent(int device) {
        return switches.get(device);
    }

    NicAgent nic(int number) {
        return nics.get(number);
    }

    int lid(int nic) {
        int device = fabric.nicDevice(nic);
        return fabric.nicLid(device, fabric.attachedPort(device));
    }

    /** Links and devices fail or work again, as their ends know at once. */
    void become(Faults now) {
        Faults before = faults;
        faults = now;
        for (int s = 0; s < fabric.switchCount(); s++) {
            for (int port = 1; port <= fabric.portCount(s); port++) {
                boolean up = now.portUp(fabric, s, port);
                if (up != before.portUp(fabric, s, port)) {
                    assertThat(switches.get(s).linkChanged(port, up)).isFalse();
                }
            }
        }
    }

    /**
     * Timers run down and broadcasts come everywhere until there are none left. What a switch says that has failed
     * nobody hears.
     */
    void settle() {
        while (!timers.isEmpty() || !broadcasts.isEmpty()) {
            fireAll();
            while (!broadcasts.isEmpty()) {
                Broadcast one = broadcasts.remove();
                if (faults.deviceUp(one.from)) {
                    tellSwitches(one);
                    nics.forEach(nic -> nic.receiveBroadcast(one.from, one.control));
                }
            }
        }
    }

    void tellSwitches(Broadcast one) {
        for (int s = 0; s < switches.size(); s++) {
            if (s != one.from) {
                switches.get(s).receiveBroadcast(one.from, one.control);
            }
        }
    }

    void fireAll() {
        List<Integer> due = List.copyOf(timers);
        timers.clear();
        due.forEach(s -> switches.get(s).timerFired(SwitchTimer.ANNOUNCING));
    }

    /**
     * Leads a packet through the switches' agents.
     *
     * @return switches crossed; 0 = the source knows no way; -1 = lost at a dead link
     */
    int send(int from, int to) {
        int source = fabric.nicDevice(from);
        int target = fabric.nicDevice(to);
        Heading packet = new Heading();
        packet.destination = lid(to);
        packet.trail = nics.get(from).trail(packet.destination, 0);
        packet.inPort = fabric.peerPort(source, fabric.attachedPort(source));
        int at = fabric.attachedSwitch(source);
        channels.clear();
        Routes routes = new Routes();
        for (int hops = 1; hops < 40; hops++) {
            routes.clear();
            switches.get(at).route(packet, routes);
            if (routes.count() == 0) {
                assertThat(hops).as("only the first switch discards").isOne();
                assertThat(routes.ruleCase()).isEqualTo(SourceSwitchAgent.NO_ROUTE);
                return 0;
            }
            assertThat(routes.count()).isOne();
            assertThat(routes.lane(0)).isEqualTo(packet.lane);
            packet.trail = routes.trail(0);
            int out = routes.port(0);
            channels.add(at * 64 + out);
            if (!faults.portUp(fabric, at, out)) {
                return -1;
            }
            if (fabric.peer(at, out) == target) {
                return hops;
            }
            packet.inPort = fabric.peerPort(at, out);
            at = fabric.peer(at, out);
        }
        throw new AssertionError("still under way");
    }

    private final class TreeSwitch extends PlainSite {
        private final int device;

        TreeSwitch(int device) {
            this.device = device;
        }

        @Override
        public int device() {
            return device;
        }

        @Override
        public int portCount() {
            return fabric.portCount(device);
        }

        @Override
        public boolean isUp(int port) {
            return faults.portUp(fabric, device, port);
        }

        @Override
        public void setTimer(SwitchTimer timer) {
            assertThat(timer).isEqualTo(SwitchTimer.ANNOUNCING);
            assertThat(timers.add(device)).as("it runs already").isTrue();
        }

        @Override
        public void broadcast(long control) {
            broadcasts.add(new Broadcast(device, control));
        }
    }

    private static final class TreeNic extends PlainNicSite {
        private final int device;

        TreeNic(int device) {
            this.device = device;
        }

        @Override
        public int device() {
            return device;
        }
    }
}
