package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.Interrupts;
import org.reweave.emulator.cli.common.ProgressLine;

/** What depends on the process that a command runs in: its locale, and signals. */
@Tag("slow")
@Tag("alone")
@Timeout(120)
class OwnProcessTest {
    private static ProcessBuilder java(Class<?> main, String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command);
    }

    /** A shell writes the name, since this process may not be able to. */
    @Test
    void aNameThatIsNotAsciiIsOneLineThatNamesTheLocaleWhereThatIsC() throws IOException, InterruptedException {
        for (List<String> args : List.of(
                List.of("topo", "%s.ibnetdiscover"),
                List.of("run", "%s.conf"),
                List.of("topo", "torus:4", "--export", "%s.dot"))) {
            ProcessBuilder builder = java(Main.class, args.toArray(String[]::new));
            builder.environment().put("LC_ALL", "C");
            StringBuilder line = new StringBuilder("exec");
            for (String word : builder.command()) {
                line.append(" '")
                        .append(word.replace("%s", "'\"$(printf '\\303\\274')\"'"))
                        .append('\'');
            }
            Process process = builder.command("sh", "-c", line.toString()).start();
            String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).as(err).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(err.lines().findFirst().orElseThrow())
                    .startsWith("reweave")
                    .contains("is no path here: Malformed input")
                    .contains("set LC_ALL=C.UTF-8")
                    .doesNotContain("Exception", "internal");
        }
    }

    /** Work that hears of no signal, as the computation of the tables of a large fabric. */
    static final class Deaf {
        private Deaf() {}

        public static void main(String[] none) throws InterruptedException {
            PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
            try (ProgressLine progress = ProgressLine.open(err, true)) {
                Interrupts interrupts = Interrupts.endSoon(progress, () -> {}, () -> "2 finished runs kept");
                System.out.println("ready");
                Thread.sleep(Duration.ofMinutes(10).toMillis());
                interrupts.close();
            }
        }
    }

    /** A build in the background of a script ignores Ctrl-C, and so would the processes that it starts. */
    private static List<String> hearingOfCtrlC() throws IOException, InterruptedException {
        List<String> command = List.of("env", "--default-signal=INT");
        ProcessBuilder tried = new ProcessBuilder("env", "--default-signal=INT", "true");
        return tried.start().waitFor() == 0 ? command : List.of();
    }

    @Test
    void ctrlCEndsABatchWhoseWorkDoesNotEnd() throws IOException, InterruptedException {
        ProcessBuilder builder = java(Deaf.class);
        builder.command().addAll(0, hearingOfCtrlC());
        Process process = builder.start();
        try (BufferedReader out = process.inputReader();
                BufferedReader err = process.errorReader()) {
            assertThat(out.readLine()).isEqualTo("ready");
            assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(err.lines())
                    .containsExactly("reweave: stopping; Ctrl-C again kills", "reweave: stopped; 2 finished runs kept");
        } finally {
            process.destroyForcibly();
        }
    }

    /** A node of whose threads one finds no memory, once it is up. */
    static final class Exhausted {
        private Exhausted() {}

        public static void main(String[] none) {
            Thread exhausted = new Thread(() -> {
                while (Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().contains("dispatcher"))) {
                    Thread.onSpinWait();
                }
                throw new OutOfMemoryError("on purpose");
            });
            exhausted.setDaemon(true);
            exhausted.start();
            Main.main(new String[] {"node", "--set", "node.port=0", "--attached"});
        }
    }

    /** A command that finds no memory, and another thread that finds none while the process ends. */
    static final class ExhaustedTwice {
        private ExhaustedTwice() {}

        public static void main(String[] none) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                throw new OutOfMemoryError("on purpose, too");
            }));
            Main.main(new String[] {"topo", "torus:150x150"});
        }
    }

    @Test
    void aProcessThatHasSaidThatItsMemoryEndedSaysItOnce() throws IOException, InterruptedException {
        ProcessBuilder builder = java(ExhaustedTwice.class);
        builder.command().add(builder.command().indexOf("-Xmx512m") + 1, "-Xmx20m"); // the last one holds
        Process process = builder.start();
        try (BufferedReader err = process.errorReader()) {
            assertThat(err.lines()).hasSize(1).first().asString().startsWith("reweave: out of memory at ");
            assertThat(process.waitFor()).isEqualTo(ExitCode.INTERNAL_FAULT);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aProcessOfWhoseThreadsOneFindsNoMemoryEndsAtOnceWithOneLine() throws IOException, InterruptedException {
        Process process = java(Exhausted.class).start();
        try (BufferedReader err = process.errorReader()) {
            assertThat(err.lines())
                    .containsExactly("reweave: out of memory; give more, as in REWEAVE_JAVA_OPTS=-Xmx16g, or use a"
                            + " smaller fabric");
            assertThat(process.waitFor()).isEqualTo(ExitCode.INTERNAL_FAULT);
        } finally {
            process.destroyForcibly();
        }
    }
}
