package org.reweave.emulator.journal.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.SingleFileStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.Row;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/**
 * The rows of a journal's file that nobody writes, whoever made it. What was not committed when the file's process was
 * killed is not seen.
 */
final class JournalFile implements RecordSource {
    /** Records of a file, at most. */
    static final int MOST_RECORDS = 4_000_000;

    /** Of the maps and of the bytes in them; no other is read. Files of H2 databases have none. */
    static final int VERSION = 2;

    /** Two copies of the file's header; whatever is shorter holds nothing yet. */
    private static final int HEADERS = 8192;

    /** First bytes of every header. */
    private static final byte[] HEADER = "H:2,".getBytes(StandardCharsets.US_ASCII);

    private static final int CACHE_MEGABYTES = 4;

    private final Path file;
    private SingleFileStore
            opened; // ours to close: a store that cannot be read forgets it; null = the file holds nothing yet
    private MVStore store; // null = the file holds nothing yet
    private Optional<MVMap<Long, byte[]>> records = Optional.empty();
    private Optional<MVMap<Long, byte[]>> entries = Optional.empty();
    private final SortedSet<Long> numbers = new TreeSet<>(); // of records
    private final SortedSet<Long> entryNumbers = new TreeSet<>(); // of entries of the coordinator
    private int strays;

    /**
     * Opens a file. MVStore asserts what it reads, so a damaged file is an {@link AssertionError} where assertions are
     * on.
     *
     * @param chain of records that is wanted; empty: the first one of the file
     * @throws JournalException when the file is damaged, or holds something else
     */
    JournalFile(Path file, Optional<String> chain) {
        this.file = file;
        try {
            if (Files.size(file) <= HEADERS) {
                checkBegun();
                return;
            }
            SingleFileStore opening = new SingleFileStore(Map.of("cacheSize", CACHE_MEGABYTES));
            opening.open(name(file.toAbsolutePath()), true, null);
            opened = opening;
            store = new MVStore.Builder().fileStore(opened).readOnly().open();
            checkVersion();
            index(chain);
        } catch (IOException e) {
            throw new JournalException(label() + ": cannot be read: " + FileFailure.reason(e), e);
        } catch (JournalException e) {
            close();
            throw e;
        } catch (RuntimeException | AssertionError e) {
            close();
            throw damaged("cannot be opened", e);
        } catch (OutOfMemoryError e) {
            close();
            throw tooLarge(e);
        }
    }

    /** A file as MVStore names it: the scheme of the file system, which MVStore must know, and the path. */
    static String name(Path file) {
        return file.getFileSystem().provider().getScheme() + ":" + file;
    }

    static MVMap<Long, byte[]> rows(MVStore store, String chain) {
        return store.openMap(
                chain,
                new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(ByteArrayDataType.INSTANCE));
    }

    /** A row without its number, as {@link #row} reads it. */
    static byte[] bytes(Row row) {
        return new ByteWriter()
                .unsigned(row.serializer())
                .text(row.manifest())
                .bytes(row.bytes())
                .toArray();
    }

    /** @throws IllegalArgumentException when the bytes are no row */
    static Row row(long number, byte[] bytes) {
        ByteReader in = new ByteReader(bytes, IllegalArgumentException::new);
        Row row = new Row(number, (int) in.unsigned(), in.text(), in.bytes());
        in.end();
        return row;
    }

    /** A file that holds nothing yet is the begin of a header, or not even that. */
    private void checkBegun() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] begin = in.readNBytes(HEADER.length);
            if (!Arrays.equals(begin, Arrays.copyOf(HEADER, begin.length))) {
                throw damaged("it does not begin as an MVStore does", null);
            }
        }
    }

    /** A process that was killed while it made the file may have left one without maps and version. */
    private void checkVersion() {
        int version = store.getStoreVersion();
        if (version != VERSION && !store.getMapNames().isEmpty()) {
            throw new UnusableJournalException(label() + ": is of version " + version
                    + ", and this software reads version " + VERSION + " only; use the software that wrote it");
        }
    }

    private void index(Optional<String> wanted) {
        String chain = wanted.orElse(null);
        String coordinator = wanted.map(Chains::coordinatorBeside).orElse(null);
        for (String name : new TreeSet<>(store.getMapNames())) {
            MVMap<Long, byte[]> rows = rows(store, name);
            if (Chains.isCoordinator(name) && (coordinator == null || coordinator.equals(name))) {
                coordinator = name;
                entries = Optional.of(rows);
                number(rows, entryNumbers);
            } else if (!Chains.isCoordinator(name) && (chain == null || chain.equals(name))) {
                chain = name;
                records = Optional.of(rows);
                number(rows, numbers);
            } else {
                strays += rows.size();
            }
        }
    }

    private void number(MVMap<Long, byte[]> rows, SortedSet<Long> found) {
        for (Iterator<Long> keys = rows.keyIterator(null); keys.hasNext(); ) {
            found.add(keys.next());
            if (found.size() > MOST_RECORDS) {
                throw new UnusableJournalException(label() + ": holds more than " + MOST_RECORDS + " records");
            }
        }
    }

    @Override
    public long last() {
        return numbers.isEmpty() ? 0 : numbers.last();
    }

    @Override
    public Iterator<Row> rows(long from, long to) {
        return rows(records, to < from ? new TreeSet<>() : numbers.subSet(from, to + 1));
    }

    @Override
    public Iterator<Row> entries() {
        return rows(entries, entryNumbers);
    }

    @Override
    public int strays() {
        return strays;
    }

    private Iterator<Row> rows(Optional<MVMap<Long, byte[]>> rows, SortedSet<Long> wanted) {
        return wanted.stream().map(number -> row(number, rows.orElseThrow())).iterator();
    }

    private Row row(long number, MVMap<Long, byte[]> rows) {
        try {
            byte[] bytes = rows.get(number);
            if (bytes == null) {
                throw new IOException("it is not where it was");
            }
            if (bytes.length > LONGEST_RECORD) {
                throw new UnusableJournalException(
                        label() + ": record " + number + " has more than " + LONGEST_RECORD + " bytes");
            }
            return row(number, bytes);
        } catch (RuntimeException | AssertionError | IOException e) {
            throw damaged("record " + number + " cannot be read", e);
        } catch (OutOfMemoryError e) {
            throw tooLarge(e);
        }
    }

    private String label() {
        return "journal " + file;
    }

    private JournalException damaged(String what, Throwable cause) {
        return cause instanceof JournalException known
                ? known
                : new UnusableJournalException(
                        label() + ": the file is damaged: " + what + "; replay the run from its scenario instead",
                        cause);
    }

    /** MVStore asks for the memory of a text before it looks whether the file is so long; the heap is the limit. */
    private JournalException tooLarge(OutOfMemoryError cause) {
        return new UnusableJournalException(
                label() + ": the file is damaged, or needs more than the heap's "
                        + (Runtime.getRuntime().maxMemory() >> 20) + " MiB",
                cause);
    }

    @Override
    public void close() {
        try {
            if (store != null) {
                store.closeImmediately();
            }
        } finally {
            store = null;
            if (opened != null) {
                opened.close();
            }
        }
    }
}
