package org.reweave.emulator.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replaced file is the one before or the new one, whatever happens meanwhile. */
class DiskTest {
    private static final String OLD = "the bytes before";
    private static final String NEW = "the bytes after, which are more";
    private static final int LOSSES = 40;

    @TempDir
    private Path folder;

    /** One of the ways to replace a file. */
    private interface Way {
        void replace(Path file) throws IOException;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final List<Way> WAYS = List.of(
            file -> Disk.replace(file, out -> out.write(bytes(NEW))),
            file -> Disk.replace(file, file.resolveSibling("own"), out -> out.write(bytes(NEW))),
            file -> Disk.replaceBy(file, partial -> Files.write(partial, bytes(NEW))));

    private SimulatedDisk disk(String name) throws IOException {
        SimulatedDisk disk =
                SimulatedDisk.over(Files.createDirectory(folder.resolve(name)).toRealPath());
        Disk.write(disk.root().resolve("file"), OLD);
        Disk.sync(disk.root());
        return disk;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aPowerFailureLeavesAllOfOneFileAndTheNewOneOnceItIsAcknowledged() throws IOException {
        for (int way = 0; way < WAYS.size(); way++) {
            SimulatedDisk disk = disk("disk" + way);
            int begun = disk.log().size();
            WAYS.get(way).replace(disk.root().resolve("file"));
            Set<String> seen = new HashSet<>();
            for (int before = begun; before <= disk.log().size(); before++) {
                for (int loss = 0; loss < LOSSES; loss++) {
                    Path left = folder.resolve("left" + way + "-" + before + "-" + loss);
                    disk.log().leave(before, loss, left);
                    String content = Files.readString(left.resolve("file"));
                    assertThat(content).isIn(OLD, NEW);
                    if (before == disk.log().size()) {
                        assertThat(content).isEqualTo(NEW);
                    }
                    seen.add(content);
                }
            }
            assertThat(seen).as("way %d", way).containsExactlyInAnyOrder(OLD, NEW);
        }
    }

    @Test
    void aCallThatFailsLeavesTheFileBeforeAndNothingBesideIt() throws IOException {
        for (Way way : WAYS) {
            Path there = Files.createTempDirectory(folder, "there");
            Files.writeString(there.resolve("file"), OLD);
            assertThatThrownBy(() -> Disk.replace(there.resolve("file"), out -> {
                        out.write(bytes(NEW));
                        throw new IOException("no more bytes");
                    }))
                    .hasMessage("no more bytes");
            assertThat(names(there)).containsExactly("file");
            assertThat(there.resolve("file")).hasContent(OLD);

            way.replace(there.resolve("file"));
            assertThat(names(there)).containsExactly("file");
            assertThat(there.resolve("file")).hasContent(NEW);
        }
    }

    @Test
    void aMakerThatFailsIsNamedAlsoWhereItsFileCannotBeRemoved() throws IOException {
        Path file = folder.resolve("file");
        assertThatThrownBy(() -> Disk.replaceBy(file, partial -> {
                    Files.createDirectory(partial);
                    Files.createFile(partial.resolve("in the way"));
                    throw new IOException("the first reason");
                }))
                .hasMessage("the first reason")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(file).doesNotExist();
    }

    @Test
    void whatAKillLeavesOfReplacedFilesIsRemovedAndNothingElse() throws IOException {
        for (String name : List.of(".file.partial", ".partial", "file.partial", ".file", "file")) {
            Files.writeString(folder.resolve(name), OLD);
        }
        Files.createDirectory(folder.resolve(".folder.partial"));
        Files.createSymbolicLink(folder.resolve(".link.partial"), folder.resolve("file"));
        Disk.removePartials(folder);
        assertThat(names(folder)).containsExactly(".file", ".folder.partial", ".link.partial", "file", "file.partial");
    }
}
