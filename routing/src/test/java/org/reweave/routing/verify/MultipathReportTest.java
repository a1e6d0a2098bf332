package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** The report finds what is wrong with hand-made tables: a ring of four switches, port 1 leading up, port 2 down it. */
class MultipathReportTest {
    private static final int UP = 1;
    private static final int DOWN = 2;
    private final Fabric ring = FabricGenerators.parse("torus:4");
    private final RoutingTables base =
            EngineRegistry.load().engine("updown").route(ring, Faults.none(), EngineOptions.none());
    private final short[] records = new short[4 * 4 * 2];
    private final byte[][][] ports = new byte[4][2][4];

    MultipathReportTest() {
        Arrays.fill(records, PathTables.noRecord());
    }

    /** Two paths from switch 0 to 2 with these entries. */
    private MultipathReport report(int[] first, int[] second) {
        for (int s = 0; s < 4; s++) {
            ports[2][0][s] = (byte) first[s];
            ports[2][1][s] = (byte) second[s];
        }
        records[2 * 2] = PathTables.record(0, 0);
        records[2 * 2 + 1] = PathTables.record(1, 0);
        return MultipathReport.of(base.withPaths(new PathTables(2, records, ports, 1, base)), Faults.none());
    }

    @Test
    void pathsEitherWayRoundARingShareNothing() {
        MultipathReport report = report(new int[] {UP, UP, 0, 0}, new int[] {DOWN, 0, 0, DOWN});
        assertThat(report.pairsByPaths()).containsExactly(11L, 0L, 1L);
        assertThat(report.sound()).isTrue();
        assertThat(report.meanHops()).isEqualTo(2);
        assertThat(report.lids()).isEqualTo(2);
        assertThat(report.lmc()).isEqualTo(1);
    }

    @Test
    void aPathTwiceSharesItsLinksAndTheSwitchBetween() {
        MultipathReport report = report(new int[] {UP, UP, 0, 0}, new int[] {UP, UP, 0, 0});
        assertThat(report.sharedLinks()).isEqualTo(2);
        assertThat(report.sharedSwitches()).isEqualTo(1);
        assertThat(report.pairsByPaths()).containsExactly(11L, 1L, 0L);
        assertThat(report.sound()).isFalse();
    }

    @Test
    void aPathWithoutAnEntryIsLost() {
        MultipathReport report = report(new int[] {UP, 0, 0, 0}, new int[] {DOWN, 0, 0, DOWN});
        assertThat(report.lost()).isEqualTo(1);
        assertThat(report.failures()).singleElement().asString().contains("n0 to n2, path 0");
        assertThat(report.sound()).isFalse();
    }

    @Test
    void pathsOnOneVlAroundTheRingCanWaitInACircle() {
        for (int to = 0; to < 4; to++) {
            Arrays.fill(ports[to][0], (byte) UP);
            for (int from = 0; from < 4; from++) {
                records[(from * 4 + to) * 2] = from == to ? PathTables.noRecord() : PathTables.record(0, 0);
            }
        }
        MultipathReport report =
                MultipathReport.of(base.withPaths(new PathTables(2, records, ports, 1, base)), Faults.none());
        assertThat(report.lost()).isZero();
        assertThat(report.acyclic()).isFalse();
    }

    @Test
    void tablesWithOnePathAPairAreRefused() {
        assertThatThrownBy(() -> MultipathReport.of(base, Faults.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("updown")
                .hasMessageContaining("spftr");
    }
}
