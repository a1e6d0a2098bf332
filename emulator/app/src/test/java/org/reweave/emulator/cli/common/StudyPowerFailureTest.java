package org.reweave.emulator.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;

/**
 * The power fails while a study of many runs, as {@code sweep}, {@code compare}, {@code faults} and {@code reproduce}
 * are, keeps its finished runs and writes its results: the same command goes on with every run that was kept, and files
 * are whole or not there.
 */
class StudyPowerFailureTest {
    private static final int SOME = 40;
    private static final int MANY = Integer.getInteger("reweave.power-failures", 2_000);
    private static final int RUNS = 12;
    private static final String RESULTS = "x".repeat(3_000) + "\n";
    private static final BatchIdentity IDENTITY = new BatchIdentity("1", 2, Map.of(), "", Map.of());

    @TempDir
    private static Path folder;

    private static InterruptedWork work;

    /** A finished run. */
    record Finished(int number, String measures) {}

    private static final BatchState.Kind<Finished> KIND = new BatchState.Kind<>("sweep", Finished.class);

    private static Finished finished(int number) {
        return new Finished(number, "y".repeat(50 * number));
    }

    private static final class Study implements InterruptedWork.Work {
        @Override
        public void goOn(Path study, IntConsumer kept) throws Exception {
            try (BatchState<Finished> state = BatchState.open(study, KIND, IDENTITY)) {
                for (int number = state.entries().size(); number < RUNS; number++) {
                    state.add(finished(number));
                    kept.accept(number);
                }
            }
            AtomicFile.write(study.resolve("sweep.csv"), RESULTS);
            AtomicFile.write(study.resolve("sweep.json"), RESULTS);
        }

        @Override
        public int parts(Path study) throws Exception {
            try (BatchState<Finished> state = BatchState.open(study, KIND, IDENTITY)) {
                for (int number = 0; number < state.entries().size(); number++) {
                    assertThat(state.entries().get(number)).isEqualTo(finished(number));
                }
                return state.entries().size();
            }
        }

        @Override
        public void checkResults(Path study, boolean isDone) {
            for (String name : List.of("sweep.csv", "sweep.json")) {
                Path file = study.resolve(name);
                assertThat(Files.exists(file) || !isDone).as(name).isTrue();
                if (Files.exists(file)) {
                    assertThat(file).hasContent(RESULTS);
                }
            }
        }
    }

    @BeforeAll
    static void study() throws Exception {
        work = new InterruptedWork(folder, new Study());
    }

    @Test
    void aStudyGoesOnWithWhatItKept() throws Exception {
        work.fails(50, SOME);
    }

    @Tag("campaign")
    @Test
    void aStudyGoesOnAfterThousandsOfPowerFailures() throws Exception {
        work.fails(51, MANY);
    }
}
