package org.reweave.emulator.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/** Where the journal of a run is: a database and how to reach it.
 *
 *  @param url for JDBC, without user and password
 *  @param user of the database
 *  @param password of the user
 *  @param file the H2 database file; empty for a server
 *  @param kind of database
 *  @param driver class */
public record JournalPlace(
        String url, String user, String password, Optional<Path> file, DatabaseKind kind, String driver) {
    /** Environment variables that name a server's user and password. */
    public static final String USER = "REWEAVE_JOURNAL_USER";

    public static final String PASSWORD = "REWEAVE_JOURNAL_PASSWORD";

    /** Name of the H2 database in a run's folder. */
    public static final String NAME = "journal";

    private static final String POSTGRESQL = "jdbc:postgresql:";

    /** The embedded database of a run, to be written. A commit is in the file when it is acknowledged: H2's default delay of 500 ms loses
     *  acknowledged commits in a kill.
     *  @param folder of the run */
    public static JournalPlace in(Path folder) {
        return h2(folder, ";WRITE_DELAY=0");
    }

    /** The same, to be read only. */
    public static JournalPlace readOnly(Path folder) {
        return h2(folder, ";ACCESS_MODE_DATA=r;IFEXISTS=TRUE");
    }

    private static JournalPlace h2(Path folder, String settings) {
        Path base = folder.toAbsolutePath().normalize().resolve(NAME);
        if (base.toString().indexOf(';') >= 0) {
            throw new JournalException(base + ": an H2 database's path cannot hold ';'; choose another folder");
        }
        return new JournalPlace(
                "jdbc:h2:file:" + base + settings + ";DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0",
                "sa",
                "",
                Optional.of(base.resolveSibling(NAME + ".mv.db")),
                DatabaseKind.H2,
                "org.h2.Driver");
    }

    /** A server's database.
     *  @param url such as {@code jdbc:postgresql://127.0.0.1:5432/reweave}
     *  @param environment for {@link #USER} and {@link #PASSWORD}
     *  @throws JournalException when it is not one that reweave knows */
    public static JournalPlace server(String url, Map<String, String> environment) {
        if (!url.startsWith(POSTGRESQL)) {
            throw new JournalException("journal " + url
                    + ": not a database that reweave keeps journals in; use jdbc:postgresql://HOST[:PORT]/DATABASE");
        }
        if (url.matches(".*[?&](user|password)=.*")) {
            throw new JournalException("journal " + url.replaceAll("\\?.*", "")
                    + ": its URL names a user or password, which would be kept beside the results; set " + USER
                    + " and " + PASSWORD + " instead");
        }
        return new JournalPlace(
                url,
                environment.getOrDefault(USER, System.getProperty("user.name")),
                environment.getOrDefault(PASSWORD, ""),
                Optional.empty(),
                DatabaseKind.POSTGRESQL,
                "org.postgresql.Driver");
    }

    /** What people call it. */
    String label() {
        return "journal " + file.map(Path::toString).orElse(url);
    }

    /** Whether there is something to read; a server is asked when it is opened. */
    public boolean exists() {
        return file.isEmpty() || Files.isRegularFile(file.get());
    }

    /** Whether a process has the file open for writing. Nothing is opened by asking. */
    public boolean isLocked() {
        if (file.isEmpty() || !exists()) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file.get(), StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true; // this very process
        } catch (IOException e) {
            throw new JournalException(label() + ": cannot be read: " + e, e);
        }
    }
}
