package org.reweave.emulator.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.disk.LockProbe;

/** Where a run's journal is: in its folder, or in a server that the user names. */
class JournalPlaceTest {
    private static final String URL = "jdbc:postgresql://127.0.0.1:5432/x";
    private static final JournalPlace SERVER =
            JournalPlace.server(URL, Map.of(JournalPlace.USER, "a", JournalPlace.PASSWORD, "secret"));

    @TempDir
    private Path folder;

    @Test
    void aPlaceIsNamedWithItsUserAndNeverWithItsPassword() {
        assertThat(SERVER).hasToString("journal " + URL + ", user a");
        assertThat(SERVER.label()).isEqualTo("journal " + URL);
        assertThat(SERVER.password()).isEqualTo("secret");
        assertThat(JournalPlace.in(folder)).hasToString("journal " + folder.resolve("journal.mv.db"));
        assertThat(JournalPlace.server(URL, Map.of()).password()).isEmpty();
    }

    @Test
    void aNoteSaysThatTheJournalIsElsewhere() throws IOException {
        assertThat(JournalPlace.of(folder, Optional.of(SERVER))).isEmpty();
        assertThat(JournalPlace.notedRun(folder)).isEmpty();
        JournalPlace.in(folder).note(folder, "run-1");
        assertThat(folder).isEmptyDirectory();
        SERVER.note(folder, "run-1");
        assertThat(folder.resolve("journal.url")).hasContent(URL + "\nrun-1\n");
        assertThat(JournalPlace.notedRun(folder)).contains("run-1");
        assertThat(JournalPlace.of(folder, Optional.of(SERVER))).contains(SERVER);
        assertThatThrownBy(() -> JournalPlace.of(folder, Optional.empty()))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageContaining("its journal is in " + URL);
        Files.writeString(folder.resolve("journal.url"), URL);
        assertThat(JournalPlace.notedRun(folder)).contains("");
    }

    /** A page of 'serve' lists the run that its own process writes. */
    @Test
    void askingWhetherItsOwnJournalIsLockedCostsAProcessNoLock() throws Exception {
        JournalPlace place = JournalPlace.in(folder);
        try (JournalFileWriter writer = new JournalFileWriter(place)) {
            writer.commit();
            assertThat(place.isLocked()).isTrue();
            assertThat(LockProbe.isLocked(folder.resolve("journal.mv.db"))).isTrue();
        }
        assertThat(place.isLocked()).isFalse();
        assertThat(LockProbe.isLocked(folder.resolve("journal.mv.db"))).isFalse();
    }

    @Test
    void aJournalInAFolderIsThereOnceItsFileIs() throws IOException {
        JournalPlace place = JournalPlace.in(folder);
        assertThat(place.exists()).isFalse();
        assertThat(place.isLocked()).isFalse();
        Files.createFile(folder.resolve("journal.mv.db"));
        assertThat(place.exists()).isTrue();
        assertThat(place.isLocked()).isFalse();
        assertThat(JournalPlace.of(folder, Optional.empty())).contains(place);
        try (FileChannel channel = FileChannel.open(folder.resolve("journal.mv.db"), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(place.isLocked()).isTrue();
        }
        assertThat(SERVER.exists()).isTrue();
        assertThat(SERVER.isLocked()).isFalse();
    }

    @Test
    void aChoiceIsAUrlOrAFileWithOne() throws IOException {
        assertThat(JournalPlace.chosen(URL, Map.of(JournalPlace.USER, "a", JournalPlace.PASSWORD, "secret")))
                .isEqualTo(SERVER);
        Path file = folder.resolve("journal.conf");
        Files.writeString(file, "journal { url = \"" + URL + "\", user = a, password = secret }\n");
        assertThat(JournalPlace.chosen(file.toString(), Map.of(JournalPlace.USER, "b")))
                .isEqualTo(SERVER);
        Files.writeString(file, "journal.url = \"" + URL + "\"\n");
        assertThat(JournalPlace.chosen(file.toString(), Map.of(JournalPlace.USER, "b", JournalPlace.PASSWORD, "c")))
                .isEqualTo(JournalPlace.server(URL, Map.of(JournalPlace.USER, "b", JournalPlace.PASSWORD, "c")));
        Files.writeString(file, "# nothing\njournal.user = a\n");
        assertThatThrownBy(() -> JournalPlace.chosen(file.toString(), Map.of()))
                .hasMessageStartingWith("journal " + file)
                .hasMessageEndingWith(
                        ": is not HOCON with a text at journal.url; see cluster-config/nodes/postgres.conf");
        assertThatThrownBy(() -> JournalPlace.chosen(folder.resolve("none").toString(), Map.of()))
                .hasMessageEndingWith(": neither a URL that begins with jdbc: nor a file");
    }

    @Test
    void aLongAddressIsShownInPart() {
        for (int length : new int[] {120, 121}) {
            String url = "x".repeat(length);
            assertThatThrownBy(() -> JournalPlace.server(url, Map.of()))
                    .hasMessageStartingWith("journal " + "x".repeat(120) + (length > 120 ? "...: not" : ": not"));
        }
        assertThatThrownBy(() -> JournalPlace.server("?x", Map.of()))
                .hasMessageStartingWith("journal : not a database");
    }
}
