package org.reweave.routing.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.RouteReport;

/**
 * Damaged table files are refused with their line, or understood and then verified without a fault of ours. A failure
 * names its seed.
 */
@Tag("slow")
class TableDumpFuzzTest {
    private static final int FIRST_SEED = 1;
    private static final int SEEDS = 1500;
    private static final String CSV = "lft.csv";

    private final Fabric fabric = FabricGenerators.parse("torus:3x2");

    @Test
    void aDamagedTableIsRefusedOrUnderstood(@TempDir Path folder) {
        RoutingTables tables = EngineRegistry.load().engine("lash").route(fabric, Faults.none(), EngineOptions.none());
        Map<String, String> texts = DumpTexts.of(tables);
        List<String> names = List.copyOf(texts.keySet());
        String csv = csv(tables);
        int[] refused = new int[1];
        assertTimeoutPreemptively(Duration.ofSeconds(120), () -> {
            for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
                SeededSequence random = new SeededSequence(seed);
                int victim = random.below(names.size() + 1);
                for (String name : names) {
                    write(folder, name, texts.get(name).getBytes(StandardCharsets.UTF_8));
                }
                Files.deleteIfExists(folder.resolve(CSV));
                if (victim == names.size()) {
                    Files.delete(folder.resolve(TableDump.LFTS));
                    write(folder, CSV, ReaderFuzzTest.damaged(csv, random));
                } else {
                    write(folder, names.get(victim), ReaderFuzzTest.damaged(texts.get(names.get(victim)), random));
                }
                refused[0] += check(seed, folder) ? 0 : 1;
            }
        });
        assertThat(refused[0]).isBetween(SEEDS / 4, SEEDS - 50);
    }

    /** @return whether the files were understood */
    private boolean check(int seed, Path folder) throws IOException {
        try {
            RouteReport report = RouteReport.of(TableDump.read(fabric, "imported", folder), Faults.none());
            assertThat(report.pairs()).isEqualTo(30);
            return true;
        } catch (FabricFormatException expected) {
            assertThat(expected.getMessage()).contains("; expected ");
            return false;
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + " gives " + e, e);
        }
    }

    private static void write(Path folder, String name, byte[] bytes) throws IOException {
        Files.write(folder.resolve(name), bytes);
    }

    private String csv(RoutingTables tables) {
        StringBuilder out = new StringBuilder("switch_lid,switch_guid,dlid,out_port\n");
        for (int s = 0; s < fabric.switchCount(); s++) {
            for (int lid = 1; lid <= tables.lidMax(); lid++) {
                out.append(fabric.switchLid(s)).append(",0,").append(lid).append(',');
                out.append(tables.outPort(s, lid)).append('\n');
            }
        }
        return out.toString();
    }
}
