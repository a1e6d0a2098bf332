package org.reweave.routing.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reweave.routing.io.FileFinding.Kind.DISCONNECTED;
import static org.reweave.routing.io.FileFinding.Kind.DOWN_TRAINED;
import static org.reweave.routing.io.FileFinding.Kind.JUNK_LINE;
import static org.reweave.routing.io.FileFinding.Kind.LIDS_DISAGREE;
import static org.reweave.routing.io.FileFinding.Kind.LOOPBACK;
import static org.reweave.routing.io.FileFinding.Kind.MISSING_REVERSE;
import static org.reweave.routing.io.FileFinding.Kind.NOT_DESCRIBED;
import static org.reweave.routing.io.FileFinding.Kind.NO_LID;
import static org.reweave.routing.io.FileFinding.Kind.NO_NICS;
import static org.reweave.routing.io.FileFinding.Kind.NO_RATE;
import static org.reweave.routing.io.FileFinding.Kind.PSEUDO_CA;
import static org.reweave.routing.io.FileFinding.Kind.RATES_DISAGREE;
import static org.reweave.routing.io.FileFinding.Kind.ROUTER;
import static org.reweave.routing.io.FileFinding.Kind.SEVERAL_LIDS;
import static org.reweave.routing.io.FileFinding.Kind.UNKNOWN_RATE;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;

class IbnetdiscoverReaderTest {
    /** Two switches with a trunk, a host on each. */
    static final String PAIR = """
            #
            # Topology file: generated on Sun Feb 21 16:30:17 2021
            #
            vendid=0x2c9
            devid=0xd2f0
            sysimgguid=0xa1
            switchguid=0xa1(a1)
            Switch	4 "S-00000000000000a1"		# "leaf # 1" base port 0 lid 1 lmc 0
            [1]	"S-00000000000000a2"[2]		# "leaf 2" lid 2 4xEDR
            [3]	"H-00000000000000b1"[1](b2) 		# "host 1" lid 3 4xEDR

            vendid=0x2c9
            switchguid=0xa2(a2)
            Switch	4 "S-00000000000000a2"		# "leaf 2" enhanced port 0 lid 2 lmc 0
            [2]	"S-00000000000000a1"[1]		# "leaf # 1" lid 1 4xEDR
            [4]	"H-00000000000000c1"[1](c2) 		# "host 2" lid 4 4xEDR

            caguid=0xb1
            Ca	2 "H-00000000000000b1"		# "host 1"
            [1](b2) 	"S-00000000000000a1"[3]		# lid 3 lmc 0 "leaf # 1" lid 1 4xEDR

            caguid=0xc1
            Ca	1 "H-00000000000000c1"		# "host 2"
            [1](c2) 	"S-00000000000000a2"[4]		# lid 4 lmc 0 "leaf 2" lid 2 4xEDR
            """;

    @Test
    void aDumpThatHasLostItsTabsIsTheSameFabricWithAFinding() {
        ImportResult result = read(PAIR.replace("\t", ""));

        assertThat(IbnetdiscoverWriter.text(result.fabric()))
                .isEqualTo(IbnetdiscoverWriter.text(read(PAIR).fabric()));
        assertThat(result.findings()).singleElement().satisfies(finding -> assertThat(finding)
                .hasToString(
                        "line 8: the file has lost its tabs; digits after the kind of a node are its number of ports"));
    }

    @Test
    void aLidOfMinusOneIsNone() {
        assertThat(read(PAIR.replace("lid 3 lmc", "lid -1 lmc").replace("\"host 1\" lid 3", "\"host 1\" lid -1"))
                        .findings())
                .extracting(Finding::kind)
                .containsExactly(Finding.Kind.NO_LID);
    }

    @Test
    void aCleanDumpGivesTheFabricAndNothingToReport() {
        ImportResult result = read(PAIR);

        assertThat(result.findings()).isEmpty();
        assertPair(result.fabric());
    }

    private static void assertPair(Fabric fabric) {
        assertThat(fabric.deviceNames())
                .containsExactly(
                        "S-00000000000000a1", "S-00000000000000a2", "H-00000000000000b1", "H-00000000000000c1");
        assertThat(fabric.linkCount()).isEqualTo(3);
        assertThat(fabric.linkName(0)).isEqualTo("S-00000000000000a1.1-S-00000000000000a2.2");
        assertThat(fabric.linkRate(0)).isEqualTo(new LinkRate(4, LinkRate.Speed.EDR));
        assertThat(fabric.switchLid(1)).isEqualTo(2);
        assertThat(fabric.nicLid(2, 1)).isEqualTo(3);
        assertThat(fabric.portCount(2)).isEqualTo(2);
    }

