package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.Connectivity;

/** Fabrics that come up from nothing: the oracle is the tables that switches report, over the fabric that is wired. */
class BringUpTest {
    private static final String BARE = """
            description = "a fabric comes up"
            seed = 1
            routing.engine = updown
            device.preset = iba-1x
            device.switch.vls = 2
            traffic { pattern = uniform, load = 0.02 }
            reconfiguration { scheme = naive, engine = updown }
            run { start = bare, warmup = 1us, duration = 1ms, limit = 100ms }
            """;

    private static Brought bring(String fabric, String... overrides) {
        return bring(event -> {}, fabric, overrides);
    }

    private static Brought bring(Consumer<Event> watch, String fabric, String... overrides) {
        String text = BARE + "fabric." + fabric + "\n";
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse("bare.conf", text, List.of(overrides))));
        RunRecorder recorder = new RunRecorder(network, watch);
        RunResult result = new SequentialDriver(network, recorder, HorizonPolicy.FULL).run();
        Summary summary = new SummaryWriter(new SummaryWriter.Identity("test", "0", "sequential", 1), network, recorder)
                .summary(result, new Summary.Cost(0, 0, 0, 0, 0));
        return new Brought(network, recorder, summary);
    }

    private record Brought(Network network, RunRecorder recorder, Summary summary) {
        /** Pairs by the tables in force at the end. */
        Connectivity connectivity() {
            Fabric fabric = network.fabric();
            ForwardingTable[] lft = new ForwardingTable[fabric.switchCount()];
            Arrays.setAll(lft, network::lftAtStart);
            for (ForwardingTable table : lft) {
                assertThat(Connectivity.of(tables(lft), Faults.none()).delivered())
                        .as("a bare switch with %d entries leads nowhere", table.length())
                        .isZero();
            }
            recorder.tables().rows().forEach(row -> lft[row.device()] = row.table());
            return Connectivity.of(tables(lft), Faults.none());
        }

        private RoutingTables tables(ForwardingTable[] lft) {
            return new RoutingTables(network.fabric(), "installed", lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        }

        void isWhole() {
            assertThat(summary.outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(summary.packets().injected()).isPositive();
            assertThat(summary.packets().delivered())
                    .isEqualTo(summary.packets().injected());
            Connectivity connectivity = connectivity();
            assertThat(connectivity.failures()).isEmpty();
            assertThat(connectivity.delivered()).isEqualTo(connectivity.pairs()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "ebrd", "static", "sr-pda", "sr-la", "double-scheme"})
    void everySchemeStartsFromTheFirstTablesAsIfTheyHadAlwaysBeenThere(String scheme) {
        Brought whole = bring("generator = \"torus:3x3\"", "reconfiguration.scheme=" + scheme);
        whole.isWhole();
        assertThat(whole.summary().reconfigurations()).hasSize(1);
        Reconfiguration bringUp = whole.summary().reconfigurations().get(0);
        assertThat(bringUp.scheme()).isEqualTo(Reconfiguration.BRING_UP);
        assertThat(bringUp.faultAt()).isOne();
        assertThat(bringUp.devices()).isEqualTo(18);
        assertThat(bringUp.completedAt()).isEqualTo(bringUp.distributedAt());
        assertThat(bringUp.lastSwitchAt()).as("switches before NICs").isLessThan(bringUp.lastNicAt());

        Brought failing = bring(
                "generator = \"torus:3x3\"",
                "reconfiguration.scheme=" + scheme,
                "faults=[{ at = 600us, link = s0_1-s1_1 }]");
        assertThat(failing.summary().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(failing.summary().reconfigurations())
                .extracting(Reconfiguration::scheme)
                .containsExactly(Reconfiguration.BRING_UP, scheme);
        assertThat(failing.summary().reconfigurations().get(1).completedAt()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "irregular:16,4,seed=7 | updown",
                "k-ary-n-tree:2,3      | fat-tree",
                "mesh:4x3              | dimension-order",
                "clos:leaves=4,spines=2,parallel=1,nics=4 | updown"
            })
    void bareFabricsOfAnyShapeComeUpWithAllPairsReached(String fabric, String engine) {
        bring("generator = \"" + fabric + "\"", "routing.engine=" + engine, "reconfiguration.engine=" + engine)
                .isWhole();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aFabricComesUpAlthoughOneSmpInTwentyIsLost(long seed) {
        bring(
                        "generator = \"torus:4x4\"",
                        "perturb.smp-loss=0.05",
                        "seed=" + seed,
                        "manager.timeout=100us",
                        "run.duration=5ms")
                .isWhole();
    }

    /** Each SMP is sent once, so that in most of these runs some switch takes no tables at first. */
    @Test
    void noNicHasPathsBeforeEverySwitchThatAnswersHasTables() {
        int begunAgain = 0;
        for (int seed = 1; seed <= 12; seed++) {
            FirstPaths first = new FirstPaths();
            bring(
                    first::accept,
                    "generator = \"torus:4x4\"",
                    "perturb.smp-loss=0.02",
                    "manager.retries=0",
                    "manager.timeout=100us",
                    "seed=" + seed);
            assertThat(first.nics).as("NICs of seed %d", seed).isNotEmpty();
            assertThat(first.withoutTables)
                    .as("switches without tables under seed %d", seed)
                    .isZero();
            begunAgain += first.begunAgain;
        }
        assertThat(begunAgain).as("times that a bring-up began again").isPositive();
    }

    /** Where SMPs are lost, a discovery may lack the root of the tables, and the next one find it. */
    @Test
    void aRunHasFailedIfThereWereNoTablesForTheLastChange() {
        int mended = 0;
        for (int seed = 1; seed <= 12; seed++) {
            List<EventKind> computed = new ArrayList<>();
            Brought brought = bring(
                    event -> {
                        if (event.kind() == EventKind.UNROUTABLE || event.kind() == EventKind.TABLES_READY) {
                            computed.add(event.kind());
                        }
                    },
                    "generator = \"torus:3x3\"",
                    "perturb.smp-loss=0.05",
                    "routing.options.root=s2_2",
                    "manager.retries=0",
                    "manager.timeout=100us",
                    "seed=" + seed);
            boolean failed = computed.get(computed.size() - 1) == EventKind.UNROUTABLE;
            assertThat(brought.summary().outcome())
                    .as("seed %d, %s", seed, computed)
                    .isEqualTo(failed ? Outcome.FAILED : Outcome.COMPLETED);
            mended += !failed && computed.contains(EventKind.UNROUTABLE) ? 1 : 0;
        }
        assertThat(mended).as("runs without tables for a time").isPositive();
    }

    /** Watches which switches have tables when the first NIC gets its paths. */
    private static final class FirstPaths {
        private final Set<Long> nics = new HashSet<>();
        private final Set<Long> switches = new HashSet<>();
        private long found; // switches that have answered the last discovery
        private long withoutTables;
        private int begunAgain;

        void accept(Event event) {
            if (event.kind() == EventKind.SWEEP_DONE && nics.isEmpty()) {
                found = event.argument("switches");
                switches.clear();
            } else if (event.kind() == EventKind.REDISCOVERY) {
                begunAgain++;
            } else if (event.kind() == EventKind.INSTALLED && event.device() < 16) {
                switches.add((long) event.device());
            } else if (event.kind() == EventKind.INSTALLED) {
                withoutTables += nics.isEmpty() ? found - switches.size() : 0;
                nics.add((long) event.device());
            }
        }
    }

    /** The link of NIC 4 works only after the fabric has come up and a change is complete. */
    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "static", "sr-la", "double-scheme"})
    void aNicThatComesAfterAChangeGetsItsPathsToo(String scheme) {
        List<Long> told = new ArrayList<>();
        int late = 9 + 4;
        Brought brought = bring(
                event -> {
                    if (event.kind() == EventKind.INSTALLED && event.device() == late) {
                        told.add(event.cycle());
                    }
                },
                "generator = \"torus:3x3\"",
                "reconfiguration.scheme=" + scheme,
                "run.duration=2ms",
                "faults=[{ at = 0us, until = 900us, link = n1_1-s1_1 }, { at = 600us, link = s0_0-s1_0 }]");
        assertThat(brought.summary().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(told).as("cycles when it got paths").isNotEmpty();
        assertThat(brought.network().fabric().deviceName(late)).isEqualTo("n1_1");
    }

    /** A NIC that has no paths yet may receive; what it answers waits for its own paths. */
    @Test
    void acknowledgementsOfNicsWithoutPathsWaitToo() {
        bring(
                        "generator = \"torus:4x4\"",
                        "device.nic.transport.mode=end-to-end",
                        "traffic.load=0.1",
                        "manager.window=1")
                .isWhole();
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({
        "ufm_lab2.ibnetdiscover, 5ms",
        "plafrim9.ibnetdiscover, 5ms",
        "tartu_rocket8.ibnetdiscover, 5ms",
        "topograph_ndr40.ibnetdiscover, 60ms"
    })
    void realFabricsComeUpBareWithAllPairsReached(String file, String duration) {
        Optional<Path> path = ScenarioRun.shared("fabrics/" + file);
        assumeTrue(path.isPresent(), "these files are not part of the project");
        bring(
                        "file = \"" + path.get() + "\"",
                        "device.link.file-rates=false",
                        "run.duration=" + duration,
                        "traffic.load=0.001")
                .isWhole();
    }

    @Test
    void theShippedRealFabricComesUpBare() {
        bring("file = \"../../cluster-config/fabrics/two-level-clos.ibnetdiscover\"", "run.duration=3ms")
                .isWhole();
    }
}
