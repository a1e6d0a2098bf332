package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.EventKind;

/** A run that goes on from a checkpoint, under another driver perhaps, is the undisturbed run from there on. */
class CheckpointTest {
    private static final Map<String, String> TEXTS = SmallScenarios.texts();

    private static final int NEVER = 0;

    /** Cuts between two wishes for a checkpoint, where a run is long enough. */
    private static final int SELDOM = 5;

    /** Cycle up to which a shipped scenario's first fault is waited for. */
    private static final long LATEST_FAULT = 15_000;

    /** Wants a checkpoint at every so many cuts, and keeps copies of those that come. */
    private static final class Keeper implements RunListener {
        private final RunTrace trace = new RunTrace();
        private final List<Checkpoint> checkpoints = new ArrayList<>();
        private final int every; // NEVER = none are wanted
        private RunDriver driver;

        private Keeper(int every) {
            this.every = every;
        }

        @Override
        public void cut(CutTotals totals, List<Event> events) {
            trace.cut(totals, events);
            if (every != NEVER && totals.cut() % every == 0) {
                driver.checkpoint();
            }
        }

        @Override
        public void checkpoint(Checkpoint taken) {
            checkpoints.add(Checkpoint.of(
                    taken.cut(),
                    taken.cycle(),
                    taken.governor(),
                    IntStream.range(0, taken.devices()).mapToObj(taken::device).toList()));
        }

        List<String> fingerprintsFrom(long cut) {
            return trace.cuts().stream()
                    .filter(totals -> totals.cut() > cut)
                    .map(CutTotals::fingerprint)
                    .toList();
        }

        List<Event> eventsFrom(long cycle) {
            return trace.events().stream()
                    .filter(event -> event.cycle() >= cycle)
                    .toList();
        }
    }

    private record Done(Keeper keeper, RunResult result) {}

    private static Done sequential(Start start, int every) {
        Keeper keeper = new Keeper(every);
        SequentialDriver driver = new SequentialDriver(start, keeper, HorizonPolicy.FULL);
        keeper.driver = driver;
        return new Done(keeper, driver.run());
    }

    private static Done actors(Start start, int islandSize, int every) {
        Keeper keeper = new Keeper(every);
        ActorDriver driver = new ActorDriver(start, keeper, 2, islandSize, HorizonPolicy.FULL);
        keeper.driver = driver;
        return new Done(keeper, driver.run());
    }

