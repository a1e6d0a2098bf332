package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.device.arbitration.ArbitrationPolicies;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;
import org.reweave.routing.model.Mix;

/** However a network is executed, what happens in it is the same: at every cut and at the end. */
@Tag("slow")
class FingerprintTest {
    private static final Map<String, String> TEXTS = SmallScenarios.texts();

    private static final List<String> CONTENDED =
            List.of("torus loses a link", "adaptive fat tree of input-queued routers");

    static Set<String> scenarios() {
        return TEXTS.keySet();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void everyExecutionHasTheFingerprintOfTheFrameFreeOne(String scenario) {
        compareAll(scenario, 1);
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("scenarios")
    void everyExecutionHasTheFingerprintOfTheFrameFreeOneForManySeeds(String scenario) {
        for (long seed = 2; seed < 40; seed++) {
            compareAll(scenario, seed);
        }
    }

    @Test
    void everyExecutionOfRandomScenariosHasTheFingerprintOfTheFrameFreeOne() {
        compareRandom(100, 30);
    }

    @Tag("campaign")
    @Test
    void everyExecutionOfHundredsOfRandomScenariosHasTheFingerprintOfTheFrameFreeOne() {
        compareRandom(100_000, 500);
    }

    private static void compareRandom(long firstSeed, int count) {
        String drawn = RandomScenarios.checkAll(firstSeed, count, (network, repeatable) -> {
            compareActors(compareAll(network, repeatable), network, repeatable);
        });
        System.out.println("random scenarios under all drivers, " + drawn);
    }

    /** Actors with a device each, with four devices each, and with as many devices as make an island per thread. */
    private static void compareActors(RunTrace expected, Network network, String repeatable) {
        for (int size : new int[] {1, 4, 0}) {
            RunTrace trace = new RunTrace();
            new ActorDriver(network, trace, 2, size, HorizonPolicy.FULL).run();
            same("actors, islands of " + size, expected, trace, network, repeatable, () -> trace);
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aScenarioRunsTwiceTheSameAndDifferentlyWithAnotherSeed(String scenario) {
        String text = TEXTS.get(scenario);
        RunTrace first = sequential(SmallScenarios.network(text), HorizonPolicy.FULL);
        RunTrace second = sequential(SmallScenarios.network(text), HorizonPolicy.FULL);
        RunTrace other = sequential(SmallScenarios.network(text, "seed=77"), HorizonPolicy.FULL);
        assertThat(second.fingerprints()).isEqualTo(first.fingerprints());
        assertThat(other.fingerprints().get(0))
                .isNotEqualTo(first.fingerprints().get(0));
    }

    static List<String> arbitrationPolicies() {
        return ArbitrationPolicies.registry().names().stream()
                .filter(name -> !ArbitrationPolicies.get(name).isMatching()) // wormhole: among the small scenarios
                .toList();
    }

    /** With and without output buffers; once with devices that others take over from, state and all. */
    @ParameterizedTest
    @MethodSource("arbitrationPolicies")
    void everyExecutionHasTheFingerprintOfTheFrameFreeOneUnderEveryArbitrationPolicy(String policy) {
        for (String scenario : CONTENDED) {
            Network network = arbitratedBy(policy, scenario);
            String repeatable = scenario + ", --set device.switch.arbitration=" + policy;
            RunTrace expected = compareAll(network, repeatable);
            compareActors(expected, network, repeatable);
            RunTrace handedOver = new RunTrace();
            new FrameFreeDriver(network, handedOver, 3_001, 6_007).run();
            same("handed over", expected, handedOver, network, repeatable, () -> handedOver);
        }
    }

    @Test
    void arbitrationPoliciesDifferAndRoundRobinIsTheUsualOne() {
        for (String scenario : CONTENDED) {
            Map<String, Object> ends = new TreeMap<>();
            arbitrationPolicies()
                    .forEach(policy -> ends.put(
                            policy,
                            sequential(arbitratedBy(policy, scenario), HorizonPolicy.FULL)
                                    .fingerprints()));
            assertThat(ends.values()).as(scenario).doesNotHaveDuplicates();
            assertThat(sequential(SmallScenarios.network(TEXTS.get(scenario)), HorizonPolicy.FULL)
                            .fingerprints())
                    .isEqualTo(ends.get("round-robin"));
        }
    }

    private static Network arbitratedBy(String policy, String scenario) {
        return SmallScenarios.network(TEXTS.get(scenario), "device.switch.arbitration=" + policy);
    }

    @Test
    void theScenariosEndInAllTheWaysThatTheyShould() {
        TEXTS.forEach((name, text) -> {
            Network network = SmallScenarios.network(text);
            RunResult result = new SequentialDriver(network, (totals, events) -> {}, HorizonPolicy.FULL).run();
            Outcome expected = name.contains("deadlock")
                    ? Outcome.DEADLOCKED
                    : name.contains("given up") ? Outcome.INCOMPLETE : Outcome.COMPLETED;
            assertThat(result.outcome()).as(name).isEqualTo(expected);
            assertThat(result.last().count(Counter.DELIVERED)).as(name).isGreaterThan(100);
        });
    }

    private static void compareAll(String name, long seed) {
        String text = TEXTS.get(name);
        compareAll(SmallScenarios.network(text, "seed=" + seed), name + ", --set seed=" + seed + ":\n" + text);
    }

    /** @return what the sequential driver does */
    private static RunTrace compareAll(Network network, String repeatable) {
        long seed = network.resolved().scenario().seed();
        RunTrace oracle = new RunTrace();
        new FrameFreeDriver(network, oracle).run();
        RunTrace full = sequential(network, HorizonPolicy.FULL);
        same("sequential", oracle, full, network, repeatable, () -> oneIsland(network, HorizonPolicy.FULL));
        RunTrace partial = sequential(network, partial(seed));
        same("partial horizons", oracle, partial, network, repeatable, () -> oneIsland(network, partial(seed)));
        for (int size : new int[] {network.deviceCount(), 4, 1}) {
            String what = "islands of " + size + " in random order, random horizons";
            RunTrace trace = islands(network, size, seed);
            same(what, oracle, trace, network, repeatable, () -> trace);
        }
        return full;
    }

    /** @param detailed the same execution, with what each device says at each cut */
    private static void same(
            String what,
            RunTrace oracle,
            RunTrace trace,
            Network network,
            String repeatable,
            Supplier<RunTrace> detailed) {
        String difference = oracle.firstDifference(trace, network.names());
        if (!difference.isEmpty()) {
            String devices = oracle.firstDifference(detailed.get(), network.names());
            fail("%s differs from frame-free in %s (in detail: %s); %s", what, difference, devices, repeatable);
        }
    }

    private static RunTrace sequential(Network network, HorizonPolicy policy) {
        RunTrace trace = new RunTrace();
        new SequentialDriver(network, trace, policy).run();
        return trace;
    }

    /** What the sequential driver does, observed device by device. */
    private static RunTrace oneIsland(Network network, HorizonPolicy policy) {
        RunTrace trace = new RunTrace();
        List<Integer> all = IntStream.range(0, network.deviceCount()).boxed().toList();
        new IslandsDriver(network, List.of(all), policy, new Draws(0), trace).run();
        return trace;
    }

    private static RunTrace islands(Network network, int size, long seed) {
        RunTrace trace = new RunTrace();
        Draws draws = new Draws(Mix.mix(seed + size));
        List<Integer> order = new ArrayList<>(
                IntStream.range(0, network.deviceCount()).boxed().toList());
        for (int i = order.size() - 1; i > 0; i--) {
            Collections.swap(order, i, draws.below(i + 1));
        }
        List<List<Integer>> partition = new ArrayList<>();
        for (int from = 0; from < order.size(); from += size) {
            partition.add(order.subList(from, Math.min(from + size, order.size())));
        }
        new IslandsDriver(network, partition, partial(seed + size), draws, trace).run();
        return trace;
    }

    /** Anywhere between one cycle and the horizon; half the time all the way. */
    private static HorizonPolicy partial(long seed) {
        Draws draws = new Draws(seed);
        return (device, now, horizon) ->
                draws.oneIn(2) ? horizon : now + 1 + draws.below((int) Math.min(horizon - now, Integer.MAX_VALUE));
    }
}
