package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.writing.RunJournal;
import org.reweave.emulator.network.FabricDigest;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.run.SoftwareVersion;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;

/** {@code run}, {@code replay} and {@code runs}, as a user has them. */
@Tag("slow")
class JournalCommandsTest {
    private static final String SCENARIO = """
            description = "A torus loses a link"
            seed = 7
            fabric.generator = "torus:4x4"
            routing.engine = updown
            device.preset = iba-1x
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.2
            faults = [ { at = 30us, link = random } ]
            reconfiguration.scheme = ebrd
            run { warmup = 10us, duration = 80us, limit = 600us, cut-interval = 2us }
            """;

    @TempDir
    private Path folder;

    private CommandRun run(String name, String... more) throws IOException {
        Path scenario = Files.writeString(folder.resolve("torus.conf"), SCENARIO);
        String[] args = {
            "run", scenario.toString(), "--quiet", "--out", runs().resolve(name).toString()
        };
        return CommandRun.of(java.util.stream.Stream.of(args, more)
                .flatMap(java.util.Arrays::stream)
                .toArray(String[]::new));
    }

    private Path runs() {
        return folder.resolve("runs");
    }

    private CommandRun reweave(String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--runs";
        all[args.length + 1] = runs().toString();
        return CommandRun.of(all);
    }

    /** What a process leaves behind that was killed at once. */
    private void killed(String name, String software, String digest) throws IOException {
        killed(name, software, digest, journal -> await(journal, 1));
    }

    /** What a process leaves behind that wrote a journal until it was killed. */
    private void killed(String name, String software, String digest, Consumer<RunJournal> until) throws IOException {
        String text = network().resolved().scenario().resolved();
        Path partial = Files.createDirectories(runs().resolve("." + name + ".partial"));
        Files.writeString(partial.resolve("scenario.conf"), text);
        JournalRecord.RunStarted started =
                new JournalRecord.RunStarted(JournalRecord.Header.single(name), text, 7, software, digest, 1_000_000);
        try (RunJournal journal = RunJournal.begin(JournalPlace.in(partial), started)) {
            until.accept(journal);
        }
    }

    private static void await(RunJournal journal, long records) {
        while (journal.acknowledged() < records) {
            Thread.yield();
        }
    }

