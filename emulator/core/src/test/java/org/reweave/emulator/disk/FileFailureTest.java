package org.reweave.emulator.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileFailureTest {
    @Test
    void noFailureIsNamedByItsClass() {
        List<IOException> all = List.of(
                new EOFException(),
                new EOFException("SSL peer shut down"),
                new FileAlreadyExistsException("a"),
                new DirectoryNotEmptyException("a"),
                new ClosedByInterruptException(),
                new FileSystemLoopException("a"),
                new IOException(),
                new IOException("two\nlines"),
                new FileSystemException("a", null, "No space left on device"));
        assertThat(all)
                .map(FileFailure::reason)
                .containsExactly(
                        "it ends before it is complete",
                        "it ends before it is complete",
                        "a file of that name is there",
                        "the folder is not empty",
                        "it was closed meanwhile",
                        "file system loop",
                        "io",
                        "two lines",
                        "No space left on device");
    }
}
