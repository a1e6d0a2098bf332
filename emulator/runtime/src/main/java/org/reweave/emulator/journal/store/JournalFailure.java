package org.reweave.emulator.journal.store;

import java.io.EOFException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.reweave.emulator.actor.EndOfMemory;
import org.reweave.emulator.disk.FileFailure;

/** Words for what goes wrong with a journal, whose libraries tell of their classes and versions. */
final class JournalFailure {
    private JournalFailure() {}

    static String reason(JournalPlace place, Throwable cause) {
        if (EndOfMemory.isReasonOf(cause)) {
            return "out of memory";
        }
        List<String> messages = new ArrayList<>();
        Throwable deepest = cause;
        for (Throwable at = cause; at != null; at = at.getCause()) {
            messages.add(String.valueOf(at.getMessage()));
            if (at instanceof MVStoreException file && file.getErrorCode() == DataUtils.ERROR_FILE_LOCKED) {
                return "another process writes it; wait for that run";
            }
            deepest = at;
        }
        String all = String.join(" ", messages).toLowerCase(Locale.ROOT);
        if (all.contains("no space left") || all.contains("disk quota")) {
            return "no space left on the device; make room and run again";
        }
        if (all.contains("read-only")
                || all.contains("read only")
                || all.contains("permission denied")
                || all.contains("not writable")
                || deepest instanceof AccessDeniedException) {
            return "read-only or without permission; "
                    + (place.file().isPresent() ? "choose another folder" : "name a user who may, or let this one");
        }
        if (place.file().isEmpty() && deepest instanceof EOFException) {
            return "the server closed the connection";
        }
        return FileFailure.reason(deepest)
                .replaceAll(" \\[[\\d.]+/\\d+\\]", "")
                .replaceAll("\\b[\\w.$]+@\\p{XDigit}+", "the file");
    }
}
