package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.catalogue.RunIntegrity;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.reading.ReplayReport;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.results.Phase;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.EventKind;

/** Runs from a Java program: to their end, stopped, broken, refused. */
@Tag("slow")
class RunTest {
    private static final Path SCENARIO = Path.of("../../cluster-config/scenarios/real-fabric.conf");

    private final List<String> remarks = new ArrayList<>();

    @TempDir
    private Path folder;

    private RunBuilder builder() {
        return Run.of(SCENARIO).driver(Drivers.sequential()).folder(folder.resolve("run"));
    }

    private RunWatcher remarking() {
        return new RunWatcher() {
            @Override
            public void cut(RunCut cut) {
                // only remarks count
            }

            @Override
            public void broken(String remark) {
                remarks.add(remark);
            }
        };
    }

    private static void breakAt600000(RunCut cut) {
        if (cut.cycle() > 600_000) {
            throw new IllegalStateException("credits\nare not conserved");
        }
    }

    private JsonNode summary() throws IOException {
        return new ObjectMapper()
                .readTree(Files.readString(folder.resolve("run").resolve("summary.json")));
    }

    @Test
    void aScenarioThatCannotBeReadIsAllThatIsWrongWhateverTheFolderOfRunsHolds() throws IOException {
        Files.createDirectory(folder.resolve("earlier"));
        RunBuilder builder = Run.of(SCENARIO).set("traffic.load=much").folderIn(folder);

        assertThatThrownBy(builder::prepare)
                .isInstanceOfSatisfying(
                        ScenarioException.class,
                        e -> assertThat(e.problems()).singleElement(STRING).contains("traffic.load"));
    }

