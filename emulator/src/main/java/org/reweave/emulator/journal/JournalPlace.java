package org.reweave.emulator.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The place of a run's journal: a database and its connection data.
 *
 * @param url for JDBC, without user and password
 * @param user of the database
 * @param password of the user
 * @param file the H2 database file; empty for a server
 * @param kind of database
 * @param driver class
 */
public record JournalPlace(
        String url, String user, String password, Optional<Path> file, DatabaseKind kind, String driver) {
    /** Environment variables that name a server's user and password. */
    public static final String USER = "REWEAVE_JOURNAL_USER";

    public static final String PASSWORD = "REWEAVE_JOURNAL_PASSWORD";

    /** Name of the H2 database in a run's folder. */
    public static final String NAME = "journal";

    /** In a run's folder: the URL of a journal that is elsewhere, and the run's id there. */
    private static final String URL_FILE = "journal.url";

    private static final String POSTGRESQL = "jdbc:postgresql:";

    /**
     * The embedded database of a run, to be written. A commit is in the file when it is acknowledged: H2's default
     * delay of 500 ms loses acknowledged commits in a kill.
     *
     * @param folder of the run
     */
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

    /**
     * A server's database.
     *
     * @param url such as {@code jdbc:postgresql://127.0.0.1:5432/reweave}
     * @param environment for {@link #USER} and {@link #PASSWORD}
     * @throws JournalException when it is not one that reweave knows
     */
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

    /**
     * A server's database, as a user names it.
     *
     * @param choice a URL, or a file with {@code journal.url}, {@code journal.user} and {@code journal.password}
     * @throws JournalException when it is neither, or not one that reweave knows
     */
    public static JournalPlace chosen(String choice, Map<String, String> environment) {
        if (choice.startsWith("jdbc:")) {
            return server(choice, environment);
        }
        if (!Files.isRegularFile(Path.of(choice))) {
            throw new JournalException("journal " + choice + ": neither a URL that begins with jdbc: nor a file");
        }
        try {
            Config config = ConfigFactory.parseFile(Path.of(choice).toFile()).resolve();
            Map<String, String> known = new HashMap<>(environment);
            if (config.hasPath("journal.user")) {
                known.put(USER, config.getString("journal.user"));
            }
            if (config.hasPath("journal.password")) {
                known.put(PASSWORD, config.getString("journal.password"));
            }
            return server(config.getString("journal.url"), known);
        } catch (ConfigException e) {
            throw new JournalException("journal " + choice + ": " + e.getMessage(), e);
        }
    }

    /**
     * The journal of a finished or broken-off run, to be read.
     *
     * @param folder of the run
     * @param environment for a server's {@link #USER} and {@link #PASSWORD}
     * @return empty when the run was made without one
     */
    public static Optional<JournalPlace> of(Path folder, Map<String, String> environment) {
        try {
            Path named = folder.resolve(URL_FILE);
            if (Files.exists(named)) {
                return Optional.of(server(Files.readAllLines(named).get(0), environment));
            }
        } catch (IOException e) {
            throw new JournalException("journal of " + folder + ": cannot be read: " + e, e);
        }
        return Optional.of(readOnly(folder)).filter(JournalPlace::exists);
    }

    /**
     * Writes the place of a journal outside of the run's folder into a file of that folder.
     *
     * @param run its id
     */
    public void note(Path folder, String run) {
        if (file.isPresent()) {
            return;
        }
        try {
            Files.writeString(folder.resolve(URL_FILE), url + "\n" + run + "\n");
        } catch (IOException e) {
            throw new JournalException(folder + ": cannot be written: " + e, e);
        }
    }

    /** The id of the run whose journal is elsewhere; empty when its journal is in its folder. */
    static Optional<String> notedRun(Path folder) throws IOException {
        Path named = folder.resolve(URL_FILE);
        return Files.exists(named) ? Optional.of(Files.readAllLines(named).get(1)) : Optional.empty();
    }

    /** Without the password. */
    @Override
    public String toString() {
        return label() + ", user " + user;
    }

    /** A name for messages. */
    String label() {
        return "journal " + file.map(Path::toString).orElse(url);
    }

    /** Whether there is something to read; a server is asked when it is opened. */
    public boolean exists() {
        return file.isEmpty() || Files.isRegularFile(file.get());
    }

    /** Whether a process has the file open for writing. The check opens no database. */
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
