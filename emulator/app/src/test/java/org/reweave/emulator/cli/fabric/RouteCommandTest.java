package org.reweave.emulator.cli.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.Drawings;
import org.reweave.emulator.cli.common.ExitCode;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

@Tag("slow")
class RouteCommandTest {
    /** The command that stands below the picture at the beginning of the README. */
    @Test
    void thePictureOfTheReadmeIsWhatItsCommandDraws(@TempDir Path folder) throws IOException {
        String command = Files.readAllLines(Path.of("../../README.md")).stream()
                .filter(line -> line.startsWith("`./reweave route ") && line.contains("--draw FILE.svg"))
                .findFirst()
                .orElseThrow();
        Path drawn = folder.resolve("drawn.svg");
        String[] words = command.substring("`./reweave ".length(), command.indexOf("`", 1))
                .replace("FILE.svg", drawn.toString())
                .split(" ");
        CommandRun.of(words).succeeded();
        assertThat(drawn).hasSameTextualContentAs(Path.of("../../docs/rerouted.svg"));
        Drawings.isWhole(Files.readString(drawn));
    }

    @Test
    void jsonHasEveryPromisedField() {
        JsonNode result = CommandRun.of("route", "torus:4x4", "--engine", "updown", "--json")
                .succeeded()
                .json();
        assertThat(result.get("engine").textValue()).isEqualTo("updown");
        assertThat(result.get("pairs").longValue()).isEqualTo(16 * 15);
        assertThat(result.get("delivered").longValue()).isEqualTo(16 * 15);
        assertThat(result.get("acyclic").booleanValue()).isTrue();
        assertThat(result.get("cycle").size()).isZero();
        assertThat(result.get("hops").get("mean").doubleValue()).isGreaterThan(3);
        assertThat(result.get("hops").get("max").intValue()).isBetween(5, 16);
        assertThat(result.get("vls").intValue()).isEqualTo(1);
        assertThat(result.get("sls").intValue()).isEqualTo(1);
        assertThat(result.get("lmc").intValue()).isZero();
        assertThat(result.get("mappingConflicts").intValue()).isZero();
        assertThat(result.get("maxLinkLoad").longValue()).isPositive();
        assertThat(result.get("computeSeconds").doubleValue()).isPositive();
    }

