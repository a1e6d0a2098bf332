package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.cli.common.ExitCode;

/** The script {@code reweave} with a {@code java} that prints its arguments. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    @TempDir
    private Path root;

    private Path build;

    @BeforeEach
    void install() throws IOException {
        build = Files.createDirectories(root.resolve("emulator/app/target"));
        Path bin = Files.createDirectories(root.resolve("jdk/bin"));
        script(bin.resolve("java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        script(root.resolve("reweave"), Files.readString(Path.of("../../reweave")));
        for (String file : List.of("reweave.jar", "reweave.jsa", "reweave-plain.jsa")) {
            Files.createFile(build.resolve(file));
        }
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run a.conf",
                "run a.conf --no-journal",
                "run a.conf --driver sequential",
                "run a.conf --no-journal --driver actors",
                "replay r",
                "node",
                "cluster status h:1"
            })
    void actorsAndJournalsStartWithTheArchiveOfAllClasses(String command) throws Exception {
        assertThat(javaArguments(command)).contains("-XX:SharedArchiveFile=" + build.resolve("reweave.jsa"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--version",
                "topo torus:4x4",
                "sweep a.conf",
                "run a.conf --driver sequential --no-journal",
                "run --no-journal --driver=sequential a.conf"
            })
    void whatNeedsNeitherStartsWithTheSmallArchive(String command) throws Exception {
        assertThat(javaArguments(command)).contains("-XX:SharedArchiveFile=" + build.resolve("reweave-plain.jsa"));
    }

    @Test
    void largePagesAreAskedForWhereTheKernelGivesThem() throws Exception {
        Path kernel = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
        String modes = Files.exists(kernel) ? Files.readString(kernel) : "";
        boolean given = modes.contains("[madvise]") || modes.contains("[always]");
        assertThat(javaArguments("run a.conf").contains("-XX:+UseTransparentHugePages"))
                .as("kernel: " + modes)
                .isEqualTo(given);
    }

    @Test
    void aStartWithoutAnArchiveNamesNone() throws Exception {
        Files.delete(build.resolve("reweave.jsa"));
        assertThat(javaArguments("run a.conf")).noneMatch(argument -> argument.startsWith("-XX:SharedArchiveFile"));
    }

    @Test
    void aJvmThatCannotStartIsOneLineOnStderrAndAFaultOfTheMachine() throws Exception {
        Process process = reweave("exec \"$0\" topo torus:4x4 --json", System.getProperty("java.home"), "-Xmx1m");
        assertThat(lines(process.getInputStream())).isEmpty();
        assertThat(lines(process.getErrorStream()))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("java does not start with REWEAVE_JAVA_OPTS=-Xmx1m: Initial heap size");
        assertThat(process.waitFor()).isEqualTo(ExitCode.INTERNAL_FAULT);
    }

    @Test
    void whatTheJvmSaysOfItselfGoesToStderr() throws Exception {
        assertThat(javaArguments("run a.conf")).contains("-XX:+DisplayVMOutputToStderr");
    }

    @Test
    void agentsAndRecordingsBeginOnce() throws Exception {
        script(root.resolve("jdk/bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$*\" >> \"" + root + "/starts\"\n");
        Process process = reweave(
                "exec \"$0\" --version",
                root.resolve("jdk").toString(),
                "-Xmx1g -agentlib:jdwp=x -XX:StartFlightRecording=y");
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readAllLines(root.resolve("starts")))
                .hasSize(2)
                .allMatch(start -> start.contains("-Xmx1g"))
                .satisfiesOnlyOnce(start -> assertThat(start).contains("-agentlib:jdwp=x"))
                .satisfiesOnlyOnce(start -> assertThat(start).contains("-XX:StartFlightRecording=y"));
    }

    @Test
    void tooFewFilesThatMayBeOpenAreOneLine() throws Exception {
        Process process = reweave(
                "ulimit -n 64; exec \"$0\" topo torus:4x4", root.resolve("jdk").toString(), "");
        assertThat(lines(process.getInputStream())).isEmpty();
        assertThat(lines(process.getErrorStream()))
                .containsExactly("reweave: at most 64 files may be open (ulimit -n); allow 128 or more");
        assertThat(process.waitFor()).isEqualTo(ExitCode.INTERNAL_FAULT);
    }

    /** A checkout with one source, and an {@code mvn} that notes each build and makes a jar of the source. */
    private void checkout() throws IOException {
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        Path main = Files.createDirectories(root.resolve("routing/src/main"));
        Files.writeString(main.resolve("A.java"), "1");
        script(
                root.resolve("jdk/bin/mvn"),
                "#!/bin/sh\necho build >> builds\ncp routing/src/main/A.java emulator/app/target/reweave.jar\n");
        Files.delete(build.resolve("reweave.jar"));
    }

    private long builds() throws Exception {
        Process process = reweave(
                "PATH=\"$JAVA_HOME/bin:$PATH\" exec \"$0\" --version",
                root.resolve("jdk").toString(),
                "");
        String err = String.join("\n", lines(process.getErrorStream()));
        assertThat(process.waitFor()).as(err).isZero();
        return Files.readAllLines(root.resolve("builds")).size();
    }

    private void setTimes(FileTime time) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, time);
            }
        }
    }

    @Test
    void onlyAnotherContentOfTheSourcesIsBuilt() throws Exception {
        checkout();
        assertThat(builds()).isEqualTo(1);
        assertThat(builds()).isEqualTo(1);

        FileTime later = FileTime.from(Instant.now().plusSeconds(1000));
        setTimes(later); // as copies have them: the jar is no older than any source
        Files.setLastModifiedTime(build.resolve("reweave.jar"), FileTime.from(Instant.EPOCH));
        assertThat(builds()).isEqualTo(1);

        Path source = root.resolve("routing/src/main/A.java");
        Files.writeString(source, "2");
        Files.setLastModifiedTime(source, FileTime.from(later.toInstant().plusSeconds(1000)));
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void aJarThatSomebodyElseBuiltIsTakenWhereNoSourceIsNewer() throws Exception {
        checkout();
        assertThat(builds()).isEqualTo(1);
        FileTime later = FileTime.from(Instant.now().plusSeconds(1000));
        Files.writeString(root.resolve("routing/src/main/A.java"), "2");
        Files.writeString(build.resolve("reweave.jar"), "2");
        Files.setLastModifiedTime(build.resolve("reweave.jar"), later);
        assertThat(builds()).isEqualTo(1);
        assertThat(builds()).isEqualTo(1);
    }

    /** @param script of a shell whose $0 is the launcher */
    private Process reweave(String script, String javaHome, String options) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-c", script, root.resolve("reweave").toString());
        builder.environment().put("JAVA_HOME", javaHome);
        builder.environment().put("REWEAVE_JAVA_OPTS", options);
        return builder.start();
    }

    private static List<String> lines(InputStream printed) throws IOException {
        return new String(printed.readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private List<String> javaArguments(String command) throws Exception {
        List<String> words = new ArrayList<>(List.of(root.resolve("reweave").toString()));
        words.addAll(List.of(command.split(" ")));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed.lines().toList();
    }
}
