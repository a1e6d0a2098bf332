package org.reweave.emulator.cli.common;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Properties of the terminal that the process writes to. */
public final class Terminal {
    private static final int USUAL = 80;
    /** A terminal that claims to be narrower does not know its size. */
    private static final int NARROWEST = 10;

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

    /** Columns of the terminal; 80 where the system does not tell. */
    static int width() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ");
            int columns = size.length == 2 ? Integer.parseInt(size[1]) : 0;
            return columns < NARROWEST ? USUAL : columns;
        } catch (IOException | NumberFormatException e) {
            return USUAL;
        }
    }
}
