package org.reweave.emulator.cli.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.Drawings;
import org.reweave.emulator.cli.common.ExitCode;
import org.w3c.dom.Document;

class TopoCommandTest {
    @TempDir
    private Path folder;

    @Test
    void jsonHasEveryPromisedField() {
        JsonNode result =
                CommandRun.of("topo", "torus:8x8", "--json").succeeded().json();
        assertThat(result.get("switches").intValue()).isEqualTo(64);
        assertThat(result.get("nics").intValue()).isEqualTo(64);
        assertThat(result.get("links").intValue()).isEqualTo(2 * 64 + 64);
        assertThat(result.get("radix").intValue()).isEqualTo(5);
        assertThat(result.get("components").intValue()).isEqualTo(1);
        assertThat(result.get("diameter").intValue()).isEqualTo(8);
        assertThat(result.get("averageDistance").doubleValue()).isEqualTo(256.0 / 63);
        assertThat(result.get("bisection").intValue()).isEqualTo(16);
        assertThat(result.get("findings").size()).isZero();
        assertThat(result.has("names")).isFalse();
    }

    @Test
    void theTableHasUnits() {
        assertThat(CommandRun.of("topo", "torus:8x8", "--check").succeeded().out())
                .contains("4.0635  links between switches")
                .contains("5  wired ports on the largest switch");
    }

    @Test
    void namesAreThoseThatOtherCommandsTake() {
        JsonNode names = CommandRun.of("topo", "torus:2x2", "--names", "--json")
                .succeeded()
                .json()
                .get("names");
        assertThat(names.get("switches").size()).isEqualTo(4);
        assertThat(names.get("nics").size()).isEqualTo(4);
        assertThat(names.get("links").size()).isEqualTo(8);
        for (JsonNode link : names.get("links")) {
            CommandRun.of("route", "torus:2x2", "--engine", "updown", "--fail", link.textValue())
                    .succeeded();
        }
        assertThat(CommandRun.of("topo", "torus:2x2", "--names").succeeded().out())
                .contains("switch: s0_1", "NIC: n0_1", "link: s0_0-s0_1");
    }