    private static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Network network() {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("torus.conf", SCENARIO, List.of())));
    }

    @Test
    void aRunCanBeReplayedUnderAnotherDriverAndThreadCount() throws IOException {
        JsonNode summary = run("a", "--json").succeeded().json();

        CommandRun replay = reweave("replay", "last", "--driver", "sequential").succeeded();
        assertThat(replay.out())
                .startsWith("last: equal")
                .contains("completed", summary.path("fingerprint").asText());
        JsonNode json = reweave("replay", "a", "--threads", "1", "--island-size", "auto", "--json")
                .succeeded()
                .json();
        assertThat(json.path("verdict").asText()).isEqualTo("equal");
        assertThat(json.path("report").path("cycle").asLong())
                .isEqualTo(summary.path("cycles").asLong());
        assertThat(reweave("replay", summary.path("run").asText(), "--until", "20us")
                        .succeeded()
                        .out())
                .contains("cycle 5,000");
    }

    @Test
    void aReplayBeginsAtTheLastCheckpointBeforeAndComparesTheRest() throws IOException {
        run("a", "--set", "run.checkpoint=every 20us").succeeded();

        JsonNode rest = reweave("replay", "a", "--from", "50us", "--driver", "sequential", "--json")
                .succeeded()
                .json();
        assertThat(rest.path("from").asLong()).isEqualTo(10_000);
        assertThat(rest.path("verdict").asText()).isEqualTo("equal");
        assertThat(rest.path("report").path("outcome").asText()).isEqualTo("completed");
        CommandRun part = reweave("replay", "a", "--from", "50us", "--until", "61us", "--threads", "2")
                .succeeded();
        assertThat(part.out()).contains("from 40.00 us (cycle 10,000) up to 62.00 us (cycle 15,500)");
        CommandRun whole = reweave("replay", "a", "--from", "10us", "--until", "12us");
        assertThat(whole.err()).contains("no checkpoint at or before cycle 2,500", "from its start");
        assertThat(whole.out()).contains("6 cuts, up to 12.00 us");
        assertThat(reweave("replay", "a", "--from", "9ms").refused().err())
                .contains("--from 9ms: the journal of a ends at");
        assertThat(reweave("replay", "a", "--from", "9us", "--until", "8us")
                        .refused()
                        .err())
                .contains("--until 8us is before --from 9us; raise it");
    }

    @Test
    void aRunThatBrokeOffShowsTheEventsThatItsJournalHas() throws IOException {
        Network network = network();
        killed("a", "an earlier one", FabricDigest.of(network), journal -> {
            RunListener listener = journal.listener((totals, events) -> {
                if (totals.cycle() == 10_000) {
                    pause(300); // so the next cut closes a batch
                } else if (totals.cycle() > 10_000) {
                    await(journal, 2);
                    throw new IllegalStateException("killed");
                }
            });
            assertThatThrownBy(() -> new SequentialDriver(network, listener, HorizonPolicy.FULL).run())
                    .hasMessage("killed");
        });

        CommandRun events = reweave("runs", "events", "a", "--event", "fault");
        assertThat(events.code()).isEqualTo(ExitCode.DONE);
        assertThat(events.out()).contains("30.00 us (cycle 7,500)", "port-down");
        assertThat(events.err()).contains("a: the run was interrupted; its journal ends at ");
    }

    @Test
    void aReplayNamesADamagedCheckpointAndBeginsAtTheOneBefore() throws IOException {
        run("a", "--set", "run.checkpoint=every 20us").succeeded();
        Path file = runs().resolve("a/checkpoint-20.bin");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);

        CommandRun replay = reweave("replay", "a", "--from", "50us", "--until", "51us", "--driver", "sequential");
        assertThat(replay.code()).isEqualTo(ExitCode.DONE);
        assertThat(replay.err()).contains("checkpoint-20.bin at cycle 10000 is damaged", "digest");
        assertThat(replay.out()).contains("from 20.00 us (cycle 5,000) up to 52.00 us");
    }

    @Test
    void aRunWithoutAJournalIsListedAndNotReplayed() throws IOException {
        run("a", "--no-journal").succeeded();

        assertThat(runs().resolve("a/journal.mv.db")).doesNotExist();
        assertThat(reweave("runs").succeeded().out()).contains("completed");
        assertThat(reweave("replay", "a").refused().err()).contains("it has no journal");
    }

    @Test
    void anInterruptedRunIsShownAsSuchAndItsReplayFails() throws IOException {
        killed("b", SoftwareVersion.read(), FabricDigest.of(network().fabric()));

        JsonNode list = reweave("runs", "list", "--json").succeeded().json().path("runs");
        assertThat(list).hasSize(1);
        assertThat(list.get(0).path("state").asText()).isEqualTo("interrupted");
        assertThat(list.get(0).path("run").asText()).isEqualTo("b");
        CommandRun replay = reweave("replay", "b");
        assertThat(replay.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(replay.out()).contains("truncated", "cut 1 at cycle 500");
    }

    @Test
    void aRunInProgressIsShownAsSuchAndKept() throws IOException {
        Path partial = Files.createDirectories(runs().resolve(".c.partial"));
        Files.writeString(partial.resolve("scenario.conf"), SCENARIO);
        JournalRecord.RunStarted started =
                new JournalRecord.RunStarted(JournalRecord.Header.single("c"), "", 1, "", "", 1);
        try (RunJournal journal = RunJournal.begin(JournalPlace.in(partial), started)) {
            await(journal, 1);
            assertThat(reweave("runs").succeeded().out()).contains("in progress");
            assertThat(reweave("replay", "c").refused().err()).contains("in progress");
            assertThat(reweave("runs", "prune", "--keep", "0", "--yes")
                            .succeeded()
                            .out())
                    .contains("0 runs removed");
        }
        assertThat(reweave("runs").succeeded().out()).contains("interrupted");
    }

    @Test
    void anotherVersionAndAnotherFabricAreRefused() throws IOException {
        killed("old", "0.0.1", FabricDigest.of(network().fabric()));
        killed("other", SoftwareVersion.read(), "abc");

        assertThat(reweave("replay", "old").refused().err())
                .contains("reweave 0.0.1 ran it, this is " + SoftwareVersion.read());
        assertThat(reweave("replay", "other").refused().err()).contains("fabric torus:4x4 is not what it was", "abc");
    }

    @Test
    void anExportedRunReplaysWhereItIsImported() throws IOException {
        run("a").succeeded();
        String zip = folder.resolve("a.zip").toString();
        String id = reweave("runs", "show", "a", "--json")
                .succeeded()
                .json()
                .path("run")
                .asText();

        reweave("runs", "export", "a", zip).succeeded();
        assertThat(reweave("runs", "export", "a", zip).refused().err()).contains("exists");
        assertThat(reweave("runs", "prune", "--keep", "0").succeeded().out()).contains("would remove " + id);
        reweave("runs", "prune", "--older-than", "0m", "--yes").succeeded();
        assertThat(reweave("runs").succeeded().out()).startsWith("no runs");
        reweave("runs", "import", zip).succeeded();

        assertThat(reweave("replay", id, "--driver", "sequential").succeeded().out())
                .contains("equal");
        assertThat(reweave("runs", "import", zip).refused().err()).contains("exists");
    }

    @Test
    void aJournalInAServerIsReachedOnlyWhenTheUserNamesTheServer() throws IOException {
        Path partial = Files.createDirectories(runs().resolve(".s.partial"));
        Files.writeString(partial.resolve("scenario.conf"), SCENARIO);
        String url = "jdbc:postgresql://127.0.0.1:1/theirs";
        Files.writeString(partial.resolve("journal.url"), url + "\ns\n");

        assertThat(reweave("runs").succeeded().out()).contains("unknown");
        CommandRun unnamed = reweave("replay", "s").refused();
        assertThat(unnamed.errLines()).hasSize(1);
        assertThat(unnamed.err()).contains("its journal is in " + url, "no connection is made", "--journal");
        CommandRun named = reweave("replay", "s", "--journal", url);
        assertThat(named.code()).isEqualTo(ExitCode.INTERNAL_FAULT);
        assertThat(named.err()).contains("cannot be opened");
        assertThat(reweave("runs", "prune", "--keep", "0", "--yes").refused().err())
                .contains("no connection is made");
    }

    @Test
    void anArchiveOfSomethingElseIsOneErrorAndLeavesNothing() throws IOException {
        Path file = folder.resolve("x.zip");
        try (java.util.zip.ZipOutputStream zip = new java.util.zip.ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new java.util.zip.ZipEntry("../x/scenario.conf"));
        }

        CommandRun run = reweave("runs", "import", file.toString()).refused();
        assertThat(run.errLines()).hasSize(1);
        assertThat(run.err()).contains("not an archive of a run: it holds '../x/scenario.conf'");
        assertThat(runs()).isEmptyDirectory();
    }

    @Test
    void pruningNeedsALimit() {
        assertThat(reweave("runs", "prune").refused().err()).contains("--keep and --older-than are missing");
        assertThat(reweave("runs", "prune", "--older-than", "1y").refused().err())
                .contains("not an age such as 30d");
    }

    @Test
    void aFolderThatCannotBeMadeIsRefusedInOneLineBeforeTheRun() throws IOException {
        Path scenario = Files.writeString(folder.resolve("torus.conf"), SCENARIO);
        CommandRun run = CommandRun.of("run", scenario.toString(), "--out", "/proc/reweave");

        assertThat(run.refused().errLines())
                .singleElement()
                .asString()
                .contains("--out /proc/reweave: cannot be made: /proc permits no writing");
    }

    @Test
    void aServerThatIsNotThereIsOneErrorAndExitCode3() throws IOException {
        CommandRun run = run("a", "--journal", "jdbc:postgresql://127.0.0.1:1/reweave");

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.INTERNAL_FAULT);
        assertThat(run.err()).contains("journal jdbc:postgresql://127.0.0.1:1/reweave: cannot be opened");
        assertThat(run("b", "--journal", "jdbc:mysql://x").refused().err()).contains("use jdbc:postgresql://");
        assertThat(run("b", "--journal", "nowhere.conf").refused().err()).contains("neither a URL");
    }
}
