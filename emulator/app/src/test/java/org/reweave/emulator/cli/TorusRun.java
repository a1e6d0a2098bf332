package org.reweave.emulator.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A run with checkpoints that nothing disturbs: a 4x4 torus loses a link. Disturbed ones are compared with it. */
public final class TorusRun {
    private static final String SCENARIO = """
            name = torus
            description = "A torus loses a link, with checkpoints"
            seed = 7
            fabric.generator = "torus:4x4"
            routing.engine = updown
            device.preset = iba-1x
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.1
            faults = [ { at = 30us, link = random } ]
            reconfiguration.scheme = ebrd
            run { warmup = 10us, limit = 10ms, cut-interval = 2us }
            """;

    private final Path scenario;
    private final Path folder;

    private TorusRun(Path scenario, Path folder) {
        this.scenario = scenario;
        this.folder = folder;
    }

    /**
     * Executes it.
     *
     * @param in the folder in which the run's own is
     * @param keys more lines of the scenario
     */
    public static TorusRun in(Path in, String... keys) throws IOException {
        Path scenario = Files.writeString(in.resolve("torus.conf"), SCENARIO + String.join("\n", keys) + "\n");
        Path folder = in.resolve("whole");
        CommandRun.of("run", scenario.toString(), "--quiet", "--driver", "sequential", "--out", folder.toString())
                .succeeded();
        return new TorusRun(scenario, folder);
    }

    public Path scenario() {
        return scenario;
    }

    /** Of the finished run. */
    public Path folder() {
        return folder;
    }

    /**
     * What is left of a run that was killed before its results were written: its journal has the end.
     *
     * @return the folder, of a run with that name
     */
    public static Path unwritten(Path finished, String name) throws IOException {
        Path unfinished = Files.createDirectory(finished.resolveSibling("." + name + ".partial"));
        try (Stream<Path> files = Files.list(finished)) {
            for (Path file : files.toList()) {
                String called = file.getFileName().toString();
                if (isJournalled(file) || called.equals("scenario.conf")) {
                    Files.copy(file, unfinished.resolve(called));
                }
            }
        }
        return unfinished;
    }

    /** Whether a file of a run is its journal or one of its checkpoints. */
    public static boolean isJournalled(Path file) {
        String name = file.getFileName().toString();
        return name.equals("journal.mv.db") || name.startsWith("checkpoint-");
    }

    /** All files of a folder, by name. */
    public static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
