package org.reweave.emulator.cli.common;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.reweave.emulator.run.InputFile;

/** Writes files that are either there in full or not at all. */
public final class AtomicFile {
    private AtomicFile() {}

    /**
     * Replaces or creates a file.
     *
     * @throws UserErrors when its folder is missing or refuses it
     */
    public static void write(Path file, String content) {
        write(file, out -> out.write(content));
    }

    /** What a file holds. */
    public interface Content {
        void writeTo(Writer out) throws IOException;
    }

    /** The same for a file that is not in memory as a whole. */
    public static void write(Path file, Content content) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new UserErrors(file + ": its folder does not exist; make it first");
        }
        if (Files.isDirectory(file)) {
            throw new UserErrors(file + ": is a folder; name a file");
        }
        Path temporary = folder.resolve(
                "." + file.getFileName() + ".tmp" + ProcessHandle.current().pid());
        try {
            try {
                try (Writer out = Files.newBufferedWriter(temporary, StandardCharsets.UTF_8)) {
                    content.writeTo(out);
                }
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw new UserErrors(file + ": cannot be written: " + InputFile.reason(e));
        }
    }
}
