package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.Announcement;
import org.reweave.reconfig.spi.Promise;
import org.reweave.routing.topology.Fabric;

/** Steps and events as they could be: of the two ends of a link, and of a NIC that sends a packet over that link. */
class AnnouncementWatchTest {
    private static final long IS_BACK = 1L << 62;
    private static final long PACKET = 77;

    private final Set<Promise> broken = EnumSet.noneOf(Promise.class);
    private DeviceLog.Witness nic;
    private DeviceLog.Witness here;
    private DeviceLog.Witness other; // of the other end
    private int device; // the end before the link
    private int there;
    private int port;
    private int peerPort;
    private long unplugged; // ports of that end without a cable
    private long unpluggedThere; // and of the other end

    @BeforeEach
    void aTreeWithSourceRoutes() {
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse("told.conf", """
                name = "told"
                description = "a small tree"
                fabric.generator = "k-ary-n-tree:2,2"
                routing.engine = fat-tree
                device.preset = iba-1x
                traffic.load = 0.1
                reconfiguration { scheme = ddrc, options { ddrc = source-broadcast } }
                run { warmup = 20us, duration = 40us }
                """, List.of())));
        Fabric fabric = network.fabric();
        int link = 0;
        while (!fabric.isTrunk(link)) {
            link++;
        }
        device = fabric.linkDevice(link, 0);
        port = fabric.linkPort(link, 0);
        for (int each = 1; each <= fabric.portCount(device); each++) {
            unplugged |= fabric.link(device, each) < 0 ? bit(each) : 0;
        }
        there = fabric.linkDevice(link, 1);
        peerPort = fabric.linkPort(link, 1);
        Announcement meaning = network.resolved()
                .scenario()
                .reconfiguration()
                .description()
                .orElseThrow()
                .announcement(network.resolved().scenario().reconfiguration().options())
                .orElseThrow();
        AnnouncementWatch watch = new AnnouncementWatch(network, meaning, (promise, cycle) -> broken.add(promise));
        nic = watch.of(fabric.nicDevice(0));
        here = watch.of(device);
        other = watch.of(there);
        for (int each = 1; each <= fabric.portCount(there); each++) {
            unpluggedThere |= fabric.link(there, each) < 0 ? bit(each) : 0;
        }
        other.event(10, EventKind.PORT_DOWN, peerPort, 0, 0, 0);
        other.event(20, EventKind.ANNOUNCED, 1, bit(peerPort), 0, 0);
    }

    private static long bit(int port) {
        return 1L << port - 1;
    }

    private void fails() {
        here.event(10, EventKind.PORT_DOWN, port, 0, 0, 0);
    }

    private void sendsIntoTheDeadLink(long cycle) {
        nic.step(cycle, DeviceLog.INJECTION, 3, PACKET);
        here.event(cycle + 50, EventKind.DROPPED, DropCause.DEAD_OUTPUT.ordinal(), PACKET, 0, port);
    }

    @Test
    void aSwitchThatSaysWhichPortsAreDownKeepsItsPromise() {
        fails();
        here.event(20, EventKind.ANNOUNCED, 1, unplugged | bit(port), 0, 0);
        here.event(30, EventKind.PORT_UP, port, 0, 0, 0);
        here.event(40, EventKind.ANNOUNCED, 2, unplugged | IS_BACK, 0, 0);
        here.event(50, EventKind.ANNOUNCED, 3, unplugged, 0, 0);
        assertThat(broken).isEmpty();
    }

    @Test
    void aSwitchHasToNameItsDeadPort() {
        fails();
        here.event(20, EventKind.ANNOUNCED, 1, unplugged, 0, 0);
        assertThat(broken).containsExactly(Promise.ANNOUNCED_AS_IT_IS);
    }

    @Test
    void aSwitchHasToSayOnceThatAPortIsBack() {
        fails();
        here.event(30, EventKind.PORT_UP, port, 0, 0, 0);
        here.event(40, EventKind.ANNOUNCED, 1, unplugged, 0, 0);
        assertThat(broken).containsExactly(Promise.ANNOUNCED_AS_IT_IS);
    }

    @Test
    void aNicThatHasBeenToldByTheFarEndOfALinkHasToSendElsewhere() {
        nic.event(30, EventKind.BROADCAST_RECEIVED, there, 1, 0, 0);
        sendsIntoTheDeadLink(40);
        assertThat(broken).containsExactly(Promise.KNOWN_FAILURES_AVOIDED);
    }

    @Test
    void aNicThatHasNotBeenToldMayLoseItsPacket() {
        sendsIntoTheDeadLink(30);
        nic.event(30, EventKind.BROADCAST_RECEIVED, there, 1, 0, 0);
        assertThat(broken).isEmpty();
    }

    @Test
    void theLastBroadcastCounts() {
        fails();
        here.event(20, EventKind.ANNOUNCED, 1, unplugged | bit(port), 0, 0);
        here.event(30, EventKind.PORT_UP, port, 0, 0, 0);
        here.event(40, EventKind.ANNOUNCED, 2, unplugged | IS_BACK, 0, 0);
        nic.event(30, EventKind.BROADCAST_RECEIVED, device, 1, 0, 0);
        nic.event(50, EventKind.BROADCAST_RECEIVED, device, 2, 0, 0);
        sendsIntoTheDeadLink(60);
        assertThat(broken).isEmpty();
    }

    private void saysThatItIsBack(long cycle) {
        there(cycle - 5, EventKind.PORT_UP, peerPort, 0);
        there(cycle, EventKind.ANNOUNCED, 2, unpluggedThere | IS_BACK);
        here.fact(cycle + 5, Fact.FLOOD_TAKEN, there, 2, 0);
    }

    @Test
    void aSwitchThatHearsThatAPortIsBackBroadcastsAgainSoon() {
        fails();
        here.event(20, EventKind.ANNOUNCED, 1, unplugged | bit(port), 0, 0);
        saysThatItIsBack(50);
        here.fact(55, Fact.TIMER_SET, 0, 80, 0);
        here.step(56, DeviceLog.ARRIVAL, 0, PACKET);
        assertThat(broken).isEmpty();
    }

    @Test
    void aSwitchThatKeepsWhatItHasBroadcastToItselfBreaksItsPromise() {
        fails();
        here.event(20, EventKind.ANNOUNCED, 1, unplugged | bit(port), 0, 0);
        saysThatItIsBack(50);
        assertThat(broken).isEmpty();
        here.step(56, DeviceLog.ARRIVAL, 0, PACKET);
        assertThat(broken).containsExactly(Promise.ANNOUNCED_AGAIN);
    }

    @Test
    void aSwitchThatHasBroadcastNothingSinceItStartedHasNothingToRepeat() {
        fails();
        here.event(20, EventKind.ANNOUNCED, 1, unplugged | bit(port), 0, 0);
        here.event(30, EventKind.DEVICE_DOWN, 0, 0, 0, 0);
        saysThatItIsBack(50);
        here.step(56, DeviceLog.ARRIVAL, 0, PACKET);
        assertThat(broken).isEmpty();
    }

    private void there(long cycle, EventKind kind, long a, long b) {
        other.event(cycle, kind, a, b, 0, 0);
    }
}