    @Test
    void lostPairsAreListedWhateverTheirNumber(@TempDir Path folder) throws IOException {
        Path dumps = folder.resolve("dumps");
        CommandRun.of("route", "torus:4x4,nics=2", "--engine", "updn", "--dump", dumps.toString())
                .succeeded();
        Path lost = folder.resolve("lost.csv");
        CommandRun cut = CommandRun.of(
                "route",
                "torus:4x4,nics=2",
                "--import",
                dumps.toString(),
                "--fail",
                "s1_1",
                "--lost",
                lost.toString(),
                "--json");

        assertThat(cut.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        JsonNode result = cut.json();
        List<String> rows = Files.readAllLines(lost);
        assertThat(rows.get(0))
                .isEqualTo("source,sourceDescription,destination,destinationDescription,connected,reason");
        assertThat(rows).hasSize((int)
                (1 + result.get("pairs").longValue() - result.get("delivered").longValue()));
        assertThat(rows.stream().filter(row -> row.contains(",false,")))
                .hasSize((int) result.get("disconnected").longValue());
        assertThat(rows).anyMatch(row -> row.contains(",true,\"s") && row.contains("has failed, after s"));
    }

    @Test
    void aListOfLostPairsIsRefusedWherePairsHaveSeveralWays(@TempDir Path folder) {
        Path lost = folder.resolve("lost.csv");
        CommandRun run = CommandRun.of(
                "route",
                "k-ary-n-tree:4,2",
                "--engine",
                "fat-tree",
                "--option",
                "mode=adaptive",
                "--lost",
                lost.toString());
        assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(run.err()).contains("--lost: packets of one pair may take several ways");
        assertThat(lost).doesNotExist();
    }

    @Test
    void aPairIsFollowedDimensionByDimensionAndToWhereItIsLost(@TempDir Path folder) {
        Path dumps = folder.resolve("dumps");
        CommandRun whole = CommandRun.of(
                "route",
                "mesh:4x4",
                "--engine",
                "dimension-order",
                "--dump",
                dumps.toString(),
                "--pair",
                "n0_0",
                "n2_1");
        List<String> way = Arrays.asList(whole.succeeded()
                .out()
                .lines()
                .filter(line -> line.startsWith("way: "))
                .findFirst()
                .orElseThrow()
                .substring(5)
                .split(" -> "));
        assertThat(way).hasSize(6).startsWith("n0_0", "s0_0").endsWith("s2_1", "n2_1");
        assertThat(way.get(2) + way.get(3)).isIn("s1_0s2_0", "s0_1s1_1");

        JsonNode lost = CommandRun.of(
                        "route",
                        "mesh:4x4",
                        "--import",
                        dumps.toString(),
                        "--fail",
                        way.get(3) + "-" + way.get(4),
                        "--pair",
                        "n0_0",
                        "n2_1",
                        "--json")
                .json()
                .get("followed")
                .get(0);
        assertThat(lost.get("switches").size()).isEqualTo(3);
        assertThat(lost.get("switches").get(2).textValue()).isEqualTo(way.get(3));
        assertThat(lost.get("lost").textValue()).contains(way.get(3), "has failed");
    }

    /** An independent reader of XML finds the marks; every cable is drawn once, and each mark beside. */
    @Test
    void aDrawingShowsTheCycleTheWayAndTheFailure(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("route.svg");
        JsonNode result = CommandRun.of(
                        "route",
                        "torus:4x4",
                        "--engine",
                        "min-hop",
                        "--fail",
                        "s0_0-s0_1",
                        "--pair",
                        "n0_0",
                        "n2_2",
                        "--draw",
                        file.toString(),
                        "--json")
                .succeeded()
                .json();
        NodeList paths = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName("path");
        Map<String, Integer> marks = new TreeMap<>();
        for (int i = 0; i < paths.getLength(); i++) {
            Element path = (Element) paths.item(i);
            String kind = path.hasAttribute("class")
                    ? path.getAttribute("class")
                    : path.hasAttribute("stroke-dasharray") ? "failed" : "load";
            marks.merge(kind, 1, Integer::sum);
        }
        assertThat(marks)
                .containsEntry("failed", 1)
                .containsEntry("load", 31)
                .containsEntry("cycle", result.get("cycle").size())
                .containsEntry(
                        "way", result.get("followed").get(0).get("switches").size() - 1);
        assertThat(result.get("cycle").size()).isPositive();
        assertThat(Files.readString(file))
                .contains(result.get("maxLinkLoad").longValue() + " paths, the most on a link in one direction");
    }

    @Test
    void aPairIsTwoNics() {
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown", "--pair", "n0_9", "s0_0")
                        .refused()
                        .errLines())
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains("--pair: no NIC is named 'n0_9'", "nearest name is n0_"))
                .anySatisfy(line -> assertThat(line).contains("--pair: 's0_0' is a switch of torus:4x4"));
    }

    @Test
    void theHottestLinksAreNamed() {
        JsonNode hot = CommandRun.of("route", "torus:4x4", "--engine", "updown", "--json")
                .succeeded()
                .json()
                .get("hottestLinks");
        assertThat(hot.size()).isEqualTo(5);
        assertThat(hot.get(0).get("from").textValue()).startsWith("s");
        String text = CommandRun.of("route", "torus:4x4", "--engine", "updown").out();
        assertThat(text)
                .contains(hot.get(0).get("paths").longValue() + " "
                        + hot.get(0).get("from").textValue() + " -> "
                        + hot.get(0).get("to").textValue());
    }

    @Test
    void theTableSaysTheSame() {
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown")
                        .succeeded()
                        .out())
                .contains("torus:4x4 routed by updown", "240 of 240 pairs", "acyclic", "1 VL, 1 SL, LMC 0");
    }

    @Test
    void aCycleIsAResultUnlessVerificationIsAskedFor() {
        String[] command = {"route", "torus:4x4", "--engine", "min-hop"};
        assertThat(CommandRun.of(command).succeeded().out()).contains("possible", "cycle: s");

        CommandRun verified = CommandRun.of("route", "torus:4x4", "--engine", "min-hop", "--verify", "--json");
        assertThat(verified.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(verified.json().get("acyclic").booleanValue()).isFalse();
        assertThat(verified.json().get("cycle").get(0).textValue())
                .contains("->")
                .endsWith(" VL0");
    }

    @Test
    void tablesThatRelyOnBubblesAreVerifiedUnderThatConditionWhichIsNamed() {
        String[] command = {"route", "torus:4x4", "--engine", "dimension-order", "--option", "vl=bubble", "--verify"};
        assertThat(CommandRun.of(command).succeeded().out())
                .contains(
                        "impossible under bubble flow control: a packet enters one of 8 rings on VL 0",
                        "but for those rings channel dependencies are acyclic",
                        "1 VL, 1 SL, LMC 0",
                        "note: bubble flow control is a promise of the switches");
        JsonNode result = CommandRun.of(
                        "route", "torus:4x4", "--engine", "dimension-order", "--option", "vl=bubble", "--json")
                .succeeded()
                .json();
        assertThat(result.get("acyclic").booleanValue()).isTrue();
        assertThat(result.get("condition").textValue()).startsWith("bubble flow control: ");
        JsonNode datelines = CommandRun.of("route", "torus:4x4", "--engine", "dimension-order", "--json")
                .succeeded()
                .json();
        assertThat(datelines.get("condition").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"s0_0-s0_1,240,0", "s1_1.2,240,0", "s2_2,240,30", "n0_0,240,30", "n0_0-s0_0,240,30"})
    void faultsCutOffOnlyWhatTheyMust(String fault, long pairs, long disconnected) {
        JsonNode result = CommandRun.of(
                        "route", "torus:4x4", "--engine", "updown", "--fail", fault, "--verify", "--json")
                .succeeded()
                .json();
        assertThat(result.get("failed").get(0).textValue()).isEqualTo(fault);
        assertThat(result.get("pairs").longValue()).isEqualTo(pairs);
        assertThat(result.get("disconnected").longValue()).isEqualTo(disconnected);
        assertThat(result.get("delivered").longValue()).isEqualTo(pairs - disconnected);
    }

    @Test
    void engineOptionsReachTheEngine() {
        String bfs = CommandRun.of("route", "torus:4x4", "--engine", "updown", "--json")
                .out();
        String dfs = CommandRun.of("route", "torus:4x4", "--engine", "updown", "--option", "tree=dfs", "--json")
                .succeeded()
                .out();
        assertThat(dfs.replaceAll("computeSeconds.*", "")).isNotEqualTo(bfs.replaceAll("computeSeconds.*", ""));
    }

    @Test
    void everythingWrongIsReportedAtOnce() {
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updwn", "--fail", "s0_9", "--fail", "s0_0.99")
                        .refused()
                        .errLines())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line)
                        .startsWith(
                                "reweave: --engine: no routing engine is named 'updwn'; the nearest name is updown"))
                .anySatisfy(line -> assertThat(line).startsWith("reweave: --fail: no device or link is named 's0_9'"))
                .anySatisfy(
                        line -> assertThat(line).startsWith("reweave: --fail: s0_0.99: s0_0 has ports 1..5, not 99"));
    }

    @Test
    void unknownAndWrongEngineOptionsAreRefused() {
        assertThat(CommandRun.of(
                                "route", "torus:4x4", "--engine", "updown", "--option", "roots=s0_0", "--option", "x=1")
                        .refused()
                        .errLines())
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains("has no option 'roots'; the nearest name is root"));
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown", "--option", "tree=oak")
                        .refused()
                        .errLines())
                .containsExactly("reweave: updown: tree=oak is not one of bfs, dfs");
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown", "--option", "tree")
                        .refused()
                        .err())
                .contains("--option", "KEY=VALUE", "tree");
    }

    @Test
    void aFailedRootIsRefusedWithTheRemedy() {
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown", "--option", "root=s0_0", "--fail", "s0_0")
                        .refused()
                        .errLines())
                .containsExactly("reweave: updown: root=s0_0 has failed; name another switch or use root=auto");
    }

    @Test
    void missingArgumentsAreRefused() {
        assertThat(CommandRun.of("route", "torus:4x4").refused().err()).contains("--engine=NAME");
        assertThat(CommandRun.of("route", "--engine", "updown").refused().err()).contains("FABRIC");
        String missing = Path.of("nowhere", "cluster.topo").toString();
        assertThat(CommandRun.of("route", missing, "--engine", "updown")
                        .refused()
                        .errLines())
                .containsExactly("reweave: " + missing + ": no such file");
    }

    @Test
    void aDumpIsImportedAsTheSameTables(@TempDir Path folder) {
        Path dump = folder.resolve("lash/tables");
        JsonNode computed = CommandRun.of(
                        "route", "torus:4x4", "--engine", "lash", "--dump", dump.toString(), "--verify", "--json")
                .succeeded()
                .json();
        JsonNode imported = CommandRun.of("route", "torus:4x4", "--import", dump.toString(), "--verify", "--json")
                .succeeded()
                .json();
        assertThat(imported.get("engine").textValue()).isEqualTo("imported");
        assertThat(imported.get("vls").intValue()).isEqualTo(2);
        assertThat(imported.get("remarks").size()).isZero();
        for (String field : new String[] {"pairs", "delivered", "acyclic", "hops", "vls", "sls", "maxLinkLoad"}) {
            assertThat(imported.get(field)).as(field).isEqualTo(computed.get(field));
        }
    }

    @Test
    void withoutServiceLevelsTheReportSaysWhatIsAssumed(@TempDir Path folder) throws IOException {
        CommandRun.of("route", "torus:4x4", "--engine", "lash", "--dump", folder.toString())
                .succeeded();
        Files.delete(folder.resolve("pathsl.txt"));
        CommandRun run = CommandRun.of("route", "torus:4x4", "--import", folder.toString(), "--verify");
        assertThat(run.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(run.out()).contains("note: no file pathsl.txt; SL 0 is assumed for all paths", "cycle: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "opensm-lfts.dump | 3 | 0x0002 0x1 | found '0x0002 0x1'; expected an entry such as",
                "opensm-lfts.dump | 1 | garbage | found 'garbage'; expected 'Unicast lids",
                "opensm-lfts.dump | 4 | 0x0004 077 # | out port 77 for LID 4; expected a port of s0_0, 0 to 5, or 255",
                "opensm-sl2vl.dump | 6 | 0 1 : 0 1 2 | found '0 1 : 0 1 2'; expected in port, out port",
                "opensm-sl2vl.dump | 1 | 0 1 : 0 | found '0 1 : 0'; expected 'Switch 0x..",
                "pathsl.txt | 2 | 17: 01 | 2 digits for 16 destinations; expected one digit for each",
                "pathsl.txt | 1 | # dlids: 3 17 | destination '3'; expected LIDs of NICs of torus:4x4, each once"
            })
    void garbageIsRefusedWithItsFileAndLine(String file, int line, String text, String said, @TempDir Path folder)
            throws IOException {
        CommandRun.of("route", "torus:4x4", "--engine", "lash", "--dump", folder.toString())
                .succeeded();
        List<String> lines = new ArrayList<>(Files.readAllLines(folder.resolve(file)));
        lines.set(line - 1, text);
        Files.write(folder.resolve(file), lines);
        assertThat(CommandRun.of("route", "torus:4x4", "--import", folder.toString())
                        .refused()
                        .errLines())
                .singleElement()
                .asString()
                .startsWith("reweave: imported cannot use the tables of " + folder + ": " + file + ":" + line + ": ")
                .contains(said);
    }

    @Test
    void contradictionsAboutImportsAreRefused(@TempDir Path folder) {
        assertThat(CommandRun.of("route", "torus:4x4", "--import", folder.toString())
                        .refused()
                        .errLines())
                .containsExactly("reweave: imported: " + folder
                        + ": no forwarding tables: neither opensm-lfts.dump nor *ibroute*.txt nor one *.csv (0 found)");
        assertThat(CommandRun.of("route", "torus:4x4", "--import", "nowhere")
                        .refused()
                        .errLines())
                .containsExactly("reweave: imported: dir=nowhere is no folder");
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown", "--import", "x")
                        .refused()
                        .errLines())
                .containsExactly("reweave: --import means engine imported, and --engine says updown; drop one of them");
        assertThat(CommandRun.of("route", "torus:4x4", "--import", "x", "--option", "dir=y")
                        .refused()
                        .err())
                .contains("both name a folder");
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "imported")
                        .refused()
                        .err())
                .contains("imported: option dir is missing");
    }

    @Test
    void adaptiveRoutingIsVerifiedAndNotDumped(@TempDir Path folder) {
        String[] command = {"route", "k-ary-n-tree:4,2", "--engine", "fat-tree", "--option", "mode=adaptive", "--verify"
        };
        assertThat(CommandRun.of(command).succeeded().out()).contains("240 of 240 pairs", "acyclic");
        List<String> dumping = new ArrayList<>(List.of(command));
        dumping.addAll(List.of("--dump", folder.toString()));
        assertThat(CommandRun.of(dumping.toArray(String[]::new)).refused().errLines())
                .containsExactly("reweave: --dump: OpenSM's formats have one port for a LID, and the tables of fat-tree"
                        + " are adaptive; use its deterministic mode");
    }

    @Test
    void disjointPathsAreCountedWhenAskedFor() {
        JsonNode result = CommandRun.of("route", "torus:4x4", "--engine", "updown", "--disjoint", "--json")
                .succeeded()
                .json();
        assertThat(result.get("disjointPaths").get("links").intValue()).isEqualTo(4);
        assertThat(result.get("disjointPaths").get("switches").intValue()).isEqualTo(4);
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown", "--json")
                        .json()
                        .get("disjointPaths")
                        .isNull())
                .isTrue();
    }
}
