package org.reweave.emulator.cli.common;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Single keys from the terminal, without Enter and without echo, while the process is in its foreground. Where that
 * cannot be said, or stdin is no terminal, there are no keys and the terminal stays as it is. Ctrl-C keeps its meaning.
 */
public final class TerminalKeys implements AutoCloseable {
    private static final int GROUP = 2; // fields of /proc/self/stat behind the command's name
    private static final int FOREGROUND_GROUP = 5;

    private final String settings; // of the terminal before; null = there are no keys
    private final Thread restorer;
    private volatile boolean closed;

    private TerminalKeys(String settings) {
        this.settings = settings;
        this.restorer = new Thread(this::restore, "terminal-restorer");
    }

    /** Leaves the terminal alone. */
    public static TerminalKeys none() {
        return new TerminalKeys(null);
    }

    /** @param onKey called with each character, in a thread of its own */
    public static TerminalKeys open(IntConsumer onKey) {
        if (!isForeground()) {
            return none();
        }
        TerminalKeys keys = new TerminalKeys(stty("-g").map(String::strip).orElse(null));
        if (keys.settings != null) {
            Runtime.getRuntime().addShutdownHook(keys.restorer);
            stty("-icanon", "-echo", "min", "1");
            Thread reader = new Thread(() -> keys.read(onKey), "keys");
            reader.setDaemon(true);
            reader.start();
        }
        return keys;
    }

    /** A process in the background would be stopped by the system for touching its terminal. */
    private static boolean isForeground() {
        try {
            String device = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (device.startsWith("/dev/pts/") || device.startsWith("/dev/tty"))
                    && fields[GROUP].equals(fields[FOREGROUND_GROUP]);
        } catch (IOException | RuntimeException e) {
            return false; // not a system that has such files
        }
    }

    private static Optional<String> stty(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "stty";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            Process stty = new ProcessBuilder(command)
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return stty.waitFor() == 0 ? Optional.of(answer) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private void read(IntConsumer onKey) {
        try {
            for (int key = System.in.read(); key >= 0 && !closed; key = System.in.read()) {
                onKey.accept(key);
            }
        } catch (IOException e) {
            // the terminal is gone: there are no keys any more
        }
    }

    private void restore() {
        if (!closed) {
            closed = true;
            stty(settings);
        }
    }

    /** Puts the terminal back as it was. */
    @Override
    public void close() {
        if (settings == null || closed) {
            return;
        }
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(restorer);
        } catch (IllegalStateException e) {
            // the process is ending
        }
    }
}
