package org.reweave.emulator.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JournalFailureTest {
    private static final JournalPlace SERVER = JournalPlace.server("jdbc:postgresql://localhost/x", Map.of());
    private static final JournalPlace FILE = JournalPlace.in(Path.of("x"));

    private static String failure(JournalPlace place, Throwable cause) {
        return place.failure("cannot be written", cause).getMessage();
    }

    @Test
    void aKilledServerIsNamedByWordsAndNotByAClass() {
        assertThat(failure(SERVER, new SQLException("An I/O error occurred", new EOFException())))
                .endsWith("cannot be written: the server closed the connection");
    }

    @Test
    void aServersRefusalSaysNothingOfFolders() {
        SQLException denied = new SQLException("ERROR: permission denied for schema public");
        assertThat(failure(SERVER, denied))
                .endsWith("read-only or without permission; name a user who may, or let this one");
        assertThat(failure(FILE, denied)).endsWith("read-only or without permission; choose another folder");
    }

    @Test
    void anEndOfMemoryIsSaidInWordsAlsoWhereAClassHasOnlyItsName() {
        for (Throwable end : new Throwable[] {
            new OutOfMemoryError("Java heap space"),
            new NoClassDefFoundError("x")
                    .initCause(new ExceptionInInitializerError(
                            "Exception java.lang.OutOfMemoryError: Java heap space [in thread \"main\"]"))
        }) {
            assertThat(failure(FILE, new IllegalStateException("it did not start", end)))
                    .endsWith("cannot be written: out of memory");
        }
    }

    @Test
    void classesOfTheJdkAreTheFile() {
        assertThat(failure(
                        FILE, new IOException("Writing to sun.nio.ch.FileChannelImpl@1f2 failed, length 12 at 4096")))
                .endsWith("cannot be written: Writing to the file failed, length 12 at 4096");
    }
}
