package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.kns.BrokenLinks;
import org.reweave.routing.kns.KnsGrid;
import org.reweave.routing.kns.KnsReach;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.table.AdaptiveTables;
import org.reweave.routing.table.Choices;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.table.SwitchView;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** Hybrid-DOR with intermediate nodes, as NICs and switches have it installed. */
class KnsTablesTest {
    /**
     * KNS §4: a lane per sub-path, in increasing order, keeps the channel dependency graph free of cycles whatever the
     * faults.
     */
    @ParameterizedTest
    @CsvSource({"'kns:4,2',2,8", "'kns:3,3',2,12", "'kns:6,2',3,12", "'kns:2,4',4,10", "'kns:4,2,s=2,nics=2',2,4"})
    void everyConnectedPairIsServedAndNothingCanDeadlock(String text, int intermediates, int faultsMost) {
        Fabric fabric = FabricGenerators.parse(text);
        int served = 0;
        int detours = 0;
        for (long seed = 1; seed <= 12; seed++) {
            Faults faults = routerLinks(fabric, seed, 1 + (int) (seed % faultsMost));
            RouteReport report;
            try {
                report = RouteReport.of(route(fabric, faults, intermediates), faults);
            } catch (UnroutableException e) {
                continue; // more faults than the bound serves
            }
            served++;
            assertThat(report.sound())
                    .as(text + " seed " + seed + ": " + report)
                    .isTrue();
            detours += report.vls() - 1;
        }
        assertThat(served).isGreaterThan(5);
        assertThat(detours).isPositive();
    }

    /**
     * KNS §4: adaptive lanes in any sub-path, an escape lane in each; Duato's extended graph of the escapes has no
     * cycle.
     */
    @Test
    void withAdaptiveLanesTheEscapesOfTheSubPathsSuffice() {
        Fabric fabric = FabricGenerators.parse("kns:4,2");
        EngineOptions options = EngineOptions.none().with("intermediates", "2").with("adaptive", "2");
        int mostLanes = 0;
        for (long seed = 1; seed <= 6; seed++) {
            Faults faults = routerLinks(fabric, seed, 3);
            RouteReport report =
                    RouteReport.of(EngineRegistry.load().engine("hybrid-dor").route(fabric, faults, options), faults);
            assertThat(report.sound()).as("seed %d: %s", seed, report).isTrue();
            mostLanes = Math.max(mostLanes, report.vls());
        }
        assertThat(mostLanes).isGreaterThanOrEqualTo(4);
    }

    /**
     * KNS §4: adaptive lanes of any dimension in any sub-path, where a packet that goes on to a lower dimension begins
     * the next sub-path, with an escape lane of its own.
     */
    @ParameterizedTest
    @CsvSource({"'kns:4,2',1,1,4", "'kns:4,2',2,2,4", "'kns:3,3',2,1,6", "'kns:2,4',3,1,6", "'kns:4,2,s=2,nics=2',1,1,2"
    })
    void dimensionsInAnyOrderAreSafeWhereAStepBackBeginsASubPath(
            String text, int intermediates, int adaptive, int faultsMost) {
        Fabric fabric = FabricGenerators.parse(text);
        EngineOptions options = EngineOptions.none()
                .with("intermediates", Integer.toString(intermediates))
                .with("adaptive", Integer.toString(adaptive))
                .with("order", "any");
        int served = 0;
        for (long seed = 0; seed <= 12; seed++) {
            Faults faults = routerLinks(fabric, seed, (int) (seed % (1 + faultsMost)));
            RouteReport report;
            try {
                report = RouteReport.of(
                        EngineRegistry.load().engine("hybrid-dor").route(fabric, faults, options), faults);
            } catch (UnroutableException e) {
                continue; // more faults than the bound serves
            }
            served++;
            assertThat(report.sound()).as("%s seed %d: %s", text, seed, report).isTrue();
            assertThat(report.vls()).as("steps back are taken").isGreaterThanOrEqualTo(2 + adaptive);
        }
        assertThat(served).isGreaterThan(5);
    }

