package org.reweave.routing.io;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.routing.io.FileFinding.Kind.DOWN_TRAINED;
import static org.reweave.routing.io.FileFinding.Kind.LOOPBACK;
import static org.reweave.routing.io.FileFinding.Kind.MISSING_CABLE;
import static org.reweave.routing.io.FileFinding.Kind.PSEUDO_CA;
import static org.reweave.routing.io.FileFinding.Kind.SLOW_HOST_LINK;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricMetrics;

/** Dumps of real clusters (shared/fabrics/README.md says what is in them) and of OpenSM's simulator. */
class RealFabricsTest {
    @ParameterizedTest
    @CsvSource({
        "fabrics/tartu_rocket8.ibnetdiscover, 8, 144, 192",
        "fabrics/plafrim9.ibnetdiscover, 9, 125, 201",
        "fabrics/topograph_ndr40.ibnetdiscover, 40, 542, 1074", // 1,114 cables, 40 of them inside switches
        "fabrics/ufm_lab2.ibnetdiscover, 2, 12, 13", // 16 cables: a pseudo-CA's and two loopbacks
        "opensm/torus4x4_h1/torus4x4_h1.ibnetdiscover, 16, 16, 48",
        "opensm/torus4x4_h1/torus4x4_h1.net, 16, 16, 48",
        "opensm/irregular16_s1/irregular16_s1.ibnetdiscover, 16, 64, 96",
        "opensm/4ary3tree/4ary3tree.ibnetdiscover, 48, 64, 192",
    })
    void aDumpHasTheCountsOfItsOwner(String file, int switches, int nics, int links) throws IOException {
        Fabric fabric = IbnetdiscoverReader.read(SharedFiles.require(file)).fabric();

        assertThat(fabric.switchCount()).isEqualTo(switches);
        assertThat(fabric.nicCount()).isEqualTo(nics);
        assertThat(fabric.linkCount()).isEqualTo(links);
        assertThat(FabricMetrics.of(fabric).components()).isEqualTo(1);
    }

    @Test
    void whatIsOddAboutEachDumpIsFound() throws IOException {
        assertThat(kinds("tartu_rocket8")).isEqualTo(Map.of(MISSING_CABLE, 1L));
        assertThat(kinds("plafrim9")).isEqualTo(Map.of(DOWN_TRAINED, 1L, MISSING_CABLE, 1L, SLOW_HOST_LINK, 6L));
        assertThat(kinds("topograph_ndr40")).isEqualTo(Map.of(PSEUDO_CA, 40L, MISSING_CABLE, 6L));
        assertThat(kinds("ufm_lab2")).isEqualTo(Map.of(PSEUDO_CA, 1L, LOOPBACK, 2L));
    }

    private static Map<FileFinding.Kind, Long> kinds(String file) throws IOException {
        return IbnetdiscoverReader.read(SharedFiles.require("fabrics/" + file + ".ibnetdiscover")).findings().stream()
                .collect(groupingBy(FileFinding::kind, TreeMap::new, counting()));
    }

    @Test
    void theDownTrainedTrunkIsNamedWithItsLine() throws IOException {
        ImportResult result = IbnetdiscoverReader.read(SharedFiles.require("fabrics/plafrim9.ibnetdiscover"));

        assertThat(result.findings()).anySatisfy(finding -> {
            assertThat(finding.kind()).isEqualTo(DOWN_TRAINED);
            assertThat(finding.line()).isEqualTo(174);
            assertThat(finding.text())
                    .contains("S-0008f10500108500.7-S-0008f10500108524.7 (Voltaire 4036 # 4036-8500 to")
                    .contains(" runs at 4xSDR");
        });
    }

    @Test
    void bothPortsOfADualPortCaAreWiredAndAddressed() throws IOException {
        Fabric fabric = IbnetdiscoverReader.read(SharedFiles.require("fabrics/tartu_rocket8.ibnetdiscover"))
                .fabric();
        int dual = 0;
        for (int nic = fabric.nicDevice(0); nic < fabric.deviceCount(); nic++) {
            if (fabric.portCount(nic) == 2 && fabric.link(nic, 1) >= 0 && fabric.link(nic, 2) >= 0) {
                dual++;
                assertThat(fabric.nicLid(nic, 1)).isPositive().isNotEqualTo(fabric.nicLid(nic, 2));
            }
        }
        assertThat(dual).isEqualTo(1);
        assertThat(fabric.switchLid(fabric.deviceByName("S-f4521403001165a0"))).isEqualTo(128);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tartu_rocket8", "plafrim9", "topograph_ndr40", "ufm_lab2"})
    void exportAndImportOfARealDumpIsTheIdentity(String file) throws IOException {
        RoundTripTest.assertRoundTrip(
                IbnetdiscoverReader.read(SharedFiles.require("fabrics/" + file + ".ibnetdiscover"))
                        .fabric());
    }
}
