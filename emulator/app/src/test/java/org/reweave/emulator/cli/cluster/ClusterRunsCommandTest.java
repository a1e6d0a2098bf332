package org.reweave.emulator.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.cluster.ClusterClient.RunLine;

class ClusterRunsCommandTest {
    @Test
    void aRunThatIsDoneIsNotShownAsOneThatStoppedBeforeItsEnd() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        ClusterRunsCommand.print(
                out,
                List.of(
                        new RunLine("torus-3", "torus", "under way", 187_500, 375_000),
                        new RunLine("torus-2", "torus", "its process is gone", 37_500, 375_000),
                        new RunLine("torus-1", "torus", "done", 366_250, 375_000)));
        out.flush();
        assertThat(text.toString().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "torus-3 under way, cycle 187,500 (50%)",
                        "torus-2 its process is gone, cycle 37,500 (10%)", "torus-1 done");
    }
}
