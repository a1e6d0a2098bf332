package org.reweave.emulator.drivers;

import java.util.List;
import java.util.Optional;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;

/**
 * Networks of scenarios drawn by seeds ({@link DrawnScenario}). Some scenarios are refused for what their faults leave
 * of the fabric.
 */
final class RandomScenarios {
    private static final List<String> REFUSALS = List.of(
            "cuts off",
            "finds no working",
            "stay connected",
            "cannot route",
            "cannot fail twice",
            "is not more than",
            "longer than a packet takes",
            "free of deadlocks only with several VLs",
            "does not work at the start",
            "has a rate of its own",
            "changes the cable of");

    private RandomScenarios() {}

    /** Takes a drawn scenario's network. */
    interface Check {
        /** @param repeatable what a failure says so that it can be repeated */
        void of(Network network, String repeatable);
    }

    /**
     * Checks so many drawn scenarios that run: for each that is refused, another one is drawn, from the next seed.
     *
     * @param overrides as the command line has them
     * @return what was drawn, in words
     * @throws AssertionError when a check fails, or more than a third of what was drawn is refused
     */
    static String checkAll(long firstSeed, int count, Check check, String... overrides) {
        int checked = 0;
        long seed = firstSeed;
        for (; checked < count; seed++) {
            if (3 * (seed - firstSeed - checked) > Math.max(count, seed - firstSeed)) {
                throw new AssertionError("of the random scenarios with seeds " + firstSeed + " to " + (seed - 1)
                        + " only " + checked + " are not refused; draw other faults");
            }
            Optional<Network> network = network(seed, overrides);
            if (network.isPresent()) {
                check.of(network.get(), describe(seed, overrides));
                checked++;
            }
        }
        return "seeds " + firstSeed + " to " + (seed - 1) + ": " + checked + " run, " + (seed - firstSeed - checked)
                + " drawn again, refused for their faults";
    }

    /** What a failure says so that it can be repeated. */
    private static String describe(long seed, String... overrides) {
        return "RandomScenarios.network(" + seed + ") " + List.of(overrides) + ":\n" + DrawnScenario.text(seed);
    }

    /**
     * The network of a drawn scenario, every second time with rates and lengths of cables drawn too.
     *
     * @return empty if the scenario is refused for what its faults leave of the fabric, for a routing that its scheme
     *     cannot use, or for a drawn rate of a cable that moves
     * @throws AssertionError if it is refused for anything else
     */
    static Optional<Network> network(long seed, String... overrides) {
        Scenario scenario = ScenarioLoader.parse("random.conf", DrawnScenario.text(seed), List.of(overrides));
        try {
            ResolvedScenario resolved = ResolvedScenario.of(scenario);
            if (seed % 2 == 1 && !scenario.links().flitPerCycle()) {
                resolved = ResolvedScenario.of(
                        scenario, RandomCables.in(resolved.cabling().source(), new Draws(seed)));
            }
            return Optional.of(new Network(resolved));
        } catch (ScenarioException e) {
            boolean expected =
                    e.problems().stream().allMatch(problem -> REFUSALS.stream().anyMatch(problem::contains));
            if (!expected) {
                throw new AssertionError(describe(seed, overrides), e);
            }
            return Optional.empty();
        }
    }
}
