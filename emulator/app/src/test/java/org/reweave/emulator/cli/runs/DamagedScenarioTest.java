package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.SameRun;
import org.reweave.emulator.cli.TorusRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.results.FileDigests;

/** The scenario of a run that broke off is the one that its journal begins with, whatever became of its file. */
class DamagedScenarioTest {
    private static final String DAMAGE = "damaged: scenario.conf is not the one that the journal begins with";

    @TempDir
    private static Path folder;

    private static Path whole;

    @TempDir
    private Path runs;

    private Path broken;

    @BeforeEach
    void breakOff() throws IOException {
        if (whole == null) {
            whole = TorusRun.in(folder, "run { duration = 60us, checkpoint = every 20us }")
                    .folder();
        }
        broken = runs.resolve(".run.partial");
        Files.move(TorusRun.unwritten(whole, "run"), broken);
    }

    private CommandRun of(String... args) {
        return CommandRun.of(java.util.stream.Stream.of(args, new String[] {"run", "--runs", runs.toString()})
                .flatMap(java.util.stream.Stream::of)
                .toArray(String[]::new));
    }

    private String scenario() throws IOException {
        return Files.readString(broken.resolve("scenario.conf"));
    }

    private void damage(String content) throws IOException {
        Files.writeString(broken.resolve("scenario.conf"), content);
        CommandRun verified = of("runs", "verify");
        assertThat(verified.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(verified.out()).contains(DAMAGE);
        assertThat(verified.out().lines()).hasSize(1);
    }

    private CommandRun resumed() throws IOException {
        CommandRun resumed = of("resume", "--quiet", "--driver", "sequential");
        assertThat(resumed.code()).as(resumed.err()).isEqualTo(ExitCode.DONE);
        SameRun.check(runs.resolve("run"), whole);
        assertThat(of("runs", "verify").code()).isEqualTo(ExitCode.DONE);
        return resumed;
    }

    private List<String> damages() throws IOException {
        String other = scenario().replaceFirst("seed=7", "seed=8");
        assertThat(other).isNotEqualTo(scenario());
        return List.of("", other, scenario() + "\n");
    }

    @Test
    void verifyFindsItAndAResumeWritesItAnewAndSaysSo() throws IOException {
        for (String content : damages()) {
            damage(content);
            assertThat(resumed().errLines().get(0))
                    .isEqualTo("reweave: run: scenario.conf is not the one that the run's journal begins with, which"
                            + " is written in its place");
            for (Path file : TorusRun.files(runs.resolve("run"))) {
                Files.delete(file);
            }
            Files.delete(runs.resolve("run"));
            breakOff();
        }
        assertThat(of("runs", "verify").code()).isEqualTo(ExitCode.DONE);
        assertThat(resumed().err()).doesNotContain("scenario.conf");
    }

    @Test
    void aRepairWritesItAnew() throws IOException {
        for (String content : damages()) {
            damage(content);
            CommandRun repaired = of("runs", "repair").succeeded();
            assertThat(repaired.out()).contains("run: lost: scenario.conf is not the one");
            assertThat(of("runs", "verify").code()).isEqualTo(ExitCode.DONE);
            assertThat(broken.resolve("scenario.conf")).hasContent(Files.readString(whole.resolve("scenario.conf")));
        }
        resumed();
    }

    @Test
    void ofARunThatIsOverItIsFoundEvenWhenTheDigestsAreOfTheDamagedOne() throws IOException {
        Path over = runs.resolve("run");
        resumed();
        Files.writeString(over.resolve("scenario.conf"), "");
        FileDigests.write(over);
        CommandRun verified = of("runs", "verify");
        assertThat(verified.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(verified.out()).contains(DAMAGE);
    }

    @Test
    void whatAKillLeftOfOtherFilesIsRemovedAndWhatIsNoFileOfARunHasNoDigest() throws IOException {
        Files.writeString(broken.resolve(".checkpoint-7.bin.partial"), "half of a checkpoint");
        Files.writeString(broken.resolve("my own notes.txt"), "whatever");
        resumed();
        Path over = runs.resolve("run");
        assertThat(over.resolve(".checkpoint-7.bin.partial")).doesNotExist();
        assertThat(over.resolve("my own notes.txt")).exists();
        assertThat(over.resolve("SHA256SUMS"))
                .content()
                .contains("scenario.conf")
                .doesNotContain("notes", "partial");
    }
}