    @Test
    void anyOrderWithoutASubPathToSpareIsRefusedWithAReason() {
        Fabric fabric = FabricGenerators.parse("kns:4,2");
        for (EngineOptions options : List.of(
                EngineOptions.none().with("adaptive", "1").with("order", "any"),
                EngineOptions.none().with("intermediates", "1").with("order", "any"))) {
            assertThatThrownBy(() -> EngineRegistry.load().engine("hybrid-dor").route(fabric, Faults.none(), options))
                    .hasMessageContaining("begins another sub-path")
                    .hasMessageContaining("raise both to at least 1");
        }
        assertThatThrownBy(() -> EngineRegistry.load()
                        .engine("hybrid-dor")
                        .route(fabric, Faults.none(), EngineOptions.none().with("order", "falling")))
                .hasMessageContaining("order = 'falling'; use rising or any");
    }

    /**
     * Why a step back to a lower dimension begins a sub-path: with one escape lane packets that cross a higher
     * dimension first would leave its crossbar on the escape and go on to a lower dimension.
     */
    @Test
    void dimensionsInAnyOrderWouldCloseCyclesOfEscapes() {
        Fabric fabric = FabricGenerators.parse("kns:2,2");
        RoutingTables tables =
                EngineRegistry.load().engine("hybrid-dor").route(fabric, Faults.none(), EngineOptions.none());
        AdaptiveTables anyOrder = new AdaptiveTables() {
            @Override
            public int laneCount() {
                return 2;
            }

            @Override
            public void choices(int s, int inPort, int inLane, int destinationLid, int level, Choices choices) {
                int out = tables.outPort(s, destinationLid);
                boolean router = fabric.coordinate(s, 0) == 0;
                int end = 0;
                for (int nic = 0; nic < fabric.nicCount(); nic++) {
                    int device = fabric.nicDevice(nic);
                    end = fabric.nicLid(device, 1) == destinationLid ? fabric.attachedSwitch(device) : end;
                }
                for (int d = 0; router && d < 2; d++) {
                    if (fabric.coordinate(s, 1 + d) != fabric.coordinate(end, 1 + d)) {
                        choices.add(1 + d, 1, false);
                    }
                }
                int through = Math.max(1, fabric.coordinate(s, 0)); // of a crossbar: 1 + its dimension
                choices.add(router ? out : 1 + fabric.coordinate(end, through), 0, true);
            }
        };
        AdaptiveVerification check = AdaptiveVerification.of(tables.with(anyOrder), Faults.none());
        assertThat(check.delivered()).isEqualTo(check.pairs());
        assertThat(check.findCycle()).hasSize(5);
    }

    /** What the first test could miss: sub-paths that share a lane do deadlock. */
    @Test
    void onOneLaneTheSubPathsWouldCloseCycles() {
        Fabric fabric = FabricGenerators.parse("kns:4,2");
        boolean cyclic = false;
        for (long seed = 1; seed <= 12 && !cyclic; seed++) {
            Faults faults = routerLinks(fabric, seed, 4);
            RoutingTables tables = route(fabric, faults, 4);
            RoutingTables oneLane = new RoutingTables(
                            fabric, "one lane", lfts(tables), SlToVl.SINGLE_LANE, tables.pathLevels())
                    .with(
                            tables.trails().orElseThrow(),
                            (packet, here, routes) -> onLaneZero(tables, packet, here, routes));
            cyclic = !TrailVerification.of(oneLane, faults).findCycle().isEmpty();
        }
        assertThat(cyclic).isTrue();
    }

    private static void onLaneZero(RoutingTables tables, Heading packet, SwitchView here, Routes routes) {
        Routes inner = new Routes();
        tables.forwarder().route(packet, here, inner);
        for (int i = 0; i < inner.count(); i++) {
            routes.add(inner.port(i), 0, inner.trail(i));
        }
    }

    private static byte[][] lfts(RoutingTables tables) {
        byte[][] lft = new byte[tables.fabric().switchCount()][];
        for (int s = 0; s < lft.length; s++) {
            lft[s] = tables.lft(s);
        }
        return lft;
    }

    @Test
    void withoutFaultsOneLaneIsUsedAndPathsAreThoseOfHybridDor() {
        Fabric fabric = FabricGenerators.parse("kns:4,3");
        RouteReport with = RouteReport.of(route(fabric, Faults.none(), 2), Faults.none());
        RouteReport without = RouteReport.of(
                EngineRegistry.load().engine("hybrid-dor").route(fabric, Faults.none(), EngineOptions.none()),
                Faults.none());
        assertThat(with).isEqualTo(without);
    }

