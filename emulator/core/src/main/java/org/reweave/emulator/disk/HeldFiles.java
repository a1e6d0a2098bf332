package org.reweave.emulator.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files that this process has locked. Whoever wants to know whether a file is locked asks here before opening it:
 * where locks are POSIX's, a process gives up all its locks of a file when it closes any channel of that file, one that
 * it has only read by included.
 */
public final class HeldFiles {
    private static final Set<Object> HELD = ConcurrentHashMap.newKeySet(); // keys of files, never iterated

    private HeldFiles() {}

    /**
     * This process has locked a file.
     *
     * @return the file's key, for {@link #release}
     */
    public static Object hold(Path file) throws IOException {
        Object key = key(file);
        HELD.add(key);
        return key;
    }

    /** The lock of a file has been given up. */
    public static void release(Object key) {
        HELD.remove(key);
    }

    /** Whether this process has locked a file, by whatever name. Opens nothing. */
    public static boolean holds(Path file) throws IOException {
        return HELD.contains(key(file));
    }

    private static Object key(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key == null ? file.toRealPath() : key; // file systems without keys
    }
}
