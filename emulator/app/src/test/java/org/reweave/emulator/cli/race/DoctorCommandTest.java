package org.reweave.emulator.cli.race;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.common.ExitCode;

class DoctorCommandTest {
    private static final Path RACES = Path.of("../../cluster-config/races");

    @TempDir
    private Path folder;

    @Test
    void everythingWrongIsSaidInOneLineEach() {
        assertThat(CommandRun.of("doctor", "missing.conf", "--shrink-runs", "0", "--threads", "0")
                        .refused()
                        .errLines())
                .containsExactly(
                        "reweave: --threads 0 < 1; raise it",
                        "reweave: --shrink-runs 0 < 1; raise it",
                        "reweave: missing.conf: no such file");
        assertThat(CommandRun.of("doctor", folder.toString()).refused().errLines())
                .containsExactly("reweave: " + folder + ": has no scenario.conf");
        assertThat(CommandRun.of("doctor", RACES.resolve("bases/naive.conf").toString(), "--set", "run.asynchrony=lax")
                        .refused()
                        .errLines())
                .singleElement()
                .asString()
                .endsWith("threads decided what came late, so the run does not happen again with anything less;"
                        + " choose a run.lax.schedule that the seed repeats");
    }

    @Test
    void aRunThatEndsWellNeedsNoDoctor() {
        Path out = folder.resolve("well");
        CommandRun run = CommandRun.of(
                "doctor",
                RACES.resolve("bases/torus.conf").toString(),
                "--set",
                "reconfiguration.scheme=static",
                "--out",
                out.toString(),
                "--quiet");
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out().strip()).isEqualTo("nothing is wrong with this run");
        assertThat(out).doesNotExist();
    }

    @Test
    @Tag("slow")
    void aBadEndIsWrittenDownAndComparedWithTheLeastDifferentRunThatEndsWell() throws IOException {
        Path out = folder.resolve("loop");
        CommandRun run = CommandRun.of(
                "doctor",
                RACES.resolve("loop.conf").toString(),
                "--out",
                out.toString(),
                "--shrink-runs",
                "20",
                "--quiet",
                "--json");
        assertThat(run.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        JsonNode diagnosis = run.json();
        assertThat(diagnosis.get("verdict").get("kind").textValue()).isEqualTo("LOOPED");
        assertThat(diagnosis.get("endsWellWhen").textValue()).isNotEmpty();
        assertThat(diagnosis.get("order")).isNotEmpty();
        assertThat(diagnosis.get("order").get(0).textValue()).contains("comes before");
        assertThat(diagnosis.get("others").toString())
                .contains("\"name\":\"static\",\"end\":\"clean\",\"isSpared\":true");
        assertThat(Files.readString(out.resolve("README.md")))
                .contains("How it ends: **looped", "## The order that makes it", "| static | **clean** |");
        assertThat(out.resolve("found/scenario.conf")).isRegularFile();
        assertThat(out.resolve("shrunk/run/report.html")).isRegularFile();
    }
}
