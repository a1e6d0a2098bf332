package org.reweave.routing.engine.mikant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SwitchView;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** Packets sent through the forwarder that the engine leaves in the tables. */
class MikantForwarderTest {
    private static final int LOST = -1;

    @ParameterizedTest
    @ValueSource(strings = {"one-port", "all-port", "go-back"})
    void withoutFaultsPacketsGoAsTheTablesSayAndStayOnTheFirstLane(String rule) {
        Sender sender = new Sender("mikant:3,3", rule, 8);
        sender.eachPair((from, to) -> {
            assertThat(sender.send(from, to, link -> true)).isPositive();
            assertThat(sender.lanes).containsOnly(0);
            int at = sender.fabric.attachedSwitch(from);
            for (int port : sender.ports) {
                assertThat(port).isEqualTo(sender.tables.outPort(at, sender.fabric.nicLid(to, 1)));
                at = sender.fabric.peer(at, port);
            }
        });
    }

    /**
     * All paths under all sets of up to two faulty switches together: with the lanes no cycle of channels, without them
     * there is one.
     */
    @ParameterizedTest
    @CsvSource({
        "one-port,'2,3',2",
        "all-port,'3,2',2",
        "all-port,'3,3',1",
        "go-back,'2,3',2",
        "go-back,'3,2',2",
        "go-back,'3,3',1"
    })
    void noFaultySwitchesCloseACycleOfChannels(String rule, String size, int most) {
        Sender sender = new Sender("mikant:" + size, rule, 15);
        Fabric fabric = sender.fabric;
        for (int a = 0; a < fabric.switchCount(); a++) {
            for (int b = a; b < (most == 1 ? a + 1 : fabric.switchCount()); b++) {
                Faults faults = Faults.none().withDevice(a).withDevice(b);
                sender.eachPair((from, to) -> {
                    if (faults.deviceUp(fabric.attachedSwitch(from)) && faults.deviceUp(fabric.attachedSwitch(to))) {
                        sender.send(from, to, link -> faults.linkUp(fabric, link));
                    }
                });
            }
        }
        assertThat(sender.hasCycle(true)).isFalse();
        assertThat(sender.hasCycle(false)).as("lanes are needed").isTrue();
    }

    /** Links fail and come back while packets are under way. */
    @ParameterizedTest
    @ValueSource(strings = {"one-port", "all-port", "go-back"})
    void noFaultsOnTheWayCloseACycleOfChannelsOrKeepAPacketForEver(String rule) {
        Sender sender = new Sender("mikant:2,4", rule, 15);
        SeededSequence random = new SeededSequence(5);
        for (int round = 0; round < 20; round++) {
            sender.eachPair((from, to) -> sender.send(from, to, link -> random.below(100) >= 15));
        }
        assertThat(sender.hasCycle(true)).isFalse();
        assertThat(sender.delivered).isPositive();
        assertThat(sender.lost).isPositive();
    }

    @Test
    void onTheLastLaneAPacketFailsRatherThanTurns() {
        int[] arrived = new int[4];
        for (int vls = 1; vls <= 4; vls++) {
            Sender sender = new Sender("mikant:3,3", "go-back", vls);
            int farRoot = sender.fabric.deviceByName("g1l1_00");
            Faults faults = Faults.none().withDevice(farRoot);
            sender.eachPair((from, to) -> sender.send(from, to, link -> faults.linkUp(sender.fabric, link)));
            assertThat(sender.lanesUsed).allSatisfy(lane -> assertThat(lane).isLessThan(sender.vls));
            arrived[vls - 1] = sender.delivered;
        }
        assertThat(arrived[0]).isLessThan(arrived[1]);
        assertThat(arrived[1]).isLessThan(arrived[2]);
        assertThat(arrived[3]).isEqualTo(54 * 53);
    }

    @Test
    void faultsAreLeftToTheSwitches() {
        Fabric fabric = FabricGenerators.parse("mikant:2,3");
        EngineOptions goBack = EngineOptions.none().with("fault-tolerance", "go-back");
        RoutingEngine engine = EngineRegistry.load().engine("mikant");
        RoutingTables whole = engine.route(fabric, Faults.none(), goBack);
        RoutingTables hit = engine.route(fabric, Faults.none().withLink(0), goBack);
        assertThat(hit.lft(0)).isEqualTo(whole.lft(0));
        assertThat(hit.forwarder()).isEqualTo(whole.forwarder());
        assertThat(hit.slToVl().laneCount()).isEqualTo(8);
        assertThat(hit.remarks()).singleElement().asString().contains("go-back", "8 VLs");
        assertThat(engine.route(fabric, Faults.none(), goBack.with("vls", "2")).forwarder())
                .isNotEqualTo(whole.forwarder());
    }

