package org.reweave.emulator.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.reweave.emulator.cli.Main;
import org.reweave.emulator.cli.common.ExitCode;

/**
 * {@code reweave hunt} in a process of its own, whose class path begins with a folder of classes: it raises an alarm,
 * stays silent, or fails.
 */
final class FaultHunt {
    private static final long LOOK_EVERY = 50; // milliseconds

    /** How a hunt ended. */
    enum End {
        ALARM,
        SILENT,
        /** The hunt gave no verdict: something is wrong with it. */
        UNDECIDED
    }

    /**
     * Result of a hunt.
     *
     * @param finder explorer, race or schedule; empty = none of them raised an alarm
     * @param alarm promises that were broken, or the first line of an error
     * @param command that raised the alarm; empty without
     * @param seconds processor time
     */
    record Result(End end, String finder, String alarm, String command, double seconds) {}

    private final Path root;
    private final Path folder;

    /**
     * @param root of the checkout, in which the hunt runs
     * @param folder for what it writes
     */
    FaultHunt(Path root, Path folder) {
        this.root = root;
        this.folder = folder;
    }

    /**
     * Runs a hunt.
     *
     * @param schemes that are hunted; empty = all
     * @param classes go before the class path of this process
     * @param budget processor seconds
     */
    Result run(List<String> schemes, Path classes, double budget) throws IOException, InterruptedException {
        Path out = folder.resolve("out.json");
        Path errors = folder.resolve("errors.txt");
        Process child = new ProcessBuilder(words(schemes, classes, budget))
                .directory(root.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        double seconds = 0;
        try {
            while (!child.waitFor(LOOK_EVERY, TimeUnit.MILLISECONDS)) {
                Duration sum =
                        child.info().totalCpuDuration().orElse(Duration.ZERO); // none is told of one that has ended
                seconds = Math.max(seconds, sum.toMillis() / 1e3);
            }
        } finally {
            child.destroyForcibly().waitFor();
        }
        return switch (child.exitValue()) {
            case ExitCode.DONE -> new Result(End.SILENT, "", "", "", seconds);
            case ExitCode.CHECKS_FAILED -> alarm(out, seconds);
            case ExitCode.INTERNAL_FAULT -> new Result(End.ALARM, "error", firstLine(errors), "", seconds);
            default -> new Result(End.UNDECIDED, "", firstLine(errors), "", seconds);
        };
    }

    private List<String> words(List<String> schemes, Path classes, double budget) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx2g",
                "-Dreweave.home=" + root));
        words.addAll(thresholds(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        words.addAll(List.of(
                "-cp",
                classes + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                Main.class.getName(),
                "hunt"));
        words.addAll(schemes);
        Path found = Files.createTempDirectory(folder, "hunt").resolve("found");
        words.addAll(List.of("--budget", "" + budget, "--threads", "1", "--out", "" + found, "--json", "--quiet"));
        return words;
    }

    /**
     * The launcher's thresholds of the compilers: else a third of a short hunt's time is that of the optimising one.
     */
    static List<String> thresholds(List<String> ofThisProcess) {
        return ofThisProcess.stream()
                .filter(flag -> flag.startsWith("-XX:Tier"))
                .toList();
    }

    private static Result alarm(Path out, double seconds) throws IOException {
        JsonNode alarm = new ObjectMapper().readTree(out.toFile()).path("alarm");
        List<String> promises = new ArrayList<>();
        alarm.path("promises").forEach(promise -> promises.add(promise.textValue()));
        String command = alarm.path("command").asText();
        String finder = command.startsWith("reweave explore")
                ? "explorer"
                : command.contains("run.lax.schedule") ? "schedule" : "race";
        return new Result(End.ALARM, finder, String.join(", ", promises), command, seconds);
    }

    private static String firstLine(Path errors) throws IOException {
        List<String> lines = Files.readAllLines(errors);
        return lines.isEmpty() ? "" : lines.get(0);
    }
}
