package org.reweave.routing.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Shape;

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
            assertThat(result.findings()).extracting(Finding::kind).containsOnlyOnce(Finding.Kind.SHAPE_LOST);
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

        assertThat(dot).startsWith("graph \"mesh:2\" {").contains("\"s0\" [shape=box];", "\"n1\" [shape=ellipse];");
        assertThat(dot)
                .contains("\"s0\" -- \"s1\" [taillabel=\"1\", headlabel=\"2\"];")
                .endsWith("}\n");
        assertThat(dot.lines().filter(line -> line.contains(" -- "))).hasSize(3);
    }

    static void assertRoundTrip(Fabric fabric) {
        String text = IbnetdiscoverWriter.text(fabric);
        Fabric back = IbnetdiscoverReader.read("again", text).fabric();

        assertThat(describe(back)).isEqualTo(describe(fabric));
        assertThat(back.deviceNames()).isEqualTo(fabric.deviceNames());
        assertThat(back.shape()).isEqualTo(fabric.shape());
        assertThat(IbnetdiscoverWriter.text(back).lines().skip(3))
                .containsExactlyElementsOf(text.lines().skip(3).toList());
    }

    /** Everything but link numbers, as a set of sentences. */
    private static Set<String> describe(Fabric fabric) {
        Set<String> facts = new TreeSet<>();
        for (int device = 0; device < fabric.deviceCount(); device++) {
            String name = fabric.deviceName(device);
            String lid = fabric.isSwitch(device) ? "lid " + fabric.switchLid(device) : "NIC";
            facts.add(device + " " + name + " " + lid + " ports " + fabric.portCount(device) + " at "
                    + place(fabric, device));
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
}
