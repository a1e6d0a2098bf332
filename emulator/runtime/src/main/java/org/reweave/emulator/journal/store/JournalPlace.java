package org.reweave.emulator.journal.store;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.emulator.disk.Disk;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.disk.HeldFiles;
import org.reweave.emulator.scenario.HoconSource;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.routing.io.BoundedLines;

/**
 * The place of a run's journal: a file, or a database server and its connection data.
 *
 * @param file in the run's folder; empty for a server
 * @param url of the server for JDBC, without user and password
 * @param user of the database
 * @param password of the user
 */
public record JournalPlace(Optional<Path> file, String url, String user, String password) {
    /** Environment variables that name a server's user and password. */
    public static final String USER = "REWEAVE_JOURNAL_USER";

    public static final String PASSWORD = "REWEAVE_JOURNAL_PASSWORD";

    /** Name of the file in a run's folder. */
    private static final String NAME = "journal.mv.db";

    /** Name of the file in a run's folder that holds the URL of a journal that is elsewhere, and the run's id there. */
    private static final String URL_FILE = "journal.url";

    private static final String POSTGRESQL = "jdbc:postgresql:";
    private static final Pattern ADDRESS = Pattern.compile("jdbc:postgresql:(//[\\w.,:\\[\\]-]+/)?[\\w.%-]*");
    private static final int LONGEST_SHOWN = 120;

    /**
     * Limits of a file that says where journals are; the HOCON library takes time that grows with the square of a line.
     */
    private static final BoundedLines.Limits CONFIGURATION = new BoundedLines.Limits(1 << 16, 1000, 1000);

    /** Parameters of the driver that hold no secret and name no class. */
    private static final Set<String> PARAMETERS = Set.of(
            "ApplicationName",
            "connectTimeout",
            "currentSchema",
            "hostRecheckSeconds",
            "loadBalanceHosts",
            "loginTimeout",
            "socketTimeout",
            "ssl",
            "sslcert",
            "sslkey",
            "sslmode",
            "sslrootcert",
            "targetServerType",
            "tcpKeepAlive");

    /** The file in the folder of a run. */
    public static JournalPlace in(Path folder) {
        return new JournalPlace(Optional.of(folder.toAbsolutePath().normalize().resolve(NAME)), "", "", "");
    }

    /**
     * A server's database.
     *
     * @param url such as {@code jdbc:postgresql://127.0.0.1:5432/reweave}
     * @param environment for {@link #USER} and {@link #PASSWORD}
     * @throws JournalException when it is not one that reweave knows
     */
    public static JournalPlace server(String url, Map<String, String> environment) {
        checkUrl(url);
        return new JournalPlace(
                Optional.empty(),
                url,
                environment.getOrDefault(USER, System.getProperty("user.name")),
                environment.getOrDefault(PASSWORD, ""));
    }

    /** Only an address and parameters that hold no secret and name no class: a URL is printed and kept. */
    private static void checkUrl(String url) {
        int query = url.indexOf('?');
        String address = query < 0 ? url : url.substring(0, query);
        if (!address.startsWith(POSTGRESQL)) {
            throw new UnusableJournalException("journal " + shown(address)
                    + ": not a database that reweave keeps journals in; use jdbc:postgresql://HOST[:PORT]/DATABASE");
        }
        if (!ADDRESS.matcher(address).matches()) {
            throw new UnusableJournalException("journal " + shown(address) + ": not an address that reweave takes; use"
                    + " jdbc:postgresql://HOST[:PORT]/DATABASE, and " + USER + " and " + PASSWORD
                    + " for the user and the password");
        }
        for (String parameter :
                query < 0 ? new String[0] : url.substring(query + 1).split("&", -1)) {
            String name = parameter.replaceAll("=.*", "");
            if (!PARAMETERS.contains(name) || !parameter.matches("\\w+=[\\w./:%+-]{0,500}")) {
                throw new UnusableJournalException("journal " + address + ": the parameter '"
                        + shown(name) + "' is not one that reweave takes, since a URL is printed and kept beside the"
                        + " results; it takes " + String.join(", ", new TreeSet<>(PARAMETERS)) + ", and " + USER
                        + " and " + PASSWORD + " for the user and the password");
            }
        }
    }

