package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.stats.EventKind;

/** What runs and studies write is what docs/formats says, which names every field. */
@Tag("slow")
class FormatsTest {
    private static final Path FORMATS = Path.of("../../docs/formats");
    private static final String SCENARIOS = "../../cluster-config/scenarios/";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private static Schema schema(String name) throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(JSON.readTree(Files.readString(FORMATS.resolve(name + ".schema.json"))));
    }

    private static void fits(JsonNode document, String schema) throws IOException {
        assertThat(schema(schema).validate(document)).as(schema).isEmpty();
    }

    private Path run(String scenario, String... more) {
        Path out = folder.resolve("run");
        String[] command = Arrays.copyOf(
                new String[] {"run", SCENARIOS + scenario, "--quiet", "--no-journal", "--out", out.toString()},
                6 + more.length);
        System.arraycopy(more, 0, command, 6, more.length);
        CommandRun.of(command);
        return out;
    }

    private void runFits(Path run) throws IOException {
        fits(JSON.readTree(Files.readString(run.resolve("summary.json"))), "summary");
        Schema events = schema("event");
        assertThat(Files.readAllLines(run.resolve("events.jsonl"))).isNotEmpty().allSatisfy(line -> assertThat(
                        events.validate(JSON.readTree(line)))
                .as(line)
                .isEmpty());
    }

    @Test
    void aRunThatCompletes() throws IOException {
        Path run = run("torus-8x8-ebr.conf", "--set", "traffic.load=0.05");
        runFits(run);
        JsonNode setup =
                JSON.readTree(Files.readString(run.resolve("summary.json"))).path("setup");
        assertThat(setup.path("overrides").toString()).isEqualTo("[\"traffic.load=0.05\"]");
        assertThat(setup.path("load").asDouble()).isEqualTo(0.05);
        assertThat(setup.path("fabric").path("name").asText()).isEqualTo("torus:8x8");
        assertThat(setup.path("faults").path(0).path("name").asText()).isEqualTo("s3_4.1-s4_4.2");
    }

    @Test
    void aRunThatDeadlocks() throws IOException {
        runFits(run("torus-8x8-naive.conf"));
    }

    @Test
    void aLaxRun() throws IOException {
        runFits(run("torus-8x8-ebr.conf", "--set", "run.asynchrony=lax", "--set", "run.duration=600us"));
    }

    private void stateFits(String study, int lines) throws IOException {
        Schema state = schema("state");
        assertThat(Files.readAllLines(folder.resolve(study).resolve("state.jsonl")))
                .as(study)
                .hasSizeGreaterThan(lines)
                .allSatisfy(line ->
                        assertThat(state.validate(JSON.readTree(line))).as(line).isEmpty());
    }

    private void keep(String study, String... command) {
        String[] all = Arrays.copyOf(command, command.length + 3);
        all[command.length] = "--quiet";
        all[command.length + 1] = "--out";
        all[command.length + 2] = folder.resolve(study).toString();
        CommandRun.of(all);
    }

    @Test
    void statesOfRacesReproductionsFaultsAndSearches() throws IOException {
        keep("race", "race", "../../cluster-config/races/bases/naive.conf", "--runs", "2");
        stateFits("race", 2);
        keep("reproduce", "reproduce", "mikant-distances", "--quick");
        stateFits("reproduce", 1);
        keep("faults", "faults", "torus:4x4", "--method", "rftr", "--faults", "1,2", "--samples", "100");
        stateFits("faults", 2);
        keep("explore", "explore", "triangle", "--scheme", "ebr");
        stateFits("explore", 1);
    }

    @Test
    void comparisonsAndSweeps() throws IOException {
        fits(
                CommandRun.of(
                                "compare",
                                SCENARIOS + "torus-8x8-ebr.conf",
                                "--schemes",
                                "ebrd,static",
                                "--seeds",
                                "1",
                                "--set",
                                "fabric.generator=torus:4x4",
                                "--set",
                                "faults=[{ at = 500us, link = random }]",
                                "--quiet",
                                "--json",
                                "--out",
                                folder.resolve("compare").toString())
                        .json(),
                "compare");
        fits(
                CommandRun.of(
                                "sweep",
                                SCENARIOS + "torus-8x8-uniform.conf",
                                "--load",
                                "0.1",
                                "--seeds",
                                "1",
                                "--set",
                                "fabric.generator=torus:4x4",
                                "--quiet",
                                "--json",
                                "--out",
                                folder.resolve("sweep").toString())
                        .json(),
                "sweep");
        stateFits("compare", 2);
        stateFits("sweep", 1);
    }

    @Test
    void aFieldThatTheSchemaDoesNotNameIsFound() throws IOException {
        ObjectNode event = JSON.createObjectNode()
                .put("cycle", 1)
                .put("ns", 4.0)
                .put("device", "s0")
                .put("event", "device-up");
        fits(event, "event");
        assertThat(schema("event").validate(event.deepCopy().put("colour", "red")))
                .isNotEmpty();
        assertThat(schema("event").validate(event.deepCopy().put("event", "device-sideways")))
                .isNotEmpty();
        ObjectNode part =
                JSON.createObjectNode().put("faults", 1).put("from", 0).put("to", 2);
        part.putObject("sums");
        part.putObject("figures");
        part.putObject("examples");
        fits(part, "state");
        assertThat(schema("state").validate(part.deepCopy().put("colour", "red")))
                .isNotEmpty();
    }

    @Test
    void everyKindOfEventIsDescribed() throws IOException {
        JsonNode kinds = JSON.readTree(Files.readString(FORMATS.resolve("event.schema.json")))
                .path("oneOf");
        TreeSet<String> described = new TreeSet<>();
        kinds.forEach(kind -> described.add(
                kind.path("properties").path("event").path("const").asText()));
        String page = Files.readString(FORMATS.resolve("README.md"));
        for (EventKind kind : EventKind.values()) {
            assertThat(described).contains(kind.label());
            assertThat(page).contains("| `" + kind.label() + "` |");
        }
        assertThat(described).hasSize(EventKind.values().length);
    }
}
