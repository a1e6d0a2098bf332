package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.KeptRuns;

/** Looks into a run whose worms are told to stop and to go on, on their way to one NIC. */
class StoppedWormsTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() throws IOException {
        Path scenario = Files.writeString(folder.resolve("a.conf"), """
                description = "Worms wait for one NIC"
                seed = 7
                fabric.generator = "mesh:3x3"
                routing.engine = dimension-order
                device { preset = flit-router, nic { packet = 16flits, receive-buffer = 12flits } }
                device.switch { flow-control = on-off, input-buffer = 12flits }
                manager.host-latency = 250cycles
                traffic { pattern = hotspot, hotspot-share = 1, load = 0.5, stop = 300cycles }
                run { warmup = 0cycles, duration = 600cycles, limit = 600cycles, cut-interval = 100cycles }
                """);
        String out = folder.resolve("runs").resolve("a").toString();
        CommandRun run = CommandRun.of("run", scenario.toString(), "--driver", "sequential", "--quiet", "--out", out);
        assertThat(run.code()).as("ends before all worms are there").isEqualTo(1);
    }

    private static String replayed(String... options) {
        CommandRun replay = new KeptRuns(folder).reweave(options); // which says that it has no checkpoint to begin at
        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.out()).doesNotContain("null");
        return replay.out();
    }

    @Test
    void aWatchSaysWhatALinkIsToldAndForWhichWormItIsTaken() {
        String all = replayed("replay", "a", "--watch", "s0_0,s0_1,s0_2,s1_0,s1_1,s1_2,s2_0,s2_1,s2_2");

        assertThat(all).contains("told to stop, ", "told to go, ", "(told to stop)");
        assertThat(all).containsPattern("; taken for n\\d_\\d#\\d+ from port \\d VL [01]");
        assertThat(all).doesNotContain("credit");
    }

    @Test
    void aWormInFlightIsWhereItsHeadIsAndSaysWhatItWaitedFor() {
        String life = replayed("replay", "a", "--packet", "n0_0#3");

        assertThat(life).containsPattern("n0_0#3: in flight at s\\d_\\d").contains("told to stop");
        assertThat(life).doesNotContain("output buffer");
    }
}
