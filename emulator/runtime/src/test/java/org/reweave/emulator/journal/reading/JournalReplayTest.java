package org.reweave.emulator.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.reading.ReplayReport.Comparison;
import org.reweave.emulator.journal.store.JournalPlace;

class JournalReplayTest {
    @TempDir
    private static Path folder;

    private static RunResult written;

    private static synchronized RunResult written() {
        if (written == null) {
            written = JournalRuns.write(JournalPlace.in(folder), JournalRuns.network());
        }
        return written;
    }

    @Test
    void theSequentialDriverRepeatsEveryEventAndCut() {
        RunResult result = written();

        ReplayReport report = JournalRuns.replay(folder);

        assertThat(report.verdict()).as(report.toString()).isEqualTo(Comparison.EQUAL);
        assertThat(report.cuts()).isEqualTo(result.last().cut());
        assertThat(report.events()).isGreaterThan(100);
        assertThat(report.fingerprint()).isEqualTo(result.fingerprint());
    }

    @ParameterizedTest(name = "{0} threads, islands of {1}")
    @CsvSource({"1, 1", "2, 1", "2, 4", "2, 0"})
    void actorsRepeatEveryEventAndCut(int threads, int islandSize) {
        RunResult result = written();

        ReplayReport report = JournalRuns.replay(
                JournalPlace.in(folder),
                listener -> JournalRuns.actors(JournalRuns.network(), listener, threads, islandSize),
                Long.MAX_VALUE);

        assertThat(report.verdict()).as(report.toString()).isEqualTo(Comparison.EQUAL);
        assertThat(report.cuts()).isEqualTo(result.last().cut());
    }

    @Test
    void anotherSeedDiffersAndBothSidesAreShown() {
        written();

        ReplayReport report = JournalRuns.replay(
                JournalPlace.in(folder),
                listener -> JournalRuns.sequential(JournalRuns.network("seed=8"), listener),
                Long.MAX_VALUE);

        assertThat(report.verdict()).isEqualTo(Comparison.DIFFERENT);
        assertThat(report.journal()).startsWith("cut 1 at cycle ").isNotEqualTo(report.executed());
        assertThat(report.executed()).startsWith("cut 1 at cycle ");
    }

    @Test
    void aReplayMayStopEarlier() {
        written();

        ReplayReport report = JournalRuns.replay(
                JournalPlace.in(folder), listener -> JournalRuns.sequential(JournalRuns.network(), listener), 10_000);

        assertThat(report.verdict()).isEqualTo(Comparison.EQUAL);
        assertThat(report.cycle()).isEqualTo(10_000);
    }
}
