package org.reweave.emulator.journal.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.reweave.emulator.disk.Disk;

/**
 * Puts the records of a journal's file into a new file, to be written on. A file that was left by a kill, or comes from
 * elsewhere, is never written on: MVStore may find its free space wrong after a kill.
 *
 * <p>On the way the records are in a file of their own; while that file is there, it is the journal.
 */
public final class JournalRenewal {
    private static final String RECORDS = "journal.records";
    private static final int BUFFER = 1 << 16;

    private JournalRenewal() {}

    /** Makes the journal in a folder whole again where a renewal was killed. */
    public static void recover(Path folder) throws IOException {
        if (Files.exists(folder.resolve(RECORDS))) {
            build(folder);
        }
    }

    /** Renews the journal in a folder. */
    public static void renew(Path folder) throws IOException {
        recover(folder);
        renew(folder, UnaryOperator.identity());
    }

    /**
     * Puts a part of the journal in a folder in its place.
     *
     * @param part of the journal
     */
    public static void renew(Path folder, UnaryOperator<RecordSource> part) throws IOException {
        try (RecordSource journal = RecordSource.open(JournalPlace.in(folder), Optional.empty())) {
            Disk.replace(
                    folder.resolve(RECORDS),
                    out -> RecordFile.write(part.apply(journal), new BufferedOutputStream(out, BUFFER)));
        }
        build(folder);
    }

    /** There is a journal at any moment: the one before, until the new one takes its name. */
    private static void build(Path folder) throws IOException {
        Path journal = JournalPlace.in(folder).file().orElseThrow();
        Disk.replaceBy(journal, partial -> {
            Files.deleteIfExists(partial);
            try (InputStream in = new BufferedInputStream(Files.newInputStream(folder.resolve(RECORDS)), BUFFER)) {
                RecordFile.read(in, new JournalPlace(Optional.of(partial), "", "", ""));
            }
        });
        Files.delete(folder.resolve(RECORDS));
        Disk.sync(folder);
    }
}