    /** An independent reader of XML finds each switch and each cable between switches once, names being text. */
    @Test
    void aDrawingHasEverySwitchAndEveryCable() throws Exception {
        Path file = folder.resolve("torus.svg");
        CommandRun.of("topo", "torus:4x4", "--draw", file.toString()).succeeded();
        Document drawing =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        assertThat(drawing.getElementsByTagName("circle").getLength()).isEqualTo(16);
        assertThat(drawing.getElementsByTagName("path").getLength()).isEqualTo(32);
        assertThat(drawing.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("torus:4x4");

        Path fabric = folder.resolve("markup.ibnetdiscover");
        CommandRun.of("topo", "torus:4", "--export", fabric.toString());
        String marked = Files.readString(fabric).replaceAll("\"(s\\d)\"", "\"$1</svg><script>\"");
        Files.writeString(fabric, marked);
        CommandRun.of("topo", fabric.toString(), "--draw", file.toString()).succeeded();
        drawing = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        assertThat(drawing.getElementsByTagName("script").getLength()).isZero();
        Drawings.isWhole(Files.readString(file));
        assertThat(Files.readString(file)).contains("s0&lt;/svg&gt;&lt;script&gt;: 1 NICs");
    }

    @Test
    void anExportedFabricReadsBackTheSame() {
        Path file = folder.resolve("torus.topo");
        CommandRun first = CommandRun.of("topo", "torus:4x4", "--export", file.toString(), "--names", "--json");
        assertThat(first.code()).isZero();
        assertThat(first.err()).isEqualTo("reweave: wrote " + file + " (ibnetdiscover)" + System.lineSeparator());

        JsonNode again = CommandRun.of("topo", file.toString(), "--names", "--json")
                .succeeded()
                .json();
        for (String field :
                new String[] {"switches", "nics", "links", "radix", "diameter", "averageDistance", "names"}) {
            assertThat(again.get(field)).as(field).isEqualTo(first.json().get(field));
        }
        CommandRun.of("topo", file.toString(), "--check").succeeded();
    }

    @Test
    void everyFormatIsWrittenAndIbsimsReadsBackTheSame() throws IOException {
        JsonNode generated = CommandRun.of("topo", "mikant:2,3", "--names", "--json")
                .succeeded()
                .json();
        Path net = folder.resolve("mikant.net");
        assertThat(CommandRun.of("topo", "mikant:2,3", "--export", net.toString(), "--format", "ibsim")
                        .code())
                .isZero();
        JsonNode again = CommandRun.of("topo", net.toString(), "--names", "--json")
                .succeeded()
                .json();
        assertThat(again.get("names")).isEqualTo(generated.get("names"));
        assertThat(again.get("bisection")).isEqualTo(generated.get("bisection"));
        CommandRun.of("topo", net.toString(), "--check").succeeded();

        Path graphml = folder.resolve("mikant.graphml");
        assertThat(CommandRun.of("topo", "mikant:2,3", "--export", graphml.toString(), "--format", "graphml")
                        .code())
                .isZero();
        assertThat(graphml).content().startsWith("<?xml").contains("<data key=\"graph.name\">mikant:2,3</data>");
    }

    @Test
    void theBisectionIsShownWhereTheShapeGivesACut() {
        assertThat(CommandRun.of("topo", "kns:4,2", "--json")
                        .succeeded()
                        .json()
                        .get("bisection")
                        .intValue())
                .isEqualTo(8);
        assertThat(CommandRun.of("topo", "kns:4,2").succeeded().out())
                .contains("bisection                8  links across a constructed cut into halves");
        assertThat(CommandRun.of("topo", "irregular:8,3", "--json")
                        .succeeded()
                        .json()
                        .has("bisection"))
                .isFalse();
    }

    @Test
    void anExportReplacesAFileAndLeavesNothingElse() throws IOException {
        Path file = Files.writeString(folder.resolve("fabric.dot"), "old");
        CommandRun run = CommandRun.of("topo", "torus:4x4", "--export", file.toString(), "--format", "dot");
        assertThat(run.code()).isZero();
        assertThat(run.err()).startsWith("reweave: replaced ");
        assertThat(file).content().startsWith("graph");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aDisconnectedFabricIsFoundAndFailsTheCheck() throws IOException {
        Path file = folder.resolve("parts.topo");
        Files.writeString(file, """
                Switch 2 "S-1"
                [1] "H-1"[1]

                Ca 1 "H-1"
                [1] "S-1"[1]

                Switch 2 "S-2"
                [1] "H-2"[1]

                Ca 1 "H-2"
                [1] "S-2"[1]
                """);
        CommandRun run = CommandRun.of("topo", file.toString(), "--json");
        assertThat(run.code()).isZero();
        assertThat(run.json().get("components").intValue()).isEqualTo(2);
        assertThat(run.json().get("findings").findValuesAsText("kind")).contains("DISCONNECTED");
        CommandRun checked = CommandRun.of("topo", file.toString(), "--check");
        assertThat(checked.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(checked.out()).contains("finding: ");
    }

    @Test
    void missingAndGarbledFilesAreRefusedByPlace() throws IOException {
        String missing = folder.resolve("missing.topo").toString();
        assertThat(CommandRun.of("topo", missing).refused().errLines())
                .containsExactly("reweave: " + missing + ": no such file");
        assertThat(CommandRun.of("topo", folder.toString()).refused().errLines())
                .containsExactly("reweave: " + folder + ": is a folder; name a file in it");

        Path garbled =
                Files.writeString(folder.resolve("garbled.topo"), "Switch 2 \"S-1\"\n[1] \"H-1\"[1]\n[x1] \"H-2\"[\n");
        assertThat(CommandRun.of("topo", garbled.toString()).refused().errLines())
                .singleElement()
                .asString()
                .startsWith("reweave: garbled.topo:3: ")
                .contains("expected");
        Path binary = Files.write(folder.resolve("binary.topo"), new byte[] {0, -1, 7, 0, 13, -128});
        assertThat(CommandRun.of("topo", binary.toString()).refused().errLines())
                .hasSize(1);
    }

    @Test
    void wrongGeneratorsAreRefusedWithWhatThereIs() {
        assertThat(CommandRun.of("topo", "taurus:4x4").refused().err())
                .contains("'taurus:4x4' is neither a file nor a generator's text", "torus:");
        assertThat(CommandRun.of("topo", "torus:4x").refused().err()).contains("torus:4x");
        assertThat(CommandRun.of("topo", "").refused().err()).contains("neither a file nor");
    }

    @Test
    void wrongExportsAreRefusedTogether() {
        String nowhere = folder.resolve("nowhere").resolve("x.dot").toString();
        assertThat(CommandRun.of("topo", "torus:0", "--format", "dott")
                        .refused()
                        .errLines())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).contains("no format is named 'dott'; the nearest name is dot"))
                .anySatisfy(line -> assertThat(line).contains("--format: there is no --export FILE"));
        assertThat(CommandRun.of("topo", "torus:4x4", "--export", nowhere)
                        .refused()
                        .errLines())
                .containsExactly("reweave: " + nowhere + ": its folder does not exist; make it first");
        assertThat(CommandRun.of("topo", "torus:4x4", "--export", folder.toString())
                        .refused()
                        .errLines())
                .containsExactly("reweave: " + folder + ": is a folder; name a file");
    }

    @Test
    void theEndingOfTheFileSaysTheFormat(@TempDir Path folder) throws IOException {
        for (String[] one : new String[][] {
            {"a.dot", "graph "}, {"a.graphml", "<?xml"}, {"a.net", "# "}, {"a", "# "}, {"a.ibnetdiscover", "# "}
        }) {
            Path file = folder.resolve(one[0]);
            CommandRun.of("topo", "torus:4x4", "--export", file.toString());
            assertThat(Files.readString(file)).as(one[0]).contains(one[1]);
        }
        assertThat(Files.readString(folder.resolve("a.dot"))).isNotEqualTo(Files.readString(folder.resolve("a")));
        assertThat(CommandRun.of(
                                "topo",
                                "torus:4x4",
                                "--export",
                                folder.resolve("a.png").toString())
                        .err())
                .contains("a.png (ibnetdiscover)");
    }
}