    static Set<String> scenarios() {
        return TEXTS.keySet();
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("scenarios")
    void aRunGoesOnTheSameFromItsCheckpointsWhichAreTheSameBytesWhateverTheIslandsAre(String scenario) {
        check(SmallScenarios.network(TEXTS.get(scenario)), scenario);
    }

    @Tag("campaign")
    @Test
    void hundredsOfRandomScenariosGoOnTheSameFromTheirCheckpoints() {
        System.out.println(
                "checkpoints of random scenarios, " + RandomScenarios.checkAll(300_000, 300, CheckpointTest::check));
    }

    @Test
    void aRunThatIsOverWithinItsFirstCutsGoesOnTheSameFromItsCheckpoint() {
        Network network = SmallScenarios.network("""
                description = "hardly begun"
                device.preset = iba-1x
                fabric.generator = "mesh:2x2x2"
                routing.engine = dimension-order
                traffic { pattern = hotspot, load = 0.9 }
                device { switch.vls = 3, nic.send-queue = 1, link.latency = 1cycle }
                manager.host-latency = 266cycles
                reconfiguration { scheme = sr-la, engine = updown }
                random-faults { mtbf = 100000cycles, mttr = 1000cycles, kind = switch, transient = 0.5 }
                run { warmup = 100cycles, duration = 2512cycles, cut-interval = 500cycles, cut-delay = 3 }
                """);
        check(network, "a run of 2,512 cycles");
    }

    @Test
    void aRunWhoseEndIsDecidedAtOnceHasNothingToGoOnFrom() {
        Network network = SmallScenarios.network("""
                description = "over before it has begun"
                device.preset = iba-1x
                fabric.generator = "mesh:2x2"
                routing.engine = dimension-order
                traffic { pattern = uniform, load = 0.1 }
                run { warmup = 0cycles, duration = 400cycles, limit = 1ms }
                """);
        assertThat(every(network, sequential(Start.atZero(network), NEVER))).isEqualTo(NEVER);
        check(network, "a run of 400 cycles");
    }

    /** Shortly behind its first fault, or early where that comes late or never; the campaign has whole runs. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("shipped")
    void aShippedScenarioIsRestoredAsItWasAndGoesOnTheSame(Path scenario) {
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.load(scenario, List.of())));
        long interval = network.governorPlan().interval();
        Keeper kept = new Keeper(NEVER);
        SequentialDriver driver = new SequentialDriver(network, kept, HorizonPolicy.FULL);
        while (driver.advance(driver.devices().get(0).now() + interval) < LATEST_FAULT && !hasFault(kept.trace)) {
            // on to the next cut
        }
        driver.checkpoint(); // some cuts later, amid the reconfiguration
        while (kept.checkpoints.isEmpty() && !driver.isOver()) {
            driver.advance(driver.devices().get(0).now() + interval);
        }
        assertThat(kept.checkpoints)
                .as(scenario + " has come to its end before")
                .hasSize(1);
        Checkpoint checkpoint = kept.checkpoints.get(0);
        long end = driver.advance(checkpoint.cycle() + 2 * interval);

        Start start = Start.at(network, checkpoint);
        for (int device = 0; device < network.deviceCount(); device++) {
            DeviceState restored =
                    DeviceState.of(start.device(device), port -> false, checkpoint.cycle() + Device.MIN_REACTION);
            assertThat(restored.complete(port -> new long[0]))
                    .as(network.names()[device])
                    .isEqualTo(checkpoint.device(device));
        }
        Keeper rest = new Keeper(NEVER);
        assertThat(new SequentialDriver(start, rest, HorizonPolicy.FULL).advance(end))
                .isEqualTo(end);
        assertThat(rest.fingerprintsFrom(0)).isNotEmpty().isEqualTo(kept.fingerprintsFrom(checkpoint.cut()));
        assertThat(rest.eventsFrom(0)).isEqualTo(kept.eventsFrom(checkpoint.cycle()));
    }

    private static boolean hasFault(RunTrace trace) {
        return trace.events().stream()
                .anyMatch(event -> event.kind() == EventKind.PORT_DOWN || event.kind() == EventKind.DEVICE_DOWN);
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("shipped")
    void aShippedScenarioGoesOnTheSameFromItsCheckpoints(Path scenario) {
        check(new Network(ResolvedScenario.of(ScenarioLoader.load(scenario, List.of()))), scenario.toString());
    }

    static Stream<Path> shipped() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../../cluster-config/scenarios"))) {
            return files.filter(file -> file.toString().endsWith(".conf")).sorted().toList().stream();
        }
    }

    private static void check(Network network, String repeatable) {
        if (network.resolved().scenario().run().isLax()) {
            return; // has other drivers: LaxTest
        }
        Done undisturbed = sequential(Start.atZero(network), NEVER);
        int every = every(network, undisturbed);
        Done kept = sequential(Start.atZero(network), every == NEVER ? 1 : every);
        same(repeatable, undisturbed, kept, 0, 0);
        if (every == NEVER) {
            assertThat(kept.keeper().checkpoints)
                    .as("the end is decided before a checkpoint can come, " + repeatable)
                    .isEmpty();
            return;
        }
        Done actors = actors(Start.atZero(network), 1, every);
        same(repeatable, undisturbed, actors, 0, 0);
        List<Checkpoint> checkpoints = kept.keeper().checkpoints;
        assertThat(checkpoints).as(repeatable).isNotEmpty();
        sameBytes(network, checkpoints, actors.keeper().checkpoints, repeatable);

        Checkpoint early = checkpoints.get(checkpoints.size() / 3);
        same(repeatable, undisturbed, actors(Start.at(network, early), 4, NEVER), early.cut(), early.cycle());
        Checkpoint late = checkpoints.get(2 * checkpoints.size() / 3);
        Done resumed = sequential(Start.at(network, late), every);
        same(repeatable, undisturbed, resumed, late.cut(), late.cycle());
        sameBytes(network, after(late, checkpoints), resumed.keeper().checkpoints, repeatable);
    }

    /**
     * Cuts between two wishes, so that the first checkpoint is taken however short the run is. It comes W cuts after
     * its wish, and must come before the end is decided, which is W cuts before the run is over.
     *
     * @return {@link #NEVER} for a run that is over too soon
     */
    private static int every(Network network, Done undisturbed) {
        int latest = undisturbed.keeper().trace.cuts().size()
                - 2 * network.governorPlan().delay()
                - 1;
        return latest < 1 ? NEVER : Math.min(SELDOM, latest);
    }

    private static List<Checkpoint> after(Checkpoint one, List<Checkpoint> all) {
        return all.stream().filter(other -> other.cut() > one.cut()).toList();
    }

    private static void sameBytes(
            Network network, List<Checkpoint> expected, List<Checkpoint> taken, String repeatable) {
        assertThat(taken)
                .as(repeatable)
                .extracting(Checkpoint::cycle)
                .isEqualTo(expected.stream().map(Checkpoint::cycle).toList());
        for (int i = 0; i < expected.size(); i++) {
            long cycle = expected.get(i).cycle();
            assertThat(taken.get(i).governor())
                    .as("governor at cycle %d, %s", cycle, repeatable)
                    .isEqualTo(expected.get(i).governor());
            for (int device = 0; device < network.deviceCount(); device++) {
                assertThat(taken.get(i).device(device))
                        .as("%s at cycle %d, %s", network.names()[device], cycle, repeatable)
                        .isEqualTo(expected.get(i).device(device));
            }
        }
    }

    private static void same(String repeatable, Done undisturbed, Done other, long cut, long cycle) {
        String from = "from cycle " + cycle + ", " + repeatable;
        assertThat(other.keeper().fingerprintsFrom(0))
                .as(from)
                .isEqualTo(undisturbed.keeper().fingerprintsFrom(cut));
        assertThat(other.keeper().eventsFrom(0))
                .as(from)
                .isEqualTo(undisturbed.keeper().eventsFrom(cycle));
        RunResult expected = undisturbed.result();
        RunResult result = other.result();
        assertThat(result.outcome()).as(from).isEqualTo(expected.outcome());
        assertThat(result.deadlock()).as(from).isEqualTo(expected.deadlock());
        assertThat(result.transientCycles()).as(from).isEqualTo(expected.transientCycles());
        for (double percentile : new double[] {50, 99, 99.9}) {
            assertThat(result.latencies().network(percentile))
                    .as(from)
                    .isEqualTo(expected.latencies().network(percentile));
        }
        assertThat(result.latencies().longestTotal())
                .as(from)
                .isEqualTo(expected.latencies().longestTotal());
    }
}
