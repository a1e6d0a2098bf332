package org.reweave.emulator.drivers;

import java.util.List;
import java.util.Optional;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.routing.model.Mix;

/**
 * Scenarios drawn by a seed: topology, engines, devices, load, faults and scheme, within what a scenario may be. Some
 * are refused for what their faults leave of the fabric.
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
            "free of deadlocks only with several VLs");

    private final Draws draws;
    private final long seed;
    private final StringBuilder text = new StringBuilder();

    private RandomScenarios(long seed) {
        this.seed = seed;
        this.draws = new Draws(Mix.mix(seed));
    }

    static String text(long seed) {
        return new RandomScenarios(seed).draw();
    }

    /** Takes a drawn scenario's network. */
    interface Check {
        /** @param repeatable what a failure says so that it can be repeated */
        void of(Network network, String repeatable);
    }

    /**
     * Checks so many drawn scenarios that run: for each that is refused, another one is drawn, from the next seed.
     *
     * @return what was drawn, in words
     * @throws AssertionError when a check fails, or more than a third of what was drawn is refused
     */
    static String checkAll(long firstSeed, int count, Check check) {
        int checked = 0;
        long seed = firstSeed;
        for (; checked < count; seed++) {
            if (3 * (seed - firstSeed - checked) > Math.max(count, seed - firstSeed)) {
                throw new AssertionError("of the random scenarios with seeds " + firstSeed + " to " + (seed - 1)
                        + " only " + checked + " are not refused; draw other faults");
            }
            Optional<Network> network = network(seed);
            if (network.isPresent()) {
                check.of(network.get(), describe(seed));
                checked++;
            }
        }
        return "seeds " + firstSeed + " to " + (seed - 1) + ": " + checked + " run, " + (seed - firstSeed - checked)
                + " drawn again, refused for their faults";
    }

    /** What a failure says so that it can be repeated. */
    private static String describe(long seed) {
        return "RandomScenarios.network(" + seed + "):\n" + text(seed);
    }

    /**
     * The network of a drawn scenario, every second time with rates and lengths of cables drawn too.
     *
     * @return empty if the scenario is refused for what its faults leave of the fabric, or for a routing that its
     *     scheme cannot use
     * @throws AssertionError if it is refused for anything else
     */
    static Optional<Network> network(long seed) {
        Scenario scenario = ScenarioLoader.parse("random.conf", text(seed), List.of());
        try {
            ResolvedScenario resolved = ResolvedScenario.of(scenario);
            if (seed % 2 == 1 && !scenario.links().flitPerCycle()) {
                resolved = ResolvedScenario.of(scenario, RandomCables.in(resolved.fabric(), new Draws(seed)));
            }
            return Optional.of(new Network(resolved));
        } catch (ScenarioException e) {
            boolean expected =
                    e.problems().stream().allMatch(problem -> REFUSALS.stream().anyMatch(problem::contains));
            if (!expected) {
                throw new AssertionError(describe(seed), e);
            }
            return Optional.empty();
        }
    }

    private String draw() {
        line("description = \"random scenario %d\"", seed);
        line("seed = %d", seed);
        line("device.preset = %s", draws.of("iba-1x", "iq-router"));
        String scheme = draws.of("none", "naive", "ebr", "ebrd", "static", "sr-pda", "sr-la", "double-scheme");
        fabric(scheme);
        int slowest = device();
        line("manager.host-latency = %dcycles", draws.between(1, 300));
        line("manager.timeout = %dcycles", draws.of(700, 3000, 20000));
        line("manager.retries = %d", draws.between(0, 3));
        line("manager.window = %d", draws.between(1, 8));
        line("manager.computation = %dcycles", draws.of(0, 0, 500));
        line("manager { sweep = %s, traps = %b }", draws.of("off", "off", "2000cycles"), !draws.oneIn(4));
        line("manager.poll = %dcycles", draws.of(1, 300));
        line("reconfiguration.order = %s", draws.of("near-to-far", "far-to-near", "breadth-first"));
        String distribution = draws.of("drained", "at-once");
        if (scheme.equals("static")) {
            line("reconfiguration.options.distribution = %s", distribution);
        }
        faults(slowest);
        int end = draws.between(2000, 15000);
        if (!scheme.equals("none") && draws.oneIn(4)) {
            line(
                    "reconfigure = [ { at = %dcycles }, { at = %dcycles } ]",
                    draws.between(1, 2000), draws.between(1, 2000));
        }
        if (draws.oneIn(4)) {
            line("random-faults { mtbf = %dcycles, mttr = %dcycles }", draws.of(20000, 100000), draws.of(10, 1000));
            line("random-faults { kind = %s, transient = %s }", draws.of("link", "switch"), draws.of("0.5", "1"));
        }
        line("run { warmup = 100cycles, duration = %dcycles, limit = %dcycles }", end, 6 * end + 60000);
        line("run.cut-interval = %dcycles", draws.of(37, 100, 500));
        line("run.cut-delay = %d", draws.between(1, 4));
        line("device.switch.arbitration = %s", draws.of("round-robin", "round-robin", "age", "random", "fixed"));
        return text.toString();
    }

    private void line(String format, Object... values) {
        text.append(String.format(format, values)).append('\n');
    }

    private void fabric(String scheme) {
        String generator = draws.of(
                "torus:3x3",
                "torus:4x4",
                "torus:5",
                "torus:2x4,nics=2",
                "mesh:3x3",
                "mesh:2x2x2",
                "mesh:2x3,nics=2",
                "k-ary-n-tree:2,2",
                "k-ary-n-tree:2,3",
                "irregular:8,3,seed=" + draws.below(20),
                "irregular:6,4,seed=" + draws.below(20) + ",nics=2");
        String engine = "updown";
        int lanes = scheme.equals("double-scheme") ? 2 : draws.between(1, 3);
        if (generator.startsWith("mesh") && draws.oneIn(2)) {
            engine = "dimension-order";
        } else if (generator.startsWith("torus") && draws.oneIn(3)) {
            engine = "dimension-order";
            lanes = Math.max(2, lanes);
        } else if (generator.startsWith("k-ary") && draws.oneIn(2)) {
            engine = "fat-tree";
        } else if (draws.oneIn(5)) {
            engine = "min-hop";
        }
        line("fabric.generator = \"%s\"", generator);
        line("routing { engine = %s }", engine);
        if (engine.equals("updown")) {
            line("routing.options { tree = %s, root = auto, vls = %d }", draws.of("bfs", "dfs"), lanes);
        }
        String pattern = draws.of("uniform", "uniform", "hotspot");
        line("traffic { pattern = %s, load = %s }", pattern, draws.of("0.01", "0.1", "0.4", "0.9", "1"));
        line("device.switch.vls = %d", lanes);
        line("reconfiguration { scheme = %s, engine = %s }", scheme, draws.oneIn(6) ? "min-hop" : "updown");
    }

    /** @return the sum of the delays that an outage must outlast */
    private int device() {
        int packet = draws.of(1, 2, 16, 58, 300);
        int unit = draws.of(1, 1, 7, 64);
        int least = (packet + unit - 1) / unit * unit;
        int link = draws.of(1, 2, 25, 60);
        int host = draws.of(1, 25);
        int routing = draws.of(0, 1, 25);
        int crossbar = draws.of(0, 2, 10);
        int output = draws.of(1, 1, 5);
        int credit = draws.of(1, 1, 9);
        line("device.nic { packet = %dflits, receive-buffer = %dflits }", packet, least * draws.between(1, 3));
        int nicOutput = draws.of(1, 4);
        int nicCredit = draws.of(1, 6);
        int flowControl = draws.of(0, 0, 1, 6);
        line("device.nic { output-delay = %dcycles, credit-delay = %dcycles }", nicOutput, nicCredit);
        line("device.nic.send-queue = %d", draws.of(1, 10, 1000));
        line("device.link { latency = %dcycles, host-latency = %dcycles }", link, host);
        line("device.switch { input-buffer = %dflits", least * draws.between(1, 4));
        line("  output-buffer = %dflits, credit-unit = %dflits", packet * draws.between(0, 3), unit);
        line("  routing-delay = %dcycles, crossbar-delay = %dcycles", routing, crossbar);
        line("  output-delay = %dcycles, credit-delay = %dcycles", output, credit);
        line("  flow-control-packet = %dflits", flowControl);
        line("  smp-reaction = %dcycles, agent-delay = %dcycles", draws.of(0, 1, 25), draws.of(0, 1, 25));
        line("  smp-buffer = %d }", draws.of(1, 4, 64));
        int atSwitch = routing + crossbar + output + credit;
        return Math.max(link, host) + flowControl + Math.max(atSwitch, nicOutput + nicCredit);
    }

    private void faults(int slowest) {
        int at = draws.oneIn(5) ? 0 : draws.between(100, 3000);
        text.append("faults = [");
        for (int left = draws.below(5); left > 0; left--) {
            String what = draws.oneIn(3) ? "switch" : "link";
            String until = draws.oneIn(2)
                    ? ""
                    : ", until = " + (at + slowest + 1 + draws.of(0, 1, draws.below(60), draws.below(5000))) + "cycles";
            line(" { at = %dcycles%s, %s = random }", at, until, what);
            at += draws.of(0, 1, draws.below(100), draws.below(3000));
        }
        line("]");
    }
}