    @ParameterizedTest
    @CsvSource({
        "goback, 4, 'fault-tolerance = goback; known are none, one-port, all-port, go-back'",
        "go-back, 16, vls = 16 is not 1 to 15",
        "go-back, x, vls = x is no number; give 1 to 15",
        "none, 2, 'vls = 2 without fault-tolerance, which alone uses more than one; add it'"
    })
    void badOptionsAreRefused(String tolerance, String vls, String message) {
        EngineOptions options =
                EngineOptions.none().with("fault-tolerance", tolerance).with("vls", vls);
        Fabric fabric = FabricGenerators.parse("mikant:2,3");
        assertThatThrownBy(() -> EngineRegistry.load().engine("mikant").route(fabric, Faults.none(), options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private interface Pair {
        void send(int fromNic, int toNic);
    }

    /** Sends packets one by one and remembers which channel waited for which. */
    private static final class Sender {
        private final Fabric fabric;
        private final RoutingTables tables;
        private final int vls;
        private final List<Integer> ports = new ArrayList<>();
        private final List<Integer> lanes = new ArrayList<>();
        private final Set<Integer> lanesUsed = new TreeSet<>();
        private final Map<Integer, Set<Integer>> next = new HashMap<>(); // channel * 16 + lane
        private int delivered;
        private int lost;

        Sender(String text, String rule, int vls) {
            this.fabric = FabricGenerators.parse(text);
            this.vls = vls;
            this.tables = EngineRegistry.load()
                    .engine("mikant")
                    .route(
                            fabric,
                            Faults.none(),
                            EngineOptions.none().with("fault-tolerance", rule).with("vls", Integer.toString(vls)));
        }

        void eachPair(Pair pair) {
            for (int from = fabric.switchCount(); from < fabric.deviceCount(); from++) {
                for (int to = fabric.switchCount(); to < fabric.deviceCount(); to++) {
                    if (from != to) {
                        pair.send(from, to);
                    }
                }
            }
        }

        /** @return hops between switches, or LOST */
        int send(int from, int to, IntPredicate works) {
            ports.clear();
            lanes.clear();
            Heading heading = new Heading();
            heading.destination = fabric.nicLid(to, 1);
            heading.source = fabric.nicLid(from, 1);
            int s = fabric.attachedSwitch(from);
            heading.inPort = fabric.peerPort(from, 1);
            int before = -1;
            Routes routes = new Routes();
            while (s != to) {
                routes.clear();
                tables.forwarder().route(heading, new View(s, works), routes);
                if (routes.count() == 0) {
                    lost++;
                    return LOST;
                }
                int port = routes.port(0);
                int channel = fabric.directedLink(s, port) * 16 + routes.lane(0);
                if (before >= 0) {
                    next.computeIfAbsent(before, c -> new TreeSet<>()).add(channel);
                }
                before = channel;
                ports.add(port);
                lanes.add(routes.lane(0));
                lanesUsed.add(routes.lane(0));
                heading.lane = routes.lane(0);
                heading.trail = routes.trail(0);
                heading.inPort = fabric.peerPort(s, port);
                s = fabric.peer(s, port);
                assertThat(ports).as("hops").hasSizeLessThan(4 * fabric.switchCount());
            }
            delivered++;
            return ports.size();
        }

        /** Takes away channels that nothing waits for until there are none, or only cycles. */
        boolean hasCycle(boolean withLanes) {
            Map<Integer, Set<Integer>> edges = new HashMap<>();
            next.forEach((a, targets) ->
                    targets.forEach(b -> edges.computeIfAbsent(withLanes ? a : a / 16, c -> new TreeSet<>())
                            .add(withLanes ? b : b / 16)));
            Map<Integer, Integer> waiters = new HashMap<>();
            edges.forEach((a, targets) -> {
                waiters.putIfAbsent(a, 0);
                targets.forEach(b -> waiters.merge(b, 1, Integer::sum));
            });
            Deque<Integer> free = new ArrayDeque<>();
            waiters.forEach((channel, count) -> {
                if (count == 0) {
                    free.add(channel);
                }
            });
            int removed = 0;
            while (!free.isEmpty()) {
                int channel = free.remove();
                removed++;
                for (int b : edges.getOrDefault(channel, Set.of())) {
                    if (waiters.merge(b, -1, Integer::sum) == 0) {
                        free.add(b);
                    }
                }
            }
            return removed < waiters.size();
        }

        private final class View implements SwitchView {
            private final int device;
            private final IntPredicate works;

            View(int device, IntPredicate works) {
                this.device = device;
                this.works = works;
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
            public int laneCount() {
                return 15;
            }

            @Override
            public boolean isUp(int port) {
                return works.test(fabric.link(device, port));
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
                return tables.slToVl().lane(device, inPort, outPort, level);
            }
        }
    }
}
