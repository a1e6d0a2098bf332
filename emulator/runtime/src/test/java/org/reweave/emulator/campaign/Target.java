package org.reweave.emulator.campaign;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * A reader of files from outside.
 *
 * @param corpus files that are read without complaint
 * @param mostBytes that the reader may allocate in all for a mutant, whether or not it still holds them
 */
public record Target(String name, List<byte[]> corpus, long mostBytes, Reader reader) {
    private static final long MOST_BYTES = 256L << 20;

    public Target(String name, List<byte[]> corpus, Reader reader) {
        this(name, corpus, MOST_BYTES, reader);
    }

    /** Reads a mutant; throws an exception of bad input when it is refused. */
    public interface Reader {
        void read(byte[] mutant) throws Exception;
    }

    public static List<byte[]> texts(String... texts) {
        return Stream.of(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }
}
