package org.reweave.emulator.cli.common;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.reweave.emulator.disk.Disk;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.run.ResultsException;

/** Writes files that are either there in full or not at all. */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Replaces or creates a file; a symbolic link stays and its target is replaced. A device or a pipe, such as
     * {@code /dev/stdout}, is written to.
     *
     * @throws UserErrors when its folder is missing or refuses it
     * @throws ResultsException when the disk is full or fails
     */
    public static void write(Path file, String content) {
        write(file, out -> out.write(content));
    }

    /** Content of a file, written piece by piece. */
    public interface Content {
        void writeTo(Writer out) throws IOException;
    }

    /** Bytes of a file, written piece by piece. */
    public interface Bytes {
        void writeTo(OutputStream out) throws IOException;
    }

    /** The same for a file that is not in memory as a whole. */
    public static void write(Path file, Content content) {
        writeBytes(file, out -> {
            Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            content.writeTo(text);
            text.flush();
        });
    }

    /** The same for a file that is no text. */
    public static void writeBytes(Path file, Bytes content) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new UserErrors(file + ": its folder does not exist; make it first");
        }
        if (Files.isDirectory(file)) {
            throw new UserErrors(file + ": is a folder; name a file");
        }
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                writeInto(file, content);
            } else {
                replace(target(file), content);
            }
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /**
     * The exception for a file that cannot be written: a refusal of the file's name or place is the user's to mend; a
     * full disk, which shows while the file is written, is not.
     */
    public static RuntimeException failure(Path file, IOException e) {
        String message = file + ": cannot be written: " + FileFailure.reason(e);
        return e instanceof FileSystemException ? new UserErrors(message) : new ResultsException(message, e);
    }

    private static Path target(Path file) throws IOException {
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        return Files.isSymbolicLink(file) ? file.resolveSibling(Files.readSymbolicLink(file)) : file;
    }

    private static void writeInto(Path device, Bytes content) throws IOException {
        try (OutputStream out = Files.newOutputStream(device, StandardOpenOption.WRITE)) {
            content.writeTo(out);
        }
    }

    private static void replace(Path file, Bytes content) throws IOException {
        Path temporary = file.resolveSibling(
                "." + file.getFileName() + ".tmp" + ProcessHandle.current().pid());
        Disk.replace(file, temporary, content::writeTo);
    }
}
