package org.reweave.emulator.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.format.JournalRecord.Admitted;
import org.reweave.emulator.journal.format.JournalRecord.EventBatch;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.reading.ReplayReport.Comparison;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalSurgery;
import org.reweave.emulator.journal.writing.RunJournal;
import org.reweave.emulator.lax.AdmissionRecord;
import org.reweave.emulator.lax.AdmissionScript;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.placement.Partition;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.scenario.RunParameters;
import org.reweave.emulator.sequential.LaxReplayDriver;

/** The journal of a lax run, written by actors: it can be replayed, and one altered admission is found. */
class LaxJournalTest {
    private static final String[] LAX = {"run.asynchrony=lax", "run.lax.slack=200cycles"};

    @TempDir
    private static Path folder;

    private static RunResult written;

    @BeforeAll
    static void write() {
        Network network = JournalRuns.network(LAX);
        try (RunJournal journal = RunJournal.begin(JournalPlace.in(folder), JournalRuns.started(network))) {
            written = ActorDriver.lax(Start.atZero(network), journal.listener((cut, events) -> {}), 2)
                    .run();
            journal.end(JournalRuns.ended(written));
        }
    }

    private static ReplayReport replay(boolean actors) {
        Network network = JournalRuns.network(LAX);
        RunParameters run = network.resolved().scenario().run();
        try (JournalReader reader = JournalReader.open(JournalPlace.in(folder), Optional.of(JournalRuns.RUN))) {
            AdmissionScript script = new AdmissionScript(
                    new JournalledAdmissions(reader, 0),
                    Partition.ofSize(network.wiring(), 1),
                    network.wiring(),
                    network.names(),
                    run.cutInterval(),
                    run.laxity(),
                    0);
            ReplayCheck check = new ReplayCheck(reader, new EventLines(network)::line, Long.MAX_VALUE);
            return check.run(
                    actors
                            ? ActorDriver.replay(Start.atZero(network), check, 2, script)
                            : new LaxReplayDriver(Start.atZero(network), check, script));
        }
    }

    /** Changes a batch in the database, and changes it back. */
    private static void altered(long record, int item, Admitted to, Runnable meanwhile) {
        List<Item> original = items(record);
        List<Item> items = new ArrayList<>(original);
        items.set(item, to);
        store(record, JournalRuns.batch(items));
        try {
            meanwhile.run();
        } finally {
            store(record, JournalRuns.batch(original));
        }
    }

    private static List<Item> items(long record) {
        List<Item> found = new ArrayList<>();
        read(stored -> {
            if (stored.number() == record) {
                found.addAll(stored.items());
            }
        });
        return found;
    }

    private static void read(Consumer<JournalReader.Stored> consumer) {
        try (JournalReader reader = JournalReader.open(JournalPlace.in(folder), Optional.empty())) {
            reader.records().forEachRemaining(consumer);
        }
    }

    private static void store(long record, EventBatch batch) {
        JournalSurgery.of(folder).record(record, row -> RecordCodec.row(record, batch));
    }

    @Test
    void aReplayHasTheFingerprintOfTheRun() {
        for (boolean actors : new boolean[] {false, true}) {
            ReplayReport report = replay(actors);
            assertThat(report.verdict()).as(report.toString()).isEqualTo(Comparison.EQUAL);
            assertThat(report.fingerprint()).isEqualTo(written.fingerprint());
        }
    }

    @Test
    void anAlteredAdmissionIsNamed() {
        long last = 0;
        int tested = 0;
        List<JournalReader.Stored> batches = new ArrayList<>();
        read(batches::add);
        for (JournalReader.Stored stored : batches) {
            List<Item> items = stored.items();
            for (int i = 0; i < items.size() && tested < 3; i++) {
                if (items.get(i) instanceof Admitted admitted && admitted.cycle() > last + 5000) {
                    last = admitted.cycle();
                    tested++;
                    alteredAdmissionIsNamed(stored.number(), i, admitted);
                }
            }
        }
        assertThat(tested).isPositive();
    }

    private static void alteredAdmissionIsNamed(long record, int item, Admitted admitted) {
        long[] records = admitted.records().clone();
        int at = records.length - AdmissionRecord.WORDS;
        long missing = AdmissionRecord.missing(records[at + 1]);
        records[at + 1] = AdmissionRecord.value(missing == 0 ? 1 : 0, AdmissionRecord.check(records[at + 1]));
        String where = JournalRuns.network().names()[admitted.device()] + "." + (AdmissionRecord.link(records[at]) + 1)
                + " (from ";
        altered(record, item, new Admitted(admitted.cycle(), admitted.device(), records), () -> {
            ReplayReport report = replay(false);
            assertThat(report.verdict()).isEqualTo(Comparison.DIFFERENT);
            assertThat(report.journal())
                    .startsWith(where)
                    .contains("), step " + AdmissionRecord.step(records[at]) + ": ");
            assertThat(report.cycle()).isLessThan(admitted.cycle());
        });
    }
}
