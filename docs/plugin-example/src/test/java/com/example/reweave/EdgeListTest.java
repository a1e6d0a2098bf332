package com.example.reweave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.routing.io.FabricFormatException;
import org.reweave.routing.io.FabricReaders;
import org.reweave.routing.topology.Fabric;

class EdgeListTest {
    @TempDir
    private Path folder;

    private Fabric read(String text) throws IOException {
        return FabricReaders.read(Files.writeString(folder.resolve("ring.edges"), text))
                .fabric();
    }

    @Test
    void aFileOfTheFormatIsReadByIt() throws IOException {
        Fabric ring = read("a b\nb c\nc a\n");
        assertThat(ring.switchCount()).isEqualTo(3);
        assertThat(ring.nicCount()).isEqualTo(3);
        assertThat(ring.linkCount()).isEqualTo(6);
        assertThat(ring.deviceByName("nic-c")).isNotNegative();
    }

    @Test
    void aLineThatIsNoneIsNamed() {
        assertThatThrownBy(() -> read("a b\nb\n"))
                .isInstanceOf(FabricFormatException.class)
                .hasMessageContaining("ring.edges:2");
    }
}
