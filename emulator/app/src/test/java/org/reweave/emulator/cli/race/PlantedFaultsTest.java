package org.reweave.emulator.cli.race;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.cli.Main;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.reconfig.spi.Scheme;

/** Races of schemes with planted faults, in processes of their own, since users' jars are chosen once for a process. */
@Tag("slow")
class PlantedFaultsTest {
    private static final String TORUS = """
            name = "raced"
            description = "a link of a small torus fails"
            seed = 1
            fabric.generator = "torus:3x3"
            routing { engine = updown, options { root = "s0_0" } }
            device { preset = iba-1x, switch { input-buffer = 64B, output-buffer = 64B, vls = 4 } }
            manager { timeout = 60us, patience = 60us, sweep = 200us }
            traffic { pattern = uniform, load = 0.2 }
            faults = [ { at = 60us, link = "s1_1-s1_2" } ]
            run { warmup = 20us, duration = 200us, limit = 5ms }
            """;

    @TempDir
    private Path folder;

    private Path jar;

    @BeforeEach
    void makeJar() throws IOException {
        jar = Files.createDirectory(folder.resolve("plugins"));
        List<Class<?>> faults =
                List.of(Planted.Halted.class, Planted.Hasty.class, Planted.Mute.class, Planted.Wasteful.class);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar.resolve("planted.jar")))) {
            zip.putNextEntry(new ZipEntry("META-INF/services/" + Scheme.class.getName()));
            String names = faults.stream().map(Class::getName).collect(Collectors.joining("\n"));
            zip.write(names.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** @param code exit code */
    private record Raced(int code, JsonNode document) {
        /** The finding of a class. */
        JsonNode finding(String kind) {
            for (JsonNode finding : document.get("findings")) {
                if (finding.get("class").textValue().equals(kind)) {
                    return finding;
                }
            }
            throw new AssertionError("no finding is " + kind + ": " + document);
        }

        List<String> promises() {
            List<String> all = new ArrayList<>();
            document.get("findings")
                    .forEach(finding -> finding.get("brokenPromises").forEach(one -> all.add(one.textValue())));
            return all;
        }
    }

    private Raced race(String scheme, String... more) throws IOException, InterruptedException {
        Path scenario = Files.writeString(
                folder.resolve("raced.conf"), TORUS + "reconfiguration.scheme = \"" + scheme + "\"\n");
        Path out = folder.resolve("out.json");
        Path errors = folder.resolve("errors.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--plugins=" + jar,
                "race",
                scenario.toString(),
                "--quiet",
                "--json",
                "--out",
                folder.resolve("races-" + scheme).toString()));
        command.addAll(List.of(more));
        Process child = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        assertThat(child.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(errors).isEmptyFile();
        return new Raced(child.exitValue(), new ObjectMapper().readTree(out.toFile()));
    }

    @Test
    void aRunThatBreaksAPromiseIsNotCleanAndItsFindingIsKeptAndShrunk() throws IOException, InterruptedException {
        Raced raced = race(
                "planted-Hasty",
                "--runs",
                "10",
                "--vary",
                "none",
                "--findings",
                "1",
                "--shrink",
                "--shrink-runs",
                "150",
                "--expect",
                "clean");
        assertThat(raced.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(raced.document().get("classes").get("promise-broken").intValue())
                .isPositive();
        JsonNode finding = raced.finding("promise-broken");
        assertThat(finding.get("brokenPromises").get(0).textValue()).isEqualTo("NO_DISCARD");
        assertThat(finding.get("seed").longValue()).isPositive();
        assertThat(finding.get("shrunk").get("after").get("messages").intValue())
                .isLessThan(finding.get("shrunk").get("before").get("messages").intValue());
        Path found = Path.of(finding.get("folder").textValue());
        assertThat(found.resolve("scenario.conf")).isRegularFile();
        assertThat(found.resolve("README.md")).content().contains("promise-broken", "NO_DISCARD");
    }

    @Test
    void withoutTheFaultTheSameSeedsAreClean() throws IOException, InterruptedException {
        String links = "disturbances,fault-times,second-faults,recoveries"; // restarts of switches drop packets
        Raced raced = race("sr-la", "--runs", "40", "--vary", links, "--expect", "clean");
        assertThat(raced.code()).isEqualTo(ExitCode.DONE);
        assertThat(raced.document().get("classes").get("clean").intValue()).isEqualTo(40);
    }

    @Test
    void withoutAFaultNoPromiseIsBrokenUnderAllVariations() throws IOException, InterruptedException {
        Raced raced = race("sr-la", "--runs", "40", "--findings", "0", "--expect", "promises");
        assertThat(raced.promises()).isEmpty();
        assertThat(raced.code()).isEqualTo(ExitCode.DONE);
    }

    @ParameterizedTest
    @CsvSource({
        "planted-Halted, ALL_INJECT, none",
        "planted-Hasty, NO_DISCARD, none",
        "planted-Mute, NO_WAIT_IN_VAIN, none",
        "planted-Mute, RUN_ENDS, none",
        "planted-Wasteful, LISTED_CASES_ONLY, none"
    })
    void aPromiseThatAFaultBreaksIsJudged(String scheme, String promise, String vary)
            throws IOException, InterruptedException {
        Raced raced = race(scheme, "--runs", "20", "--vary", vary, "--findings", "0", "--expect", "promises");
        assertThat(raced.promises()).contains(promise);
        assertThat(raced.code()).isEqualTo(ExitCode.CHECKS_FAILED);
    }
}
