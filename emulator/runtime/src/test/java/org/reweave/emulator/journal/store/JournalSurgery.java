package org.reweave.emulator.journal.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.h2.mvstore.MVMap;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.Row;

/** Changes records, and entries of the coordinator, in the file of a run's journal, as bit rot or an intruder does. */
public final class JournalSurgery {
    private final JournalPlace place;

    private JournalSurgery(Path folder) {
        this.place = JournalPlace.in(folder);
    }

    public static JournalSurgery of(Path folder) {
        return new JournalSurgery(folder);
    }

    /** Gives a record another kind. */
    public void rename(long record, String kind) {
        record(record, row -> new Row(record, row.serializer(), kind, row.bytes()));
    }

    /** Takes a record away. */
    public void remove(long record) {
        record(record, row -> null);
    }

    /** Changes the last byte of a record. */
    public void flip(long record) {
        record(record, JournalSurgery::flipped);
    }

    /** Changes the last byte of an entry. */
    public void flipEntry(long entry) {
        rows(true, row -> row.number() == entry ? flipped(row) : row);
    }

    private static Row flipped(Row row) {
        byte[] bytes = row.bytes().clone();
        bytes[bytes.length - 1] = (byte) (bytes[bytes.length - 1] == 0 ? 1 : 0);
        return new Row(row.number(), row.serializer(), row.manifest(), bytes);
    }

    /** Puts another row into the place of a record. */
    public void record(long record, UnaryOperator<Row> change) {
        records(row -> row.number() == record ? change.apply(row) : row);
    }

    /** @param change the row in the place of a record; null: none, and the record is gone */
    public void records(UnaryOperator<Row> change) {
        rows(false, change);
    }

    private void rows(boolean ofCoordinator, UnaryOperator<Row> change) {
        List<Row> before = new ArrayList<>();
        String chain;
        try (RecordSource source = RecordSource.open(place, Optional.empty())) {
            chain = Chains.records(RecordCodec.decode(source.rows().next()).header());
            (ofCoordinator ? source.entries() : source.rows()).forEachRemaining(before::add);
        }
        boolean isChanged = false;
        try (JournalFileWriter file = new JournalFileWriter(place)) {
            MVMap<Long, byte[]> rows = file.rows(ofCoordinator ? Chains.coordinatorBeside(chain) : chain);
            for (Row row : before) {
                Row after = change.apply(row);
                isChanged |= !Objects.equals(after, row);
                if (after == null) {
                    rows.remove(row.number());
                } else {
                    rows.put(row.number(), JournalFile.bytes(after));
                }
            }
            file.commit();
        }
        if (!isChanged) {
            throw new IllegalArgumentException("the journal has no such row");
        }
    }
}
