package org.reweave.routing.engine.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

class GridCoordinatesTest {
    @ParameterizedTest
    @ValueSource(strings = {"torus:5x4", "torus:2x3x4", "torus:1x6", "mesh:4x3", "mesh:2x1x3", "hypercube:3"})
    void nextHopsOfAllDestinationsTogetherAreThoseOfEach(String generator) {
        Fabric fabric = FabricGenerators.parse(generator);
        for (GridCoordinates.Ties ties : GridCoordinates.Ties.values()) {
            compare(fabric, new GridCoordinates(fabric, "test", ties));
        }
    }

    private static void compare(Fabric fabric, GridCoordinates grid) {
        int[] next = new int[fabric.switchCount()];
        for (int from = 0; from < next.length; from++) {
            grid.nextOfAll(from, next);
            for (int to = 0; to < next.length; to++) {
                if (to != from) {
                    assertThat(next[to])
                            .as("%s to %s", fabric.deviceName(from), fabric.deviceName(to))
                            .isEqualTo(grid.next(from, to));
                }
            }
        }
    }
}