    @Test
    void spacesCarriageReturnsMarksChassisGroupsAndUtf16ChangeNothing(@TempDir Path folder) throws IOException {
        String spaced = PAIR.replace("\t", "   ");
        String windows = "\uFEFF" + PAIR.replace("\n", "\r\n");
        String grouped = "Chassis 1 (guid 0x8f10400411f56) ports 4\n"
                + PAIR.replace("[1]\t", "[1][ext 12]\t").replace("(a1)\n", "(a1)\t# Mellanox Spine 3\n")
                + "Non-Chassis Nodes\n";
        Path file = folder.resolve("a.ibnetdiscover");
        Files.writeString(file, "\uFEFF" + PAIR, StandardCharsets.UTF_16LE);

        for (ImportResult result :
                new ImportResult[] {read(spaced), read(windows), read(grouped), IbnetdiscoverReader.read(file)}) {
            assertThat(result.findings()).isEmpty();
            assertPair(result.fabric());
        }
    }

    @Test
    void junkAroundADumpIsReportedLineByLineUpToALimit() {
        ImportResult result = read("[root@mgmt ~]# ibnetdiscover\n" + PAIR + "ibwarn: [4711] mad_rpc: timed out\n"
                + "noise\n".repeat(100));

        assertPair(result.fabric());
        assertThat(result.findings()).hasSize(21).extracting(FileFinding::kind).containsOnly(JUNK_LINE);
        assertThat(result.findings().get(0)).hasToString("82 more lines belong to no dump");
        assertThat(result.findings().get(1)).hasToString("line 1: '[root@mgmt ~]# ibnetdiscover' belongs to no dump");
    }

    @Test
    void aFileThatStatesNoRateAtAllIsNotOdd() {
        assertKinds(PAIR.replace(" 4xEDR", ""));
    }

    @Test
    void ibsimsPortOptionsAreRatesWhereTheCommentHasNone() {
        String options = PAIR.replaceAll(" 4xEDR", "").replaceAll("(\\S)\\s*# (\"|lid)", "$1 w=3 s=7 # $2");
        ImportResult result = read(options.replaceAll("(Switch|Ca)(.*) w=3 s=7", "$1$2"));

        assertThat(result.findings()).isEmpty();
        assertThat(result.fabric().linkRate(0)).hasToString("4xQDR");
        assertThat(read(PAIR.replaceAll("\\]\t\t#", "] s=1  w=8 #")).fabric().linkRate(0))
                .hasToString("4xEDR");
        assertThatThrownBy(() -> read(PAIR.replaceAll("\\]\t\t#", "] w=16 #")))
                .isInstanceOf(FabricFormatException.class)
                .hasMessageContaining("a mask of link widths, a number from 1 to 15");
    }

    @Test
    void aPortWiredToNothingIsAnEmptyPort() {
        assertPair(read(PAIR.replace("\n[3]\t", "\n[2]\n[4]   # spare\n[3]\t")).fabric());
    }

    @Test
    void aLinkListedFromOneSideOnlyIsALink() {
        ImportResult result = read(PAIR.replaceFirst("(?m)^\\[2\\].*\n", ""));

        assertPair(result.fabric());
        assertThat(result.findings())
                .hasToString("[line 9: port 1 of S-00000000000000a1 leads to port 2 of S-00000000000000a2,"
                        + " which does not list it; taken as a link]");
        assertThat(result.findings().get(0).kind()).isEqualTo(MISSING_REVERSE);
    }

    @Test
    void aHostThatOnlyItsSwitchMentionsIsStillAHost() {
        ImportResult result = read(PAIR.substring(0, PAIR.indexOf("caguid=0xc1")));

        assertThat(result.fabric().nicCount()).isEqualTo(2);
        assertThat(result.fabric().nicLid(3, 1)).isEqualTo(4);
        assertThat(result.findings()).extracting(FileFinding::kind).containsExactly(NOT_DESCRIBED);
    }

