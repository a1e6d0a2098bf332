package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.faulttolerance.LocalRerouting;

/** Every scheme on the smallest model in which a reconfiguration can go wrong, or one that it is not lost in. */
class TriangleModelTest {
    private static final int[] ALL = {2, 10, 21};

    /** Schemes with separators have many more orders, and so fewer packets. */
    private static Model model(String scheme) {
        return switch (scheme) {
            case "sr-la" -> SmallFabrics.triangle(Schemes.get(scheme), 2, 10);
            case "sr-pda" -> SmallFabrics.triangle(Schemes.get(scheme), 21);
            case "double-scheme" -> SmallFabrics.pair(Schemes.get(scheme), 10);
            default -> SmallFabrics.triangle(Schemes.get(scheme), ALL);
        };
    }

    /** Schemes that come with models and promises of their own, which nobody has written yet. */
    private static final Set<String> NOT_EXPLORED = Set.of("dlr", "ddrc", "hybrid", "rftr", "apm", "combined");

    static Set<String> explored() {
        return new TreeSet<>(Promises.schemes());
    }

    @ParameterizedTest
    @MethodSource("explored")
    void aSchemeKeepsWhatItPromises(String scheme) {
        Explored.kept(model(scheme));
    }

    @Test
    void everySchemeOfTheRegistryIsExploredOrNamedAsNotExplored() {
        Set<String> known = new TreeSet<>(explored());
        known.addAll(NOT_EXPLORED);
        assertThat(known).containsAll(Schemes.names());
    }

    /** The manager asks for counts for ever, so there is no end; the packets wait for each other in a ring. */
    @Test
    void staticWithTablesAtOnceCanDeadlockBeforeItIsDrained() {
        Model model = SmallFabrics.triangle(Schemes.get("static"), ALL)
                .with(new SchemeOptions(false, 3, false, true, LocalRerouting.DETERMINISTIC_LINK));
        Exploration found = Explored.broken(model, Promise.RUN_ENDS);
        assertThat(Replay.of(model, found.trace()).cycle()).hasSize(3);
    }

    @ParameterizedTest
    @Tag("campaign")
    @ValueSource(strings = {"sr-la", "sr-pda", "double-scheme"})
    void separatorsAmongMorePackets(String scheme) {
        int[] packets = scheme.equals("double-scheme") ? new int[] {10} : ALL;
        Explored.kept(SmallFabrics.triangle(Schemes.get(scheme), packets).withBudget(30_000_000));
    }
}
