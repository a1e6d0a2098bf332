package org.reweave.emulator.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.EventBatch;
import org.reweave.emulator.journal.format.JournalRecord.Happened;
import org.reweave.emulator.journal.format.JournalRecord.Header;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.journal.reading.ReplayReport.Comparison;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalSurgery;
import org.reweave.emulator.results.EventLines;
import org.reweave.routing.model.Mix;

/** Somebody changes one thing in the file of a journal: the replay stops exactly there. */
class AlteredJournalTest {
    @TempDir
    private static Path original;

    private static List<Item> items;

    @TempDir
    private Path folder;

    @BeforeAll
    static void write() {
        JournalRuns.write(JournalPlace.in(original), JournalRuns.network());
        try (JournalReader reader = open(original)) {
            items = new ArrayList<>();
            reader.items(0).forEachRemaining(items::add);
        }
    }

    @BeforeEach
    void copy() throws IOException {
        Files.copy(original.resolve("journal.mv.db"), folder.resolve("journal.mv.db"));
    }

    private static JournalReader open(Path folder) {
        return JournalReader.open(JournalPlace.in(folder), java.util.Optional.empty());
    }

    /** Rewrites the batches, with all their items in the first of them. */
    private void change(UnaryOperator<List<Item>> change) {
        EventBatch batch = JournalRuns.batch(change.apply(new ArrayList<>(items)));
        EventBatch none = JournalRuns.batch(List.of());
        JournalSurgery.of(folder)
                .records(row -> row.manifest().equals(RecordCodec.BATCH)
                        ? RecordCodec.row(row.number(), row.number() == 2 ? batch : none)
                        : row);
    }

    private void removeEnd() {
        JournalSurgery.of(folder).records(row -> row.manifest().equals(RecordCodec.ENDED) ? null : row);
    }

    private static String words(Item item) {
        return item instanceof Happened happened
                ? new EventLines(JournalRuns.network()).line(happened.event())
                : "cut " + ((JournalRecord.Cut) item).cut() + " at cycle " + item.cycle() + ", fingerprint "
                        + ((JournalRecord.Cut) item).fingerprint();
    }

    /** Number of an event, drawn. */
    private static int draw(RepetitionInfo repetition, int purpose) {
        int at = Mix.below(Mix.mix(3, repetition.getCurrentRepetition(), purpose, 0), items.size());
        while (!(items.get(at) instanceof Happened)) {
            at = (at + 1) % items.size();
        }
        return at;
    }

    private ReplayReport stopsAt(int at, Comparison verdict) {
        ReplayReport report = JournalRuns.replay(folder);
        assertThat(report.verdict()).as(report.toString()).isEqualTo(verdict);
        assertThat(report.executed()).isEqualTo(words(items.get(at)));
        assertThat(report.last()).isEqualTo(at == 0 ? null : words(items.get(at - 1)));
        return report;
    }

    @Test
    void rewritingTheSameItemsChangesNothing() {
        change(same -> same);
        assertThat(JournalRuns.replay(folder).verdict()).isEqualTo(Comparison.EQUAL);
    }

    @RepeatedTest(4)
    void anAlteredEventIsFound(RepetitionInfo repetition) {
        int at = draw(repetition, 1);
        Event event = ((Happened) items.get(at)).event();
        Happened altered = new Happened(new Event(
                event.cycle(),
                event.device(),
                event.sequence(),
                event.kind(),
                event.a() ^ 1,
                event.b(),
                event.c(),
                event.d(),
                event.e(),
                event.change()));
        change(all -> {
            all.set(at, altered);
            return all;
        });

        ReplayReport report = stopsAt(at, Comparison.DIFFERENT);
        assertThat(report.journal()).isEqualTo(words(altered));
    }

    @RepeatedTest(4)
    void aRemovedEventIsFound(RepetitionInfo repetition) {
        int at = draw(repetition, 2);
        change(all -> {
            all.remove(at);
            return all;
        });

        ReplayReport report = stopsAt(at, Comparison.DIFFERENT);
        assertThat(report.journal()).isEqualTo(words(items.get(at + 1)));
    }

    @RepeatedTest(4)
    void aTruncatedJournalIsEqualUpToItsLastEvent(RepetitionInfo repetition) {
        int at = draw(repetition, 3);
        change(all -> all.subList(0, at));
        removeEnd();

        stopsAt(at, Comparison.TRUNCATED);
    }

    @Test
    void anAlteredFingerprintIsFound() {
        int at = items.size() - 1;
        JournalRecord.Cut cut = (JournalRecord.Cut) items.get(at);
        change(all -> {
            all.set(at, new JournalRecord.Cut(cut.cut(), cut.cycle(), "00".repeat(32)));
            return all;
        });

        assertThat(stopsAt(at, Comparison.DIFFERENT).journal()).endsWith("00".repeat(32));
    }

