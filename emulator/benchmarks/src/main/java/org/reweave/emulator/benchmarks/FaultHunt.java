package org.reweave.emulator.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.reweave.emulator.cli.Main;
import org.reweave.emulator.cli.common.ExitCode;

/**
 * A command of reweave in a process of its own, whose class path begins with a folder of classes: it raises an alarm,
 * stays silent, or has not ended within its share of processor time.
 */
final class FaultHunt {
    private static final long LOOK_EVERY = 50; // milliseconds

    /** How a command ended. */
    enum End {
        ALARM,
        SILENT,
        OUT_OF_TIME,
        /** The command gave no verdict: more states than its bound, or something is wrong with it. */
        UNDECIDED
    }

    /**
     * Result of a command.
     *
     * @param alarm promises that were broken, or the first line of an error
     * @param seconds processor time
     */
    record Result(End end, String alarm, double seconds) {}

    private final Path root;
    private final Path folder;

    /**
     * @param root of the checkout, in which commands run
     * @param folder for what they write
     */
    FaultHunt(Path root, Path folder) {
        this.root = root;
        this.folder = folder;
    }

    /** The words for users: what kind of search a command is. */
    static String kind(List<String> command) {
        return command.get(0).equals("explore") ? "explorer" : command.contains("--schedule") ? "schedule" : "race";
    }

    /**
     * Runs a command.
     *
     * @param classes go before the class path of this process
     * @param most processor seconds
     */
    Result run(List<String> command, Path classes, double most) throws IOException, InterruptedException {
        Path out = folder.resolve("out.json");
        Path errors = folder.resolve("errors.txt");
        Process child = new ProcessBuilder(words(command, classes))
                .directory(root.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        double seconds = 0;
        try {
            while (!child.waitFor(LOOK_EVERY, TimeUnit.MILLISECONDS)) {
                seconds = child.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
                if (seconds > most) {
                    return new Result(End.OUT_OF_TIME, "", seconds);
                }
            }
        } finally {
            child.destroyForcibly().waitFor();
        }
        return switch (child.exitValue()) {
            case ExitCode.DONE -> new Result(End.SILENT, "", seconds);
            case ExitCode.CHECKS_FAILED -> new Result(End.ALARM, promises(out), seconds);
            case ExitCode.INTERNAL_FAULT -> new Result(End.ALARM, "error: " + firstLine(errors), seconds);
            default -> new Result(End.UNDECIDED, firstLine(errors), seconds);
        };
    }

    private List<String> words(List<String> command, Path classes) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx2g",
                "-Dreweave.home=" + root,
                "-cp",
                classes + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                Main.class.getName()));
        words.addAll(command);
        words.addAll(List.of("--json", "--quiet"));
        if (command.get(0).equals("race")) {
            Path races = Files.createTempDirectory(folder, "race");
            words.addAll(List.of("--expect", "promises", "--threads", "1", "--findings", "0", "--out", "" + races));
        }
        return words;
    }

    private static String promises(Path out) throws IOException {
        JsonNode document = new ObjectMapper().readTree(out.toFile());
        TreeSet<String> names = new TreeSet<>();
        if (document.hasNonNull("promise")) {
            names.add(document.get("promise").textValue());
        }
        document.path("brokenPromises").fieldNames().forEachRemaining(names::add);
        return String.join(", ", names);
    }

    private static String firstLine(Path errors) throws IOException {
        List<String> lines = Files.readAllLines(errors);
        return lines.isEmpty() ? "" : lines.get(0);
    }
}
