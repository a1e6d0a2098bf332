package org.reweave.emulator.cli.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.Drawings;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.io.SharedFiles;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;

@Tag("slow")
class WhatIfCommandTest {
    /** Fabrics of real clusters with real or computed tables, and fabrics that OpenSM routed; skipped where absent. */
    @ParameterizedTest
    @CsvSource({
        "fabrics/plafrim9.ibnetdiscover, fabrics/lft/plafrim9",
        "fabrics/plafrim9.ibnetdiscover, updown",
        "fabrics/tartu_rocket8.ibnetdiscover, fat-tree",
        "fabrics/topograph_ndr40.ibnetdiscover, min-hop",
        "fabrics/ufm_lab2.ibnetdiscover, updown",
        "opensm/torus4x4_h1/torus4x4_h1.ibnetdiscover, opensm/torus4x4_h1/minhop",
        "opensm/torus4x4_h1/torus4x4_h1.ibnetdiscover, opensm/torus4x4_h1/dor",
        "opensm/torus4x4_h1/torus4x4_h1.ibnetdiscover, opensm/torus4x4_h1/updn+roots",
        "opensm/4ary3tree/4ary3tree.ibnetdiscover, opensm/4ary3tree/ftree",
        "opensm/4ary3tree/4ary3tree.ibnetdiscover, opensm/4ary3tree/updn+roots",
        "opensm/irregular16_s1/irregular16_s1.ibnetdiscover, opensm/irregular16_s1/minhop",
        "opensm/irregular16_s1/irregular16_s1.ibnetdiscover, opensm/irregular16_s1/sssp"
    })
    void pairsOfRealFabricsAreThoseOfAWalkOfTheTables(String file, String tables) {
        String source = tables.contains("/") ? SharedFiles.require(tables).toString() : tables;
        countsAreThoseOfAWalk(SharedFiles.require(file).toString(), source);
    }

    @Test
    void pairsOfAShippedFabricAreThoseOfAWalkOfTheTables() {
        countsAreThoseOfAWalk("../../cluster-config/fabrics/two-level-clos.ibnetdiscover", "updown");
    }

    private static void countsAreThoseOfAWalk(String file, String source) {
        Fabric fabric = FabricArgument.resolve(file).fabric();
        int trunk = IntStream.range(0, fabric.linkCount())
                .filter(fabric::isTrunk)
                .findFirst()
                .orElseThrow();
        for (String failed : Set.of(LinkNames.nameOf(fabric, trunk), fabric.deviceName(fabric.switchCount() - 1))) {
            Faults faults = LinkNames.resolve(fabric, failed).addTo(Faults.none());
            JsonNode result = CommandRun.of(
                            "whatif",
                            file,
                            "--tables",
                            source,
                            "--fail",
                            failed,
                            "--engines",
                            "updown,min-hop",
                            "--tables-only",
                            "--json",
                            "--quiet")
                    .json();
            TableSource present = TableSource.of(source, Map.of());
            hasCounts(result.get("before"), WalkedPairs.of(present.tables(fabric, Faults.none()), Faults.none()));
            hasCounts(verdict(result, 0), WalkedPairs.of(present.tables(fabric, Faults.none()), faults));
            for (int i = 1; i <= 2; i++) {
                String engine = result.get("alternatives").get(i).get("name").textValue();
                hasCounts(
                        verdict(result, i),
                        WalkedPairs.of(
                                EngineRegistry.load().engine(engine).route(fabric, faults, EngineOptions.none()),
                                faults));
            }
        }
    }

    private static JsonNode verdict(JsonNode result, int alternative) {
        return result.get("alternatives").get(alternative).get("tables");
    }

    private static void hasCounts(JsonNode verdict, WalkedPairs walked) {
        assertThat(new WalkedPairs(
                        verdict.get("pairs").longValue(),
                        verdict.get("delivered").longValue(),
                        verdict.get("lost").longValue(),
                        verdict.get("disconnected").longValue()))
                .isEqualTo(walked);
        assertThat(walked.pairs()).isPositive();
    }

    /** The manager replaces tables; where nobody does, packets are lost until NICs stop sending. */
    @Test
    void aRunOfEachAlternativeSaysWhatItLosesAndWhenItIsOver() {
        String[] command = {
            "whatif",
            "torus:4x4",
            "--tables",
            "updown",
            "--fail",
            "s0_0-s0_1",
            "--engines",
            "updown,min-hop,dor",
            "--after",
            "400us",
            "--json",
            "--quiet"
        };
        JsonNode all = CommandRun.of(command).succeeded().json().get("alternatives");
        JsonNode present = all.get(0).get("emulated");
        JsonNode updown = all.get(1).get("emulated");
        assertThat(present.get("endNs").isNull()).isTrue();
        assertThat(updown.get("endNs").doubleValue())
                .isGreaterThan(updown.get("tablesReadyNs").doubleValue())
                .isLessThan(400_000);
        assertThat(present.get("lost").longValue())
                .isGreaterThan(updown.get("lost").longValue());
        assertThat(updown.get("outcome").textValue()).isEqualTo("completed");
        assertThat(all.get(3).get("tables").isNull()).as("dimension-order").isTrue();
        assertThat(all.get(3).get("refusals").get(0).textValue()).contains("s0_0.3-s0_1.4 has failed");

        Set<String> outputs = new LinkedHashSet<>();
        for (String threads : new String[] {"1", "3"}) {
            String[] more = Arrays.copyOf(command, command.length + 2);
            more[command.length] = "--threads";
            more[command.length + 1] = threads;
            outputs.add(CommandRun.of(more).succeeded().out());
        }
        assertThat(outputs).hasSize(1);
    }

