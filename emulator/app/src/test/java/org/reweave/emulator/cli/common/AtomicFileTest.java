package org.reweave.emulator.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.run.ResultsException;

@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class AtomicFileTest {
    @TempDir
    private Path folder;

    @Test
    void aFileIsReplacedAndNothingIsLeftBeside() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "old and longer");
        AtomicFile.write(file, "new");
        assertThat(file).hasContent("new");
        assertThat(Files.list(folder)).containsExactly(file);
    }

    @Test
    void aSymbolicLinkStaysAndItsTargetIsReplaced() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path old = Files.writeString(there.resolve("old"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("there/old"));
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("there/missing"));
        AtomicFile.write(link, "new");
        AtomicFile.write(dangling, "made");
        assertThat(link).isSymbolicLink();
        assertThat(old).hasContent("new");
        assertThat(dangling).isSymbolicLink();
        assertThat(there.resolve("missing")).hasContent("made");
    }

    /** Such as {@code --export /dev/stdout}, which once replaced the device by a file where root ran the command. */
    @Test
    void aPipeIsWrittenToAndStays() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        AtomicFile.write(pipe, "through");
        assertThat(read.join()).isEqualTo("through");
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertThat(Files.list(folder)).containsExactly(pipe);
    }

    @Test
    void aFolderIsNoFile() {
        assertThatThrownBy(() -> AtomicFile.write(folder, "x")).hasMessage(folder + ": is a folder; name a file");
        assertThatThrownBy(() -> AtomicFile.write(folder.resolve("none/x"), "x"))
                .hasMessageContaining("its folder does not exist");
    }

    /** {@code /dev/full} refuses what is written to it as a full disk does. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsNoFaultOfTheUser() {
        assertThatThrownBy(() -> AtomicFile.write(Path.of("/dev/full"), "x"))
                .isInstanceOf(ResultsException.class)
                .hasMessageContaining("/dev/full: cannot be written: No space left on device");
    }
}
