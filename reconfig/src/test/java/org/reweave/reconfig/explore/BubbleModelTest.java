package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.stopped.Static;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** Every order of packets on tori that bubble flow control keeps from deadlock, and on the same ones without it. */
@Tag("slow")
class BubbleModelTest {
    private static final Scheme STATIC = Schemes.get("static");

    /** Packets from each NIC of a ring to the one two switches on, as many as fill the ring's queues. */
    private static List<Packet> across(int ring, int each) {
        return IntStream.range(0, ring * each)
                .mapToObj(i -> new Packet(i / each, (i / each + 2) % ring))
                .toList();
    }

    /** The same entries for switches that know of no rings. */
    private static RoutingTables withoutRings(RoutingTables tables) {
        byte[][] lfts = new byte[tables.fabric().switchCount()][];
        Arrays.setAll(lfts, tables::lft);
        return new RoutingTables(tables.fabric(), "bare", lfts, tables.slToVl(), tables.pathLevels());
    }

    private static Model ring(RoutingTables tables, int each, Bounds bounds) {
        return Examples.unchanged("4-ring", STATIC, tables, across(4, each)).with(bounds);
    }

    @Test
    void aRingOnOneLaneDeadlocksInSomeOrderWithoutTheBubbleAndInNoneWithIt() {
        Fabric fabric = Examples.RING;
        RoutingTables tables = Examples.dimensionOrder(fabric);
        Bounds two = Bounds.LEAST.withSlots(2, 0);
        Model without = ring(withoutRings(tables), 2, two);
        Exploration found = Explored.broken(without, Promise.NO_DEADLOCK);
        assertThat(Replay.of(without, found.trace()).cycle()).hasSizeGreaterThanOrEqualTo(4);
        Explored.kept(ring(tables, 2, two));
    }

    @Test
    void packetsThatTurnIntoARingOfATorusNeedTheBubbleToo() {
        Fabric torus = FabricGenerators.parse("torus:4x2");
        RoutingTables tables = Examples.dimensionOrder(torus);
        List<Packet> packets = new ArrayList<>(across(4, 1));
        packets.add(new Packet(0, 6));
        packets.add(new Packet(4, 2));
        Explored.kept(Examples.unchanged("4x2 torus", STATIC, tables, packets));
    }

    @Test
    void staticEmptiesTheRingBeforeItsTablesChange() {
        RoutingTables tables = Examples.dimensionOrder(Examples.RING);
        RoutingTables upDown = Examples.upDown(Examples.RING, Faults.none(), EngineOptions.none());
        Explored.kept(Model.planned(
                "4-ring to up*/down*",
                STATIC,
                tables,
                upDown,
                List.of(new Packet(0, 2), new Packet(1, 3), new Packet(2, 0))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "ebrd", "sr-la", "sr-pda"})
    void schemesThatChangeTablesUnderPacketsAreRefused(String scheme) {
        assertThatThrownBy(() -> Examples.bubble(Schemes.get(scheme), across(4, 1)))
                .hasMessageContaining("bubble flow control for scheme " + scheme)
                .hasMessageContaining("use static");
    }

    @Test
    void staticThatDoesNotWaitUntilTheFabricIsEmptyIsRefused() {
        Model model = Examples.bubble(STATIC, across(4, 1));
        assertThatThrownBy(
                        () -> model.with(SchemeOptions.DEFAULT.with(Static.DISTRIBUTION, Static.Distribution.AT_ONCE)))
                .hasMessageContaining("which changes them under packets");
    }

    @Test
    void queuesOfOnePacketAreRefused() {
        Model model = Examples.bubble(STATIC, across(4, 1));
        assertThatThrownBy(() -> model.with(Bounds.LEAST))
                .hasMessageContaining("1 packet per input queue")
                .hasMessageContaining("raise it to 2");
        assertThatThrownBy(() -> model.with(Bounds.LEAST.withSlots(2, 1))).hasMessageContaining("per output queue");
    }

    @Test
    void newTablesWithOtherRingsAreRefused() {
        RoutingTables upDown = Examples.upDown(Examples.RING, Faults.none(), EngineOptions.none());
        Model model = Model.planned(
                "4-ring from up*/down*", STATIC, upDown, Examples.dimensionOrder(Examples.RING), across(4, 1));
        assertThatThrownBy(() -> Explorer.explore(model)).hasMessageContaining("in other rings than the first tables");
    }
}
