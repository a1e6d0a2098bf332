package org.reweave.reconfig.localreroute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** The notice to a packet's source, by the switch of NICs 0 and 1 in a 2-ary 2-tree, both of whose ways up are down. */
class SourceNoticeTest {
    private static final int PACKETS = 3;

    private static final SchemeOptions NOTICE = SchemeOptions.DEFAULT
            .with(Dlr.ALGORITHM, LocalRerouting.ADAPTIVE_LINK)
            .with(Dlr.SOURCE_NOTICE, PACKETS);

    private final Fabric fabric = FabricGenerators.parse("k-ary-n-tree:2,2");
    private final Dlr scheme = (Dlr) new Dlr().on(fabric, Faults.none(), NOTICE);
    private final int here = fabric.attachedSwitch(fabric.nicDevice(0));
    private final Set<Integer> down = new TreeSet<>(List.of(fabric.link(here, 3), fabric.link(here, 4)));
    private final List<Integer> toldLids = new ArrayList<>();
    private final List<Long> notices = new ArrayList<>();
    private final List<SwitchTimer> timers = new ArrayList<>();
    private final SwitchAgent agent = agent();
    private final NicAgent source = scheme.nicAgent(NOTICE, null);
    private final Routes routes = new Routes();

    private SwitchAgent agent() {
        TreeSite site =
                new TreeSite(
                        fabric,
                        here,
                        down,
                        EngineRegistry.load().engine("fat-tree").route(fabric, Faults.none(), EngineOptions.none())) {
                    @Override
                    public void tell(int lid, long message) {
                        toldLids.add(lid);
                        notices.add(message);
                    }

                    @Override
                    public void setTimer(SwitchTimer timer) {
                        timers.add(timer);
                    }
                };
        return scheme.switchAgent(NOTICE, site);
    }

    private int lid(int nic) {
        return fabric.attachedLid(fabric.nicDevice(nic));
    }

    /** NIC 0 sends a packet: the rule by which it is discarded, -1 = it has a way. */
    private int send(NicAgent from, int destination) {
        Heading packet = new Heading();
        packet.inPort = 1;
        packet.source = lid(0);
        packet.destination = lid(destination);
        packet.trail = from.trail(packet.destination, 0);
        routes.clear();
        agent.route(packet, routes);
        return routes.ruleCase();
    }

    @Test
    void theSourceOfADiscardedPacketIsToldAndMarksSoManyPacketsToThatDestination() {
        assertThat(send(source, 3)).isEqualTo(LocalRerouteAgent.NO_UP_PORT);
        assertThat(notices).isEmpty();
        agent.timerFired(SwitchTimer.ANNOUNCING);
        assertThat(toldLids).containsExactly(lid(0));
        source.receiveBroadcast(here, notices.get(0));
        for (int packet = 0; packet < PACKETS; packet++) {
            assertThat(send(source, 3)).isEqualTo(NoticeSwitchAgent.SOURCE_TOLD);
            assertThat(send(source, 1)).as("a neighbour").isEqualTo(-1);
        }
        assertThat(timers).as("no notice about what is not sent").containsExactly(SwitchTimer.ANNOUNCING);
        assertThat(send(source, 3)).as("it tries again").isEqualTo(LocalRerouteAgent.NO_UP_PORT);
        assertThat(timers).hasSize(2);
    }

    @Test
    void oneNoticeIsUnderWayAtATimeAboutThePacketDiscardedLast() {
        send(source, 3);
        send(source, 2);
        assertThat(timers).containsExactly(SwitchTimer.ANNOUNCING);
        agent.timerFired(SwitchTimer.ANNOUNCING);
        source.receiveBroadcast(here, notices.get(0));
        assertThat(send(source, 2)).isEqualTo(NoticeSwitchAgent.SOURCE_TOLD);
        assertThat(send(source, 3)).isEqualTo(LocalRerouteAgent.NO_UP_PORT);
    }

    @Test
    void theOtherTimerAndChangesOfLinksAreTheReroutingsOwn() {
        send(source, 3);
        agent.timerFired(SwitchTimer.REROUTING);
        assertThat(notices).isEmpty();
        down.clear();
        assertThat(agent.linkChanged(3, true)).as("what waits is routed anew").isTrue();
        assertThat(send(source, 3)).isEqualTo(-1);
    }

    @Test
    void theStateOfBothIsSavedAndRestored() {
        send(source, 3);
        SwitchAgent switchCopy = agent();
        Restored.copy(agent, switchCopy);
        switchCopy.timerFired(SwitchTimer.ANNOUNCING);
        source.receiveBroadcast(here, notices.get(0));
        send(source, 3);
        NicAgent copy = scheme.nicAgent(NOTICE, null);
        Restored.copy(source, copy);
        assertThat(send(copy, 3)).isEqualTo(NoticeSwitchAgent.SOURCE_TOLD);
        assertThat(send(copy, 3)).isEqualTo(NoticeSwitchAgent.SOURCE_TOLD);
        assertThat(send(copy, 3)).isEqualTo(LocalRerouteAgent.NO_UP_PORT);
    }
}
