package org.reweave.emulator.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.cli.common.UserErrors;

class BenchCommandTest {
    @Test
    void everythingWrongIsReportedAtOnce() {
        assertThat(CommandRun.of("bench", "routin", "--rounds", "0", "--threads", "-1")
                        .refused()
                        .errLines())
                .containsExactly(
                        "reweave: bench routin: not a benchmark; the nearest name is routing, known are accuracy, cluster, drivers, journal, lax, memory, mutants, paths, peers, placement, rftr, routing, size",
                        "reweave: --rounds 0 < 1; raise it",
                        "reweave: --threads -1 < 1; raise it");
    }

    @Test
    void theRoutingBenchmarkPrintsSizeAndSeconds() {
        Benchmark.Result result = new RoutingBenchmark("torus:4x4,nics=2")
                .measure(new Benchmark.Settings(1, 1, Optional.empty(), Optional.empty(), line -> assertThat(line)
                        .isNotEmpty()));
        assertThat(result.lines().get(0)).startsWith("torus:4x4,nics=2: 16 switches, 32 NICs, 64 links");
        assertThat(result.lines().subList(3, 6))
                .allSatisfy(line -> assertThat(line).contains("992"));
    }

    @Test
    void thePlacementBenchmarkCountsTheBorderOfEachNode() {
        Benchmark.Result result = new PlacementBenchmark(List.of(new PlacementBenchmark.Case("torus:8x8", 2)))
                .measure(new Benchmark.Settings(1, 1, Optional.empty(), Optional.empty(), line -> assertThat(line)
                        .isEqualTo("torus:8x8 on 2 nodes")));
        assertThat(result.lines().get(1))
                .as("two halves of a torus share two cuts of 8 links")
                .matches("torus:8x8 +2 +128 +16 +16 +1 +64 .*");
    }

    @Test
    void onlyTheMemoryBenchmarkTakesAFabric() {
        assertThat(CommandRun.of("bench", "routing", "--fabric", "torus:4x4")
                        .refused()
                        .errLines())
                .containsExactly("reweave: --fabric torus:4x4: bench routing has a fabric of its own; drop it");
        assertThat(CommandRun.of("bench", "memory", "--fabric", "torus:x")
                        .refused()
                        .errLines())
                .singleElement()
                .asString()
                .startsWith("reweave: --fabric: torus:x: ")
                .contains("is not a whole number");
    }

    @Test
    void peersNeedAProgramAndOnlyTheyTakeCycles() {
        Benchmark.Settings settings = new Benchmark.Settings(1, 1, Optional.empty(), Optional.of(100L), line -> {});
        assertThatThrownBy(() -> new PeersBenchmark(Map.of()).measure(settings))
                .isInstanceOfSatisfying(UserErrors.class, errors -> assertThat(errors.messages())
                        .singleElement()
                        .asString()
                        .startsWith("bench peers: no other simulator is given; build BookSim 2 (https:")
                        .contains("CNSIM=.../ChipletNetworkSim"));
        assertThatThrownBy(() -> new PeersBenchmark(Map.of("BOOKSIM", ".")).measure(settings))
                .isInstanceOfSatisfying(UserErrors.class, errors -> assertThat(errors.messages())
                        .containsExactly("BOOKSIM=.: is no program; name BookSim 2's, src/booksim"));
        assertThat(CommandRun.of("bench", "rftr", "--cycles", "0").refused().errLines())
                .containsExactly(
                        "reweave: --cycles 0: the runs of bench rftr have lengths of their own; drop it",
                        "reweave: --cycles 0 < 1; raise it");
    }

    @Test
    void theClusterBenchmarkRefusesRunsThatAreTooShortToMeasure() {
        assertThat(CommandRun.of("bench", "cluster", "--cycles", "1000")
                        .refused()
                        .errLines())
                .containsExactly(
                        "reweave: --cycles 1000: bench cluster needs 200000 or more to have a second half to measure; raise it");
    }

