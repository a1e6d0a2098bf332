package org.reweave.emulator.run;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.reweave.routing.io.BoundedLines;

/** Words for what goes wrong with files. */
public final class InputFile {
    private InputFile() {}

    /** The cause in words, without the path, which the caller names. */
    public static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        boolean isOurs = e.getClass().equals(IOException.class) || e instanceof BoundedLines.LimitException;
        return isOurs && e.getMessage() != null ? e.getMessage() : e.toString();
    }
}
