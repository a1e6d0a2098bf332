package org.reweave.routing.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricMetrics;

/**
 * {@code cluster-config/fabrics/two-level-clos.ibnetdiscover} is what our exporter writes for the fabric built here. To
 * write it anew, run this test with {@code -Dreweave.write-fabrics=true}.
 */
class TwoLevelClosFileTest {
    private static final LinkRate TRUNK = new LinkRate(4, LinkRate.Speed.FDR10);
    private static final LinkRate HOST = new LinkRate(4, LinkRate.Speed.QDR);
    private static final List<String> REMARKS = List.of(
            "Made up, in the manner of real clusters: 6 leaves x 2 spines x 2 parallel FDR10 trunks,",
            "the second cable from leaf-5 to spine-1 missing; 4 QDR hosts a leaf, and a host on each spine.");

    /**
     * Leaf ports 1-2 lead to spine-0, 3-4 to spine-1, 5-8 to hosts; spine ports 2l+1 and 2l+2 lead to leaf l, 13 to its
     * host.
     */
    private static Fabric clos() {
        FabricBuilder builder = new FabricBuilder("two-level-clos");
        FabricBuilder.Node[] spines = {builder.addSwitch("spine-0", 36), builder.addSwitch("spine-1", 36)};
        for (int l = 0; l < 6; l++) {
            FabricBuilder.Node leaf = builder.addSwitch("leaf-" + l, 36);
            for (int cable = 0; cable < 4; cable++) {
                boolean missing = l == 5 && cable == 3;
                if (!missing) {
                    builder.connect(leaf, 1 + cable, spines[cable / 2], 2 * l + 1 + cable % 2, TRUNK, -1);
                }
            }
            for (int host = 0; host < 4; host++) {
                builder.connect(builder.addNic("node-" + l + "-" + host, 1), 1, leaf, 5 + host, HOST, -1);
            }
        }
        for (int s = 0; s < 2; s++) {
            builder.connect(builder.addNic("service-" + s, 1), 1, spines[s], 13, HOST, -1);
        }
        return builder.build();
    }

    @Test
    void theCommittedFileIsWhatTheExporterWrites() throws IOException {
        String text = IbnetdiscoverWriter.text(clos(), REMARKS);
        Path file = projectRoot().resolve("cluster-config/fabrics/two-level-clos.ibnetdiscover");
        if (Boolean.getBoolean("reweave.write-fabrics")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }

        assertThat(file).hasContent(text);
    }

    @Test
    void itsOnlyOddityIsTheMissingCable() {
        ImportResult result = IbnetdiscoverReader.read("clos", IbnetdiscoverWriter.text(clos(), REMARKS));
        FabricMetrics metrics = FabricMetrics.of(result.fabric());

        assertThat(result.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FileFinding.Kind.MISSING_CABLE);
            assertThat(finding.text()).isEqualTo("spine-1 and leaf-5 are joined by 1 of the usual 2 cables");
        });
        assertThat(metrics.switches()).isEqualTo(8);
        assertThat(metrics.nics()).isEqualTo(26);
        assertThat(metrics.links()).isEqualTo(23 + 26);
        assertThat(metrics.radix()).isEqualTo(13);
        assertThat(metrics.diameter()).isEqualTo(2);
    }

    private static Path projectRoot() {
        Path at = Path.of("").toAbsolutePath();
        while (at.getParent() != null && !Files.exists(at.resolve("routing/pom.xml"))) {
            at = at.getParent();
        }
        return at;
    }
}
