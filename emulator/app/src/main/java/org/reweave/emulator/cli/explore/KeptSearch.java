package org.reweave.emulator.cli.explore;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.disk.Disk;
import org.reweave.reconfig.explore.SearchMoment;
import org.reweave.reconfig.explore.SearchStore;

/**
 * A search of {@code reweave explore} in a folder: {@code state.jsonl} has the identity of the search and a line for
 * each part, {@code states.bin} the parts themselves. A part is on the disk before its line is written; bytes without a
 * line are cut off.
 */
final class KeptSearch implements SearchStore, Closeable {
    static final String FILE = "states.bin";
    /** Between two parts: what a search that is broken off loses. */
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int BUFFER = 1 << 16;

    /**
     * A line of the state.
     *
     * @param moment at which the part was complete
     * @param bytes of the part
     * @param checksum CRC-32C of these
     */
    record Part(SearchMoment moment, long bytes, long checksum) {}

    private final Path file;
    private final BatchState<Part> state;
    private final FileChannel data;
    private long lastKept = System.nanoTime();

    private KeptSearch(Path file, BatchState<Part> state, FileChannel data) {
        this.file = file;
        this.state = state;
        this.data = data;
    }

    /** How the state's lines are read. */
    static BatchState.Kind<Part> files() {
        return new BatchState.Kind<>("search", Part.class);
    }

    /** @throws BatchState.RefusedException when the folder belongs to something else, or its parts are damaged */
    static KeptSearch open(Path folder, BatchIdentity identity) throws IOException, BatchState.RefusedException {
        BatchState<Part> state = BatchState.open(folder, files(), identity);
        Path file = folder.resolve(FILE);
        FileChannel data = null;
        try {
            data = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            Disk.sync(folder); // whoever made the file may have been killed before this
            KeptSearch search = new KeptSearch(file, state, data);
            search.check();
            return search;
        } catch (IOException | BatchState.RefusedException e) {
            state.close();
            if (data != null) {
                data.close();
            }
            throw e;
        }
    }

    /** States that are known already. */
    int states() {
        int parts = state.entries().size();
        return parts == 0 ? 0 : state.entries().get(parts - 1).moment().states();
    }

    /** Compares all parts with their lines, and cuts off what has none. */
    private void check() throws IOException, BatchState.RefusedException {
        long end = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
            byte[] buffer = new byte[BUFFER];
            for (Part part : state.entries()) {
                CRC32C checksum = new CRC32C();
                for (long left = part.bytes(); left > 0; ) {
                    int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                    if (read < 0) {
                        throw damaged("ends before its part " + (state.entries().indexOf(part) + 1) + " does");
                    }
                    checksum.update(buffer, 0, read);
                    left -= read;
                }
                if (checksum.getValue() != part.checksum()) {
                    throw damaged("part " + (state.entries().indexOf(part) + 1) + " is not what was written");
                }
                end += part.bytes();
            }
        }
        data.truncate(end);
        data.position(end);
    }

    private BatchState.RefusedException damaged(String what) {
        return new BatchState.RefusedException(
                file + ": " + what + "; remove the folder to begin anew, or name another with --out");
    }

    @Override
    public void restore(Reader reader) {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
            for (Part part : state.entries()) {
                reader.read(part.moment(), in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        lastKept = System.nanoTime();
    }

    @Override
    public boolean isDue() {
        return System.nanoTime() - lastKept > INTERVAL_NANOS;
    }

    @Override
    public void keep(SearchMoment until, Writer writer) {
        try {
            long from = data.position();
            CRC32C checksum = new CRC32C();
            DataOutputStream out = new DataOutputStream(new CheckedOutputStream(
                    new BufferedOutputStream(Channels.newOutputStream(data), BUFFER), checksum));
            writer.write(out);
            out.flush();
            data.force(true);
            state.add(new Part(until, data.position() - from, checksum.getValue()));
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
        lastKept = System.nanoTime();
    }

    @Override
    public void close() throws IOException {
        data.close();
        state.close();
    }
}
