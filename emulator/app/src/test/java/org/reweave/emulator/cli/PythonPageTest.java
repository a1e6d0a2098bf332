package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/python.md, after the commands that stand there. */
@Tag("slow")
class PythonPageTest {
    private static final Path PAGE = Path.of("../../docs/python.md");

    @TempDir
    private Path folder;

    private static List<String> blocks(String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.equals("```" + language)) {
                block = new StringBuilder();
            } else if (line.equals("```")) {
                if (block != null) {
                    blocks.add(block.toString());
                }
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            }
        }
        return blocks;
    }

    @Test
    void theCodeRunsAndItsAssertionsHold() throws Exception {
        Assumptions.assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/python3")) || System.getenv("CI") != null, "no python3");
        for (String line : blocks("sh").get(0).lines().toList()) {
            List<String> words = new ArrayList<>(List.of(line.split(" ")).subList(1, line.split(" ").length));
            words.replaceAll(word -> word.startsWith("cluster-config/")
                    ? "../../" + word
                    : word.startsWith("results/") ? folder.resolve(word).toString() : word);
            words.add("--quiet");
            assertThat(CommandRun.of(words.toArray(String[]::new)).code())
                    .as(line)
                    .isZero();
        }
        Path script = folder.resolve("page.py");
        Files.writeString(script, String.join("\n", blocks("python")));
        Process python = new ProcessBuilder("python3", "-I", script.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(python.exitValue()).as(printed).isZero();
        assertThat(printed)
                .contains("torus:8x8 routed by updown under ebrd", "failed: ['s3_4.1-s4_4.2']", "static takes");
    }
}
