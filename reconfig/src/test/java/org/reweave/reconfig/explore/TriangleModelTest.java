package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.stopped.Static;

/** Every scheme on the smallest model in which a reconfiguration can go wrong, or one that it is not lost in. */
@Tag("slow")
class TriangleModelTest {
    private static final int[] ALL = {2, 10, 21};

    /** The schemes with the most orders have fewer packets. */
    static Model model(String scheme) {
        return switch (scheme) {
            case "sr-pda" -> SmallFabrics.triangle(Schemes.get(scheme), 2, 10);
            case "double-scheme" -> SmallFabrics.pair(Schemes.get(scheme), 10);
            case "apm" -> PathFabrics.apm(Schemes.get(scheme), Examples.RING, 2, List.of("s0-s1"), 2, 13, 20);
            case "rftr", "combined" -> PathFabrics.refused(Schemes.get(scheme), ALL);
            default -> SmallFabrics.triangle(Schemes.get(scheme), ALL);
        };
    }

    /** Schemes for fat trees: {@link FatTreeModelTest}. */
    private static final Set<String> ON_TREES = Set.of("dlr", "ddrc", "hybrid");

    static Set<String> explored() {
        Set<String> explored = new TreeSet<>(Schemes.names());
        explored.removeAll(ON_TREES);
        return explored;
    }

    @ParameterizedTest
    @MethodSource("explored")
    void aSchemeKeepsWhatItPromises(String scheme) {
        Explored.kept(model(scheme));
    }

    /** The manager asks for counts for ever, so there is no end; the packets wait for each other in a ring. */
    @Test
    void staticWithTablesAtOnceCanDeadlockBeforeItIsDrained() {
        Model model = SmallFabrics.triangle(Schemes.get("static"), ALL)
                .with(SchemeOptions.DEFAULT.with(Static.DISTRIBUTION, Static.Distribution.AT_ONCE));
        Exploration found = Explored.broken(model, Promise.RUN_ENDS);
        assertThat(Replay.of(model, found.trace()).cycle()).hasSize(3);
    }

    @ParameterizedTest
    @Tag("campaign")
    @ValueSource(strings = {"sr-pda", "double-scheme"})
    void separatorsAmongMorePackets(String scheme) {
        int[] packets = scheme.equals("double-scheme") ? new int[] {10} : ALL;
        Explored.kept(SmallFabrics.triangle(Schemes.get(scheme), packets).withBudget(30_000_000));
    }
}
