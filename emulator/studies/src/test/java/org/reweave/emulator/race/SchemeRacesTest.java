package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.reconfig.Schemes;

/**
 * Every scheme in many runs that are disturbed, with faults at other times, second faults and recoveries: none
 * deadlocks that promises otherwise, and each loss is one that its promises allow.
 */
@Tag("slow")
class SchemeRacesTest {
    private static final int RUNS = 50;
    private static final int CAMPAIGN = Integer.getInteger("reweave.campaign.races", 5_000);

    private static final String COMMON = """
            description = "a scheme under everything"
            seed = 1
            device { preset = iba-1x, switch { input-buffer = 64B, output-buffer = 64B } }
            manager { timeout = 60us, patience = 60us, sweep = 200us }
            traffic { pattern = uniform, load = 0.2 }
            run { warmup = 20us, duration = 200us, limit = 20ms }
            """;

    private static final String TORUS = COMMON + """
            fabric.generator = "torus:3x3"
            faults = [ { at = 60us, link = "s1_1-s1_2" } ]
            """;

    private static final String TREE = COMMON + """
            fabric.generator = "k-ary-n-tree:2,3"
            routing.engine = fat-tree
            device.switch.vls = 2
            faults = [ { at = 60us, link = "t1_00-t2_00" } ]
            """;

    private static final String UP_DOWN = TORUS + "routing { engine = updown, options { root = \"s0_0\" } }\n";
    private static final String DISJOINT = TORUS + "routing.engine = tftr\n";

    private static final Map<String, String> SCENARIOS = new TreeMap<>(Map.ofEntries(
            Map.entry("naive", UP_DOWN),
            Map.entry("static", UP_DOWN),
            Map.entry("sr-pda", UP_DOWN),
            Map.entry("sr-la", UP_DOWN),
            Map.entry("double-scheme", UP_DOWN + "routing.options.vls = 2\n device.switch.vls = 2\n"),
            Map.entry("ebr", UP_DOWN),
            Map.entry("ebr, overlapping", UP_DOWN + "reconfiguration.options.overlap = on\n"),
            Map.entry("ebr, one bit", UP_DOWN + "reconfiguration.options.epoch-bits = 1\n"),
            Map.entry("ebrd", UP_DOWN),
            Map.entry("rftr", TORUS + "routing.engine = updown\n device.switch.vls = 4\n"),
            Map.entry("apm", DISJOINT + "device.switch.vls = 2\n"),
            Map.entry("combined", DISJOINT + "device.switch.vls = 4\n reconfiguration.engine = updown\n"),
            Map.entry("dlr", TREE),
            Map.entry("ddrc", TREE),
            Map.entry("ddrc, by NICs", TREE + "reconfiguration.options.ddrc = source-broadcast\n"),
            Map.entry("hybrid", TREE)));

    @TempDir
    private Path folder;

    static Set<String> scenarios() {
        return SCENARIOS.keySet();
    }

    private static String scheme(String name) {
        return name.replaceAll(",.*", "");
    }

    @Test
    void everySchemeIsRaced() {
        Set<String> raced = scenarios().stream().map(SchemeRacesTest::scheme).collect(Collectors.toSet());
        assertThat(raced).containsExactlyInAnyOrderElementsOf(Schemes.names());
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aDisturbedSchemeKeepsWhatItPromises(String name) {
        race(name, RUNS);
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("scenarios")
    void aDisturbedSchemeKeepsWhatItPromisesInThousandsOfRuns(String name) {
        race(name, CAMPAIGN);
    }

    private void race(String name, int runs) {
        String text = SCENARIOS.get(name) + "reconfiguration.scheme = " + scheme(name) + "\n";
        RacePlan plan = new RacePlan(ScenarioLoader.parse(name, text, List.of()), EnumSet.allOf(RaceVariation.class));
        Race race = new Race(plan, Runtime.getRuntime().availableProcessors(), folder, 0);
        List<RaceRun> all = race.run(runs, List.of(), run -> {});
        Map<String, Long> classes = new TreeMap<>();
        all.forEach(run -> classes.merge(run.verdict().text(), 1L, Long::sum));
        System.out.println(name + ": " + runs + " runs: " + classes);
        for (RaceRun run : all) {
            assertThat(run.verdict().brokenPromises())
                    .as(
                            "%s, seed %d: %s. To see it, put this into a file and give it to"
                                    + " reweave race FILE --runs 1 --seed %d\n%s",
                            name, run.seed(), run.verdict(), run.seed(), text)
                    .isEmpty();
        }
    }
}
