package org.reweave.emulator.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.catalogue.MadeRun;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalSurgery;

/** The items of a journal behind a cut, and what is missing among them. */
class JournalItemsTest {
    @TempDir
    private Path folder;

    private Path run;

    @BeforeEach
    void make() throws IOException {
        run = MadeRun.brokenOff(folder, "run"); // cuts 9, 10, 19 and 20, at 500 cycles a cut
    }

    private List<Long> cycles(long behind, long missing) {
        try (JournalReader reader = JournalReader.open(JournalPlace.in(run), Optional.empty())) {
            JournalItems items = reader.itemsBehind(behind);
            List<Long> cycles = new ArrayList<>();
            while (items.hasNext()) {
                cycles.add(items.next().cycle());
            }
            assertThat(items.missing()).isEqualTo(missing);
            assertThat(items.ended()).isEmpty();
            return cycles;
        }
    }

    @Test
    void theCutItselfIsLeftOut() {
        assertThat(cycles(0, 0)).containsExactly(4_500L, 5_000L, 9_500L, 10_000L);
        assertThat(cycles(4_500, 0)).containsExactly(5_000L, 9_500L, 10_000L);
        assertThat(cycles(5_000, 0)).containsExactly(9_500L, 10_000L);
        assertThat(cycles(5_001, 0)).containsExactly(10_000L);
        assertThat(cycles(10_000, 0)).isEmpty();
        assertThat(cycles(20_000, 0)).isEmpty();
    }

    @Test
    void aMissingRecordIsMissedUnlessItIsBeforeTheCut() {
        JournalSurgery.of(run).remove(2);
        assertThat(cycles(0, 2)).containsExactly(9_500L, 10_000L);
        assertThat(cycles(9_500, 0)).containsExactly(10_000L);
    }

    @Test
    void theLastItemIsThatOfTheLastBatch() {
        try (JournalReader reader = JournalReader.open(JournalPlace.in(run), Optional.empty())) {
            assertThat(reader.lastItem().map(Item::cycle)).contains(10_000L);
        }
        JournalSurgery.of(run).remove(3);
        try (JournalReader reader = JournalReader.open(JournalPlace.in(run), Optional.empty())) {
            assertThat(reader.lastItem().map(Item::cycle)).contains(5_000L);
        }
        JournalSurgery.of(run).remove(2);
        try (JournalReader reader = JournalReader.open(JournalPlace.in(run), Optional.empty())) {
            assertThat(reader.lastItem()).isEmpty();
        }
    }
}
