package org.reweave.routing.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

class FabricReadersTest {
    private static final String PORTS = """
            DR path slid 0; dlid 0; 0 -> new Channel Adapter {00000000000000b1} portnum 1 lid 0-0 ""
            CA     3  1 0x00000000000000b2 4x EDR - SW     1  3 0x00000000000000a1 ( 'host1 HCA-1' - 'leaf - 1' )
            SW     1  1 0x00000000000000a1 4x EDR - SW     2  2 0x00000000000000a2 ( 'leaf - 1' - 'leaf 2' )
            SW     1  3 0x00000000000000a1 4x EDR - CA     3  1 0x00000000000000b2 ( 'leaf - 1' - 'host1 HCA-1' )
            SW     1  4 0x00000000000000a1 4x ???                                    'leaf - 1'
            SW     2  2 0x00000000000000a2 4x EDR - SW     1  1 0x00000000000000a1 ( 'leaf 2' - 'leaf - 1' )
            """;

    @TempDir
    private Path folder;

    private Fabric read(String name, String text) throws IOException {
        return result(name, text).fabric();
    }

    private ImportResult result(String name, String text) throws IOException {
        return FabricReaders.read(Files.writeString(folder.resolve(name), text));
    }

    /** Every link by the names and ports of its ends, with its rate. */
    private static List<String> links(Fabric fabric, boolean withRates) {
        List<String> links = new ArrayList<>();
        for (int link = 0; link < fabric.linkCount(); link++) {
            List<String> ends = new ArrayList<>(List.of(
                    fabric.portName(fabric.linkDevice(link, 0), fabric.linkPort(link, 0)),
                    fabric.portName(fabric.linkDevice(link, 1), fabric.linkPort(link, 1))));
            Collections.sort(ends);
            links.add(ends + (withRates ? " " + fabric.linkRate(link) : ""));
        }
        Collections.sort(links);
        return links;
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
    void aByteOrderMarkHidesNoFormat(String charset) throws IOException {
        Fabric fabric = FabricGenerators.parse("torus:3x3");
        for (String text : List.of(GraphMlWriter.text(fabric), DotWriter.text(fabric))) {
            Path file = Files.write(folder.resolve("marked"), ("\ufeff" + text).getBytes(charset));
            assertThat(links(FabricReaders.read(file).fabric(), false)).isEqualTo(links(fabric, false));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torus:4x4,nics=2",
                "k-ary-n-tree:2,3",
                "clos:leaves=4,spines=2,parallel=3,nics=2",
                "irregular:9,3"
            })
    void graphMlAndDotGiveBackDevicesPortsAndLinks(String generator) throws IOException {
        Fabric fabric = FabricGenerators.parse(generator);

        Fabric graphMl = read("x.graphml", GraphMlWriter.text(fabric));
        Fabric dot = read("x.gv", DotWriter.text(fabric));

        assertThat(graphMl.deviceNames()).isEqualTo(fabric.deviceNames());
        assertThat(graphMl.shape()).isEqualTo(fabric.shape());
        assertThat(links(graphMl, true)).isEqualTo(links(fabric, true));
        for (int s = 0; s < fabric.switchCount(); s++) {
            assertThat(graphMl.switchLid(s)).isEqualTo(fabric.switchLid(s));
        }
        assertThat(dot.deviceNames()).isEqualTo(fabric.deviceNames());
        assertThat(links(dot, true)).isEqualTo(links(fabric, true));
    }

    @Test
    void descriptionsAndRatesOfARealDumpComeBackFromEveryFormat() throws IOException {
        Fabric fabric = IbnetdiscoverReader.read(SharedFiles.require("fabrics/plafrim9.ibnetdiscover"))
                .fabric();
        for (Fabric back : List.of(
                read("x.xml", GraphMlWriter.text(fabric)),
                read("x.dot", DotWriter.text(fabric)),
                read("x.txt", IbnetdiscoverWriter.text(fabric)))) {
            assertThat(links(back, true)).isEqualTo(links(fabric, true));
            for (String name : fabric.deviceNames()) {
                assertThat(back.description(back.deviceByName(name)))
                        .isEqualTo(fabric.description(fabric.deviceByName(name)));
            }
        }
    }

    @Test
    void aPortsReportGivesSwitchesByGuidAndAdapterPortsAsNics() throws IOException {
        Fabric fabric = read("ports.txt", PORTS);

        assertThat(fabric.deviceNames())
                .containsExactly("S-00000000000000a1", "S-00000000000000a2", "H-00000000000000b2");
        assertThat(fabric.portCount(0)).isEqualTo(4);
        assertThat(links(fabric, true))
                .containsExactly(
                        "[H-00000000000000b2.1, S-00000000000000a1.3] 4xEDR",
                        "[S-00000000000000a1.1, S-00000000000000a2.2] 4xEDR");
        assertThat(fabric.switchLid(1)).isEqualTo(2);
        assertThat(fabric.nicLid(2, 1)).isEqualTo(3);
        assertThat(fabric.description(0)).isEqualTo("leaf - 1");
        assertThat(fabric.deviceByName("host1")).isEqualTo(2);
    }

    @Test
    void aRealPortsReportIsTheFabricThatWasMadeOfIt() throws IOException {
        Fabric made = IbnetdiscoverReader.read(SharedFiles.require("fabrics/plafrim9.ibnetdiscover"))
                .fabric();
        Fabric read = FabricReaders.read(SharedFiles.require("fabrics/lft/plafrim9/ib-subnet.ports.txt"))
                .fabric();

        assertThat(read.switchCount()).isEqualTo(made.switchCount());
        assertThat(read.nicCount()).isEqualTo(made.nicCount());
        assertThat(trunks(read)).isEqualTo(trunks(made));
        for (int nic = made.switchCount(); nic < made.deviceCount(); nic++) {
            int same = read.deviceByName(made.description(nic));
            assertThat(read.nicLid(same, 1)).as(made.deviceTitle(nic)).isEqualTo(made.nicLid(nic, 1));
        }
    }

    private static List<String> trunks(Fabric fabric) {
        return links(fabric, true).stream().filter(link -> !link.contains("H-")).toList();
    }

    @Test
    void aPortsReportThatContradictsItselfIsRefusedWithTheLine() {
        assertRefused(
                PORTS + PORTS.lines().skip(2).findFirst().orElseThrow() + "\n", "f:7: port 1 of", "every port once");
        assertRefused(PORTS.replace("CA     3  1", "CA 50000  1"), "f:2: found LID 50000", "1 to 49151");
        assertRefused(PORTS.replace("( 'leaf 2' - 'leaf - 1' )", "leaf"), "f:6: found", "after the rate");
    }

    @Test
    void graphsOfOtherToolsAreReadByWhatTheySay() throws IOException {
        Fabric told = read("a.dot", """
                // two switches
                graph "net" {
                  node [shape=box]; a; b;
                  node [shape=ellipse]
                  a -- b [label="4xHDR", taillabel=7];
                  a -- b
                  a -- "n 1"; b -- { n2 n3 } /* hosts */
                }
                """);
        assertThat(told.deviceNames()).containsExactly("a", "b", "n 1", "n2", "n3");
        assertThat(told.switchCount()).isEqualTo(2);
        assertThat(links(told, false))
                .containsExactly("[a.1, b.2]", "[a.2, n 1.1]", "[a.7, b.1]", "[b.3, n2.1]", "[b.4, n3.1]");

        ImportResult guessed = result("b.dot", "graph { a -- b; b -- c; c -- a; a -- x; b -- y }");
        assertThat(guessed.fabric().switchCount()).isEqualTo(3);
        assertThat(guessed.findings()).extracting(FileFinding::kind).contains(FileFinding.Kind.KIND_BY_LINKS);

        Fabric once = read("c.dot", """
                digraph {
                  "S-00000000000000a1" -> "H-00000000000000b1" [taillabel=1, headlabel=1]
                  "H-00000000000000b1" -> "S-00000000000000a1" [taillabel=1, headlabel=1]
                }
                """);
        assertThat(once.linkCount()).isEqualTo(1);
    }

    @Test
    void graphsWhoseMeaningIsNotCertainAreRefused() {
        assertRefused("digraph { a -> b; b -> a }", "f:1: a digraph with edges both ways", "taillabel");
        assertRefused("graph { a -- b", "the file ends", "'}'");
        assertRefused("graph { a -- b [taillabel=0] }", "found '0' as a port", "1 to 254");
        assertRefused(
                "graph { a -- b [taillabel=1]; a -- c [taillabel=1] }", "two links in port 1 of 'a'", "one cable");
        assertRefused("graph { a [kind=router] }", "kind = switch or nic", "router");
        String graph = GraphMlWriter.text(FabricGenerators.parse("torus:2x2"));
        assertRefused(graph.replace("target=\"d1\"", "target=\"d99\""), "an edge to 'd99'", "a node above");
        assertRefused(graph.replace("</graph>", "<graph"), "f:", "well-formed XML");
        assertRefused(
                "<!DOCTYPE graphml [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>\n"
                        + graph.replaceFirst("<\\?xml.*\\?>", "").replace("s0_0<", "&e;<"),
                "f:",
                "expected");
    }

    private static void assertRefused(String text, String found, String expected) {
        assertThatThrownBy(() -> {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    FabricReader reader = FabricReaders.registry().all().stream()
                            .filter(one -> !one.name().equals("ibnetdiscover") && one.accepts("f", bytes))
                            .findFirst()
                            .orElseThrow();
                    reader.read("f", bytes);
                })
                .isInstanceOf(FabricFormatException.class)
                .hasMessageContaining(found)
                .hasMessageContaining(expected);
    }
}