    @Test
    void loopbacksAndAggregationNodesAreLeftOut() {
        String loop =
                PAIR.replace("\n[3]\t", "\n[2]\t\"S-00000000000000a1\"[4]\n[4]\t\"S-00000000000000a1\"[2]\n[3]\t");
        String pseudo = PAIR.replace("host 2", "Mellanox Technologies Aggregation Node");

        assertPair(read(loop).fabric());
        assertThat(read(loop).findings())
                .hasToString("[line 10: ports 2 and 4 of S-00000000000000a1 are cabled to each other; left out]");
        assertThat(read(loop).findings().get(0).kind()).isEqualTo(LOOPBACK);
        assertThat(read(pseudo).fabric().nicCount()).isEqualTo(1);
        assertThat(read(pseudo).fabric().linkCount()).isEqualTo(2);
        assertThat(read(pseudo).findings()).extracting(FileFinding::kind).containsExactly(PSEUDO_CA);
    }

    @Test
    void whatIsOddAboutLidsAndRatesIsReported() {
        assertKinds(PAIR.replaceAll("lid \\d+", "lid 0"), NO_LID);
        assertKinds(PAIR.replace("lid 2 lmc 0", "lid 2 lmc 3"), SEVERAL_LIDS);
        assertKinds(PAIR.replace("\"leaf 2\" lid 2 4xEDR\n[3]", "\"leaf 2\" lid 9 4xEDR\n[3]"), LIDS_DISAGREE);
        assertKinds(
                PAIR.replace("\"leaf 2\" lid 2 4xEDR\n[3]", "\"leaf 2\" lid 2 4xQDR\n[3]"),
                RATES_DISAGREE,
                DOWN_TRAINED);
        assertKinds(PAIR.replaceAll("(\"host .*) 4xEDR|(lid . lmc 0 .*) 4xEDR", "$1$2"), NO_RATE);
        assertKinds(PAIR.replace("\"host 2\" lid 4 4xEDR", "\"host 2\" lid 4 4xZDR"), UNKNOWN_RATE);
        assertThat(read(PAIR.replaceAll("lid \\d+", "lid 0")).fabric().switchLid(0))
                .isEqualTo(1);
    }

    @Test
    void aNarrowLinkAndASlowTrunkAreDownTrained() {
        assertKinds(PAIR.replaceAll("(\"host 1\" lid 3|\\(b2\\).* lid 1) 4xEDR", "$1 1xEDR"), DOWN_TRAINED);
        assertKinds(
                PAIR.replaceAll("(\"leaf . . lid .|\"leaf 2\" lid 2|\"leaf # 1\" lid 1) 4xEDR\n\\[", "$1 4xSDR\n["),
                DOWN_TRAINED);
    }

    @Test
    void partsRoutersAndFabricsWithoutHostsAreReported() {
        assertKinds(PAIR.replaceAll("(?m)^\\[[12]\\]\\t.*\n", ""), DISCONNECTED);
        assertKinds(PAIR.replace("Ca\t1", "Rt\t1"), ROUTER);
        assertKinds("Switch 2 \"S-1\"", NO_LID, NO_NICS);
    }

    private static void assertKinds(String text, FileFinding.Kind... kinds) {
        assertThat(read(text).findings()).extracting(FileFinding::kind).containsExactlyInAnyOrder(kinds);
    }

    @Test
    void whatCannotBeUnderstoodIsRefusedWithItsLine() {
        assertRefused("", "f: the file is empty; expected the output of ibnetdiscover");
        assertRefused("hello\n", "f: no Switch line in 1 lines; expected");
        assertRefused("Ca 1 \"H-1\"\n", "f: no Switch line");
        assertRefused(PAIR.replace("[3]\t", "[x]\t"), "f:10: found 'x]");
        assertRefused(
                PAIR.replace("[3]\t", "[5]\t"),
                "f:10: found '5]",
                "a port of \"S-00000000000000a1\", a number from 1 to 4");
        assertRefused(PAIR.replace("a2\"[2]", "a2\"[7]"), "f:9: found port 7 of", "expected 1 to 4, as line 14 says");
        assertRefused(
                PAIR.replace("a2\"[2]", "a2\"[3]"),
                "f:15: port 2 of \"S-00000000000000a2\" leads to port 1",
                "in line 9");
        assertRefused(PAIR.replace("[4]\t", "[2]\t"), "f:16: port 2 of", "was already given in line 15");
        assertRefused(
                PAIR.replace("S-00000000000000a2\"\t", "S-00000000000000a1\"\t"),
                "f:14: node",
                "already described in line 8");
        assertRefused(PAIR.replace("=0xc1", "=0xq"), "f:22: found 'caguid=0xq'; expected a GUID");
        assertRefused(
                PAIR.replace("Switch\t4", "Switch\tfour"),
                "f:8: found 'four",
                "the number of ports, a number from 1 to 254");
        assertRefused(PAIR.replace("Switch\t4", "Switch\t400"), "f:8: found '400", "a number from 1 to 254");
        assertRefused(
                PAIR.replace("lid 2 lmc", "lid two lmc"),
                "f:14: found 'two' after 'lid'; expected a number from 0 to 49151");
        assertRefused(
                PAIR.replace("lid 4", "lid 3"),
                "f:24: H-00000000000000c1 port 1 has LID 3, which H-00000000000000b1 port 1",
                "in line 20");
        assertRefused(
                PAIR.replaceFirst("(?s)#\n.*?switchguid[^\n]*\nSwitch[^\n]*\n", ""),
                "f:1: found a port before any Switch or Ca line");
    }

