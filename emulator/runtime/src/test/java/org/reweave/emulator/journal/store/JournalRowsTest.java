package org.reweave.emulator.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.Machine;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.journal.JournalCuts;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.PostgresServer;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.journal.writing.RunJournal;

/** Rows of a PostgreSQL server: read in their order, removed, and refused with a reason. */
@Tag("slow")
@Timeout(120)
class JournalRowsTest {
    private static final int RECORDS = 40;
    private static final String STRANGER = "stranger";
    private static final String NOT_ALLOWED = "read-only or without permission; name a user who may, or let this one";

    @TempDir
    private static Path folder;

    private static PostgresServer server;

    private String url;
    private JournalPlace place;

    @BeforeAll
    static void start() throws IOException, SQLException {
        Optional<Path> binaries = PostgresServer.binaries();
        Machine.require(
                binaries.isPresent(),
                "no PostgreSQL server in /usr/lib/postgresql: rows in PostgreSQL are not tested; apt-get install"
                        + " postgresql");
        server = PostgresServer.start(binaries.get(), folder);
        execute(server.url(), "create role " + STRANGER + " login password 'a test''s'");
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /** An empty database for each test. */
    @BeforeEach
    void create(TestInfo test) throws SQLException {
        String name = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
        execute(server.url(), "create database " + name);
        url = server.url().replaceAll("[^/]+$", name);
        place = as(PostgresServer.USER);
    }

    private JournalPlace as(String user) {
        return JournalPlace.server(
                url, Map.of(JournalPlace.USER, user, JournalPlace.PASSWORD, PostgresServer.PASSWORD));
    }

    private static Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(url, PostgresServer.USER, PostgresServer.PASSWORD);
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long count(String url, String sql) throws SQLException {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Rows of a chain that hold their number, the last one put first. */
    private void put(String chain, int rows) throws SQLException {
        execute(
                url,
                "insert into event_journal (persistence_id, sequence_number, writer, event_ser_id, event_ser_manifest,"
                        + " event_payload) select '" + chain + "', n, '', 77, 'kind ' || n, int8send(n)"
                        + " from generate_series(" + rows + ", 1, -1) n");
    }

    private static String records(String run) {
        return Chains.records(JournalRecord.Header.single(run));
    }

    private void putRun(String run, int records, int entries) throws SQLException {
        put(records(run), records);
        put(Chains.coordinator(run), entries);
    }

    private RecordSource open(String run) {
        return RecordSource.open(place, Optional.of(run));
    }

    private static List<Long> numbers(Iterator<Row> rows) {
        List<Long> numbers = new ArrayList<>();
        rows.forEachRemaining(row -> numbers.add(row.number()));
        return numbers;
    }

    private static List<Long> upTo(int last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    private void isLetGo() throws SQLException, InterruptedException {
        String others = "select count(*) from pg_stat_activity where datname = current_database()"
                + " and pid <> pg_backend_pid()";
        for (int tries = 0; count(url, others) > 0; tries++) {
            assertThat(tries).as("waits for connections to end").isLessThan(200);
            Thread.sleep(20);
        }
    }

    @Test
    void recordsAndEntriesAreThoseOfTheirRunInTheirOrder() throws SQLException, InterruptedException {
        new JournalServer(place).close();
        putRun("other", 50, 9);
        putRun(JournalRuns.RUN, RECORDS, 3);
        try (RecordSource source = open(JournalRuns.RUN)) {
            assertThat(source.last()).isEqualTo(RECORDS);
            assertThat(numbers(source.rows())).isEqualTo(upTo(RECORDS));
            assertThat(numbers(source.rows(5, 7))).containsExactly(5L, 6L, 7L);
            assertThat(numbers(source.rows(5, 5))).containsExactly(5L);
            assertThat(source.rows(7, 5)).isExhausted();
            assertThat(numbers(source.entries())).isEqualTo(upTo(3));
            assertThat(source.strays()).isZero();
            Iterator<Row> rows = source.rows(RECORDS, RECORDS);
            Row row = rows.next();
            assertThat(row.serializer()).isEqualTo(77);
            assertThat(row.manifest()).isEqualTo("kind " + RECORDS);
            assertThat(ByteBuffer.wrap(row.bytes()).getLong()).isEqualTo(RECORDS);
            assertThatThrownBy(rows::next).isInstanceOf(NoSuchElementException.class);
        }
        isLetGo();
    }

    @Test
    void withoutAnIdTheFirstRunOfTheDatabaseIsRead() throws SQLException {
        new JournalServer(place).close();
        put(Chains.coordinator("a"), 9); // whose records are gone
        putRun("b", 2, 1);
        putRun("c", 3, 1);
        try (RecordSource source = RecordSource.open(place, Optional.empty())) {
            assertThat(numbers(source.rows())).isEqualTo(upTo(2));
            assertThat(numbers(source.entries())).isEqualTo(upTo(1));
        }
    }

    @Test
    void aDatabaseWithoutTablesHoldsNothingAndGetsNone() throws SQLException {
        try (RecordSource source = RecordSource.open(place, Optional.empty())) {
            assertThat(source.last()).isZero();
            assertThat(source.rows()).isExhausted();
            assertThat(source.entries()).isExhausted();
        }
        assertThat(count(url, "select count(*) from pg_tables where schemaname = 'public'"))
                .isZero();
    }

    @Test
    void aRunThatIsRemovedTakesNoOtherWithIt() throws SQLException {
        new JournalServer(place).close();
        putRun("other", 5, 2);
        putRun(JournalRuns.RUN, RECORDS, 3);
        new JournalDatabase(place).delete(JournalRuns.RUN);
        try (RecordSource source = open(JournalRuns.RUN)) {
            assertThat(source.last()).isZero();
            assertThat(source.entries()).isExhausted();
        }
        assertThat(count(url, "select count(*) from event_journal")).isEqualTo(7);
    }

    @Test
    void aUserWhoIsNotAllowedIsToldSoAndLetGo() throws SQLException, InterruptedException {
        JournalPlace stranger = as(STRANGER);
        assertThatThrownBy(() -> new JournalServer(stranger))
                .isInstanceOf(JournalException.class)
                .hasMessage("journal " + url + ": cannot be written: " + NOT_ALLOWED);
        new JournalServer(place).close();
        putRun(JournalRuns.RUN, RECORDS, 3);
        assertThatThrownBy(() -> RecordSource.open(stranger, Optional.empty()))
                .isInstanceOf(JournalException.class)
                .hasMessage("journal " + url + ": cannot be read: " + NOT_ALLOWED);
        assertThatThrownBy(() -> new JournalDatabase(stranger).delete(JournalRuns.RUN))
                .isInstanceOf(JournalException.class)
                .hasMessage("journal " + url + ": cannot be written: " + NOT_ALLOWED);
        isLetGo();
        assertThat(count(url, "select count(*) from event_journal")).isEqualTo(RECORDS + 3);
    }

    @Test
    void aConnectionThatBreaksOffIsToldWithTheLastRecordThatWasRead() throws SQLException {
        new JournalServer(place).close();
        putRun(JournalRuns.RUN, RECORDS, 3);
        try (RecordSource source = open(JournalRuns.RUN)) {
            Iterator<Row> rows = source.rows();
            assertThat(rows.next().number()).isOne();
            execute(
                    url,
                    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
                            + " and pid <> pg_backend_pid()");
            assertThatThrownBy(() -> numbers(rows))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("journal " + url + ": cannot be read after record 16: ");
            assertThatThrownBy(source::rows)
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("journal " + url + ": cannot be read: ");
        }
    }

    @Test
    void aRunThatAServerKeepsIsReadFromIt() throws SQLException, InterruptedException {
        try (RunJournal journal = RunJournal.begin(place, JournalCuts.STARTED)) {
            RunListener listener = journal.listener((totals, events) -> {});
            for (long cut = 1; cut <= 3; cut++) {
                listener.cut(JournalCuts.totals(cut), JournalCuts.events(100));
            }
            journal.end(JournalCuts.ended());
        }
        isLetGo();
        try (RecordSource source = open(JournalRuns.RUN)) {
            assertThat(source.last()).isGreaterThanOrEqualTo(3);
            assertThat(numbers(source.rows())).isEqualTo(upTo((int) source.last()));
            assertThat(numbers(source.entries()))
                    .as("of the term and of the end")
                    .hasSizeGreaterThanOrEqualTo(2);
        }
    }
}
