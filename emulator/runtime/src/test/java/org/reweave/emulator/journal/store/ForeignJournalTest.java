package org.reweave.emulator.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.reading.JournalReader;

/**
 * A run of a stranger: nothing in its folder or archive is executed, no connection is made, nothing is written
 * elsewhere.
 */
@Timeout(120)
class ForeignJournalTest {
    @TempDir
    private Path folder;

    private ServerSocket listener;
    private final AtomicBoolean connected = new AtomicBoolean();
    private CompletableFuture<Void> listening;

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        listening = CompletableFuture.runAsync(() -> {
            try {
                listener.accept().close();
                connected.set(true);
            } catch (SocketTimeoutException e) {
                throw new IllegalStateException(e);
            } catch (IOException e) {
                // closed by the test
            }
        });
    }

    @AfterEach
    void nobodyConnected() throws IOException {
        listener.close();
        listening.join();
        assertThat(connected).isFalse();
    }

    private String foreignUrl() {
        return "jdbc:postgresql://127.0.0.1:" + listener.getLocalPort() + "/stolen";
    }

    /** A stranger's folder: a journal whose file a change is made to. */
    private Path foreign(Consumer<MVStore> change) throws IOException {
        Path run = Files.createDirectories(folder.resolve("runs/.foreign.partial"));
        JournalRuns.write(JournalPlace.in(run), JournalRuns.network());
        Files.writeString(run.resolve("scenario.conf"), "name = foreign\n");
        try (MVStore store = MVStore.open(run.resolve("journal.mv.db").toString())) {
            change.accept(store);
        }
        return run;
    }

    private void refused(Path run, String what) {
        assertThatThrownBy(() -> JournalReader.open(JournalPlace.in(run), Optional.empty()))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageContaining(what)
                .hasMessageNotContaining("\n");
        List<RunEntry> entries = new RunCatalog(folder.resolve("runs"), Optional.empty()).list();
        assertThat(entries).extracting(RunEntry::state).containsExactly(RunEntry.UNKNOWN);
    }

    @Test
    void theSameFolderWithNothingAddedIsRead() throws IOException {
        try (JournalReader reader = JournalReader.open(JournalPlace.in(foreign(store -> {})), Optional.empty())) {
            assertThat(reader.ended()).isPresent();
        }
    }

    @Test
    void aFileOfAnotherVersionIsRefused() throws IOException {
        refused(
                foreign(store -> store.setStoreVersion(3)),
                "is of version 3, and this software reads version 2 only; use the software that wrote it");
    }

    /** H2 keeps its tables in such maps, and gives its files no version. */
    @Test
    void aDatabaseOfH2IsRefused() throws IOException {
        refused(
                foreign(store -> {
                    store.setStoreVersion(0);
                    store.openMap("table.0").put(1, "CREATE FORCE TRIGGER \"T\" ...");
                }),
                "is of version 0, and this software reads version 2 only");
    }

    @Test
    void noSqlEngineIsThereThatAFileCouldUse() {
        assertThatThrownBy(() -> Class.forName("org.h2.Driver")).isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void rowsThatAreNoBytesAreDamaged() throws IOException {
        refused(
                foreign(store -> {
                    store.removeMap(JournalRuns.RUN + "|single|1");
                    store.openMap(JournalRuns.RUN + "|single|1").put(1, "text");
                }),
                "the file is damaged");
    }

    @Test
    void rowsOfAnotherRunAreCounted() throws IOException {
        Path run = foreign(store -> JournalFile.rows(store, "torus-8|single|1").put(1L, new byte[1]));
        try (RecordSource source = RecordSource.open(JournalPlace.in(run), Optional.empty())) {
            assertThat(source.strays()).isOne();
        }
    }

    @Test
    void aUrlInAFolderIsNotFollowed() throws IOException {
        Path run = Files.createDirectories(folder.resolve("runs/.foreign.partial"));
        Files.writeString(run.resolve("scenario.conf"), "name = foreign\n");
        Files.writeString(run.resolve("journal.url"), foreignUrl() + "?sslpassword=hidden\nforeign\n");

        List<RunEntry> entries = new RunCatalog(folder.resolve("runs"), Optional.empty()).list();
        assertThat(entries).extracting(RunEntry::state).containsExactly(RunEntry.UNKNOWN);
        JournalPlace other = JournalPlace.server("jdbc:postgresql://127.0.0.1:1/mine", Map.of());
        for (Optional<JournalPlace> named : List.of(Optional.<JournalPlace>empty(), Optional.of(other))) {
            assertThatThrownBy(() -> JournalPlace.of(run, named))
                    .isInstanceOf(UnusableJournalException.class)
                    .hasMessageContainingAll("its journal is in " + foreignUrl(), "no connection is made", "--journal")
                    .hasMessageNotContaining("hidden");
        }
    }

    private Path archive(Map<String, byte[]> entries) throws IOException {
        Path file = folder.resolve("foreign.zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return file;
    }

    private void archiveRefused(Path file, String... words) throws IOException {
        Path runs = folder.resolve("runs");
        assertThatThrownBy(() -> RunArchive.read(file, runs))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("\n");
        try (Stream<Path> left = Files.list(runs)) {
            assertThat(left).isEmpty();
        }
        try (Stream<Path> beside = Files.list(folder)) {
            assertThat(beside).containsExactlyInAnyOrder(file, runs);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../x/scenario.conf",
                "x/../scenario.conf",
                "x/../../scenario.conf",
                "/etc/scenario.conf",
                "x/y/scenario.conf",
                "nul/scenario.conf",
                "COM1.x/scenario.conf",
                "C:\\x/scenario.conf",
                "x/journal.mv.db",
                "x/journal.url",
                "x/.bashrc",
                "x\u001b[31m/scenario.conf",
                "x/"
            })
    void anArchiveWithAnotherNameInItIsRefused(String name) throws IOException {
        archiveRefused(archive(Map.of(name, new byte[] {'a'})), "it is not an archive of a run: it holds '");
    }

    @Test
    void anArchiveOfTenGigabytesOfZerosIsRefusedEarly() throws IOException {
        Path file = folder.resolve("foreign.zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("x/events.jsonl"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 64; i++) { // the first 16 MiB of so many give it away
                zip.write(zeros);
            }
        }
        archiveRefused(file, "events.jsonl unpacks to more than 100 times its packed size");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing",
                "reweave journal 2\n\0\0\0\0\0\0\0\0",
                "reweave journal 3\n",
                "reweave journal 3\n\0\0\0\0\0\0\0\1\1\177\177\177\177",
                "reweave journal 3\n\0\0\0\0\0\0\0\1\1\0\0\0\1x\0\0\0\0\0\0\0\0",
                "reweave journal 3\n\177\0\0\0\0\0\0\1\1\0\0\0\1x"
            })
    void anArchiveWithOtherRecordsIsRefused(String records) throws IOException {
        archiveRefused(
                archive(Map.of("x/journal.records", records.getBytes(StandardCharsets.ISO_8859_1))), "its journal ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?sslpassword=hidden",
                "?user=a&password=hidden",
                "?ssl=true&PASSWORD=hidden",
                "?passw%6frd=hidden",
                "?socketFactory=hidden",
                "?ApplicationName=hidden here"
            })
    void aUrlWithASecretOrAClassIsRefusedAndNotShown(String parameters) {
        assertThatThrownBy(() -> JournalPlace.server(foreignUrl() + parameters, Map.of()))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageContaining(JournalPlace.PASSWORD)
                .hasMessageNotContaining("hidden");
    }

    @Test
    void aUrlWithAPasswordBeforeItsHostIsRefusedAndNotShown() {
        assertThatThrownBy(() -> JournalPlace.server("jdbc:postgresql://me:hidden@localhost/x", Map.of()))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageNotContaining("hidden");
    }

    @Test
    void aUrlWithOtherParametersIsTaken() {
        String url = foreignUrl() + "?sslmode=verify-full&sslrootcert=/etc/ca.pem";
        assertThat(JournalPlace.server(url, Map.of()).url()).isEqualTo(url);
    }

    @Test
    void aBrokenConfigurationShowsNoneOfItsText() throws IOException {
        Path file = Files.writeString(folder.resolve("own.conf"), "journal {\n password = \"hidden\n}\n");
        assertThatThrownBy(() -> JournalPlace.chosen(file.toString(), Map.of()))
                .hasMessageContaining("own.conf:")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void aConfigurationFetchesNothingAndTellsNothingOfTheEnvironment() throws IOException {
        Path reaching = Files.writeString(folder.resolve("reaching.conf"), "include url(\"http://127.0.0.1:1/x\")");
        assertThatThrownBy(() -> JournalPlace.chosen(reaching.toString(), Map.of()))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageContaining("reaching.conf: is not HOCON");
        Path asking = Files.writeString(folder.resolve("asking.conf"), "journal.url = ${SECRET}");
        assertThatThrownBy(() -> JournalPlace.chosen(asking.toString(), Map.of("SECRET", "hidden")))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageNotContaining("hidden");
        Path own = Files.writeString(folder.resolve("own.conf"), "journal.url = ${REWEAVE_JOURNAL_URL}");
        assertThat(JournalPlace.chosen(own.toString(), Map.of("REWEAVE_JOURNAL_URL", foreignUrl()))
                        .url())
                .isEqualTo(foreignUrl());
    }

    @Test
    void theShippedConfigurationNeedsNoMoreThanAPassword() {
        String shipped = "../../cluster-config/nodes/postgres.conf";
        assertThat(JournalPlace.chosen(shipped, Map.of("REWEAVE_JOURNAL_PASSWORD", "p"))
                        .url())
                .isEqualTo("jdbc:postgresql://127.0.0.1:5432/reweave");
        assertThat(JournalPlace.chosen(
                                shipped, Map.of("REWEAVE_JOURNAL_URL", foreignUrl(), "REWEAVE_JOURNAL_PASSWORD", "p"))
                        .url())
                .isEqualTo(foreignUrl());
    }

    /** The HOCON library alone would take minutes for the first and the stack for the second. */
    @Test
    void aConfigurationWithoutEndIsRefused() throws IOException {
        Path words = Files.writeString(folder.resolve("words.conf"), "journal.url = " + "a ".repeat(100_000));
        assertThatThrownBy(() -> JournalPlace.chosen(words.toString(), Map.of()))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageContaining("more than");
        Path deep = Files.writeString(folder.resolve("deep.conf"), ("[".repeat(500) + "\n").repeat(100));
        assertThatThrownBy(() -> JournalPlace.chosen(deep.toString(), Map.of()))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageContaining("is not HOCON");
    }

    @Test
    void aSummaryWithoutEndIsNotRead() throws IOException {
        Path run = foreign(store -> {});
        try (RandomAccessFile summary =
                new RandomAccessFile(run.resolve("summary.json").toFile(), "rw")) {
            summary.setLength(10L << 30);
        }
        List<RunEntry> entries = new RunCatalog(folder.resolve("runs"), Optional.empty()).list();
        assertThat(entries).extracting(RunEntry::run).containsExactly(JournalRuns.RUN);
        assertThatThrownBy(() -> RunCatalog.summaryText(run)).hasMessageContaining("more than 16777216");
    }

    @Test
    void aScenarioWithOneEndlessLineHasNoName() throws IOException {
        Path run = Files.createDirectories(folder.resolve("runs/foreign"));
        Files.writeString(run.resolve("scenario.conf"), "name =" + " ".repeat(1 << 20) + "x");
        List<RunEntry> entries = new RunCatalog(folder.resolve("runs"), Optional.empty()).list();
        assertThat(entries).extracting(RunEntry::scenario).containsExactly((String) null);
    }
}
