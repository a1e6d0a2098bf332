package org.reweave.routing.kns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
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

/**
 * Ways of packets that may cross dimensions in any order, on three dimensions with two escape lanes (0 and 1) and an
 * adaptive one (2): one sub-path is left over. A router's port 1 + d leads into dimension d.
 */
class KnsForwarderTest {
    private final Fabric fabric = FabricGenerators.parse("kns:3,3");
    private Faults faults = Faults.none();
    private RoutingTables tables = route();
    private final Heading packet = new Heading();
    private final Routes routes = new Routes();

    private RoutingTables route() {
        EngineOptions options = EngineOptions.none()
                .with("intermediates", "1")
                .with("adaptive", "1")
                .with("order", "any");
        return EngineRegistry.load().engine("hybrid-dor").route(fabric, faults, options);
    }

    private record View(Fabric fabric, RoutingTables tables, Faults faults, int device) implements SwitchView {
        @Override
        public int portCount() {
            return fabric.portCount(device);
        }

        @Override
        public int laneCount() {
            return tables.slToVl().laneCount();
        }

        @Override
        public boolean isUp(int port) {
            return faults.portUp(fabric, device, port);
        }

        @Override
        public boolean leadsToSwitch(int port) {
            return fabric.isSwitch(fabric.peer(device, port));
        }

        @Override
        public int outPort(int lid) {
            return tables.outPort(device, lid);
        }

        @Override
        public int lane(int inPort, int outPort, int level) {
            return 0;
        }
    }

    private void from(String source, String destination) {
        int nic = fabric.deviceByName(source);
        packet.destination = fabric.nicLid(fabric.deviceByName(destination), 1);
        packet.trail = tables.trails().orElseThrow().trail(nic, packet.destination);
    }

    /** Ports and lanes that are offered at a router, as {@code port.lane}. */
    private List<String> at(String router, int inPort) {
        packet.inPort = inPort;
        routes.clear();
        int device = fabric.deviceByName(router);
        tables.forwarder().route(packet, new View(fabric, tables, faults, device), routes);
        return IntStream.range(0, routes.count())
                .mapToObj(way -> routes.port(way) + "." + routes.lane(way))
                .toList();
    }

    private void take(int way) {
        packet.trail = routes.trail(way);
    }

    @Test
    void everyDimensionIsOfferedAtTheSourceAndTheEscapeIsTheLowest() {
        from("n0_0_0", "n1_1_1");
        assertThat(at("r0_0_0", 4)).containsExactly("1.2", "2.2", "3.2", "1.0");
    }

    @Test
    void aStepBackBeginsASubPathWithAnEscapeOfItsOwnAndThenDimensionsRise() {
        from("n0_0_0", "n1_1_1");
        at("r0_0_0", 4);
        take(2); // dimension 2 first
        assertThat(at("x2_0_0", 1)).as("on the first sub-path yet").containsExactly("2.2", "2.0");
        take(0);
        assertThat(at("r0_0_1", 3)).as("no sub-path is left for 1 before 0").containsExactly("1.2", "1.1");
        take(1);
        at("x0_0_1", 1);
        take(1);
        assertThat(at("r1_0_1", 1)).containsExactly("2.2", "2.1");
    }

    @Test
    void whatIsLeftInRisingOrderNeedsNoSubPath() {
        from("n0_0_0", "n1_1_1");
        at("r0_0_0", 4);
        take(0); // dimension 0
        assertThat(at("r1_0_0", 1)).containsExactly("2.2", "3.2", "2.0");
        take(1); // dimension 2, and then back to 1
        assertThat(at("r1_0_1", 3)).containsExactly("2.2", "2.1");
    }

    @Test
    void aPacketWithAnIntermediateHasNoSubPathToSpare() {
        int link = fabric.link(fabric.deviceByName("r0_0_0"), 1);
        faults = Faults.none().withLink(link);
        tables = route();
        from("n0_0_0", "n1_1_1");
        assertThat(KnsHeader.count(packet.trail)).isEqualTo(1);
        List<String> ways = at("r0_0_0", 4);
        assertThat(ways).hasSize(2);
        assertThat(ways.get(1)).endsWith(".0");
    }

    @Test
    void onlyPairsWhoseMinimalPathsMeetNoFaultInAnyOrderAreAllowedAnyOrder() {
        KnsGrid grid = KnsGrid.of(fabric);
        int router = grid.router(fabric.deviceByName("r0_1_0"));
        WholeCubes cubes = new WholeCubes(grid, Faults.none().withLink(grid.link(router, 0)));
        int a = grid.router(fabric.deviceByName("r0_0_0"));
        int b = grid.router(fabric.deviceByName("r1_1_0"));
        int c = grid.router(fabric.deviceByName("r0_2_0"));
        int d = grid.router(fabric.deviceByName("r1_2_0"));
        assertThat(KnsHeader.isInAnyOrder(cubes.allowed(0, a, b)))
                .as("by r0_1_0 to dimension 0")
                .isFalse();
        assertThat(KnsHeader.isInAnyOrder(cubes.allowed(0, a, d))).isTrue();
        assertThat(KnsHeader.isInAnyOrder(cubes.allowed(0, a, router)))
                .as("does not cross 0")
                .isTrue();
        assertThat(KnsHeader.isInAnyOrder(cubes.allowed(KnsHeader.of(c), a, b)))
                .as("c to b")
                .isFalse();
    }

    @Test
    void theBitOfAnyOrderTravelsWithTheListAndIsNoPartOfIt() {
        long header = KnsHeader.inAnyOrder(KnsHeader.of(5, 9));
        assertThat(KnsHeader.count(header)).isEqualTo(2);
        long popped = KnsHeader.popped(header);
        assertThat(KnsHeader.isInAnyOrder(popped)).isTrue();
        assertThat(KnsHeader.next(popped)).isEqualTo(9);
        long next = KnsHeader.onNextSubPath(popped);
        assertThat(KnsHeader.subPath(next)).isEqualTo(2);
        assertThat(KnsHeader.popped(next)).isEqualTo(KnsHeader.inAnyOrder(3L << 60));
        assertThat(KnsHeader.isInAnyOrder(KnsHeader.of(5, 9))).isFalse();
    }
}
