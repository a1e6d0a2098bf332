package org.reweave.emulator.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Locale;

/** Words for what goes wrong with files and connections. */
public final class FileFailure {
    /** @param words for exceptions of a type, whose own message is a path or nothing */
    private record Known(Class<? extends IOException> type, String words) {}

    private static final List<Known> KNOWN = List.of(
            new Known(NoSuchFileException.class, "no such file"),
            new Known(AccessDeniedException.class, "permission denied"),
            new Known(FileAlreadyExistsException.class, "a file of that name is there"),
            new Known(DirectoryNotEmptyException.class, "the folder is not empty"),
            new Known(NotDirectoryException.class, "it is no folder"),
            new Known(EOFException.class, "it ends before it is complete"),
            new Known(ClosedChannelException.class, "it was closed meanwhile"));

    private FileFailure() {}

    /** Whether whoever reads what is written wants no more of it, as {@code head} does after its lines. */
    public static boolean isClosedPipe(IOException e) {
        return "Broken pipe".equals(e.getMessage());
    }

    /** The cause in one line of words, without the path, which the caller names, and without names of classes. */
    public static String reason(Throwable e) {
        for (Known known : KNOWN) {
            if (known.type().isInstance(e)) {
                return known.words();
            }
        }
        String text = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        return text == null || text.isBlank() ? plain(e) : text.replaceAll("\\R", " ");
    }

    /** The name of an exception as words. */
    private static String plain(Throwable e) {
        return e.getClass()
                .getSimpleName()
                .replaceAll("Exception$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
    }
}
