package org.reweave.routing.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Shape;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class RoundTripTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "torus:4x5,nics=2",
                "torus:2x2",
                "mesh:3x3x2",
                "mesh:1",
                "k-ary-n-tree:2,4",
                "k-ary-n-tree:12,2",
                "hypercube:4,nics=2",
                "m-port-n-tree:4,3",
                "m-port-n-tree:12,2",
                "clos:leaves=6,spines=2,parallel=4,nics=24",
                "clos:pods=3,leaves=4,spines=2,cores=5,core-parallel=2",
                "flattened-butterfly:4,3",
                "dragonfly:2,4,2",
                "mikant:3,3",
                "mikant:11,2",
                "kns:4,2,nics=2",
                "kns:4,2,s=2",
                "irregular:20,3"
            })
    void aGeneratedFabricComesBackWithNamesPortsLidsAndShape(String text) {
        assertRoundTrip(FabricGenerators.parse(text));
        assertThat(IbnetdiscoverReader.read("again", IbnetdiscoverWriter.text(FabricGenerators.parse(text)))
                        .findings())
                .isEmpty();
    }

    @Test
    void namesRatesLatenciesAndLidsOfAnyKindComeBack() {
        FabricBuilder builder = new FabricBuilder("odd \"fabric\"\n");
        FabricBuilder.Node a = builder.addSwitch("a \"quoted\" # name\\0041", 254);
        FabricBuilder.Node b = builder.addSwitch("S-5245575601000000", 3);
        FabricBuilder.Node c = builder.addSwitch("S-00000000000000ff", 3);
        FabricBuilder.Node nic = builder.addNic(" Aggregation Node\r\t\u2028", 3);
        FabricBuilder.Node lonely = builder.addNic("H-00000000000000ff", 1);
        builder.connect(a, 254, nic, 3, LinkRate.parse("2xHDR"), 12_345);
        builder.connect(a, 7, b, 1, LinkRate.parse("12xSDR"), 0)
                .connect(b, 3, a, 8)
                .connect(c, 1, nic, 1);
        builder.switchLid(b, 49_151);
        builder.nicLid(nic, 3, 4_000);
        builder.nicLid(lonely, 1, 5);

        assertRoundTrip(builder.build());
    }

    @Test
    void aShapeThatNoLongerFitsIsDroppedWithAFinding() {
        String text = IbnetdiscoverWriter.text(FabricGenerators.parse("torus:4x4"));
        List<String> spoilt = List.of(
                text.replace("shape TORUS 4 4", "shape TORUS 4 5"),
                text.replace("shape TORUS 4 4", "shape MESH 4 4"),
                text.replace("shape TORUS 4 4", "shape DONUT 4"),
                text.replace("coordinates 1 2\n", "coordinates 1 1\n"),
                text.replace("# reweave coordinates 1 2\n", ""));

        for (String one : spoilt) {
            ImportResult result = IbnetdiscoverReader.read("spoilt", one);
            assertThat(result.fabric().shape()).isEqualTo(Shape.irregular());
            assertThat(result.findings()).extracting(FileFinding::kind).containsOnlyOnce(FileFinding.Kind.SHAPE_LOST);
        }
    }

    @Test
    void aTorusWithAFailedCableKeepsItsShape() {
        String text = IbnetdiscoverWriter.text(FabricGenerators.parse("torus:4x4"));
        String cut = text.lines()
                .filter(line -> !(line.startsWith("[1]") && line.contains("\"s1_0\"")
                        || line.startsWith("[2]") && line.contains("\"s0_0\"")))
                .reduce("", (all, line) -> all + line + "\n");

        Fabric fabric = IbnetdiscoverReader.read("cut", cut).fabric();
        assertThat(fabric.linkCount()).isEqualTo(47);
        assertThat(fabric.shape().family()).isEqualTo(Shape.Family.TORUS);
    }

    @Test
    void aDotFileNamesEveryDeviceAndCable() {
        String dot = DotWriter.text(FabricGenerators.parse("mesh:2"));

        assertThat(dot)
                .startsWith("graph \"mesh:2\" {")
                .contains("\"s0\" [shape=box, kind=switch];", "\"n1\" [shape=ellipse, kind=nic];");
        assertThat(dot)
                .contains("\"s0\" -- \"s1\" [taillabel=\"1\", headlabel=\"2\"];")
                .endsWith("}\n");
        assertThat(dot.lines().filter(line -> line.contains(" -- "))).hasSize(3);
    }

    @Test
    void aGraphMlFileIsXmlWithEveryDeviceAndCable() throws Exception {
        FabricBuilder builder = new FabricBuilder("a <b> & \u0001");
        FabricBuilder.Node a = builder.addSwitch("]]> \uFFFE \ud83d\ude00", 3);
        builder.connect(a, 2, builder.addNic("n&1", 1), 1, LinkRate.parse("4xHDR"), 5_000);
        for (Fabric fabric : List.of(builder.build(), FabricGenerators.parse("mikant:2,3"))) {
            Document xml = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(GraphMlWriter.text(fabric).getBytes(StandardCharsets.UTF_8)));
            NodeList nodes = xml.getElementsByTagName("node");
            assertThat(nodes.getLength()).isEqualTo(fabric.deviceCount());
            assertThat(xml.getElementsByTagName("edge").getLength()).isEqualTo(fabric.linkCount());
            for (int device = 0; device < fabric.deviceCount(); device++) {
                String name = nodes.item(device).getFirstChild().getTextContent();
                assertThat(SyntheticIds.unescaped(name)).isEqualTo(fabric.deviceName(device));
            }
        }

        assertThat(GraphMlWriter.text(builder.build()))
                .contains("<data key=\"edge.rate\">4xHDR</data><data key=\"edge.latencyPs\">5000</data>")
                .contains("<data key=\"node.name\">n&amp;1</data><data key=\"node.kind\">nic</data>");
        assertThat(GraphMlWriter.text(FabricGenerators.parse("mikant:2,3")))
                .contains("<data key=\"graph.shape\">MIKANT 2 2 2 2</data>")
                .contains("<data key=\"node.coordinates\">1 0 1 0</data>")
                .contains("source=\"d0\" target=\"d4\"><data key=\"edge.sourcePort\">3</data>");
    }

    @Test
    void ibsimGetsOptionsForTheRatesItKnowsAndNothingElseThatLooksLikeOne() {
        FabricBuilder builder = new FabricBuilder("rates");
        FabricBuilder.Node a = builder.addSwitch("a=1", 4);
        FabricBuilder.Node b = builder.addSwitch("b", 4);
        builder.connect(a, 1, b, 1, LinkRate.parse("4xQDR"), 7_000);
        builder.connect(a, 2, b, 2, LinkRate.parse("12xSDR"), -1);
        builder.connect(a, 3, b, 3, LinkRate.parse("4xEDR"), -1);
        Fabric fabric = builder.build();
        List<String> ports = IbsimNetWriter.text(fabric)
                .lines()
                .filter(line -> line.startsWith("["))
                .toList();

        assertRoundTrip(fabric);
        assertThat(ports).hasSize(6);
        assertThat(ports.get(0)).contains("[1] w=2 s=4\t\t# \"b\"").endsWith(" 4xQDR latency 7000ps");
        assertThat(ports.get(1)).contains("[2] w=8 s=1\t\t#");
        assertThat(ports.get(2)).contains("[3]\t\t#").endsWith("4xEDR");
        assertThat(ports.get(3)).contains("# \"a\\003d1\" lid");
    }

    @Test
    void aNameTooLongForIbsimIsRefusedWithItsLine() {
        FabricBuilder builder = new FabricBuilder("long");
        FabricBuilder.Node a = builder.addSwitch("x".repeat(250), 4);
        builder.connect(a, 1, builder.addNic("n", 1), 1);

        assertThatThrownBy(() -> IbsimNetWriter.text(builder.build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("long: line ")
                .hasMessageContaining("bytes > 254, which ibsim reads at most; shorten the devices' names");
    }

    static void assertRoundTrip(Fabric fabric) {
        assertRoundTrip(fabric, IbnetdiscoverWriter::text);
        assertRoundTrip(fabric, IbsimNetWriter::text);
    }

    private static void assertRoundTrip(Fabric fabric, Function<Fabric, String> writer) {
        String text = writer.apply(fabric);
        Fabric back = IbnetdiscoverReader.read("again", text).fabric();

        assertThat(describe(back)).isEqualTo(describe(fabric));
        assertThat(back.deviceNames()).isEqualTo(fabric.deviceNames());
        assertThat(back.shape()).isEqualTo(fabric.shape());
        assertThat(writer.apply(back).lines().skip(3))
                .containsExactlyElementsOf(text.lines().skip(3).toList());
    }

    /** Everything but link numbers, as a set of sentences. */
    private static Set<String> describe(Fabric fabric) {
        Set<String> facts = new TreeSet<>();
        for (int device = 0; device < fabric.deviceCount(); device++) {
            String name = fabric.deviceName(device);
            String lid = fabric.isSwitch(device) ? "lid " + fabric.switchLid(device) : "NIC";
            facts.add(device + " " + name + " " + fabric.description(device) + " " + lid + " ports "
                    + fabric.portCount(device) + " at " + place(fabric, device));
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int link = fabric.link(device, port);
                if (link >= 0) {
                    facts.add(fabric.portName(device, port) + " -> "
                            + fabric.portName(fabric.peer(device, port), fabric.peerPort(device, port))
                            + " " + fabric.linkRate(link) + " " + fabric.linkLatencyPs(link)
                            + (fabric.isSwitch(device) ? "" : " lid " + fabric.nicLid(device, port)));
                }
            }
        }
        return facts;
    }

    private static String place(Fabric fabric, int device) {
        if (!fabric.isSwitch(device)) {
            return "";
        }
        int[] at = new int[fabric.shape().dimensions().length];
        Arrays.setAll(at, d -> fabric.coordinate(device, d));
        return Arrays.toString(at);
    }

    /** Memory in proportion to the name: once the rest of the name was copied for each backslash. */
    @Test
    void aLongNameOfBackslashesTakesLittleMemory() {
        String name = "\\".repeat(10_000);
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getCurrentThreadAllocatedBytes();
        assertThat(SyntheticIds.unescaped(SyntheticIds.escaped(name))).isEqualTo(name);
        assertThat(memory.getCurrentThreadAllocatedBytes() - before).isLessThan(64L << 20);
    }
}
