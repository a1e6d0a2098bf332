package org.reweave.routing.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.routing.RandomFabrics;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.Connectivity;
import org.reweave.routing.verify.RouteReport;

@Tag("slow")
class TableDumpTest {
    @TempDir
    Path folder;

    private static RoutingTables route(String engine, Fabric fabric) {
        return EngineRegistry.load().engine(engine).route(fabric, Faults.none(), EngineOptions.none());
    }

    private void write(Map<String, String> texts) throws IOException {
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Files.writeString(folder.resolve(text.getKey()), text.getValue());
        }
    }

    private RoutingTables read(Fabric fabric) throws IOException {
        return TableDump.read(fabric, "imported", folder);
    }

    @Test
    void importAfterDumpIsTheIdentity() throws IOException {
        for (String engine : List.of("updown", "dimension-order", "lash", "mroots", "tor", "min-hop")) {
            for (String text : List.of("torus:4x3", "mesh:3x2,nics=2", "torus:3x3x3")) {
                requireSame(route(engine, FabricGenerators.parse(text)), engine + " on " + text);
            }
        }
        for (long seed = 1; seed <= 30; seed++) {
            for (String engine : List.of("lash", "tor")) {
                Fabric fabric = RandomFabrics.untidy(seed);
                requireSame(route(engine, fabric), engine + " on untidy seed " + seed);
            }
        }
    }

    private void requireSame(RoutingTables tables, String where) throws IOException {
        write(DumpTexts.of(tables));
        Fabric fabric = tables.fabric();
        RoutingTables again = read(fabric);
        assertThat(again.remarks()).as(where).isEmpty();
        assertThat(again.pathLevels().levelCount())
                .isLessThanOrEqualTo(tables.pathLevels().levelCount());
        for (int device = 0; device < fabric.deviceCount(); device++) {
            if (fabric.isSwitch(device)) {
                assertThat(again.lft(device)).as(where).isEqualTo(tables.lft(device));
            }
            for (int port = 1; port <= fabric.portCount(device); port++) {
                for (int level = 0; level < tables.pathLevels().levelCount(); level++) {
                    for (int in = 0; in <= (fabric.isSwitch(device) ? fabric.portCount(device) : 0); in++) {
                        boolean wired = fabric.link(device, port) >= 0 || fabric.isSwitch(device);
                        assertThat(wired ? again.slToVl().lane(device, in, port, level) : 0)
                                .as(where)
                                .isEqualTo(wired ? tables.slToVl().lane(device, in, port, level) : 0);
                    }
                }
            }
        }
        for (int source = fabric.switchCount(); source < fabric.deviceCount(); source++) {
            for (int port = 1; port <= fabric.portCount(source); port++) {
                for (int to = fabric.switchCount(); to < fabric.deviceCount(); to++) {
                    int lid = fabric.attachedPort(to) < 0 ? 0 : fabric.nicLid(to, fabric.attachedPort(to));
                    if (lid > 0 && fabric.link(source, port) >= 0) {
                        assertThat(again.pathLevels().level(source, port, lid))
                                .as(where)
                                .isEqualTo(tables.pathLevels().level(source, port, lid));
                    }
                }
            }
        }
        assertThat(DumpTexts.of(again)).as(where).isEqualTo(DumpTexts.of(tables));
    }

    @Test
    void compressedFilesAndForeignLineEndsAreRead() throws IOException {
        RoutingTables tables = route("lash", FabricGenerators.parse("torus:4x4"));
        for (Map.Entry<String, String> text : DumpTexts.of(tables).entrySet()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
                packed.write(("\uFEFF" + text.getValue().replace("\n", "\r\n")).getBytes(StandardCharsets.UTF_8));
            }
            Files.write(folder.resolve(text.getKey() + ".gz"), bytes.toByteArray());
        }
        assertThat(DumpTexts.of(read(tables.fabric()))).isEqualTo(DumpTexts.of(tables));
        Files.write(folder.resolve(TableDump.LFTS + ".gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 1});
        assertThatThrownBy(() -> read(tables.fabric()))
                .hasMessage(TableDump.LFTS + ".gz: the compressed file is damaged; expected a whole gzip file");
    }

    /** The tool's stderr, kept in the same file. */
    @Test
    void whatIbrouteSaysAtItsEndIsNoTable() throws IOException {
        RoutingTables tables = route("lash", FabricGenerators.parse("torus:4x4"));
        Map<String, String> texts = DumpTexts.of(tables);
        texts.merge(TableDump.LFTS, "ibroute: iberror: failed: can't resolve destination port 17\n", String::concat);
        write(texts);
        assertThat(DumpTexts.of(read(tables.fabric()))).isEqualTo(DumpTexts.of(tables));
    }

    @Test
    void withoutLevelsAndLanesZeroIsAssumedAndSaid() throws IOException {
        RoutingTables tables = route("lash", FabricGenerators.parse("torus:4x4"));
        Files.writeString(folder.resolve(TableDump.LFTS), DumpTexts.of(tables).get(TableDump.LFTS));
        RoutingTables bare = read(tables.fabric());
        assertThat(bare.remarks())
                .containsExactly(
                        "no file opensm-sl2vl.dump; VL 0 is assumed for all packets",
                        "no file pathsl.txt; SL 0 is assumed for all paths");
        assertThat(RouteReport.of(bare, Faults.none()).acyclic())
                .as("layers were needed")
                .isFalse();
    }

    @Test
    void aRowGivenTwiceWithAnotherLaneIsAMappingConflict() throws IOException {
        RoutingTables tables = route("lash", FabricGenerators.parse("torus:4x4"));
        Map<String, String> texts = DumpTexts.of(tables);
        String row = "1   1   : 0  1  15 15 15 15 15 15 15 15 15 15 15 15 15 15 \n";
        assertThat(texts.get(TableDump.LANES)).contains(row);
        texts.put(
                TableDump.LANES,
                texts.get(TableDump.LANES).replaceFirst(row, row + row + row.replace("0  1  15 ", "1  0  15 ")));
        write(texts);
        RoutingTables read = read(tables.fabric());
        assertThat(RouteReport.of(read, Faults.none()).mappingConflicts()).isEqualTo(2);
        assertThat(read.remarks())
                .singleElement()
                .asString()
                .contains("2 mapping conflicts", "opensm-sl2vl.dump:7: s0_0 SL 0 is VL 1 here and VL 0 before");
    }

    @Test
    void aPairWhoseLevelASwitchDiscardsIsLost() throws IOException {
        RoutingTables tables = route("dimension-order", FabricGenerators.parse("mesh:3x1"));
        Map<String, String> texts = DumpTexts.of(tables);
        texts.put(TableDump.LEVELS, texts.get(TableDump.LEVELS).replace("4: 000", "4: 030"));
        write(texts);
        Connectivity connectivity = Connectivity.of(read(tables.fabric()), Faults.none());
        assertThat(connectivity.lost()).isEqualTo(1);
        assertThat(connectivity.failures().toString())
                .contains(
                        "n0_0.1 does not reach n1_0.1: s0_0 discards SL 3 from port 5 to port 1: its SLtoVL entry is VL 15");
        assertThat(RouteReport.of(read(tables.fabric()), Faults.none()).acyclic())
                .isTrue();
    }

    @Test
    void switchesWithoutATableAreSaidAndTheirPairsLost() throws IOException {
        RoutingTables tables = route("updown", FabricGenerators.parse("mesh:3x1"));
        Map<String, String> texts = DumpTexts.of(tables);
        String lfts = texts.get(TableDump.LFTS);
        texts.put(TableDump.LFTS, lfts.substring(0, lfts.indexOf("Unicast", 10)));
        write(texts);
        RoutingTables read = read(tables.fabric());
        assertThat(read.remarks().get(0)).contains("2 of 3 switches have no forwarding table, s1_0 first");
        assertThat(Connectivity.of(read, Faults.none()).lost()).isEqualTo(6);
    }

    @Test
    void filesWithoutAnyTableAreRefused() throws IOException {
        Fabric fabric = FabricGenerators.parse("mesh:3x1");
        for (String text : List.of("", "\n\n", "ibroute: iberror: failed: can't resolve destination port 17\n")) {
            Files.writeString(folder.resolve(TableDump.LFTS), text);
            assertThatThrownBy(() -> read(fabric))
                    .isInstanceOf(FabricFormatException.class)
                    .hasMessage(TableDump.LFTS + ": there is no table in it; expected the tables of switches");
        }
    }
}