    /** Part of a URL in a message: without what stands before an {@code @}, which may be a password. */
    private static String shown(String text) {
        String safe = text.replaceAll("(?s).*@", "...@").replaceAll("\\p{Cntrl}", " ");
        return safe.length() <= LONGEST_SHOWN ? safe : safe.substring(0, LONGEST_SHOWN) + "...";
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
            throw new UnusableJournalException(
                    "journal " + choice + ": neither a URL that begins with jdbc: nor a file");
        }
        try {
            String text = BoundedLines.text(Path.of(choice), CONFIGURATION);
            Config config = HoconSource.resolved(HoconSource.text(choice, text), environment);
            Map<String, String> known = new HashMap<>(environment);
            if (config.hasPath("journal.user")) {
                known.put(USER, config.getString("journal.user"));
            }
            if (config.hasPath("journal.password")) {
                known.put(PASSWORD, config.getString("journal.password"));
            }
            return server(config.getString("journal.url"), known);
        } catch (ConfigException e) {
            throw noConfiguration(choice, e.origin() == null ? -1 : e.origin().lineNumber());
        } catch (ScenarioException e) {
            Matcher placed = Pattern.compile(":(\\d+): ").matcher(e.getMessage());
            throw noConfiguration(choice, placed.find() ? Integer.parseInt(placed.group(1)) : -1);
        } catch (StackOverflowError e) {
            throw noConfiguration(choice, -1);
        } catch (IOException e) {
            throw new UnusableJournalException("journal " + choice + ": " + FileFailure.reason(e));
        }
    }

    /**
     * The error for an unreadable configuration; the message quotes no word of the file, since a password may be near.
     */
    private static UnusableJournalException noConfiguration(String file, int line) {
        return new UnusableJournalException("journal " + file + (line < 1 ? "" : ":" + line)
                + ": is not HOCON with a text at journal.url; see cluster-config/nodes/postgres.conf");
    }

    /**
     * The journal of a finished or broken-off run, to be read. A server is reached only when the user has named it:
     * what a folder says of its journal is compared with that, and never followed.
     *
     * @param folder of the run
     * @param named by the user of this command; empty when the user named no server
     * @return empty when the run was made without a journal
     * @throws JournalException when the journal is in a server that the user did not name
     */
    public static Optional<JournalPlace> of(Path folder, Optional<JournalPlace> named) {
        Optional<Note> note = Note.of(folder);
        if (note.isEmpty()) {
            return Optional.of(in(folder)).filter(JournalPlace::exists);
        }
        if (named.map(JournalPlace::url).equals(Optional.of(note.get().url()))) {
            return named;
        }
        throw new UnusableJournalException(
                folder + ": its journal is in " + shown(note.get().url().replaceAll("[?].*", ""))
                        + ", and no connection is made to what a run's folder names; if you trust it, give that URL with --journal");
    }

    /** Whether the journal of a run is in a server. */
    public static boolean isElsewhere(Path folder) {
        return Files.exists(folder.resolve(URL_FILE), LinkOption.NOFOLLOW_LINKS);
    }

    /** Content of the file that {@link #note} wrote. */
    private record Note(String url, String run) {
        private static final int LONGEST = 4096;

        static Optional<Note> of(Path folder) {
            if (!isElsewhere(folder)) {
                return Optional.empty();
            }
            if (!Files.isRegularFile(folder.resolve(URL_FILE), LinkOption.NOFOLLOW_LINKS)) {
                throw new UnusableJournalException("journal of " + folder + ": " + URL_FILE + " is no file");
            }
            try (InputStream in = Files.newInputStream(folder.resolve(URL_FILE), LinkOption.NOFOLLOW_LINKS)) {
                String[] lines = new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8).split("\\R", 3);
                return Optional.of(new Note(lines[0], lines.length < 2 ? "" : lines[1]));
            } catch (IOException e) {
                throw new JournalException("journal of " + folder + ": cannot be read: " + FileFailure.reason(e), e);
            }
        }
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
            Disk.write(folder.resolve(URL_FILE), url + "\n" + run + "\n");
            Disk.sync(folder);
        } catch (IOException e) {
            throw new JournalException(folder + ": cannot be written: " + FileFailure.reason(e), e);
        }
    }

    /** The id of the run whose journal is elsewhere; empty when its journal is in its folder. */
    public static Optional<String> notedRun(Path folder) {
        return Note.of(folder).map(Note::run);
    }

    /** Label and user of the journal, without the password. */
    @Override
    public String toString() {
        return label() + (file.isPresent() ? "" : ", user " + user);
    }

    /** A name for messages. */
    public String label() {
        return "journal " + file.map(Path::toString).orElse(url);
    }

    /** An exception with the cause in one line. */
    public JournalException failure(String what, Throwable cause) {
        return new JournalException(label() + ": " + what + ": " + JournalFailure.reason(this, cause), cause);
    }

    /** Whether there is something to read; a server is asked when it is opened. */
    public boolean exists() {
        return file.isEmpty() || Files.isRegularFile(file.get());
    }

    /** Whether a process has the file open for writing. The check reads nothing. */
    public boolean isLocked() {
        if (file.isEmpty() || !exists()) {
            return false;
        }
        try {
            return HeldFiles.holds(file.get()) || isLockedElsewhere();
        } catch (OverlappingFileLockException e) {
            return true; // this very process
        } catch (IOException e) {
            throw new JournalException(label() + ": cannot be read: " + FileFailure.reason(e), e);
        }
    }

    private boolean isLockedElsewhere() throws IOException {
        try (FileChannel channel = FileChannel.open(file.get(), StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        }
    }
}
