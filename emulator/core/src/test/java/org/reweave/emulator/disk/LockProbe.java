package org.reweave.emulator.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Asks a process of its own whether a file is locked: the process that has the lock is told nothing by asking. */
public final class LockProbe {
    private static final int FREE = 0;
    private static final int LOCKED = 10;

    private LockProbe() {}

    public static boolean isLocked(Path file) throws IOException, InterruptedException {
        int code = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx16m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockProbe.class.getName(),
                        file.toString())
                .inheritIO()
                .start()
                .waitFor();
        if (code != FREE && code != LOCKED) {
            throw new IOException("the process that looks for the lock ended with " + code);
        }
        return code == LOCKED;
    }

    public static void main(String[] arguments) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
            System.exit(channel.tryLock() == null ? LOCKED : FREE);
        }
    }
}
