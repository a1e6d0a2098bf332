package org.reweave.emulator.cli.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.Main;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.reconfig.spi.Scheme;

/** A scheme of a user's jar under the explorer, in a process of its own, since jars are chosen once for a process. */
class ForeignSchemeTest {
    @TempDir
    private Path folder;

    @Test
    void whatASchemeOfAJarDoesToTheExplorerIsSaidOfTheScheme() throws IOException, InterruptedException {
        Path jar = folder.resolve("strange.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("META-INF/services/" + Scheme.class.getName()));
            zip.write(SchemeWithoutAgents.class.getName().getBytes(StandardCharsets.UTF_8));
        }
        Path errors = folder.resolve("errors.txt");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "--plugins=" + folder,
                        "explore",
                        "triangle",
                        "--scheme=without-agents",
                        "--quiet")
                .redirectError(errors.toFile())
                .start();
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readAllLines(errors))
                .singleElement()
                .asString()
                .startsWith("reweave: --scheme without-agents of " + jar + " cannot be explored: ");
        assertThat(child.exitValue()).isEqualTo(ExitCode.BAD_INPUT);
    }
}