    @Test
    void aFileCutShortInALineOrASectionIsRefused() {
        assertRefused(
                PAIR.substring(0, PAIR.indexOf("Switch\t4 \"S-00000000000000a2\"")),
                "f:13: the file ends after 'switchguid=0xa2(a2)'");
        assertRefused(
                PAIR.substring(0, PAIR.indexOf("vendid=0x2c9\nswitchguid=0xa2")),
                "f:9: \"S-00000000000000a2\" is mentioned",
                "cut");
        assertRefused(
                PAIR.substring(0, PAIR.indexOf("a2\"[2]")),
                "f:9: found 'S-000",
                "expected '\"' after the node id at the other end");
        assertRefused(
                PAIR.substring(0, PAIR.indexOf("a2\"[2]") + 4),
                "f:9: the line ends after",
                "the port at the other end");
        assertRefused(
                PAIR.substring(0, PAIR.indexOf("f 2\" lid 2 4x")), "f:9: the description '\"lea' has no closing quote");
    }

    private static void assertRefused(String text, String... parts) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(FabricFormatException.class)
                .hasMessageContainingAll(parts);
    }

    private static ImportResult read(String text) {
        return IbnetdiscoverReader.read("f", text);
    }

    @Test
    void switchesOfAChassisMayShareItsGuid() {
        ImportResult result = read(PAIR.replace("switchguid=0xa2(a2)", "switchguid=0xa1(a1)"));
        assertThat(result.fabric().switchCount()).isEqualTo(2);
        assertThat(result.findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.kind()).isEqualTo(FileFinding.Kind.SHARED_GUID))
                .asString()
                .contains("line 13: GUID 0xa1 was already given in line 7", "node ids tell them apart");
    }

    @Test
    void aDeviceWithoutALidGetsTheLowestFreeOne() {
        for (String none : new String[] {"lid 65535 lmc 0", "lid  lmc 0", "lid 0 lmc 0"}) {
            ImportResult result = read(PAIR.replace("enhanced port 0 lid 2 lmc 0", "enhanced port 0 " + none)
                    .replace("\"leaf 2\" lid 2", "\"leaf 2\" lid 65535"));
            assertThat(result.fabric().switchLid(1)).as(none).isEqualTo(2);
            assertThat(result.findings()).extracting(FileFinding::kind).containsExactly(FileFinding.Kind.NO_LID);
        }
    }

    @Test
    void aLidThatIsAbsentFromACommentIsNotTheRateBehindIt() {
        ImportResult result = read(PAIR.replace("\"leaf 2\" lid 2 4x", "\"leaf 2\" lid  4x"));
        assertThat(result.fabric().switchLid(1)).isEqualTo(2);
        assertThat(result.findings()).isEmpty();
    }

    @Test
    void manyFindingsOfAKindAreShownAsAFewAndTheirNumber() {
        java.util.List<FileFinding> findings = new java.util.ArrayList<>();
        for (int line = 1; line <= 600; line++) {
            findings.add(new FileFinding(line, FileFinding.Kind.DOWN_TRAINED, "link " + line + " is slow"));
        }
        findings.add(new FileFinding(601, FileFinding.Kind.LOOPBACK, "a loop"));
        assertThat(FileFinding.grouped(findings))
                .hasSize(7)
                .contains(
                        "line 5: link 5 is slow",
                        "and 595 more of that kind (down trained), the next in line 6",
                        "line 601: a loop");
        assertThat(FileFinding.grouped(findings.subList(0, 6))).hasSize(6);
    }
}
