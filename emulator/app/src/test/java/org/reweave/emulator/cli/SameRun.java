package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Two runs of one scenario with the same results, however they came about. */
public final class SameRun {
    private SameRun() {}

    public static void check(Path run, Path expected) throws IOException {
        for (String file : List.of(
                "events.jsonl", "timeseries.csv", "links.csv", "percentiles.csv", "latency.hdr", "scenario.conf")) {
            assertThat(Files.readString(run.resolve(file)))
                    .as(file)
                    .isEqualTo(Files.readString(expected.resolve(file)));
        }
        assertThat(summary(run)).isEqualTo(summary(expected));
    }

    /** All but what depends on who ran it. */
    private static JsonNode summary(Path run) throws IOException {
        ObjectNode summary = (ObjectNode)
                new ObjectMapper().readTree(run.resolve("summary.json").toFile());
        summary.remove(List.of("run", "driver", "threads", "cost"));
        ((ObjectNode) summary.get("setup")).remove("overrides"); // a run that is resumed does not know them
        return summary;
    }
}
