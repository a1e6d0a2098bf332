package org.reweave.routing.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SwitchView;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

class ClosDrawTest {
    private static final int PACKETS = 4000;

    private final Fabric fabric = FabricGenerators.parse("k-ary-n-tree:4,3");
    private final RoutingTables tables = EngineRegistry.load()
            .engine("fat-tree")
            .route(fabric, Faults.none(), EngineOptions.none().with("mode", "random"));
    private final int source = fabric.deviceByName("p000");

    /** A switch of which some ports work; it needs no tables. */
    private record Switch(int device, int portCount, IntPredicate works) implements SwitchView {
        @Override
        public int laneCount() {
            return 1;
        }

        @Override
        public boolean isUp(int port) {
            return works.test(port);
        }

        @Override
        public boolean leadsToSwitch(int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int outPort(int lid) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int lane(int inPort, int outPort, int level) {
            throw new UnsupportedOperationException();
        }
    }

    private Routes routes(int device, String to, long packet, IntPredicate works) {
        Heading heading = new Heading();
        heading.packet = packet;
        heading.destination = fabric.nicLid(fabric.deviceByName(to), 1);
        Routes routes = new Routes();
        tables.forwarder().route(heading, new Switch(device, fabric.portCount(device), works), routes);
        return routes;
    }

    /** Four ways up, each with a quarter of the packets: 1,000 of 4,000, give or take four standard deviations. */
    @Test
    void aPacketIsOfferedOneWayUpDrawnEvenlyAndTheSameOneAgain() {
        int[] drawn = new int[fabric.portCount(fabric.attachedSwitch(source)) + 1];
        for (long packet = 0; packet < PACKETS; packet++) {
            Routes routes = routes(fabric.attachedSwitch(source), "p333", packet, port -> true);
            assertThat(routes.count()).isOne();
            drawn[routes.port(0)]++;
            assertThat(routes(fabric.attachedSwitch(source), "p333", packet, port -> true)
                            .port(0))
                    .isEqualTo(routes.port(0));
        }
        int ways = 0;
        for (int count : drawn) {
            ways += count > 0 ? 1 : 0;
            assertThat(count).satisfiesAnyOf(none -> assertThat(none).isZero(), some -> assertThat(some)
                    .isBetween(890, 1110));
        }
        assertThat(ways).isEqualTo(4);
    }

    @Test
    void theWayDownIsTheOnlyOne() {
        int bottom = fabric.attachedSwitch(source);
        int above = fabric.peer(bottom, routes(bottom, "p333", 7, port -> true).port(0));
        for (int port = 1; port <= fabric.portCount(above); port++) {
            int below = fabric.peer(above, port);
            for (int nic = 0; nic < fabric.nicCount(); nic++) {
                if (fabric.attachedSwitch(fabric.nicDevice(nic)) == below) {
                    Routes routes = routes(above, fabric.deviceName(fabric.nicDevice(nic)), nic, each -> true);
                    assertThat(routes.count()).isOne();
                    assertThat(routes.port(0)).isEqualTo(port);
                }
            }
        }
    }

    @Test
    void aPortWhoseLinkIsDownIsNotDrawn() {
        int bottom = fabric.attachedSwitch(source);
        int down = routes(bottom, "p333", 0, port -> true).port(0);
        for (long packet = 0; packet < 100; packet++) {
            Routes routes = routes(bottom, "p333", packet, port -> port != down);
            assertThat(routes.count()).isOne();
            assertThat(routes.port(0)).isNotEqualTo(down);
        }
        assertThat(routes(bottom, "p333", 0, port -> false).count()).isEqualTo(4);
    }
}
