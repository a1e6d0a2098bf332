package org.reweave.emulator.journal.store;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reweave.emulator.disk.Disk;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.JournalRecord;

/** A journal's database through plain JDBC, for all work before Akka opens the database, and afterwards. */
public final class JournalDatabase {
    private static final String TABLE = "event_journal";
    private static final int H2_LOCKED = 90020;

    /** H2 closes a file that it failed to write, and says why to one of those who write only. */
    private static final int H2_CLOSED = 90098;

    private final JournalPlace place;

    public JournalDatabase(JournalPlace place) {
        this.place = place;
    }

    /** @throws JournalException with the reason in words */
    public Connection connect() {
        try {
            Class.forName(place.driver());
            return DriverManager.getConnection(place.url(), place.user(), place.password());
        } catch (SQLException e) {
            throw failure("cannot be opened", e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the JDBC driver is not on the class path", e);
        }
    }

    /** Makes the tables where they are missing. */
    public void createTables(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String sql : script(place.kind().schema()).split(";", -1)) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
            connection.commit();
            if (place.file().isPresent()) {
                Disk.sync(place.file().get().getParent());
            }
        } catch (SQLException | IOException e) {
            throw failure("cannot be written", e);
        }
    }

    /**
     * Brings all that was committed to the disk. A server's commits are there already; H2 leaves its own to the
     * operating system.
     */
    public void sync(Connection connection) {
        if (place.file().isEmpty()) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT SYNC");
        } catch (SQLException e) {
            throw failure("cannot be written", e);
        }
    }

    /** Whether a process got as far as making the tables. */
    boolean hasTables(Connection connection) {
        try (ResultSet tables =
                connection.getMetaData().getTables(null, null, TABLE, new String[] {"TABLE", "BASE TABLE"})) {
            return tables.next();
        } catch (SQLException e) {
            throw failure("cannot be read", e);
        }
    }

    /**
     * Number of the last record of each run's chain of records, by the chain's id.
     *
     * @param only this one; empty: all of the database
     */
    SortedMap<String, Long> chains(Connection connection, Optional<String> only) {
        String sql = "select \"persistence_id\", max(\"sequence_number\") from \"" + TABLE + "\""
                + (only.isPresent() ? " where \"persistence_id\" = ?" : "") + " group by \"persistence_id\"";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            if (only.isPresent()) {
                statement.setString(1, only.get());
            }
            SortedMap<String, Long> chains = new TreeMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    if (Chains.isCoordinator(rows.getString(1))) {
                        continue;
                    }
                    chains.put(rows.getString(1), rows.getLong(2));
                }
            }
            return chains;
        } catch (SQLException e) {
            throw failure("cannot be read", e);
        }
    }

    /** Removes the records of a run and the entries of its coordinator, from a database that runs share. */
    public void delete(String run) {
        try (Connection connection = connect();
                PreparedStatement delete = connection.prepareStatement(
                        "delete from \"" + TABLE + "\" where \"persistence_id\" in (?, ?)")) {
            delete.setString(1, Chains.records(JournalRecord.Header.single(run)));
            delete.setString(2, Chains.coordinator(run));
            delete.executeUpdate();
        } catch (SQLException e) {
            throw failure("cannot be written", e);
        }
    }

    private static String script(String name) {
        try (InputStream in = JournalDatabase.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An exception with the cause in one line. */
    public JournalException failure(String what, Throwable cause) {
        return new JournalException(place.label() + ": " + what + ": " + reason(cause), cause);
    }

    private String reason(Throwable cause) {
        List<String> messages = new ArrayList<>();
        Throwable deepest = cause;
        boolean closed = false;
        for (Throwable at = cause; at != null; at = at.getCause()) {
            messages.add(String.valueOf(at.getMessage()));
            if (at instanceof SQLException sql && sql.getErrorCode() == H2_LOCKED) {
                return "another process writes it; wait for that run";
            }
            closed |= at instanceof SQLException sql && sql.getErrorCode() == H2_CLOSED;
            deepest = at;
        }
        String all = String.join(" ", messages).toLowerCase(Locale.ROOT);
        if (all.contains("no space left") || all.contains("disk quota")) {
            return "no space left on the device; make room and run again";
        }
        if (closed) {
            return "H2 has closed the file, as it does when there is no space left on the device or the file cannot be "
                    + "written any more; make room and run again";
        }
        if (all.contains("read-only")
                || all.contains("read only")
                || all.contains("permission denied")
                || all.contains("not writable")
                || deepest instanceof java.nio.file.AccessDeniedException) {
            return "read-only or without permission; "
                    + (place.file().isPresent() ? "choose another folder" : "name a user who may, or let this one");
        }
        if (place.file().isEmpty() && deepest instanceof EOFException) {
            return "the server closed the connection";
        }
        return FileFailure.reason(deepest)
                .replaceAll("; SQL statement:.*", "")
                .replaceAll("General error: \"[\\w.$]+: (.*)\"", "$1")
                .replaceAll(" \\[[\\d.]+/\\d+\\]", "")
                .replaceAll("\\b[\\w.$]+@\\p{XDigit}+", "the file");
    }
}