    @Test
    void whatCannotBeServedIsRefusedWithAReason() {
        Fabric fabric = FabricGenerators.parse("kns:4,2");
        Faults two = link(link(Faults.none(), fabric, "r0_0", "x0_0"), fabric, "r3_0", "x1_3");
        assertThatThrownBy(() -> route(fabric, two, 1))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("r0_0 reaches r3_0")
                .hasMessageContaining("raise intermediates");
        assertThat(RouteReport.of(route(fabric, two, 2), two).sound()).isTrue();
        Faults island = link(two, fabric, "r0_0", "x1_0");
        RouteReport cut = RouteReport.of(route(fabric, island, 2), island);
        assertThat(cut.disconnected()).isEqualTo(30);
        assertThat(cut.sound()).isTrue();
        assertThatThrownBy(() -> route(fabric, two, 7)).hasMessageContaining("0..4");
    }

    /**
     * KNS §4.3: a row's tree goes around its own faults, and intermediate nodes around what the tree no longer joins.
     * What the fault method counts as tolerated has tables.
     */
    @ParameterizedTest
    @CsvSource({"'kns:4,2,s=2',3,200", "'kns:4,2,s=2',9,200", "'kns:8,2,s=3',6,40", "'kns:9,2,s=2',12,30"})
    void faultsInsideRowsTreesAreRoutedAroundWhereverTheyCountAsTolerated(String text, int faultsMost, int sets) {
        Fabric fabric = FabricGenerators.parse(text);
        KnsGrid grid = KnsGrid.of(fabric);
        KnsReach reach = new KnsReach(grid, 2);
        BrokenLinks broken = new BrokenLinks(grid);
        int served = 0;
        for (long seed = 1; seed <= sets; seed++) {
            Faults faults = trunks(fabric, seed, 1 + (int) (seed % faultsMost));
            broken.set(faults);
            reach.set(broken);
            boolean tolerated = true;
            for (int from = 0; from < grid.routerCount(); from++) {
                for (int to = 0; to < grid.routerCount(); to++) {
                    tolerated &= reach.needed(from, to, 2) <= 2;
                }
            }
            if (!tolerated) {
                continue;
            }
            served++;
            RouteReport report = RouteReport.of(route(fabric, faults, 2), faults);
            assertThat(report.sound()).as("%s seed %d: %s", text, seed, report).isTrue();
            assertThat(report.disconnected()).as("%s seed %d", text, seed).isZero();
        }
        assertThat(served).isGreaterThan(sets / 3);
    }

    private static Faults trunks(Fabric fabric, long seed, int count) {
        SeededSequence random = new SeededSequence(seed);
        Faults faults = Faults.none();
        while (faults.linkCount() < count) {
            int link = random.below(fabric.linkCount());
            faults = fabric.isTrunk(link) ? faults.withLink(link) : faults;
        }
        return faults;
    }

    private static RoutingTables route(Fabric fabric, Faults faults, int intermediates) {
        EngineOptions options = EngineOptions.none().with("intermediates", Integer.toString(intermediates));
        return EngineRegistry.load().engine("hybrid-dor").route(fabric, faults, options);
    }

    private static Faults link(Faults faults, Fabric fabric, String from, String to) {
        for (int link = 0; link < fabric.linkCount(); link++) {
            boolean found = false;
            for (int end = 0; end < 2; end++) {
                found |= fabric.linkDevice(link, end) == fabric.deviceByName(from)
                        && fabric.linkDevice(link, 1 - end) == fabric.deviceByName(to);
            }
            if (found) {
                return faults.withLink(link);
            }
        }
        throw new IllegalArgumentException(from + "-" + to);
    }

    /** Failed links of routers into their rows' networks. */
    private static Faults routerLinks(Fabric fabric, long seed, int count) {
        SeededSequence random = new SeededSequence(seed);
        Faults faults = Faults.none();
        while (faults.linkCount() < count) {
            int link = random.below(fabric.linkCount());
            boolean router = false;
            for (int end = 0; end < 2; end++) {
                int device = fabric.linkDevice(link, end);
                router |= fabric.isTrunk(link) && fabric.coordinate(device, 0) == 0;
            }
            faults = router ? faults.withLink(link) : faults;
        }
        return faults;
    }
}
