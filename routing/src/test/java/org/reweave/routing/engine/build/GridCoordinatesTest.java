package org.reweave.routing.engine.build;

import static org.assertj.core.api.Assertions.assertThat;

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
