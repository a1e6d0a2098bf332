package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a scenario's text may do: include files that exist, and nothing that grows without end. */
@Timeout(30)
class HoconTextTest {
    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private void refused(Path scenario, String... words) {
        assertThatThrownBy(() -> ScenarioLoader.load(scenario, List.of()))
                .isInstanceOfSatisfying(
                        ScenarioException.class,
                        e -> assertThat(e.problems()).singleElement().asString().contains(words));
    }

    @Test
    void everyFormOfIncludeReadsAFileBesideTheScenario() throws IOException {
        file("seed.conf", "seed = 7");
        for (String form : List.of(
                "\"seed.conf\"", "file(\"seed.conf\")", "required(\"seed.conf\")", "required(file(\"seed.conf\"))")) {
            Path scenario = file(
                    "s.conf",
                    "include " + form + "\ndescription = x\nfabric.generator = \"torus:4\"\n"
                            + "routing.engine = updown\ndevice.preset = iba-1x\ntraffic.load = 0.1\n"
                            + "run { warmup = 1us, duration = 10us }");
            assertThat(ScenarioLoader.load(scenario, List.of()).seed()).as(form).isEqualTo(7);
        }
    }

    /** Named without a folder, a file has no parent. */
    @Test
    void aScenarioNamedWithoutAFolderIncludesToo() throws IOException {
        Path here = Path.of("hocon-text-test.conf");
        try {
            Files.writeString(here, "include \"nowhere.conf\"");
            refused(here, "hocon-text-test.conf: include \"nowhere.conf\": does not exist; correct the path");
        } finally {
            Files.delete(here);
        }
    }

    /** Such as a file in ISO 8859-1: each of its bytes beyond ASCII would become a question mark in names. */
    @Test
    void bytesThatAreNoUtf8AreRefusedWithTheirLine() throws IOException {
        Path scenario = folder.resolve("latin.conf");
        Files.write(scenario, "seed = 1\nname = \"caf\u00e9\"\n".getBytes(StandardCharsets.ISO_8859_1));
        refused(scenario, "latin.conf:2: has bytes that are no UTF-8; write it in UTF-8");
    }

    @Test
    void whatIsNoFileIsNotIncluded() throws IOException {
        for (String form : List.of("file(\"missing.conf\")", "\"missing.conf\"", "required(file(\"missing.conf\"))")) {
            refused(file("s.conf", "include " + form), "include \"missing.conf\": does not exist");
        }
        refused(file("s.conf", "include \".\""), "include \".\": is a folder; name a file in it");
        refused(file("s.conf", "include classpath(\"application.conf\")"), "is no file; include a file");
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + listener.getLocalPort() + "/x.conf";
            refused(file("s.conf", "include url(\"" + url + "\")"), "nothing is fetched");
            refused(file("s.conf", "include \"" + url + "\""), "does not exist");
            listener.setSoTimeout(200);
            assertThatThrownBy(listener::accept).isInstanceOf(java.net.SocketTimeoutException.class);
        }
    }

    @Test
    void aFileThatIncludesItselfIsRefused() throws IOException {
        refused(file("s.conf", "include \"s.conf\""), "or by itself");
    }

    @Test
    void whatNestsOrGrowsWithoutEndIsRefused() throws IOException {
        refused(file("s.conf", "a = " + "[".repeat(50_000)), "nested more than 64 deep");
        refused(file("s.conf", "a { ".repeat(50_000)), "nested more than 64 deep");
        refused(file("s.conf", "a" + ".a".repeat(50_000) + " = 1"), "more than 10000 characters");
        for (int levels : new int[] {65, 1_000, 4_900}) {
            refused(file("s.conf", "a" + ".a".repeat(levels) + " = 1"), "nested more than 64 deep");
        }
        StringBuilder doubling = new StringBuilder("a0 = xxxxxxxxxx\n");
        for (int i = 1; i <= 30; i++) {
            doubling.append("a" + i + " = ${a" + (i - 1) + "}${a" + (i - 1) + "}\n");
        }
        refused(file("s.conf", doubling.toString()), "60 substitutions, which may make it grow without end");
    }

    @Test
    void aHugeOrPackedFileIsRefusedWithTheLimit() throws IOException {
        Path packed = folder.resolve("bomb.conf");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 40; i++) {
                out.write(zeros);
            }
        }
        refused(packed, "line 1 has more than 1048576 characters");
    }

    @Test
    void anOverrideIncludesNothing() throws IOException {
        file("seed.conf", "seed = 7");
        assertThatThrownBy(() -> ScenarioLoader.load(
                        file("s.conf", "a = 1"), List.of("run={ include \"" + folder.resolve("seed.conf") + "\" }")))
                .isInstanceOf(ScenarioException.class);
    }

    /** Found by a mutant: the nearest known name was looked for over all of it. */
    @Test
    void aKeyThatNobodyCouldWriteIsRefusedByItsLength() throws IOException {
        refused(
                file("s.conf", "device.switch { input" + "1e308".repeat(1000) + " = 1 }"),
                "has a key of 5005 characters");
    }

    /** Found by a mutant: 150 KB of words took 7 GB to join. */
    @Test
    void aValueOfManyWordsIsRefusedByItsLength() throws IOException {
        refused(
                file("s.conf", "seed = 7\nfaults = [ { switch = " + "lid 65535 ".repeat(15_000) + "} ]"),
                "s.conf:2: has a key or a value of more than 10000 characters");
        refused(
                file("quoted.conf", "description = " + "\"a\" ".repeat(3000)),
                "quoted.conf:1: has a key or a value of more than 10000 characters");
    }
}
