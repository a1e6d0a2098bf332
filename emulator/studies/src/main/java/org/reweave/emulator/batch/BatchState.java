package org.reweave.emulator.batch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.disk.Disk;

/**
 * The finished runs of a batch, in a file that grows by a line when one is finished, so that a batch that was broken
 * off goes on where it was. The first line identifies the batch; a last line that is half-written, as a kill or a power
 * failure leaves it, is cut off. Safe for many threads; one process at a time.
 *
 * @param <E> a line but the first
 */
public final class BatchState<E> implements Closeable {
    public static final String FILE = "state.jsonl";
    /** Bytes of a state; a finished run takes about 400, one with a course some 10,000. */
    private static final long LARGEST = 64L << 20;

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    /** The state cannot be used; the message names the reason and the remedy. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        public RefusedException(String message) {
            super(message);
        }
    }

    /**
     * The kind of a state.
     *
     * @param word for messages: {@code sweep}
     * @param entry type of all lines but the first
     */
    public record Kind<E>(String word, Class<E> entry) {}

    private final FileChannel channel;
    private final List<E> entries = new ArrayList<>();
    private IOException failure; // of a line that may be there in part; null = none

    private BatchState(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Opens or begins the state in a folder, which is made if it is not there.
     *
     * @throws RefusedException when it belongs to something else, is damaged, or is in use
     */
    public static <E> BatchState<E> open(Path folder, Kind<E> kind, BatchIdentity identity)
            throws IOException, RefusedException {
        Path file = folder.resolve(FILE);
        Disk.createFolders(folder);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        BatchState<E> state = new BatchState<>(channel);
        boolean opened = false;
        try {
            if (!locked(channel)) {
                throw new RefusedException(
                        file + ": another " + kind.word() + " works on it; wait for it, or name another folder");
            }
            state.read(file, kind, identity);
            opened = true;
            return state;
        } finally {
            if (!opened) {
                channel.close();
            }
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // by this process
        }
    }

    private void read(Path file, Kind<E> kind, BatchIdentity identity) throws IOException, RefusedException {
        if (channel.size() > LARGEST) {
            throw new RefusedException(file + ": has " + channel.size() + " bytes, more than " + LARGEST + ", which no "
                    + kind.word() + " needs; name another folder with --out, or remove the file");
        }
        String text = new String(bytes(), StandardCharsets.UTF_8);
        String whole = wholeLines(text);
        String[] lines = whole.isEmpty() ? new String[0] : whole.split("\n");
        if (lines.length > 0) {
            Optional<String> difference =
                    identity.differenceFrom(parse(file, 1, lines[0], BatchIdentity.class, kind.word()));
            if (difference.isPresent()) {
                throw new RefusedException(file + ": " + difference.get().replaceAll("\\p{Cntrl}", " ")
                        + "; its runs do not belong to this " + kind.word()
                        + ": name another folder with --out, or remove this one");
            }
        }
        for (int i = 1; i < lines.length; i++) {
            entries.add(parse(file, i + 1, lines[i], kind.entry(), kind.word()));
        }
        channel.truncate(whole.getBytes(StandardCharsets.UTF_8).length);
        channel.position(channel.size());
        channel.force(true); // of a line whose writer was killed before its sync
        if (lines.length == 0) {
            append(identity);
        }
        Disk.sync(file.toAbsolutePath().getParent());
    }

    /** All of the file, by the channel that has the lock: to close another one would give the lock up. */
    private byte[] bytes() throws IOException {
        ByteBuffer all = ByteBuffer.allocate((int) channel.size());
        int read = 0;
        while (all.hasRemaining() && read >= 0) {
            read = channel.read(all, all.position());
        }
        return Arrays.copyOf(all.array(), all.position());
    }

    /** A zero is a byte of the last line that never came to the disk: each line is synced before the next is begun. */
    private static String wholeLines(String text) {
        String ended = text.substring(0, text.lastIndexOf('\n') + 1);
        int last = ended.lastIndexOf('\n', ended.length() - 2) + 1;
        return ended.indexOf(0, last) < 0 ? ended : ended.substring(0, last);
    }

    private static <T> T parse(Path file, int line, String text, Class<T> type, String word) throws RefusedException {
        try {
            T value = JSON.readValue(text, type);
            if (value != null) {
                return value;
            }
        } catch (JsonProcessingException e) {
            // no line of ours
        }
        throw new RefusedException(file + ":" + line + ": is no line of a " + word
                + "; remove the file to begin anew, or name another folder");
    }

    /** The finished runs so far, in the order in which they came. */
    public synchronized List<E> entries() {
        return List.copyOf(entries);
    }

    /**
     * Keeps a finished run; when this returns, neither a kill of the process nor a power failure loses it.
     *
     * @throws UncheckedIOException when it cannot be written, or one before could not: a line behind a half-written one
     *     would be damage, and a sync behind a failed one says nothing
     */
    public synchronized void add(E entry) {
        if (failure != null) {
            throw new UncheckedIOException(failure);
        }
        try {
            append(entry);
        } catch (IOException e) {
            failure = e;
            throw new UncheckedIOException(e);
        }
        entries.add(entry);
    }

    private void append(Object line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
