package org.reweave.emulator.journal.store;

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
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.JournalRecord;

/** A journal's database server through plain JDBC, for all work before Akka opens the database, and afterwards. */
public final class JournalDatabase {
    private static final String TABLE = "event_journal";
    private static final String DRIVER = "org.postgresql.Driver";

    private final JournalPlace place;

    public JournalDatabase(JournalPlace place) {
        this.place = place;
    }

    /** @throws JournalException with the reason in words */
    Connection connect() {
        try {
            Class.forName(DRIVER);
            return DriverManager.getConnection(place.url(), place.user(), place.password());
        } catch (SQLException e) {
            throw place.failure("cannot be opened", e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the JDBC driver is not on the class path", e);
        }
    }

    /** Makes the tables where they are missing. */
    void createTables() {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String sql : script().split(";", -1)) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
            connection.commit();
        } catch (SQLException e) {
            throw place.failure("cannot be written", e);
        }
    }

    /** Whether a process got as far as making the tables. */
    boolean hasTables(Connection connection) {
        try (ResultSet tables =
                connection.getMetaData().getTables(null, null, TABLE, new String[] {"TABLE", "BASE TABLE"})) {
            return tables.next();
        } catch (SQLException e) {
            throw place.failure("cannot be read", e);
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
            throw place.failure("cannot be read", e);
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
            throw place.failure("cannot be written", e);
        }
    }

    private static String script() {
        try (InputStream in = JournalDatabase.class.getResourceAsStream("postgresql.sql")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