    static List<Drivers> drivers() {
        return List.of(Drivers.sequential(), Drivers.actors(2));
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void aRunThatBreaksKeepsWhatItHasWrittenMarkedFailed(Drivers drivers) throws IOException {
        Run run = builder().driver(drivers).prepare().watch(remarking()).watch(RunTest::breakAt600000);

        assertThatThrownBy(run::execute).hasMessageContaining("not conserved");

        assertThat(summary().get("outcome").textValue()).isEqualTo("failed");
        assertThat(summary().get("failure").textValue()).contains("credits are not conserved");
        assertThat(summary().get("cycles").longValue()).isGreaterThan(600_000);
        assertThat(summary().get("reconfigurations").size()).isEqualTo(1);
        assertThat(Files.readAllLines(folder.resolve("run").resolve("events.jsonl")))
                .isNotEmpty();
        assertThat(remarks)
                .containsExactly("what the run has written is in " + folder.resolve("run") + ", marked failed");
        assertThat(folder.resolve(".run.partial")).doesNotExist();
    }

    /** The end of a run must be in its journal: without it, the folder of a run that is over would look damaged. */
    @Test
    void aRunWhoseJournalFailsIsGoneOnWithAndHasNoNameBefore() throws IOException {
        Run run = builder().journal().prepare();
        run.watch(remarking()).watch(cut -> {
            if (cut.cycle() > 600_000 && run.isKeptWithin(Duration.ofMinutes(1))) {
                throw new JournalException("its disk is gone");
            }
        });
        assertThatThrownBy(run::execute).hasMessage("its disk is gone");

        Path unfinished = folder.resolve(".run.partial");
        assertThat(remarks)
                .containsExactly("what the run has written is in " + unfinished + ", marked failed; 'reweave resume "
                        + folder.resolve("run") + "' goes on with it");
        assertThat(folder.resolve("run")).doesNotExist();
        assertThat(Files.readString(unfinished.resolve(RunFolder.SUMMARY))).contains("its disk is gone");
        RunIntegrity.Result found = RunIntegrity.check(unfinished, Optional.of(JournalPlace.in(unfinished)));
        assertThat(found.problems()).isEmpty();
        assertThat(found.isResumable()).isTrue();
    }

    /** Runs until the cut behind cycle 600,000, when the cluster has no node left. */
    private void losesItsCluster(RunBuilder builder, boolean hasJournal) {
        Run run = builder.prepare();
        run.watch(remarking()).watch(cut -> {
            if (cut.cycle() > 600_000 && (!hasJournal || run.isKeptWithin(Duration.ofMinutes(1)))) {
                throw new ClusterException("no node is left");
            }
        });
        assertThatThrownBy(run::execute).hasMessage("no node is left");
    }

    @Test
    void aRunThatItsClusterFailsIsGoneOnWith() throws IOException {
        losesItsCluster(builder().journal(), true);
        Path unfinished = folder.resolve(".run.partial");
        assertThat(remarks)
                .containsExactly("what the run has written is in " + unfinished + ", marked failed; 'reweave resume "
                        + folder.resolve("run") + "' goes on with it");
        RunIntegrity.Result found = RunIntegrity.check(unfinished, Optional.of(JournalPlace.in(unfinished)));
        assertThat(found.isResumable()).isTrue();
    }

    @Test
    void aRunWithoutAJournalThatItsClusterFailsIsOver() {
        losesItsCluster(builder(), false);
        assertThat(remarks)
                .containsExactly("what the run has written is in " + folder.resolve("run") + ", marked failed");
    }

    @Test
    void aRunWhoseJournalAcknowledgesNothingIsToBeRunAgain() {
        Run run = builder()
                .journal("jdbc:postgresql://127.0.0.1:1/nobody-listens-there")
                .set("run.pace=\"1ms per 1s\"")
                .prepare()
                .watch(remarking());
        assertThatThrownBy(run::execute).isInstanceOf(JournalException.class);

        assertThat(remarks)
                .containsExactly("what the run has written is in " + folder.resolve(".run.partial")
                        + ", marked failed; its journal has acknowledged nothing, so run the scenario again");
        assertThat(folder.resolve("run")).doesNotExist();
    }

    @Test
    void aRunWithoutADriverIsMarkedFailedToo() throws IOException {
        Run run = builder().prepare();
        assertThatThrownBy(() -> run.execute((network, listener) -> {
                    throw new OutOfMemoryError("Java heap space");
                }))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(summary().get("failure").textValue()).isEqualTo("out of memory: Java heap space");
        assertThat(summary().get("cycles").longValue()).isZero();
    }

    @Test
    void aRunOfActorsWithoutMemoryIsMarkedFailedToo() throws IOException {
        Run run = builder().driver(Drivers.actors(2)).prepare().watch(cut -> {
            throw new OutOfMemoryError("Java heap space");
        });
        assertThatThrownBy(run::execute).isInstanceOf(OutOfMemoryError.class);
        assertThat(summary().get("failure").textValue()).contains("heap space");
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void aRunThatItsWatcherStopsEndsAtTheSameCutUnderEveryDriver(Drivers drivers) throws IOException {
        Run run = builder().driver(drivers).prepare();
        Summary summary = run.watch(cut -> run.stop()).execute();

        assertThat(summary.interrupted()).isTrue();
        assertThat(summary.outcome()).isEqualTo(Outcome.INCOMPLETE);
        long interval = run.network().governorPlan().interval();
        assertThat(summary.cycles())
                .isEqualTo(interval * (1 + run.network().governorPlan().delay()));
        assertThat(summary.load().offered()).as("the warm-up was not over").isNull();
        assertThat(summary().get("interrupted").booleanValue()).isTrue();
    }

    @Test
    void aRunThatIsStoppedBeforeItBeginsEndsAtOnce() {
        Run run = Run.of(SCENARIO).prepare();
        run.stop();
        assertThat(run.execute().interrupted()).isTrue();
    }

    @Test
    void watchersSeeTimePacketsPhasesAndEvents() {
        List<Phase> phases = new ArrayList<>();
        List<RunEvent> events = new ArrayList<>();
        List<String> fingerprints = new ArrayList<>();
        long[] most = new long[2];
        Run run = Run.of(SCENARIO).prepare().watch(cut -> {
            if (!phases.contains(cut.phase())) {
                phases.add(cut.phase());
            }
            events.addAll(cut.events());
            fingerprints.add(cut.fingerprint());
            most[0] = Math.max(most[0], cut.inFlight());
            most[1] = cut.delivered();
        });

        Summary summary = run.execute();

        assertThat(phases).startsWith(Phase.IDLE).contains(Phase.UPDATING, Phase.DONE);
        assertThat(events).anySatisfy(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.PORT_DOWN);
            assertThat(event.device()).isNotEmpty();
            assertThat(event.details()).containsKeys("port", "peer");
            assertThat(event.nanoseconds()).isEqualTo(event.cycle() * summary.cycleNs());
        });
        assertThat(fingerprints).last().isEqualTo(summary.fingerprint());
        assertThat(most[0]).isPositive();
        assertThat(most[1]).isEqualTo(summary.packets().delivered());
        assertThat(run.folder()).isEmpty();
    }