    @Test
    void aJournalWithoutItsEndIsTruncatedEvenIfEveryEventIsThere() {
        removeEnd();

        ReplayReport report = JournalRuns.replay(folder);
        assertThat(report.verdict()).isEqualTo(Comparison.TRUNCATED);
        assertThat(report.last()).isEqualTo(words(items.get(items.size() - 1)));
    }

    /** The run's driver, which breaks off when everything is done. */
    private static RunDriver breakingOff(RunListener listener) {
        RunDriver whole = JournalRuns.sequential(JournalRuns.network(), listener);
        return new RunDriver() {
            @Override
            public RunResult run() {
                whole.run();
                throw new IllegalStateException("broken off");
            }

            @Override
            public void interrupt() {
                whole.interrupt();
            }
        };
    }

    private static ReplayReport replayBreakingOff(Path folder) {
        return JournalRuns.replay(JournalPlace.in(folder), AlteredJournalTest::breakingOff, Long.MAX_VALUE);
    }

    private void end(boolean isInterrupted, String failure) {
        JournalSurgery.of(folder)
                .records(row -> row.manifest().equals(RecordCodec.ENDED)
                        ? RecordCodec.row(
                                row.number(),
                                new RunEnded(
                                        Header.single(JournalRuns.RUN),
                                        "incomplete",
                                        isInterrupted,
                                        failure,
                                        items.get(items.size() - 1).cycle(),
                                        "00",
                                        "{}",
                                        ""))
                        : row);
    }

    @Test
    void aRunThatBreaksOffWhereItsJournalSaysSoIsEqual() {
        end(false, "disk full");
        assertThat(replayBreakingOff(folder).verdict()).isEqualTo(Comparison.EQUAL);
    }

    @Test
    void aRunThatBreaksOffWithoutItsJournalSayingSoIsNoReplay() {
        assertThatThrownBy(() -> replayBreakingOff(folder)).hasMessage("broken off");
        removeEnd();
        assertThatThrownBy(() -> replayBreakingOff(folder)).hasMessage("broken off");
    }

    @Test
    void aRunThatEndsOtherwiseThanItsJournalSaysIsDifferent() {
        end(false, "");
        ReplayReport report = JournalRuns.replay(folder);
        assertThat(report.verdict()).isEqualTo(Comparison.DIFFERENT);
        assertThat(report.journal()).startsWith("the run ends as incomplete at cycle ");
        assertThat(report.executed()).startsWith("the run ends as completed at cycle ");
    }

    @Test
    void aRunThatGoesOnBehindTheItemsOfAJournalIsComparedUpToThere() {
        change(all -> all.subList(0, all.size() / 2));
        ReplayReport ended = JournalRuns.replay(folder);
        assertThat(ended.verdict()).isEqualTo(Comparison.DIFFERENT);
        assertThat(ended.journal()).startsWith("the run ends as completed at cycle ");
        assertThat(ended.executed()).isEqualTo(words(items.get(items.size() / 2)));
        end(true, "");
        assertThat(JournalRuns.replay(folder).verdict()).isEqualTo(Comparison.EQUAL);
        end(false, "disk full");
        assertThat(JournalRuns.replay(folder).verdict()).isEqualTo(Comparison.EQUAL);
    }

    @Test
    void aMissingRecordIsNamed() {
        JournalSurgery.of(folder).remove(2);

        ReplayReport report = JournalRuns.replay(folder);
        assertThat(report.verdict()).isEqualTo(Comparison.DAMAGED);
        assertThat(report.missingRecord()).isEqualTo(2);
        assertThat(report.executed()).isEqualTo(words(items.get(0)));
    }

    @Test
    void surplusEventsAreFound() {
        Item last = items.get(items.size() - 1);
        change(all -> {
            all.add(last);
            return all;
        });

        ReplayReport report = JournalRuns.replay(folder);
        assertThat(report.verdict()).isEqualTo(Comparison.DIFFERENT);
        assertThat(report.journal()).isEqualTo(words(last));
        assertThat(report.executed()).isEqualTo("nothing: the run ends there");
    }

    @Test
    void aDamagedRecordIsNamed() {
        JournalSurgery.of(folder).record(2, row -> new Row(2, row.serializer(), row.manifest(), new byte[] {1, -1}));

        assertThatThrownBy(() -> JournalRuns.replay(folder))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("record 2 is damaged: ");
    }

    @Test
    void aRecordOfAnotherTermIsNamed() {
        JournalRecord.Header later = new JournalRecord.Header(JournalRuns.RUN, 2, 1);
        JournalSurgery.of(folder).record(2, row -> RecordCodec.row(2, new EventBatch(later, new byte[0])));

        assertThatThrownBy(() -> JournalRuns.replay(folder))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("record 2 of the journal is of Header[run=" + JournalRuns.RUN + ", term=2");
    }
}
