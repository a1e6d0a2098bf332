package org.reweave.reconfig.localreroute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.rerouting.TreeAddresses;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.tolerance.TreeWalk;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.RouteReport;

/** Packets led through a tree by one agent per switch, wired as the fabric is. */
class LocalRerouteAgentTest {
    private static final int HOPS = 60;

    private Fabric fabric = FabricGenerators.parse("k-ary-n-tree:3,3");
    private TreeAddresses addresses = new TreeAddresses(fabric, "test");
    private final Set<Integer> down = new TreeSet<>();
    private final List<TreeSite> sites = new ArrayList<>();
    private final List<LocalRerouteAgent> agents = new ArrayList<>();
    private final List<Integer> passed = new ArrayList<>(); // switch and out port of each hop
    private final Set<Integer> notes = new TreeSet<>();

    private void on(String generator) {
        fabric = FabricGenerators.parse(generator);
        addresses = new TreeAddresses(fabric, "test");
    }

    private RoutingTables tables(Faults faults) {
        return EngineRegistry.load().engine("fat-tree").route(fabric, faults, EngineOptions.none());
    }

    private void build(LocalRerouting rule, boolean tablesFirst, int... failed) {
        down.clear();
        sites.clear();
        agents.clear();
        IntStream.of(failed).forEach(down::add);
        RoutingTables whole = tables(Faults.none());
        for (int s = 0; s < fabric.switchCount(); s++) {
            sites.add(new TreeSite(fabric, s, down, whole));
            agents.add(new LocalRerouteAgent(sites.get(s), addresses, rule, tablesFirst));
        }
    }

    /**
     * @param random chooses among several ways; null = the first
     * @return switches crossed; -1 = discarded
     */
    private int send(int from, int to, Random random) {
        int source = fabric.nicDevice(from);
        int target = fabric.nicDevice(to);
        Heading packet = new Heading();
        packet.destination = fabric.nicLid(target, fabric.attachedPort(target));
        int at = fabric.attachedSwitch(source);
        packet.inPort = fabric.peerPort(source, fabric.attachedPort(source));
        passed.clear();
        notes.clear();
        Routes routes = new Routes();
        for (int hops = 1; hops <= HOPS; hops++) {
            routes.clear();
            agents.get(at).route(packet, routes);
            if (routes.count() == 0) {
                return -1;
            }
            int way = random == null ? 0 : random.nextInt(routes.count());
            notes.add(routes.note());
            packet.trail = routes.trail(way);
            packet.lane = routes.lane(way);
            int out = routes.port(way);
            assertThat(sites.get(at).isUp(out)).isTrue();
            int next = fabric.peer(at, out);
            if (next == target) {
                return hops;
            }
            passed.add(at * 64 + out - 1);
            packet.inPort = fabric.peerPort(at, out);
            at = next;
        }
        throw new AssertionError("still under way after " + HOPS + " switches");
    }