    /** A stand-in prints what BookSim prints; the other side is a process of reweave. */
    @Test
    @Tag("slow")
    void peersRunTheSameWorkInBothPrograms(@TempDir Path folder) throws IOException {
        Path standIn = folder.resolve("booksim");
        Files.writeString(
                standIn, "#!/bin/sh\ngrep -q sample_period \"$1\" && echo Accepted flit rate average= 0.25\n");
        assertThat(standIn.toFile().setExecutable(true)).isTrue();
        Path second = folder.resolve("cnsim"); // raises the load until it is stopped
        Files.writeString(
                second,
                "#!/bin/sh\ngrep -q '^simulation_time = ' \"$1\" &&"
                        + " while :; do echo 'Average latency: 55  Average receiving rate: 0.26'; sleep 1; done\n");
        assertThat(second.toFile().setExecutable(true)).isTrue();
        Benchmark.Result result = new PeersBenchmark(Map.of("BOOKSIM", standIn.toString(), "CNSIM", second.toString()))
                .measure(new Benchmark.Settings(1, 1, Optional.empty(), Optional.of(2000L), line -> {}));
        assertThat(result.lines()).hasSize(11);
        assertThat(result.lines().get(3))
                .startsWith("BookSim 2  8x8 torus, load 0.3")
                .contains("2,000", "0.2500, 0.");
        assertThat(result.lines().get(10))
                .startsWith("CNSim      32x32 mesh, load 0.06")
                .contains("0.2600, 0.0");
    }

    @Test
    @Tag("alone") // the collector counts what other tests have left in the same JVM, too
    void theMemoryBenchmarkNamesWhatTheCollectorCounts() {
        // large beside the 2 MB or so that the process keeps for all runs, or that other threads have at the moment
        CommandRun run = CommandRun.of("bench", "memory", "--fabric", "torus:20x20,nics=2", "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode memory = run.json().get("memory");
        assertThat(memory.get("switches").asInt()).isEqualTo(400);
        assertThat(memory.get("nics").asInt()).isEqualTo(800);
        long live = memory.get("live").asLong();
        long named = memory.get("named").asLong();
        assertThat(named).isBetween(live * 3 / 4, live * 5 / 4);
        long inDevices = 0;
        for (JsonNode kind : memory.get("kinds")) {
            inDevices += kind.get("switches").asLong() + kind.get("nics").asLong();
            if (List.of("forwarding tables", "rings", "statistics")
                    .contains(kind.get("kind").asText())) {
                assertThat(kind.get("switches").asLong()).as(kind.toString()).isPositive();
            }
        }
        assertThat(memory.get("switchWithNic").asLong()).isEqualTo(inDevices / 400);
        assertThat(memory.get("journal").asLong()).isPositive();
    }

    @Test
    void everyKindOfMemoryNamesClassesThatExist() {
        ClassLoader loader = getClass().getClassLoader();
        for (MemoryKind kind : MemoryKind.values()) {
            for (String name : kind.names()) {
                String file = name.replace('.', '/');
                boolean isPackage = name.endsWith(".") && !name.startsWith("org.reweave.");
                assertThat(isPackage || loader.getResource(name.endsWith(".") ? file : file + ".class") != null)
                        .as(name)
                        .isTrue();
            }
        }
    }

    @Test
    void objectsAreCountedOnceAndWithTheirOwner() {
        record Leaf(long[] words) {}
        record Node(Leaf own, Leaf shared) {}
        Leaf shared = new Leaf(new long[100]);
        Node first = new Node(new Leaf(new long[10]), shared);
        Node second = new Node(new Leaf(new long[1000]), shared);
        Map<Object, Long> bytes = new IdentityHashMap<>();
        new LiveObjects()
                .walk(
                        List.of(first, second),
                        object -> false,
                        (owner, holder, size) -> bytes.merge(owner, size, Long::sum));
        assertThat(bytes.get(first)).isBetween(8 * 110L, 8 * 110L + 160);
        assertThat(bytes.get(second)).isBetween(8 * 1000L, 8 * 1000L + 96);
    }
}
