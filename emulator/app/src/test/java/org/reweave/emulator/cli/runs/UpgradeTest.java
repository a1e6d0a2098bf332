package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;

/**
 * Journals that earlier versions of the format wrote, exported by the software of that time, are read as long as the
 * code says so. A change of the states in checkpoints needs another version of checkpoints: those of the version before
 * are passed over then, and the run is resumed from its start.
 */
class UpgradeTest {
    private static final Path JOURNALS = Path.of("src/test/resources/journals");
    private static final String FINGERPRINT = "3664ee8f6dffcbe818481fb3ecfe53592e8fc076f712babd3f56b1a38ef82514";

    @TempDir
    private Path runs;

    private CommandRun reweave(String... arguments) {
        String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "--runs";
        all[arguments.length + 1] = runs.toString();
        return CommandRun.of(all);
    }

    private void isRead(String version) {
        assertThat(reweave("runs", "verify", "last").succeeded().out())
                .as(version)
                .contains("whole");
        CommandRun replay = reweave("replay", "last", "--driver", "sequential").succeeded();
        assertThat(replay.out()).as(version).startsWith("last: equal").contains(FINGERPRINT);
    }

    @BeforeEach
    void isEmpty() {
        assertThat(reweave("runs").succeeded().out()).startsWith("no runs");
    }

    @Test
    void aRunOfVersion4IsVerifiedAndReplayed() {
        reweave("runs", "import", JOURNALS.resolve("version-4.zip").toString()).succeeded();
        isRead("version 4");
    }

    @Test
    void aRunOfVersion5ThatWasKilledIsResumed() {
        reweave("runs", "import", JOURNALS.resolve("version-5.zip").toString()).succeeded();
        assertThat(reweave("runs", "verify", "last").succeeded().out()).contains("3 checkpoints");
        CommandRun resumed = reweave("resume", "last", "--driver", "sequential", "--quiet");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.err())
                .as("the state of devices in its checkpoints is that of earlier software")
                .contains("checkpoint-60.bin at cycle 30000 is of version 1")
                .contains("goes on from its start");
        isRead("version 5");
    }
}