    @Test
    void aRunWithAJournalIsReplayed() {
        Path target = folder.resolve("run");
        Run run = builder().journal().until("600us").prepare();
        String fingerprint = run.execute().fingerprint();

        try (JournalReader journal = JournalReader.open(JournalPlace.in(target), Optional.of(run.id()))) {
            ReplayReport report = JournalReplay.of("run", journal).orElseThrow().execute(Drivers.actors(2, 4));
            assertThat(report.verdict()).isEqualTo(ReplayReport.Comparison.EQUAL);
            assertThat(report.fingerprint()).isEqualTo(fingerprint);
        }
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnceInTheWordsOfTheCommandLine() throws IOException {
        Files.createDirectories(folder.resolve("run").resolve("full"));
        assertThatThrownBy(() -> builder()
                        .set("traffic.load=2")
                        .set("device.switch.vsl=2")
                        .journal("nowhere")
                        .prepare())
                .isInstanceOfSatisfying(ScenarioException.class, e -> assertThat(e.problems())
                        .hasSize(4)
                        .anySatisfy(problem -> assertThat(problem).contains("traffic.load = 2 > 1"))
                        .anySatisfy(problem -> assertThat(problem).contains("did you mean device.switch.vls?"))
                        .contains("--out " + folder.resolve("run") + ": is not empty; name another folder or empty it")
                        .contains("journal nowhere: neither a URL that begins with jdbc: nor a file"));
        assertThatThrownBy(() -> Run.of(folder.resolve("nowhere.conf")).prepare())
                .isInstanceOf(ScenarioException.class)
                .hasMessage(folder.resolve("nowhere.conf") + ": no such file");
        assertThatThrownBy(() -> Drivers.actors(0)).hasMessage("--threads 0 < 1; raise it");
        assertThatThrownBy(() -> Run.of(SCENARIO).journal().prepare()).hasMessageContaining("needs a folder");
    }

    @Test
    void aFolderThatCannotBeMadeIsNamedWithItsReasonBeforeTheRun() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> Run.of(SCENARIO).folder(file.resolve("run")).prepare())
                .isInstanceOf(ScenarioException.class)
                .hasMessage("--out " + file.resolve("run") + ": cannot be made: " + file
                        + " is a file; name another folder");
    }

    @Test
    void aFolderThatIsNotEmptyIsRefusedBeforeTheFabricIsRouted() throws IOException {
        Files.createDirectories(folder.resolve("run").resolve("full"));
        List<String> steps = new ArrayList<>();
        RunBuilder builder = builder();
        builder.steps(steps::add);
        assertThatThrownBy(builder::prepare).hasMessageContaining("is not empty");
        assertThat(steps).containsExactly("reading the scenario and its fabric");
    }

    /** A watcher that never comes back from a cut stands for cuts that are far apart. */
    @Test
    void aRunThatIsStoppedBetweenTwoCutsEndsWithWhatTheLastOneKnew() throws IOException, InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        Run run = builder().prepare();
        Thread thread = new Thread(() -> run.execute((network, listener) -> new SequentialDriver(
                network,
                (totals, events) -> {
                    if (totals.cut() > 1) {
                        waiting.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                    listener.cut(totals, events);
                },
                HorizonPolicy.FULL)));
        thread.setDaemon(true);
        thread.start();
        waiting.await();
        run.stop();
        Summary summary = run.endAtLastCut(Duration.ofMillis(1)).orElseThrow();

        assertThat(summary.outcome()).isEqualTo(Outcome.INCOMPLETE);
        assertThat(summary.interrupted()).isTrue();
        assertThat(summary().get("cycles").longValue()).isEqualTo(summary.cycles());
    }

    @Test
    void aRunThatEndsByItselfIsNotEndedAtItsLastCut() {
        Run run = Run.of(SCENARIO).prepare();
        run.stop();
        run.execute();
        assertThat(run.endAtLastCut(Duration.ofSeconds(5))).isEmpty();
    }
}
