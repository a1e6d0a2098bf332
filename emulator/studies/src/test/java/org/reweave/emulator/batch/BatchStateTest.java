package org.reweave.emulator.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.disk.LockProbe;
import org.reweave.emulator.disk.SimulatedDisk;

/** A batch on a disk that fails once keeps what it has said to keep, and nothing behind the failure. */
class BatchStateTest {
    private static final BatchIdentity IDENTITY = new BatchIdentity("1", 2, Map.of(), "", Map.of());
    private static final BatchState.Kind<Finished> KIND = new BatchState.Kind<>("sweep", Finished.class);
    private static final int RUNS = 5;

    @TempDir
    private Path folder;

    /** A finished run. */
    record Finished(int number) {}

    /** Adds all runs, also behind one that failed, as other threads do. */
    private static List<Finished> add(BatchState<Finished> state) {
        List<Finished> kept = new ArrayList<>();
        for (int number = 0; number < RUNS; number++) {
            try {
                state.add(new Finished(number));
                kept.add(new Finished(number));
            } catch (UncheckedIOException e) {
                assertThat(e).hasMessageContaining("Input/output error");
            }
        }
        return kept;
    }

    private static List<Finished> read(Path study) throws Exception {
        try (BatchState<Finished> state = BatchState.open(study, KIND, IDENTITY)) {
            return state.entries();
        }
    }

    @Test
    void noOtherProcessCanWriteWhileAStateIsOpen() throws Exception {
        Path study = folder.resolve("study");
        try (BatchState<Finished> state = BatchState.open(study, KIND, IDENTITY)) {
            assertThat(add(state)).hasSize(RUNS);
        }
        try (BatchState<Finished> state = BatchState.open(study, KIND, IDENTITY)) {
            assertThat(state.entries()).hasSize(RUNS);
            assertThat(LockProbe.isLocked(study.resolve("state.jsonl"))).isTrue();
        }
        assertThat(LockProbe.isLocked(study.resolve("state.jsonl"))).isFalse();
    }

    private SimulatedDisk disk(String name) throws IOException {
        return SimulatedDisk.over(Files.createDirectory(folder.resolve(name)).toRealPath());
    }

    @Test
    void nothingIsKeptBehindALineThatFailed() throws Exception {
        SimulatedDisk whole = disk("whole");
        Path study = whole.root().resolve("study");
        int calls;
        try (BatchState<Finished> state = BatchState.open(study, KIND, IDENTITY)) {
            calls = whole.callsByFile().get("study/state.jsonl");
            assertThat(add(state)).hasSize(RUNS);
        }
        int all = whole.callsByFile().get("study/state.jsonl");
        assertThat(all).isGreaterThan(calls + RUNS);
        for (int call = calls; call < all; call++) {
            SimulatedDisk disk = disk("call" + call);
            Path failing = disk.root().resolve("study");
            List<Finished> kept;
            try (BatchState<Finished> state = BatchState.open(failing, KIND, IDENTITY)) {
                disk.failAt("study/state.jsonl", call, new IOException("Input/output error"));
                kept = add(state);
            }
            assertThat(disk.hasFailed()).as("call %d", call).isTrue();
            assertThat(kept).as("call %d", call).hasSizeLessThan(RUNS);
            for (int number = 0; number < kept.size(); number++) {
                assertThat(kept.get(number)).as("call %d", call).isEqualTo(new Finished(number));
            }
            List<Finished> read = read(failing);
            assertThat(read).as("call %d", call).hasSizeGreaterThanOrEqualTo(kept.size());
            assertThat(read.subList(0, kept.size())).as("call %d", call).isEqualTo(kept);
        }
    }
}
