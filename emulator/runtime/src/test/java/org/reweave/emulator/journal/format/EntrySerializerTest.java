package org.reweave.emulator.journal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EntrySerializerTest {
    private static final int LAST_OF_AKKA = 40;
    private static final CoordinatorEntry ENTRY = new CoordinatorEntry(
            new CoordinatorEvent.CheckpointCompleted(40, 20_000, 1234, "ab"), new CoordinatorEntry.Seal(7, "cd"), "ef");

    private final EntrySerializer serializer = new EntrySerializer();

    @Test
    void entriesHaveASerializerOfTheirOwnWhichReadsThemBack() {
        assertThat(serializer.identifier())
                .isGreaterThan(LAST_OF_AKKA)
                .isNotEqualTo(new RecordSerializer().identifier());
        assertThat(serializer.fromBinary(serializer.toBinary(ENTRY), serializer.manifest(ENTRY)))
                .isEqualTo(ENTRY);
    }

    @Test
    void anEntryOfAnotherVersionIsRefusedWithTheRemedy() {
        Row row = new Row(1, serializer.identifier(), "coordinator-entry-0", serializer.toBinary(ENTRY));
        assertThatThrownBy(() -> CoordinatorEntry.decode(row))
                .hasMessageContaining("coordinator-entry-0")
                .hasMessageContaining("reads coordinator-entry-1 only; use the software that wrote it");
    }
}
