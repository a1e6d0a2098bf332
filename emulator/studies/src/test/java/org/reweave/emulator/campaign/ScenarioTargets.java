package org.reweave.emulator.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.traffic.trace.TraceReader;
import org.reweave.emulator.traffic.trace.TraceScale;

/** Readers of what users write themselves: scenarios, files that these include, and traces. */
final class ScenarioTargets {
    private static final String FABRIC = "torus:4x4";

    static final String SCENARIO = """
            description = "A torus loses a link" # a comment
            seed = 7
            fabric.generator = "torus:4x4"
            routing { engine = updown, options { root = s0_0 } }
            device.preset = iba-1x
            device.switch { input-buffer = 2KB }
            manager { host-latency = 100ns, timeout = 100us }
            traffic { pattern = uniform, load = 0.2, sizes = [ { size = 32B, share = 0.5 }, { size = 64B, share = 0.5 } ] }
            faults = [ { at = 30us, link = random }, { at = 40us, switch = "s3_3", until = 60us } ]
            reconfiguration { scheme = ebrd, engine-options { root = s2_2 } }
            run { warmup = 10us, duration = 80us, limit = 800us, warmup-packets = ${seed}, cut-interval = 2us }
            """;

    private static final String GOAL = """
            num_ranks 3
            /* all
               of it */
            rank 0 {
            a: send 100b to 1 tag 3 cpu 0 nic 0
            b: calc 500 cpu 0
            b requires a
            }
            rank 1 {
            a: recv 100b from 0 tag 3
            b: send 9b to 2 // on
            b requires a
            }
            rank 2 {
            recv 9b from 1
            }
            """;

    private static final String TIMED = "# halo\nt_ns,src,dst,bytes,tag\n0,0,1,16,7\n\n3,1,0,17,7\n4,2,2,0,1\n";

    private static final String WITH_DEPENDENCIES = "cycle,src,dst,bytes,type,src_type,dst_type,id,deps\n"
            + "0,0,1,8,R,0,2,10,11;12\n2,1,2,8,R,0,2,11,\n4,1,0,72,R,0,2,12,\n";

    private final Path folder;

    private ScenarioTargets(Path folder) {
        this.folder = folder;
    }

    static List<Target> all(Path folder) throws IOException {
        ScenarioTargets targets = new ScenarioTargets(Files.createDirectory(folder.resolve("scenarios")));
        List<byte[]> csv = Target.texts(TIMED, WITH_DEPENDENCIES);
        return List.of(
                targets.scenario(),
                targets.included(),
                targets.trace("trace-csv", csv),
                targets.trace("trace-goal", Target.texts(GOAL)),
                targets.trace("trace-packed", csv.stream().map(Targets::packed).toList()));
    }

    private Target scenario() {
        Path file = folder.resolve("scenario.conf");
        return new Target(
                "scenario",
                Target.texts(SCENARIO),
                mutant -> check(ScenarioLoader.load(Files.write(file, mutant), List.of())));
    }

    private Target included() throws IOException {
        Path file =
                Files.writeString(folder.resolve("including.conf"), "include \"included.conf\"\nname = including\n");
        return new Target("scenario-included", Target.texts(SCENARIO), mutant -> {
            Files.write(folder.resolve("included.conf"), mutant);
            check(ScenarioLoader.load(file, List.of("seed=3")));
        });
    }

    /** What was read is read again from its own text; where its fabric is still small, its network is made. */
    private static void check(Scenario scenario) {
        Scenario again = ScenarioLoader.parse("resolved.conf", scenario.resolved(), List.of());
        if (!again.resolved().equals(scenario.resolved())) {
            throw new AssertionError("the scenario is another one once it was written");
        }
        if (scenario.fabric().fold(made -> made.spec().equals(FABRIC), read -> false)) {
            new Network(ResolvedScenario.of(scenario));
        }
    }

    private Target trace(String name, List<byte[]> corpus) {
        Path file = folder.resolve(name);
        TraceScale scale = new TraceScale(2_000, 16, 5_000, 2);
        return new Target(
                name,
                corpus,
                mutant -> TraceReader.read(Files.write(file, mutant), TraceReader.AUTO, TraceReader.AUTO, scale));
    }
}
