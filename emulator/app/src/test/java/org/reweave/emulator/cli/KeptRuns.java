package org.reweave.emulator.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Small runs that are kept, to be looked into.
 *
 * @param folder in which their scenarios are, and in {@code runs} their folders
 */
public record KeptRuns(Path folder) {
    /** A scenario without its scheme: a 3x3 torus loses a link, with checkpoints every 20 us. */
    public static final String TORUS = """
        description = "A torus loses a link"
        seed = 7
        fabric.generator = "torus:3x3"
        routing.engine = updown
        device.preset = iba-1x
        manager { host-latency = 100ns, timeout = 100us }
        traffic.load = 0.2
        faults = [ { at = 30us, link = "s1_1-s2_1" } ]
        run { warmup = 10us, duration = 60us, limit = 600us, cut-interval = 2us, checkpoint = every 20us }
        """;

    /** The same torus, reconfigured by EBRD. */
    public static final String EBRD = TORUS + "reconfiguration.scheme = ebrd\n";

    /**
     * Runs a scenario as a user does.
     *
     * @param name of the run
     * @return its folder
     */
    public Path run(String name, String scenario, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".conf"), scenario);
        Path run = folder.resolve("runs").resolve(name);
        List<String> all = List.of("run", file.toString(), "--quiet", "--out", run.toString());
        CommandRun.of(Stream.concat(all.stream(), Stream.of(options)).toArray(String[]::new))
                .succeeded();
        return run;
    }

    /** The same in one thread. */
    public Path runSequentially(String name, String scenario) throws IOException {
        return run(name, scenario, "--driver", "sequential");
    }

    /** A command about these runs. */
    public CommandRun reweave(String... arguments) {
        return CommandRun.of(Stream.concat(
                        Stream.of(arguments),
                        Stream.of("--runs", folder.resolve("runs").toString()))
                .toArray(String[]::new));
    }
}
