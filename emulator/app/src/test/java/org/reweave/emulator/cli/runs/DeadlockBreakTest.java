package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.run.JournalReplay;
import org.reweave.emulator.timetravel.Cursor;
import org.reweave.emulator.timetravel.Past;

/** A run that ends in a deadlock, and looks at where it formed; with the checkpoints that a short run has. */
class DeadlockBreakTest {
    private static final Path SCENARIO = Path.of("../../cluster-config/races/naive-deadlock.conf");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() {
        CommandRun run = CommandRun.of(
                "run",
                SCENARIO.toString(),
                "--driver",
                "sequential",
                "--quiet",
                "--out",
                folderOfRun().toString());
        assertThat(run.code()).isEqualTo(1);
    }

    private static Path folderOfRun() {
        return folder.resolve("a");
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }

    private static JsonNode summary() throws IOException {
        return json(Files.readString(folderOfRun().resolve("summary.json"))).get("deadlock");
    }

    @Test
    void theRunStopsWhereItsDeadlockFormedAndWhereItWasProven() throws IOException {
        long formed = summary().get("formedAt").longValue();
        long found = summary().get("foundAt").longValue();
        assertThat(formed).isLessThan(found);
        for (boolean proven : new boolean[] {false, true}) {
            String condition = proven ? "deadlock proven" : "deadlock";
            CommandRun run = CommandRun.of("replay", folderOfRun().toString(), "--break", condition, "--json");
            JsonNode shown = json(run.succeeded().out());
            assertThat(shown.get("reached").booleanValue()).isTrue();
            assertThat(shown.get("event").get("formedAt").longValue()).isEqualTo(formed);
            List<String> devices = new ArrayList<>();
            for (JsonNode state : shown.get("states")) {
                assertThat(state.get("cycle").longValue()).isEqualTo(proven ? found : formed);
                devices.add(state.get("device").textValue());
            }
            List<String> members = new ArrayList<>();
            summary()
                    .get("cycle")
                    .forEach(member -> members.add(member.get("device").textValue()));
            assertThat(devices)
                    .containsExactlyElementsOf(members.stream().distinct().toList());
            for (JsonNode member : summary().get("cycle")) {
                assertThat(shown.get("states").toString())
                        .contains("\"packet\":\"" + member.get("packet").textValue() + "\"");
            }
        }
        CommandRun text = CommandRun.of("replay", folderOfRun().toString(), "--break", "deadlock")
                .succeeded();
        assertThat(text.out()).startsWith("deadlock, formed at ").contains(", proven at ", " waits for ");
        CommandRun before = CommandRun.of("replay", folderOfRun().toString(), "--break", "deadlock", "--until", "90us");
        assertThat(before.code()).isEqualTo(1);
        assertThat(before.out()).contains("not reached: no deadlock up to 90.00 us");
        assertThat(CommandRun.of("replay", folderOfRun().toString(), "--break", "deadlock port=1")
                        .refused()
                        .err())
                .contains("a deadlock has no fields");
    }

    /** One before the failure, which is planned, one when the tables are ready, one before the end of traffic. */
    @Test
    void aShortRunHasCheckpointsWherePeopleLook() throws IOException {
        long ready = events("tables-ready").get(0).get("cycle").longValue();
        try (JournalReader journal = journal()) {
            Past past = past(journal);
            long interval = past.network().resolved().scenario().run().cutInterval();
            List<Long> cycles = past.checkpoints().stream()
                    .map(checkpoint -> checkpoint.cycle())
                    .toList();
            long fault = 83_444 / 4;
            assertThat(cycles).anyMatch(cycle -> cycle <= fault && cycle > fault - interval);
            assertThat(cycles).anyMatch(cycle -> cycle > ready && cycle < ready + 10 * interval);
        }
        CommandRun late = CommandRun.of("replay", folderOfRun().toString(), "--from", "150us", "--until", "160us");
        assertThat(late.succeeded().out()).contains("equal", ", from ");
    }

    private static List<JsonNode> events(String kind) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (String line : CommandRun.of("runs", "events", folderOfRun().toString(), "--event", kind, "--json")
                .succeeded()
                .out()
                .lines()
                .toList()) {
            all.add(json(line));
        }
        return all;
    }

    private static JournalReader journal() {
        return JournalReader.open(
                JournalPlace.of(folderOfRun(), Optional.empty()).orElseThrow(), Optional.empty());
    }

    private static Past past(JournalReader journal) {
        return new Past("a", JournalReplay.of("a", journal).orElseThrow(), journal, folderOfRun(), remark -> {});
    }

    @Test
    void theScreenGoesToTheDeadlockToADeviceAndAlongAPacket() throws IOException {
        try (JournalReader journal = journal()) {
            InspectScreen screen = new InspectScreen("a", new Cursor(past(journal)));
            JsonNode member = summary().get("cycle").get(0);
            String formed = after(screen, "x");
            assertThat(formed)
                    .contains(String.format(
                            "(cycle %,d) of", summary().get("formedAt").longValue()))
                    .contains(
                            "the deadlock has formed here",
                            "\n" + member.get("device").textValue() + " at ");
            assertThat(after(screen, "x"))
                    .contains(String.format(
                            "(cycle %,d) of", summary().get("foundAt").longValue()))
                    .contains("is proven here");
            assertThat(after(screen, "/s0_0")).endsWith("device or packet: s0_0_   (Enter goes there, Esc does not)");
            assertThat(after(screen, "\r")).contains("\ns0_0 at ");
            assertThat(after(screen, "/s9_9\r")).contains("no device and no packet: s9_9; the nearest name is ");
            assertThat(after(screen, "/\u001b")).endsWith(InspectScreen.KEYS);
            assertThat(after(screen, ".")).contains("no packet is followed");
            String packet = member.get("packet").textValue();
            String source = packet.substring(0, packet.indexOf('#'));
            assertThat(after(screen, "/" + packet + "\r"))
                    .contains(packet + ": injected here, in flight at ", "\n" + source + " at ");
            String first = after(screen, ".");
            assertThat(first).contains(packet + ": hop 1 of ").containsPattern("\ns\\d_\\d at ");
            after(screen, ".");
            assertThat(after(screen, ",")).isEqualTo(first);
            assertThat(after(screen, ",")).contains("no hop of " + packet + " before this moment");
            assertThat(after(screen, "/" + source + "#99999\r"))
                    .contains("no packet " + source + "#99999 was injected");
        }
    }

    private static String after(InspectScreen screen, String keys) {
        keys.chars().forEach(screen::press);
        return String.join("\n", screen.lines(400, 24));
    }

    @Test
    void checkpointsChangeNoResult() throws IOException {
        Path without = folder.resolve("without");
        CommandRun.of(
                "run",
                SCENARIO.toString(),
                "--driver",
                "sequential",
                "--quiet",
                "--set",
                "run.checkpoint=off",
                "--out",
                without.toString());
        try (Stream<Path> files = Files.list(without)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("checkpoint-")))
                    .isEmpty();
        }
        assertThat(json(Files.readString(without.resolve("summary.json"))).get("fingerprint"))
                .isEqualTo(json(Files.readString(folderOfRun().resolve("summary.json")))
                        .get("fingerprint"));
        assertThat(without.resolve("events.jsonl"))
                .hasSameTextualContentAs(folderOfRun().resolve("events.jsonl"));
    }
}
