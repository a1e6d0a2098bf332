package org.reweave.emulator.sweep;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The finished runs of a sweep, in a file that grows by a line when one is finished, so that a sweep that was broken
 * off goes on where it was. The first line identifies the sweep; a half-written last line, which a kill can leave, is
 * cut off. Safe for many threads; one process at a time.
 */
public final class SweepState implements RunStore, Closeable {
    public static final String FILE = "state.jsonl";
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    /** A line but the first. */
    record Entry(Point point, Sample sample) {}

    /** The state cannot be used; the message names the reason and the remedy. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        RefusedException(String message) {
            super(message);
        }
    }

    private final FileChannel channel;
    private final Map<Point, Sample> samples = new HashMap<>();

    private SweepState(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Opens or begins the state in a folder, which is made if it is not there.
     *
     * @throws RefusedException when it belongs to something else, is damaged, or is in use
     */
    public static SweepState open(Path folder, SweepIdentity identity) throws IOException, RefusedException {
        Path file = folder.resolve(FILE);
        Files.createDirectories(folder);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        SweepState state = new SweepState(channel);
        boolean opened = false;
        try {
            if (!locked(channel)) {
                throw new RefusedException(file + ": another sweep works on it; wait for it, or name another folder");
            }
            state.read(file, identity);
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

    private void read(Path file, SweepIdentity identity) throws IOException, RefusedException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        String[] lines = whole.isEmpty() ? new String[0] : whole.split("\n");
        if (lines.length > 0) {
            Optional<String> difference = identity.differenceFrom(parse(file, 1, lines[0], SweepIdentity.class));
            if (difference.isPresent()) {
                throw new RefusedException(file + ": " + difference.get()
                        + "; its runs do not belong to this sweep: name another folder with --out, or remove this one");
            }
        }
        for (int i = 1; i < lines.length; i++) {
            Entry entry = parse(file, i + 1, lines[i], Entry.class);
            samples.put(entry.point(), entry.sample());
        }
        channel.truncate(whole.getBytes(StandardCharsets.UTF_8).length);
        channel.position(channel.size());
        if (lines.length == 0) {
            append(identity);
        }
    }

    private static <T> T parse(Path file, int line, String text, Class<T> type) throws RefusedException {
        try {
            return JSON.readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new RefusedException(file + ":" + line
                    + ": is no line of a sweep; remove the file to begin anew, or name another folder");
        }
    }

    @Override
    public synchronized Sample get(Point point) {
        return samples.get(point);
    }

    /** Finished runs. */
    public synchronized int size() {
        return samples.size();
    }

    /**
     * Keeps a result; when this returns, a kill of the process does not lose it.
     *
     * @throws UncheckedIOException when it cannot be written
     */
    @Override
    public synchronized void add(Point point, Sample sample) {
        try {
            append(new Entry(point, sample));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        samples.put(point, sample);
    }

    private void append(Object line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
