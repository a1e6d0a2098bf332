package org.reweave.emulator.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The readers of {@link ReaderCampaignTest} under Jazzer, a fuzzer that keeps the inputs which reach new code and
 * mutates those. Jazzer also watches what a reader does: commands, connections, classes, paths and SQL made of the
 * input are findings. Only {@code mvn -Pcampaign verify} fetches Jazzer. A finding names the reader and the file that
 * repeats it; what was kept of earlier runs in {@code target/campaign} is where the next one starts.
 *
 * <p>{@code -Dreweave.campaign.seconds=N} is the time for each reader, {@code -Dreweave.campaign.seed=N} the seed,
 * {@code -Dreweave.campaign.reader=NAME} the only reader to try.
 */
@Tag("campaign")
class GuidedCampaignTest {
    /** Begins the line in which the child says what the inputs took. */
    static final String TOOK = "inputs in all: ";

    private static final String READERS = "org.reweave.**:com.typesafe.config.**:org.h2.mvstore.**";
    private static final int SECONDS = 60;
    private static final int LONGEST_INPUT = 1 << 16;
    private static final int MOST_FINDINGS = 20;
    private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in \\d+ second.*");
    private static final Pattern COVERAGE = Pattern.compile("#\\d+\\s.* cov: (\\d+) .*");
    private static final Pattern FINDING = Pattern.compile("== Java Exception: (.*)");

    @TempDir
    private Path folder;

    @Test
    void whatReachesNewCodeIsReadOrRefused() throws IOException, InterruptedException {
        int seconds = Integer.getInteger("reweave.campaign.seconds", SECONDS);
        long seed = Long.getLong("reweave.campaign.seed", 1);
        String only = System.getProperty(GuidedTarget.READER, "");
        long all = 0;
        List<String> failures = new ArrayList<>();
        for (Target target : Targets.all(Files.createDirectory(folder.resolve("parent")))) {
            if (only.isEmpty() || List.of(only.split(",")).contains(target.name())) {
                Outcome outcome = run(target, seed, seconds);
                System.out.printf(
                        "%-22s seed %d: %d points of code, %s, %d failures%n",
                        target.name(), seed, outcome.coverage, outcome.took, outcome.failures.size());
                all += outcome.inputs;
                failures.addAll(outcome.failures);
                assertThat(outcome.inputs).as(target.name()).isPositive();
            }
        }
        System.out.println(all + " inputs in all");
        assertThat(failures).isEmpty();
    }

    /** What one reader's fuzzer printed. */
    private static final class Outcome {
        private long inputs;
        private long coverage;
        private String took = "";
        private final List<String> failures = new ArrayList<>();
    }

    private Outcome run(Target target, long seed, int seconds) throws IOException, InterruptedException {
        Path place = Files.createDirectories(Path.of("target/campaign").toAbsolutePath());
        Path corpus = Files.createDirectories(place.resolve("reached").resolve(target.name()));
        for (int i = 0; i < target.corpus().size(); i++) {
            Files.write(corpus.resolve("whole-" + i), target.corpus().get(i));
        }
        Path log = place.resolve(target.name() + ".log");
        Process child = new ProcessBuilder(command(target, place, corpus, seed, seconds))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int code;
        try {
            code = child.waitFor();
        } finally {
            child.destroyForcibly();
        }
        Outcome outcome = read(log, target.name());
        if (outcome.inputs == 0 || code != 0 && outcome.failures.isEmpty()) {
            outcome.failures.add(target.name() + " ended with " + code + ", see " + log);
        }
        return outcome;
    }

    private List<String> command(Target target, Path place, Path corpus, long seed, int seconds) throws IOException {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "-XX:+UseSerialGC",
                "-Duser.language=en",
                "-Duser.country=US",
                "-D" + GuidedTarget.READER + "=" + target.name(),
                "-D" + GuidedTarget.FOLDER + "=" + Files.createDirectory(folder.resolve(target.name())),
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + GuidedTarget.class.getName(),
                "--instrumentation_includes=" + READERS,
                "--custom_hook_includes=" + READERS,
                "--keep_going=" + MOST_FINDINGS,
                "--reproducer_path=" + place,
                "-artifact_prefix=" + place.resolve(target.name() + "-"),
                "-max_total_time=" + seconds,
                "-max_len=" + LONGEST_INPUT,
                "-timeout=60",
                "-rss_limit_mb=0",
                "-seed=" + seed,
                corpus.toString());
    }

    private static Outcome read(Path log, String reader) throws IOException {
        Outcome outcome = new Outcome();
        try (BufferedReader lines = Files.newBufferedReader(log)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher done = DONE.matcher(line);
                Matcher coverage = COVERAGE.matcher(line);
                Matcher finding = FINDING.matcher(line);
                if (done.matches()) {
                    outcome.inputs = Long.parseLong(done.group(1));
                } else if (coverage.matches()) {
                    outcome.coverage = Long.parseLong(coverage.group(1));
                } else if (finding.matches()) {
                    outcome.failures.add(reader + " " + finding.group(1) + "; see " + log);
                } else if (line.startsWith(TOOK)) {
                    outcome.took = line.substring(TOOK.length());
                }
            }
        }
        return outcome;
    }
}
