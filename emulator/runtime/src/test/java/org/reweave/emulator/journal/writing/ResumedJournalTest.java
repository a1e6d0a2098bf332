package org.reweave.emulator.journal.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.journal.JournalCuts;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.RunHistory;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalRenewal;

/** A journal that breaks off, and the journal that goes on with it. */
@Timeout(120)
class ResumedJournalTest {
    @TempDir
    private Path folder;

    private JournalPlace place;

    private static void await(RunJournal journal, long records) throws InterruptedException {
        while (journal.acknowledged() < records) {
            Thread.sleep(5);
        }
    }

    /** A journal of a first record and three cuts, each in a record of its own. */
    @BeforeEach
    void breakOff() throws InterruptedException, IOException {
        place = JournalPlace.in(folder);
        try (RunJournal journal = RunJournal.begin(place, JournalCuts.STARTED, 0)) {
            for (long cut = 1; cut <= 3; cut++) {
                journal.cut(JournalCuts.totals(cut), List.of());
            }
            await(journal, 4);
        }
        JournalRenewal.renew(folder);
    }

    private RunHistory history() {
        try (JournalReader reader = JournalReader.open(place, Optional.empty())) {
            return reader.history();
        }
    }

    private RunJournal resume(RunHistory history, long there) {
        return RunJournal.resume(place, JournalCuts.HEADER, 2, 2L * JournalCuts.INTERVAL, 9, history, there);
    }

    private static List<Long> cuts(JournalReader reader) {
        List<Long> cuts = new ArrayList<>();
        reader.records().forEachRemaining(stored -> stored.items().forEach(item -> {
            if (item instanceof Cut cut) {
                cuts.add(cut.cut());
            }
        }));
        return cuts;
    }

    @Test
    void aTermGoesOnBehindTheRecordsOfTheOneBefore() {
        RunHistory before = history();
        long written;
        try (RunJournal journal = resume(before, 4)) {
            assertThat(journal.acknowledged()).as("those of the term before").isGreaterThanOrEqualTo(4);
            assertThat(journal.header()).isEqualTo(JournalCuts.HEADER);
            for (long cut = 3; cut <= 5; cut++) {
                journal.cut(JournalCuts.totals(cut), List.of());
            }
            journal.end(JournalCuts.ended());
            written = journal.acknowledged();
        }
        try (JournalReader reader = JournalReader.open(place, Optional.empty())) {
            assertThat(reader.last())
                    .as("those of the term before, one batch or more, and the end")
                    .isGreaterThanOrEqualTo(6);
            assertThat(reader.last()).isEqualTo(written);
            assertThat(cuts(reader)).containsExactly(1L, 2L, 3L, 4L, 5L);
            assertThat(reader.ended()).map(JournalRecord.RunEnded::outcome).contains("completed");
            assertThat(reader.history().terms()).hasSize(2);
            assertThat(reader.history().terms().get(1).started().at()).isEqualTo(9);
            assertThat(reader.history().entries()).isGreaterThan(before.entries());
        }
    }

    private static void isRefused(RunJournal journal, String... words) {
        assertThatThrownBy(() -> {
                    try (journal) {
                        journal.end(JournalCuts.ended());
                    }
                })
                .isInstanceOf(JournalException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void aJournalWithAnotherHistoryIsSomebodyElses() {
        long entries = history().entries();
        isRefused(
                resume(RunHistory.NONE, 4),
                "it already holds torus-7, with " + entries + " entries of its coordinator, not 0",
                "one process writes");
    }

    @Test
    void aJournalWithOtherRecordsIsSomebodyElses() {
        isRefused(resume(history(), 3), "it already holds torus-7", "4 records, not 3", "one process writes");
    }
}
