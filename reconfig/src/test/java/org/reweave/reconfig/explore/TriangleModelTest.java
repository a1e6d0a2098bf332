package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;

/** Every scheme on the smallest model in which a reconfiguration can go wrong. */
class TriangleModelTest {
    private static final int[] ALL = {2, 10, 21};

    /** Packets that each scheme is explored with here; schemes with separators have many more orders. */
    private static final Map<String, int[]> PACKETS = Map.of(
            "naive", ALL,
            "static", ALL,
            "ebr", ALL,
            "ebrd", ALL,
            "sr-la", new int[] {2, 10},
            "sr-pda", new int[] {21},
            "double-scheme", new int[] {10});

    /** Schemes that come with models and promises of their own, which nobody has written yet. */
    private static final Set<String> NOT_EXPLORED = Set.of("dlr", "ddrc", "hybrid", "rftr", "apm", "combined");

    static Set<String> explored() {
        return new TreeSet<>(PACKETS.keySet());
    }

    @ParameterizedTest
    @MethodSource("explored")
    void aSchemeKeepsWhatItPromises(String scheme) {
        Explored.kept(SmallFabrics.triangle(Schemes.get(scheme), PACKETS.get(scheme)));
    }

    @Test
    void everySchemeOfTheRegistryIsExploredOrNamedAsNotExplored() {
        Set<String> known = new TreeSet<>(explored());
        known.addAll(NOT_EXPLORED);
        assertThat(known).containsAll(Schemes.names());
        assertThat(Promises.schemes()).containsExactlyInAnyOrderElementsOf(explored());
    }

    @Test
    void theDoubleSchemeEmptiesVlOneOfPackets() {
        Explored.kept(SmallFabrics.triangleOfTwoLanes(Schemes.get("double-scheme"), 10));
    }

    @ParameterizedTest
    @Tag("campaign")
    @ValueSource(strings = {"sr-la", "sr-pda", "double-scheme"})
    void separatorsAmongMorePackets(String scheme) {
        Explored.kept(SmallFabrics.triangle(Schemes.get(scheme), ALL).withBudget(100_000_000));
    }
}
