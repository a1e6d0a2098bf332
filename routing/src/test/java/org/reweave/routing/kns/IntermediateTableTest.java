package org.reweave.routing.kns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

class IntermediateTableTest {
    /** KNS §4: linear, associative and masked tables are three ways of writing down the same lists. */
    @ParameterizedTest
    @ValueSource(strings = {"kns:8,2", "kns:4,3", "kns:2,4", "kns:3,2,s=1,nics=2", "kns:4,2,s=2"})
    void allThreeGiveTheSameAnswerForEveryPair(String text) {
        Fabric fabric = FabricGenerators.parse(text);
        for (long seed = 1; seed <= 6; seed++) {
            Faults faults = IntermediateNodesTest.draw(fabric, seed, (int) (3 * seed));
            KnsRoutes routes = KnsRoutes.of(KnsGrid.of(fabric), faults, 2, Ties.ROWS);
            for (int s = 0; s < routes.grid().routerCount(); s++) {
                IntermediateTable linear = routes.linear(s);
                IntermediateTable associative = routes.associative(s);
                IntermediateTable masked = routes.masked(s);
                assertThat(masked.entries()).isLessThanOrEqualTo(associative.entries());
                for (int d = 0; d < routes.grid().routerCount(); d++) {
                    String where = text + " seed " + seed + ": " + s + " to " + d;
                    assertThat(associative.header(d)).as(where).isEqualTo(linear.header(d));
                    assertThat(masked.header(d)).as(where).isEqualTo(linear.header(d));
                }
            }
        }
    }

    /**
     * KNS §4: k^(n-i-1) (k-1) destinations of the router at the fault; the masked table needs an order of k fewer for
     * low dimensions.
     */
    @ParameterizedTest
    @CsvSource({"'kns:8,2',0", "'kns:8,2',1", "'kns:5,3',0", "'kns:5,3',1", "'kns:5,3',2", "'kns:3,4',1"})
    void oneFaultCostsItsSourceAsManyEntriesAsThePaperSays(String text, int dimension) {
        KnsGrid grid = KnsGrid.of(FabricGenerators.parse(text));
        for (int router = 0; router < grid.routerCount(); router += 7) {
            Faults faults = Faults.none().withLink(grid.link(router, dimension));
            KnsRoutes routes = KnsRoutes.of(grid, faults, 1, Ties.ROWS);
            int entries = routes.associative(router).entries();
            assertThat(entries).isEqualTo((int) Math.pow(grid.k(), grid.n() - dimension - 1) * (grid.k() - 1));
            assertThat(routes.linear(router).entries()).isEqualTo(grid.routerCount());
        }
    }

    @Test
    void maskedTablesAreSmallWhereManyDestinationsShareAList() {
        KnsGrid grid = KnsGrid.of(FabricGenerators.parse("kns:16,2"));
        KnsRoutes routes = KnsRoutes.of(grid, Faults.none().withLink(grid.link(0, 0)), 1, Ties.ROWS);
        assertThat(routes.associative(0).entries()).isEqualTo(16 * 15);
        assertThat(routes.masked(0).entries())
                .as("15 rows, the own column excepted, and 15 destinations of the own row")
                .isEqualTo(15 + 1 + 15);
        assertThat(routes.linear(0).bits()).isEqualTo(256 * (2 + 8));
        assertThat(routes.associative(0).bits()).isEqualTo(240 * (8 + 2 + 8));
        assertThat(routes.masked(0).bits()).isEqualTo(31 * (8 + 8 + 1 + 2 + 8));
    }

    /**
     * The option flag and the priority of §4, on entries written by hand: all but column 1 by r0_2, in row 3 straight
     * ahead.
     */
    @Test
    void theFlagInvertsTheComparisonAndThePriorityDecides() {
        KnsGrid grid = KnsGrid.of(FabricGenerators.parse("kns:4,2"));
        int columnOne = grid.with(0, 0, 1);
        int rowThree = grid.with(0, 1, 3);
        MaskedTable table = new MaskedTable(
                grid,
                List.of(
                        new MaskedTable.Entry(rowThree, 0b10, false, 0),
                        new MaskedTable.Entry(columnOne, 0b01, true, KnsHeader.of(2))),
                TableWidths.of(grid, 1));
        for (int d = 0; d < 16; d++) {
            boolean straight = grid.coordinate(d, 0) == 1 || grid.coordinate(d, 1) == 3;
            assertThat(table.header(d)).isEqualTo(straight ? 0 : KnsHeader.of(2));
        }
    }

    /** KNS Fig. 2: count and addresses; reached ones are removed and the count goes down. */
    @Test
    void headersArePoppedUntilNothingIsAhead() {
        long header = KnsHeader.of(16_383, 0, 77, 16_382);
        int[] expected = {16_383, 0, 77, 16_382};
        for (int i = 0; i < 4; i++) {
            assertThat(KnsHeader.count(header)).isEqualTo(4 - i);
            assertThat(KnsHeader.next(header)).isEqualTo(expected[i]);
            assertThat(KnsHeader.address(header, 3 - i)).isEqualTo(16_382);
            assertThat(KnsHeader.subPath(header)).isEqualTo(i);
            header = KnsHeader.popped(header);
        }
        assertThat(KnsHeader.count(header)).isZero();
        assertThat(KnsHeader.subPath(header)).isEqualTo(4);
        assertThat(KnsHeader.of()).isZero();
    }
}
