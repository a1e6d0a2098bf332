package org.reweave.emulator.journal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.journal.format.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.format.CoordinatorEvent.Decided;
import org.reweave.emulator.journal.format.CoordinatorEvent.PermitExtended;
import org.reweave.emulator.journal.format.CoordinatorEvent.RunOver;
import org.reweave.emulator.journal.format.CoordinatorEvent.TermStarted;
import org.reweave.emulator.journal.format.CoordinatorEvent.Wish;

class RunHistoryTest {
    private static final Seal SEAL = new Seal(7, "cd");

    private static RunHistory after(RunHistory history, Seal seal, CoordinatorEvent... events) {
        RunHistory next = history;
        for (CoordinatorEntry entry : history.entries(List.of(events), seal)) {
            next = next.with(entry);
        }
        return next;
    }

    @Test
    void everyEventSaysAllOfItselfToTheDigests() {
        assertThat(List.of(
                                new TermStarted("run", 1, 2, 3, 4),
                                new PermitExtended(5, 6),
                                new Decided(Wish.STOP, 7),
                                new CheckpointCompleted(8, 9, 10, "ab"),
                                new RunOver(11, 12))
                        .stream()
                        .map(CoordinatorEvent::text))
                .containsExactly(
                        "term-started 1 2 3 4 run",
                        "permit-extended 5 6",
                        "decided STOP 7",
                        "checkpoint-completed 8 9 10 ab",
                        "run-over 11 12");
    }

    @Test
    void anotherTermVoidsWhatCameBehindItsCut() {
        RunHistory first = after(
                RunHistory.NONE,
                SEAL,
                new TermStarted("run", 1, 0, 0, 1),
                new CheckpointCompleted(20, 200, 1, "a"),
                new CheckpointCompleted(40, 400, 1, "b"),
                new Decided(Wish.STOP, 41),
                new RunOver(42, 420));
        assertThat(first.isOver()).isTrue();
        assertThat(first.permitted()).isEqualTo(42);
        assertThat(first.term().orElseThrow().recordsBefore()).isEqualTo(SEAL.records());

        RunHistory second = after(first, new Seal(9, "ef"), new TermStarted("run", 2, 20, 200, 2));
        assertThat(second.isOver()).isFalse();
        assertThat(second.permitted()).isEqualTo(20);
        assertThat(second.decisions()).isEmpty();
        assertThat(second.checkpoints()).extracting(CheckpointCompleted::cut).containsExactly(20L);
        assertThat(second.term().orElseThrow().started().term()).isEqualTo(2);
        assertThat(second.entries()).isEqualTo(6);
        assertThat(second.isEarlier(9)).isTrue();
        assertThat(second.isEarlier(10)).isFalse();
        assertThat(first.isEarlier(1)).as("there is one term").isFalse();
    }

    @Test
    void anEntryThatIsMissingIsNamed() {
        CoordinatorEntry entry =
                RunHistory.NONE.entries(List.of(new RunOver(1, 2)), SEAL).get(0);
        assertThatThrownBy(() -> RunHistory.NONE.with(entry.row(2)))
                .hasMessage("entry 2 of the coordinator's history is damaged: entry 1 is missing before");
        assertThat(RunHistory.NONE.with(entry.row(1)).term()).isEmpty();
    }

    @Test
    void theChainOfEntriesIsBesideThatOfRecords() {
        String records = Chains.records(JournalRecord.Header.single("a|b"));
        assertThat(Chains.coordinatorBeside(records)).isEqualTo(Chains.coordinator("a|b"));
        assertThat(Chains.isCoordinator(records)).isFalse();
    }

    @Test
    void theSerializerOfRecordsReadsThemBack() {
        RecordSerializer serializer = new RecordSerializer();
        JournalRecord record = new JournalRecord.EventBatch(JournalRecord.Header.single("run"), new byte[] {1, 2});
        assertThat(serializer.identifier()).isEqualTo(RecordSerializer.IDENTIFIER);
        assertThat(serializer.manifest(record)).isEqualTo(RecordCodec.BATCH);
        assertThat(serializer.fromBinary(serializer.toBinary(record), RecordCodec.BATCH))
                .isEqualTo(record);
    }
}
