package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "torus:4x5",
                "torus:2x2",
                "mesh:3x3x2",
                "k-ary-n-tree:2,4",
                "k-ary-n-tree:3,1",
                "hypercube:1",
                "hypercube:4",
                "m-port-n-tree:4,4",
                "m-port-n-tree:6,2",
                "m-port-n-tree:4,1",
                "clos:leaves=6,spines=2,parallel=4,nics=24",
                "clos:pods=3,leaves=4,spines=2,cores=5,core-parallel=2",
                "flattened-butterfly:4,3",
                "dragonfly:2,4,2",
                "dragonfly:1,1,3",
                "mikant:3,4",
                "mikant:2,2",
                "kns:4,3",
                "kns:5,1",
                "kns:4,2,s=2",
                "kns:8,2,s=3"
            })
    void aGeneratorPlacesEverySwitchAndJoinsExactlyTheNeighbours(String text) {
        Fabric fabric = FabricGenerators.parse(text);
        ShapeRules rules = ShapeRules.of(fabric.shape());

        Set<String> taken = new HashSet<>();
        for (int s = 0; s < fabric.switchCount(); s++) {
            assertThat(rules.contains(place(fabric, s))).isTrue();
            taken.add(Arrays.toString(place(fabric, s)));
        }
        assertThat(taken).hasSize(fabric.switchCount()).hasSize(rules.places());
        for (int a = 0; a < fabric.switchCount(); a++) {
            for (int b = 0; b < fabric.switchCount(); b++) {
                assertThat(rules.neighbours(place(fabric, a), place(fabric, b)))
                        .as(fabric.deviceName(a) + " and " + fabric.deviceName(b))
                        .isEqualTo(joined(fabric, a, b));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "K_ARY_N_TREE, 3 4",
        "K_ARY_N_TREE, 3 4 5",
        "HYPERCUBE, 2 3",
        "HYPERCUBE, 3 3",
        "M_PORT_N_TREE, 3 2 3",
        "M_PORT_N_TREE, 3 2 6",
        "M_PORT_N_TREE, 2 5",
        "CLOS, 2 4",
        "CLOS, 3 4 4 4",
        "CLOS, 4 4 4 4 4",
        "DRAGONFLY, 9 3",
        "MIKANT, 3 2 4 4",
        "MIKANT, 2 3 4 4",
        "MIKANT, 2 2 4 5",
        "MIKANT, 2 1",
        "KNS, 1 4 4",
        "KNS, 4 4 4",
        "KNS, 5 6 6",
        "KNS, 3 4 5",
        "KNS, 2000000001 4",
        "CLOS, 3 2000000000 2000000000 2000000000 2000000000",
        "TORUS, 0",
        "IRREGULAR, 1"
    })
    void dimensionsThatFitNoFabricAreRefused(RegularFamily family, String dimensions) {
        int[] sizes =
                Arrays.stream(dimensions.split(" ")).mapToInt(Integer::parseInt).toArray();

        assertThatThrownBy(() -> ShapeRules.of(new Shape(family, sizes)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no fabric has the shape " + family);
    }

    @Test
    void manyPlacesAreCapped() {
        int[] sizes = new int[16];
        Arrays.fill(sizes, 1000);
        assertThat(ShapeRules.of(new Shape(Shape.Family.MESH, sizes)).places()).isEqualTo(Integer.MAX_VALUE);
    }

    private static int[] place(Fabric fabric, int s) {
        int[] at = new int[fabric.shape().dimensions().length];
        Arrays.setAll(at, d -> fabric.coordinate(s, d));
        return at;
    }

    private static boolean joined(Fabric fabric, int a, int b) {
        for (int port = 1; port <= fabric.portCount(a); port++) {
            if (fabric.peer(a, port) == b) {
                return true;
            }
        }
        return false;
    }
}
