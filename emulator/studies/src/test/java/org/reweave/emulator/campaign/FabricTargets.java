package org.reweave.emulator.campaign;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.io.FabricReaders;
import org.reweave.routing.io.IbnetdiscoverWriter;
import org.reweave.routing.io.IbsimNetWriter;
import org.reweave.routing.io.ImportResult;
import org.reweave.routing.io.TableDump;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** Readers of what the tools of real clusters print: fabrics, and tables of them. */
final class FabricTargets {
    private static final List<String> FABRICS = List.of(
            "torus:3x3", "k-ary-n-tree:2,3", "clos:leaves=3,spines=2,parallel=2,nics=3", "irregular:9,4,seed=7");

    /** The GUID of a chassis on two switches, LIDs that are absent, foreign line ends, and a message of the tool. */
    private static final String VARIANT = """
            \ufeff# Topology file: generated on Sun Nov 22 10:00:00 2026
            # Max of 3 hops discovered
            # Initiated from node 0002c90300a00001 port 0002c90300a00002

            vendid=0x2c9
            devid=0xd2f0
            sysimgguid=0xc0ffee
            switchguid=0xc0ffee(c0ffee)
            Switch\t36 "S-00000000000000a1"\t\t# "MF0;core:SX6536/L01/U1" enhanced port 0 lid 65535 lmc 0
            [1]\t"S-00000000000000a2"[1]\t\t# "MF0;core:SX6536/S01/U1" lid 2 4xFDR
            [2]\t"H-00000000000000b1"[1](b2) \t\t# "node-1 HCA-1" lid 4 4xQDR
            iberror: failed: can't reach node

            sysimgguid=0xc0ffee
            switchguid=0xc0ffee(c0ffee)
            Switch\t36 "S-00000000000000a2"\t\t# "MF0;core:SX6536/S01/U1" base port 0 lid  lmc 0
            [1]\t"S-00000000000000a1"[1]\t\t# "MF0;core:SX6536/L01/U1" lid 65535 4xFDR
            [3]\t"H-00000000000000b3"[1](b4) \t\t# "node-2 HCA-1" lid 5 4xHDR

            caguid=0xb1
            Ca\t1 "H-00000000000000b1"\t\t# "node-1 HCA-1"
            [1](b2) \t"S-00000000000000a1"[2]\t\t# lid 4 lmc 0 "MF0;core:SX6536/L01/U1" lid 65535 4xQDR

            caguid=0xb3
            Ca\t1 "H-00000000000000b3"\t\t# "node-2 HCA-1"
            [1](b4) \t"S-00000000000000a2"[3]\t\t# lid 5 lmc 0 "MF0;core:SX6536/S01/U1" lid  4xHDR
            """;

    private static final int MOST_WRITTEN = 1 << 16;
    private static final String CSV = "lfts.csv";

    private final Path folder;

    private FabricTargets(Path folder) {
        this.folder = folder;
    }

    static List<Target> all(Path folder) throws IOException {
        FabricTargets targets = new FabricTargets(Files.createDirectory(folder.resolve("fabrics")));
        List<Target> all = new ArrayList<>(targets.fabrics());
        all.addAll(targets.tables());
        return all;
    }

    private List<Target> fabrics() {
        List<byte[]> discovered = new ArrayList<>();
        List<byte[]> simulated = new ArrayList<>();
        for (String text : FABRICS) {
            Fabric fabric = FabricGenerators.parse(text);
            discovered.addAll(Target.texts(IbnetdiscoverWriter.text(fabric)));
            simulated.addAll(Target.texts(IbsimNetWriter.text(fabric)));
        }
        List<byte[]> variants = Stream.concat(
                        Target.texts(VARIANT, VARIANT.replace("\n", "\r\n")).stream(),
                        Stream.of(VARIANT.getBytes(StandardCharsets.UTF_16)))
                .toList();
        return List.of(
                fabric("ibnetdiscover", discovered),
                fabric("ibsim", simulated),
                fabric("ibnetdiscover-variants", variants),
                fabric(
                        "ibnetdiscover-packed",
                        discovered.stream().map(Targets::packed).toList()));
    }

    /** What is read is the same fabric once it was written and read again, which is tried with small files only. */
    private Target fabric(String name, List<byte[]> corpus) {
        Path file = folder.resolve(name);
        return new Target(name, corpus, mutant -> {
            ImportResult read = FabricReaders.read(Files.write(file, mutant));
            if (mutant.length > MOST_WRITTEN) {
                return;
            }
            String written = IbnetdiscoverWriter.text(read.fabric());
            Fabric again = FabricReaders.read(Files.writeString(file, written)).fabric();
            if (!IbnetdiscoverWriter.text(again).equals(written)) {
                throw new AssertionError("the fabric is another one once it was written");
            }
        });
    }

    private List<Target> tables() throws IOException {
        Fabric fabric = FabricGenerators.parse("torus:3x3");
        RoutingTables tables = EngineRegistry.load().engine("lash").route(fabric, Faults.none(), EngineOptions.none());
        Path place = Files.createDirectory(folder.resolve("tables"));
        List<Target> all = new ArrayList<>();
        for (Map.Entry<String, TableDump.Content> entry :
                TableDump.files(tables).entrySet()) {
            StringWriter text = new StringWriter();
            entry.getValue().writeTo(text);
            byte[] whole = Target.texts(text.toString()).get(0);
            Files.write(place.resolve(entry.getKey()), whole);
            all.add(table(fabric, place, entry.getKey(), whole));
            if (entry.getKey().equals(TableDump.LFTS)) {
                all.add(alone(fabric, "ibroute.txt", whole));
                all.add(alone(fabric, TableDump.LFTS + ".gz", Targets.packed(whole)));
            }
        }
        all.add(alone(fabric, CSV, Target.texts(csv(fabric, tables)).get(0)));
        return all;
    }

    private static String csv(Fabric fabric, RoutingTables tables) {
        StringBuilder out = new StringBuilder("switch_lid,switch_guid,dlid,out_port\n");
        for (int s = 0; s < fabric.switchCount(); s++) {
            for (int lid = 1; lid <= tables.lidMax(); lid++) {
                out.append(fabric.switchLid(s)).append(",0,").append(lid).append(',');
                out.append(tables.outPort(s, lid)).append('\n');
            }
        }
        return out.toString();
    }

    /** A file of tables beside the other ones, which are whole. */
    private static Target table(Fabric fabric, Path place, String name, byte[] whole) {
        return new Target(name, List.of(whole), mutant -> {
            Files.write(place.resolve(name), mutant);
            try {
                TableDump.read(fabric, "imported", place);
            } finally {
                Files.write(place.resolve(name), whole);
            }
        });
    }

    /** Forwarding tables in a folder of their own. */
    private Target alone(Fabric fabric, String name, byte[] whole) throws IOException {
        return table(fabric, Files.createDirectory(folder.resolve("only-" + name)), name, whole);
    }
}
