package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.common.ExitCode;

/**
 * Random command lines in a process of their own, which has a folder of its own: each ends with one of the exit codes
 * of a user's doing, and says in words what is wrong. A failure names the seed and the command line.
 *
 * <p>{@code -Dreweave.campaign.seconds=N} is the time of the test, {@code -Dreweave.campaign.seed=N} the first seed of
 * the long run.
 */
@Tag("slow")
class CommandLineCampaignTest {
    private static final int SECONDS_IN_VERIFY = 10;
    private static final int SECONDS_IN_CAMPAIGN = 300;
    private static final int STUCK_SECONDS = 120;
    private static final int MOST_FAILURES = 50;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @TempDir
    private Path folder;

    private Process child;
    private BufferedWriter questions;
    private BufferedReader answers;

    @Test
    void commandLinesEndInWords() throws IOException, InterruptedException {
        run(1, SECONDS_IN_VERIFY);
    }

    @Tag("campaign")
    @Test
    void manyCommandLinesEndInWords() throws IOException, InterruptedException {
        run(Long.getLong("reweave.campaign.seed", 1_000_000), SECONDS_IN_CAMPAIGN);
    }

    private void run(long firstSeed, int usualSeconds) throws IOException, InterruptedException {
        long end = System.nanoTime() + 1_000_000_000L * Integer.getInteger("reweave.campaign.seconds", usualSeconds);
        RandomCommandLines lines = new RandomCommandLines();
        RandomCommandLines.prepare(folder);
        List<String> failures = new ArrayList<>();
        int[] codes = new int[ExitCode.INTERNAL_FAULT + 1];
        long seed = firstSeed;
        begin();
        for (; System.nanoTime() < end && failures.size() < MOST_FAILURES; seed++) {
            List<String> words = lines.draw(seed);
            String wrong;
            try {
                CommandRun run = answer(words);
                wrong = complaint(words, run);
                if (run.code() >= 0 && run.code() < codes.length) {
                    codes[run.code()]++;
                }
            } catch (TimeoutException e) {
                wrong = "takes more than " + STUCK_SECONDS + " s";
            } catch (ExecutionException e) {
                wrong = "ends the process, code " + child.waitFor();
            }
            if (wrong != null) {
                String failure = "seed " + seed + ", reweave " + shown(words) + ": " + wrong;
                failures.add(failure);
            }
            if (!child.isAlive() || wrong != null && wrong.startsWith("takes")) {
                child.destroyForcibly().waitFor();
                begin();
            }
        }
        child.destroyForcibly().waitFor();
        System.out.printf(
                "command lines          seeds %d to %d: %d ended with 0, %d with 1, %d with 2, %d failures%n",
                firstSeed, seed - 1, codes[0], codes[1], codes[2], failures.size());
        assertThat(failures).isEmpty();
        assertThat(codes[ExitCode.DONE]).isPositive();
        assertThat(codes[ExitCode.BAD_INPUT]).isPositive();
    }

    private void begin() throws IOException {
        String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        path,
                        CommandChild.class.getName())
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        questions = child.outputWriter(StandardCharsets.UTF_8);
        answers = child.inputReader(StandardCharsets.UTF_8);
    }

    private CommandRun answer(List<String> words) throws InterruptedException, ExecutionException, TimeoutException {
        BufferedReader from = answers;
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        questions.write(JSON.writeValueAsString(words) + "\n");
                        questions.flush();
                        return JSON.readValue(from.readLine(), CommandRun.class);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .get(STUCK_SECONDS, TimeUnit.SECONDS);
    }

    /** Null when a command ended as it should. */
    private static String complaint(List<String> words, CommandRun run) {
        String all = run.out() + run.err();
        if (run.code() < ExitCode.DONE || run.code() > ExitCode.BAD_INPUT) {
            return "ends with " + run.code() + ": " + run.err();
        }
        if (run.err().contains("\tat ")
                || run.err().contains("Exception")
                || run.err().contains("internal fault")) {
            return "says " + run.err();
        }
        if (run.code() == ExitCode.BAD_INPUT
                && (!run.out().isEmpty() || !run.err().startsWith("reweave"))) {
            return "is refused with '" + run.err() + "' and prints '" + run.out() + "'";
        }
        if (all.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t' && c != '\r')) {
            return "prints control characters";
        }
        boolean asksForHelp = words.contains("--help") || words.contains("--version");
        return words.contains("--json") && run.code() != ExitCode.BAD_INPUT && !asksForHelp && !isJson(run.out())
                ? "prints no JSON: " + run.out()
                : null;
    }

    private static boolean isJson(String text) {
        try {
            JSON.readTree(text);
            return !text.isBlank();
        } catch (IOException e) {
            return false;
        }
    }

    private static String shown(List<String> words) {
        try {
            return JSON.writeValueAsString(words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
