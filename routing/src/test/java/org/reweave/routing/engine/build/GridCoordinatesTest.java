package org.reweave.routing.engine.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Shape;

class GridCoordinatesTest {
    @ParameterizedTest
    @ValueSource(strings = {"torus:5x4", "torus:2x3x4", "torus:1x6", "mesh:4x3", "mesh:2x1x3", "hypercube:3"})
    void nextHopsOfAllDestinationsTogetherAreThoseOfEach(String generator) {
        Fabric fabric = FabricGenerators.parse(generator);
        for (GridCoordinates.Ties ties : GridCoordinates.Ties.values()) {
            compare(fabric, ties);
        }
    }

    @Test
    void theOrderInWhichSwitchesAreNumberedDoesNotMatter() {
        FabricBuilder builder =
                new FabricBuilder("numbered first dimension first", new Shape(Shape.Family.TORUS, new int[] {4, 4}));
        for (int s = 0; s < 16; s++) {
            builder.addSwitch("s" + s, 4, s % 4, s / 4);
        }
        compare(builder.build(), GridCoordinates.Ties.ALTERNATE);
    }

    private static void compare(Fabric fabric, GridCoordinates.Ties ties) {
        compare(fabric, new GridCoordinates(fabric, "test", ties));
    }

    private static void compare(Fabric fabric, GridCoordinates grid) {
        byte[] ways = new byte[fabric.switchCount()];
        byte[] portTo = new byte[ways.length]; // another one for each neighbour
        for (int to = 0; to < ways.length; to++) {
            portTo[to] = (byte) (to + 1);
        }
        for (int from = 0; from < ways.length; from++) {
            assertThat(grid.waysToAll(from, portTo, ways)).isTrue();
            for (int to = 0; to < ways.length; to++) {
                if (to != from) {
                    assertThat(ways[to])
                            .as("%s to %s", fabric.deviceName(from), fabric.deviceName(to))
                            .isEqualTo(portTo[grid.next(from, to)]);
                }
            }
        }
    }

    @Test
    void aNeighbourWithoutAPortIsMissedOnlyWhereItIsANextHop() {
        Fabric fabric = FabricGenerators.parse("torus:5x4");
        GridCoordinates grid = new GridCoordinates(fabric, "test", GridCoordinates.Ties.ALTERNATE);
        byte[] portTo = new byte[20];
        Arrays.fill(portTo, (byte) 1);
        int neighbour = grid.next(0, 1);
        portTo[neighbour] = 0;
        assertThat(grid.waysToAll(0, portTo, new byte[20])).isFalse();
        assertThat(grid.waysToAll(12, portTo, new byte[20])).isTrue();
    }
}
