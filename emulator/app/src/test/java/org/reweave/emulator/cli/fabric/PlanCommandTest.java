package org.reweave.emulator.cli.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.common.ExitCode;

class PlanCommandTest {
    @Test
    void anOrderIsListedForTablesOfAFolderAndOfAnEngine(@TempDir Path folder) {
        CommandRun.of("route", "mesh:3x3", "--engine", "dor", "--dump", folder.toString())
                .succeeded();
        CommandRun same = CommandRun.of("plan", "mesh:3x3", "--from", folder.toString(), "--to", "dor")
                .succeeded();
        assertThat(same.out()).contains("tables of 0 switches differ", "nothing is to be updated");

        JsonNode around = CommandRun.of(
                        "plan",
                        "mesh:3x3",
                        "--from",
                        folder.toString(),
                        "--to",
                        "updown",
                        "--fail",
                        "s0_0-s0_1",
                        "--json")
                .json();
        assertThat(around.get("complete").booleanValue()).isTrue();
        int listed = around.get(around.get("found").booleanValue() ? "order" : "drainOrder")
                .size();
        assertThat(listed).isEqualTo(around.get("differing").intValue()).isPositive();
    }

    @Test
    void whereNoOrderExistsItSaysWhyAndWhatToDrain() {
        String[] command = {
            "plan",
            "torus:5",
            "--from",
            "updown",
            "--from-option",
            "root=s0",
            "--to",
            "updown",
            "--to-option",
            "root=s3"
        };
        CommandRun run = CommandRun.of(command);
        assertThat(run.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(run.out()).contains("no order exists: all were searched", "stuck: s", "drain: send nothing to n");
    }

    @Test
    void tablesWithACycleAndUnknownEnginesAreRefused() {
        assertThat(CommandRun.of("plan", "torus:4x4", "--from", "minhop", "--to", "updown")
                        .refused()
                        .err())
                .contains("the old tables, of min-hop, have a cycle");
        assertThat(CommandRun.of("plan", "torus:4x4", "--from", "updwn", "--to", "updown")
                        .refused()
                        .err())
                .contains("--from: no routing engine is named 'updwn'; the nearest name is updown");
    }
}