    private int[] trunks() {
        return IntStream.range(0, fabric.linkCount()).filter(fabric::isTrunk).toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "DETERMINISTIC_LINK, 'k-ary-n-tree:3,3'",
        "DETERMINISTIC_SWITCH, 'k-ary-n-tree:3,3'",
        "DETERMINISTIC_LINK, 'm-port-n-tree:6,3'",
        "DETERMINISTIC_SWITCH, 'm-port-n-tree:6,3'",
        "DETERMINISTIC_LINK, 'clos:leaves=5,spines=3,parallel=2,nics=4'",
        "DETERMINISTIC_SWITCH, 'clos:leaves=5,spines=3,parallel=2,nics=4'",
        "DETERMINISTIC_LINK, 'clos:pods=3,leaves=3,spines=3,cores=3,core-parallel=2,nics=3'",
        "DETERMINISTIC_SWITCH, 'clos:pods=3,leaves=3,spines=3,cores=3,core-parallel=2,nics=3'"
    })
    void deterministicAgentsTakeThePathsOfTheRuleAloneThatIsAnalysed(LocalRerouting rule, String generator) {
        on(generator);
        TreeGeometry tree = addresses.tree();
        int[] trunks = trunks();
        Random random = new Random(5);
        for (int set = 0; set < 25; set++) {
            int a = trunks[random.nextInt(trunks.length)];
            int b = trunks[random.nextInt(trunks.length)];
            build(rule, false, a, b);
            TreeWalk walk = new TreeWalk(TreeGeometry.of(fabric, "test"), rule);
            walk.setLink(a, false);
            walk.setLink(b, false);
            for (int pair = 0; pair < 120; pair++) {
                int from = random.nextInt(fabric.nicCount());
                int to = random.nextInt(fabric.nicCount());
                if (from == to) {
                    continue;
                }
                String repeatable = "links " + a + ", " + b + ": NIC " + from + " to " + to;
                int hops = walk.walk(fabric.attachedSwitch(fabric.nicDevice(from)), to, 0);
                assertThat(send(from, to, null)).as(repeatable).isEqualTo(hops).isPositive();
                List<Integer> expected = IntStream.range(0, walk.stepCount())
                        .mapToObj(i -> walk.stepSwitch(i) * 64 + walk.stepNeighbour(i))
                        .toList();
                List<Integer> neighbours = passed.stream()
                        .map(hop -> hop / 64 * 64 + tree.neighbourAt(hop / 64, 1 + hop % 64))
                        .toList();
                assertThat(neighbours).as(repeatable).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ADAPTIVE_LINK, 'k-ary-n-tree:3,3'",
        "ADAPTIVE_SWITCH, 'k-ary-n-tree:3,3'",
        "ADAPTIVE_LINK, 'm-port-n-tree:6,2'",
        "ADAPTIVE_SWITCH, 'm-port-n-tree:6,2'",
        "ADAPTIVE_LINK, 'clos:leaves=3,spines=3,nics=4'",
        "ADAPTIVE_SWITCH, 'clos:pods=3,leaves=3,spines=3,cores=3,nics=3'"
    })
    void adaptiveAgentsDeliverWhicheverWayIsTaken(LocalRerouting rule, String generator) {
        on(generator);
        int[] trunks = trunks();
        Random random = new Random(7);
        int turns = 0;
        for (int set = 0; set < 40; set++) {
            build(rule, false, trunks[random.nextInt(trunks.length)], trunks[random.nextInt(trunks.length)]);
            for (int pair = 0; pair < 200; pair++) {
                int from = random.nextInt(fabric.nicCount());
                int to = random.nextInt(fabric.nicCount());
                agents.forEach(agent -> agent.timerFired(SwitchTimer.REROUTING));
                assertThat(from == to ? 1 : send(from, to, random))
                        .as("links %s: NIC %d to %d", down, from, to)
                        .isPositive();
                turns += notes.contains(Routes.TURN) ? 1 : 0;
            }
        }
        assertThat(turns).isPositive();
        assertThat(sites.stream().mapToInt(site -> site.timersSet).sum()).isPositive();
    }

    @Test
    void aUTurnIsRememberedUntilTheTimerOrAChangedLinkForgetsIt() {
        build(LocalRerouting.ADAPTIVE_LINK, false);
        int bottom = fabric.deviceByName("t2_00");
        LocalRerouteAgent agent = agents.get(bottom);
        int far = fabric.nicDevice(fabric.nicCount() - 1);
        List<Integer> ways = new ArrayList<>();
        for (int arrival = 4; arrival <= 6; arrival++) {
            Heading packet = new Heading();
            packet.destination = fabric.nicLid(far, 1);
            packet.inPort = arrival;
            Routes routes = new Routes();
            agent.route(packet, routes);
            ways.add(routes.count());
            if (routes.count() == 0) {
                assertThat(routes.ruleCase()).isEqualTo(LocalRerouteAgent.NO_UP_PORT);
            }
        }
        assertThat(ways).as("each knows of one fault more").containsExactly(2, 1, 0);
        assertThat(sites.get(bottom).timersSet).isEqualTo(2);
        LocalRerouteAgent copy =
                new LocalRerouteAgent(sites.get(bottom), addresses, LocalRerouting.ADAPTIVE_LINK, false);
        Restored.copy(agent, copy);
        assertThat(Restored.words(copy)).isEqualTo(Restored.words(agent)).isNotEqualTo(new long[] {0});
        agent.timerFired(SwitchTimer.REROUTING);
        assertThat(Restored.words(agent)).containsExactly(0);
        assertThat(copy.linkChanged(4, false)).as("routes what waits anew").isTrue();
        assertThat(Restored.words(copy)).containsExactly(0);
    }

    @Test
    void whenALinkIsBackPacketsTakeTheirOldWays() {
        int link = fabric.link(fabric.deviceByName("t1_00"), 1);
        build(LocalRerouting.DETERMINISTIC_LINK, false);
        int[] before = IntStream.range(9, 27).map(from -> send(from, 0, null)).toArray();
        down.add(link);
        agents.forEach(agent -> agent.linkChanged(1, false));
        int[] during = IntStream.range(9, 27).map(from -> send(from, 0, null)).toArray();
        down.remove(link);
        agents.forEach(agent -> agent.linkChanged(1, true));
        assertThat(IntStream.range(9, 27).map(from -> send(from, 0, null)).toArray())
                .isEqualTo(before);
        assertThat(during).isNotEqualTo(before);
    }

    @Test
    void theHybridFollowsNewTablesAndReroutesOnlyWhereTheyAreNotInYet() {
        int[] trunks = trunks();
        for (int link : trunks) {
            build(LocalRerouting.DETERMINISTIC_LINK, true, link);
            RoutingTables next = tables(Faults.none().withLink(link));
            Random random = new Random(link);
            int detours = 0;
            for (int updated = 0; updated <= sites.size(); updated++) {
                for (int pair = 0; pair < 40; pair++) {
                    int from = random.nextInt(fabric.nicCount());
                    int to = random.nextInt(fabric.nicCount());
                    if (from != to) {
                        assertThat(send(from, to, null))
                                .as("link %d, %d tables are new, NIC %d to %d", link, updated, from, to)
                                .isPositive();
                        detours += notes.equals(Set.of(Routes.USUAL)) || updated < sites.size() ? 0 : 1;
                    }
                }
                if (updated < sites.size()) {
                    sites.get(updated).tables = next;
                }
            }
            assertThat(detours).as("once all tables are new").isZero();
        }
    }

    /**
     * The tables of ddrc and of the hybrid, and all mixtures of old and new ones: they deliver, their dependencies are
     * acyclic, and no packet that has come down by one of them goes up again by the other.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "k-ary-n-tree:3,3",
                "m-port-n-tree:6,2",
                "m-port-n-tree:4,3",
                "clos:leaves=4,spines=3,parallel=2,nics=3",
                "clos:pods=3,leaves=2,spines=2,cores=3,nics=2"
            })
    void oldAndNewTablesOfEveryFatTreeGoUpAndThenDown(String generator) {
        on(generator);
        RoutingTables before = tables(Faults.none());
        for (int link : trunks()) {
            Faults faults = Faults.none().withLink(link);
            RoutingTables after = tables(faults);
            RouteReport report = RouteReport.of(after, faults);
            assertThat(report.sound())
                    .as("%s without %d: %s", generator, link, report)
                    .isTrue();
            for (int nic = 0; nic < fabric.nicCount(); nic++) {
                int lid = fabric.nicLid(fabric.nicDevice(nic), fabric.attachedPort(fabric.nicDevice(nic)));
                for (int s = 0; s < fabric.switchCount(); s++) {
                    assertThat(turnsUp(before, after, s, lid))
                            .as("%s, LID %d at %d", generator, lid, s)
                            .isFalse();
                    assertThat(turnsUp(after, before, s, lid))
                            .as("%s, LID %d at %d", generator, lid, s)
                            .isFalse();
                }
            }
        }
    }

    private boolean turnsUp(RoutingTables first, RoutingTables second, int s, int lid) {
        int out = first.outPort(s, lid);
        int below = leadsTo(s, out);
        if (below < 0 || tier(below) < tier(s)) {
            return false;
        }
        int next = leadsTo(below, second.outPort(below, lid));
        return next >= 0 && tier(next) < tier(below);
    }

    private int leadsTo(int s, int out) {
        int other = out == 0 || out == RoutingTables.UNREACHABLE ? -1 : fabric.peer(s, out);
        return other >= 0 && fabric.isSwitch(other) ? other : -1;
    }

    private int tier(int s) {
        return fabric.coordinate(s, 0);
    }

    @Test
    void whatIsNoTreeIsRefused() {
        Fabric torus = FabricGenerators.parse("torus:4x4");
        assertThatThrownBy(() -> new Dlr().on(torus, Faults.none(), SchemeOptions.DEFAULT))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("dlr works on k-ary n-trees, m-port n-trees and Clos fabrics");
    }
}
