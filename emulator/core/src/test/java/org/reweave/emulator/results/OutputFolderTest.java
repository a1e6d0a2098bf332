package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest {
    @TempDir
    private Path folder;

    private void written(Path target) throws IOException {
        assertThat(OutputFolder.problem(target)).isEmpty();
        OutputFolder output = OutputFolder.begin(target);
        Files.writeString(output.unfinished().resolve("a"), "a");
        Files.writeString(output.unfinished().resolve("last"), "b");
        assertThat(target.resolve("a")).doesNotExist();
        assertThat(OutputFolder.name(output.unfinished())).isIn("new", "empty", "real");
        output.finish("last");
        assertThat(target.resolve("a")).hasContent("a");
        assertThat(target.resolve("last")).hasContent("b");
        assertThat(output.unfinished()).doesNotExist();
    }

    @Test
    void aFolderBelowAFileCannotBeMade() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThat(OutputFolder.problem(file.resolve("a/b")))
                .contains("cannot be made: " + file + " is a file; name another folder");
        assertThat(OutputFolder.problem(folder.resolve("a/b"))).isEmpty();
    }

    @Test
    void aFolderThatIsNotThereAppearsWhole() throws IOException {
        written(folder.resolve("x/y/new"));
    }

    @Test
    void anEmptyFolderStaysTheSameFolder() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Object key = Files.readAttributes(empty, java.nio.file.attribute.BasicFileAttributes.class)
                .fileKey();
        written(empty);
        assertThat(Files.readAttributes(empty, java.nio.file.attribute.BasicFileAttributes.class)
                        .fileKey())
                .isEqualTo(key);
    }

    @Test
    void aLinkToAFolderIsFollowedAndStays() throws IOException {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        written(link);
        assertThat(link).isSymbolicLink();
        assertThat(real.resolve("a")).exists();
    }

    @Test
    void whatCannotBecomeAFolderIsSaidBefore() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(OutputFolder.problem(file))
                .hasValueSatisfying(text -> assertThat(text).contains("is a file"));
        assertThat(OutputFolder.problem(folder))
                .hasValueSatisfying(text -> assertThat(text).contains("is not empty"));
        Path nothing = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));
        assertThat(OutputFolder.problem(nothing))
                .hasValueSatisfying(text -> assertThat(text).contains("link to nothing"));
        assertThat(OutputFolder.problem(folder.resolve("x".repeat(300))))
                .hasValueSatisfying(text -> assertThat(text).contains("300 characters"));
    }

    @Test
    void twoThatWriteTheSameFolderAreToldApart() throws IOException {
        OutputFolder.begin(folder.resolve("one"));
        assertThat(OutputFolder.problem(folder.resolve("one")))
                .hasValueSatisfying(text -> assertThat(text).contains(".one.partial holds", "remove that one"));
        assertThatThrownBy(() -> OutputFolder.begin(folder.resolve("one")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another run writes there, or one was killed");
    }

    @Test
    void aTextBecomesANameOfAFolderAndNothingElse() {
        assertThat(OutputFolder.nameOf("..")).isEqualTo("_");
        assertThat(OutputFolder.nameOf("../../etc/x")).isEqualTo("_.._etc_x");
        assertThat(OutputFolder.nameOf("-rf")).isEqualTo("rf");
        assertThat(OutputFolder.nameOf("a b/\u0000c")).isEqualTo("a_b_c");
        assertThat(OutputFolder.nameOf("n".repeat(300))).hasSize(100);
    }

    @Test
    void aPlaceWhereNothingCanBeMadeIsAProblemForRootToo() {
        Path nowhere = Path.of("/proc/none");
        assumeTrue(Files.isDirectory(nowhere.getParent()), "only where there is a /proc");
        assertThat(OutputFolder.problem(nowhere))
                .contains("cannot be made: /proc permits no writing; name another folder");
    }
}