    /** A switch fails with its NIC, which the traffic leaves out: no packet is lost, and the answer says whose. */
    @Test
    void whoTheFailureCutsOffIsNamed() {
        String[] command = {
            "whatif",
            "mesh:2x2",
            "--tables",
            "updown",
            "--fail",
            "s1_1",
            "--engines",
            "updown",
            "--after",
            "100us",
            "--quiet"
        };
        assertThat(CommandRun.of(command).out()).contains("Left out of the runs: n1_1, without a way");
        String[] json = Arrays.copyOf(command, command.length + 1);
        json[command.length] = "--json";
        JsonNode present = CommandRun.of(json).json().get("alternatives").get(0);
        assertThat(present.get("tables").get("disconnected").longValue()).isEqualTo(2 * 3);
        assertThat(present.get("emulated").get("leftOut").toString()).isEqualTo("[\"n1_1\"]");
    }

    /**
     * Tables of min-hop are cyclic on a torus, and those before are not: packets wait for each other once they are in.
     */
    @Test
    void aDeadlockHasTheTimeAfterTheFailureWhenItFormed() {
        CommandRun run = CommandRun.of(
                "whatif",
                "torus:6x6",
                "--tables",
                "updown",
                "--fail",
                "s0_0-s0_1",
                "--engines",
                "min-hop",
                "--load",
                "0.9",
                "--after",
                "300us",
                "--quiet");
        assertThat(run.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(run.out())
                .containsPattern("present +.* none .* completed\n")
                .containsPattern("min-hop +.* yes .* deadlock at \\+[0-9.]+ us\n")
                .contains("The load was above saturation before the failure");
    }

    @Test
    void thePageHasTheTableAndADrawingAndShowsNamesAsText(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("page.html");
        CommandRun.of(
                        "whatif",
                        "torus:4x4",
                        "--tables",
                        "updown",
                        "--fail",
                        "s0_0-s0_1",
                        "--tables-only",
                        "--page",
                        file.toString(),
                        "--quiet")
                .succeeded();
        assertThat(Files.readString(file))
                .contains(
                        "torus:4x4 without s0_0.3-s0_1.4",
                        "<svg",
                        "by the tables of updown",
                        "role=\"img\"",
                        "<desc>16 switches, 16 NICs, 48 links</desc>",
                        "Why some have no figures")
                .doesNotContain("<script");
        Drawings.areSaved(file, 1);
        Matcher numbers = Pattern.compile("<a download=\"whatif.csv\" href=\"data:text/csv;base64,([^\"]*)\"")
                .matcher(Files.readString(file));
        assertThat(numbers.find()).isTrue();
        assertThat(new String(Base64.getDecoder().decode(numbers.group(1)), StandardCharsets.UTF_8).lines())
                .hasSize(1 + 2 * 32)
                .startsWith("from,to,paths,failed")
                .contains("s0_0.3,s0_1.4,0.0,true");
    }

    /** The cuts of a large fabric are few unless the user says how many; the answers are the same. */
    @Test
    void fewCutsOfALargeFabricChangeNoAnswer() {
        String[] question = {
            "whatif",
            "clos:leaves=34,spines=2,nics=30",
            "--tables",
            "updown",
            "--fail",
            "leaf0-spine0",
            "--engines",
            "min-hop",
            "--at",
            "150us",
            "--after",
            "100us",
            "--load",
            "0.005",
            "--json",
            "--quiet"
        };
        JsonNode few = CommandRun.of(question).json().get("alternatives").get(1).get("emulated");
        JsonNode many = CommandRun.of(Stream.concat(Stream.of(question), Stream.of("--set", "run.cut-interval=5us"))
                        .toArray(String[]::new))
                .json()
                .get("alternatives")
                .get(1)
                .get("emulated");
        assertThat(few.get("delivered").longValue()).isPositive();
        for (String answer :
                List.of("outcome", "tablesReadyNs", "endNs", "delivered", "lost", "overloaded", "fingerprint")) {
            assertThat(few.get(answer)).as(answer).isEqualTo(many.get(answer));
        }
    }

    @Test
    void whatNamesNothingIsRefused() {
        assertThat(CommandRun.of("whatif", "torus:4x4", "--tables", "updwn", "--engines", "updown,mnhop")
                        .refused()
                        .err())
                .contains("--tables: no routing engine is named 'updwn'", "--fail is missing", "'mnhop'");
        assertThat(CommandRun.of("whatif", "torus:4x4", "--tables", "updown", "--fail", "s0_0", "--at", "soon")
                        .refused()
                        .err())
                .contains("--at soon");
    }
}
