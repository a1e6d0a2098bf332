package org.reweave.emulator.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.Machine;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.PostgresServer;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.reading.ReplayReport;
import org.reweave.emulator.journal.reading.ReplayReport.Comparison;
import org.reweave.emulator.journal.writing.RunJournal;
import org.reweave.emulator.network.Network;

/** Journals in a real PostgreSQL server. */
@Tag("slow")
@Timeout(120)
class PostgresJournalTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of(JournalPlace.USER, PostgresServer.USER, JournalPlace.PASSWORD, PostgresServer.PASSWORD);

    @TempDir
    private static Path folder;

    private static PostgresServer server;

    @BeforeAll
    static void start() throws IOException {
        Optional<Path> binaries = PostgresServer.binaries();
        Machine.require(
                binaries.isPresent(),
                "no PostgreSQL server in /usr/lib/postgresql: journals in PostgreSQL are not tested; apt-get install postgresql");
        server = PostgresServer.start(binaries.get(), folder);
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static JournalPlace place() {
        return JournalPlace.server(server.url(), ENVIRONMENT);
    }

    private static ReplayReport replay() {
        return JournalRuns.replay(
                place(), listener -> JournalRuns.actors(JournalRuns.network(), listener, 2, 4), Long.MAX_VALUE);
    }

    @Test
    void runsShareADatabaseAndReplayFromIt() {
        Network network = JournalRuns.network();
        JournalRecord.RunStarted other =
                new JournalRecord.RunStarted(JournalRecord.Header.single("another"), "", 1, "test", "", 1);
        try (RunJournal interrupted = RunJournal.begin(place(), other)) {
            JournalRuns.write(place(), network);
            assertThat(interrupted.acknowledged()).isLessThanOrEqualTo(1);
        }

        ReplayReport report = replay();
        assertThat(report.verdict()).as(report.toString()).isEqualTo(Comparison.EQUAL);

        assertThatThrownBy(() -> JournalRuns.write(place(), network)).hasMessageContaining("already holds");
        new JournalDatabase(place()).delete(JournalRuns.RUN);
        assertThat(replay().verdict()).isEqualTo(Comparison.TRUNCATED);
        JournalRuns.write(place(), network);
        assertThat(replay().verdict()).isEqualTo(Comparison.EQUAL);
    }

    @Test
    void aFileMayNameTheServer(@TempDir Path elsewhere) throws IOException {
        Path file = Files.writeString(
                elsewhere.resolve("postgres.conf"),
                "journal { url = \"" + server.url() + "\", user = reweave, password = \"a test's\" }");

        assertThat(JournalPlace.chosen(file.toString(), Map.of())).isEqualTo(place());
    }

    @Test
    void aWrongPasswordIsSaidAndNeverShown() {
        JournalPlace wrong = JournalPlace.server(
                server.url(), Map.of(JournalPlace.USER, PostgresServer.USER, JournalPlace.PASSWORD, "guessed"));

        assertThatThrownBy(() -> JournalRuns.write(wrong, JournalRuns.network()))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("password authentication failed")
                .hasMessageNotContaining("guessed");
        assertThat(wrong.toString()).doesNotContain("guessed");
    }

    @Test
    void aPasswordInTheUrlIsRefused() {
        assertThatThrownBy(() -> JournalPlace.server(server.url() + "?user=a&password=secret", Map.of()))
                .hasMessageContaining(JournalPlace.PASSWORD)
                .hasMessageNotContaining("secret");
    }
}
