package org.reweave.emulator.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listing of a directory with many finished runs comes from a file, as long as that is true. */
class RunIndexTest {
    private static final int RUNS = 2 * RunIndex.WORTH_A_FILE;

    @TempDir
    private Path runs;

    private void run(int number, String outcome) throws IOException {
        Path folder = Files.createDirectories(runs.resolve("run-" + number));
        Files.writeString(folder.resolve("scenario.conf"), "name = a\n");
        Files.setLastModifiedTime(folder.resolve("scenario.conf"), FileTime.fromMillis(1000L * number));
        Files.writeString(
                folder.resolve("summary.json"),
                "{\"run\": \"run-" + number + "\", \"scenario\": \"a\", \"seed\": 7, \"outcome\": \"" + outcome
                        + "\", \"cycles\": " + number + ", \"fingerprint\": \"ff\", \"branches\": [{\"cycle\": 5}],"
                        + " \"parent\": {\"run\": \"p\", \"cycle\": 3}}");
    }

    private List<RunEntry> list() {
        return new RunCatalog(runs, Optional.empty()).list();
    }

    private void manyRuns() throws IOException {
        for (int number = 0; number < RUNS; number++) {
            run(number, "completed");
        }
    }

    @Test
    void aListingIsTheSameWithTheIndexAndWithout() throws IOException {
        manyRuns();
        List<RunEntry> first = list();
        assertThat(runs.resolve(RunIndex.NAME)).exists();

        assertThat(list()).isEqualTo(first).hasSize(RUNS);
        assertThat(first.get(3).branches()).containsExactly(5L);
        assertThat(first.get(3).parent()).isEqualTo("p@3");
    }

    @Test
    void theIndexSparesTheSummaries() throws IOException {
        manyRuns();
        list();
        Path index = runs.resolve(RunIndex.NAME);
        Files.writeString(index, Files.readString(index).replace("\ta\t", "\tb\t"));

        assertThat(list()).extracting(RunEntry::scenario).containsOnly("b");
    }

    @Test
    void aRunThatHasChangedIsLookedUpAgain() throws IOException {
        manyRuns();
        list();
        run(7, "deadlocked");
        Files.setLastModifiedTime(runs.resolve("run-7/summary.json"), FileTime.fromMillis(1));
        RunArchive.remove(runs.resolve("run-8"));

        List<RunEntry> after = list();
        assertThat(after).hasSize(RUNS - 1);
        assertThat(after.get(7).state()).isEqualTo("deadlocked");
        assertThat(list()).isEqualTo(after);
    }

    @Test
    void aDamagedIndexIsMadeAnew() throws IOException {
        manyRuns();
        List<RunEntry> first = list();
        Files.writeString(runs.resolve(RunIndex.NAME), "reweave runs index 1\nrun-1\t5\n");

        assertThat(list()).isEqualTo(first);
        assertThat(Files.readString(runs.resolve(RunIndex.NAME))).contains("run-199");
    }

    @Test
    void fewRunsNeedNoIndex() throws IOException {
        run(1, "completed");
        assertThat(list()).hasSize(1);
        assertThat(runs.resolve(RunIndex.NAME)).doesNotExist();
    }
}
