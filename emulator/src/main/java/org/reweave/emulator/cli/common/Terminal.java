package org.reweave.emulator.cli.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the process writes to. */
public final class Terminal {
    private Terminal() {}

    /**
     * Whether stderr is a terminal, as far as the operating system tells; where it does not, whether all of the console
     * is one.
     */
    public static boolean isStderr() {
        Path stderr = Path.of("/proc/self/fd/2");
        try {
            if (Files.isSymbolicLink(stderr)) {
                String device = Files.readSymbolicLink(stderr).toString();
                return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
            }
        } catch (IOException e) {
            return false;
        }
        return System.console() != null;
    }
}
