package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteCommandTest {
    @Test
    void jsonHasEveryPromisedField() {
        JsonNode result = CommandRun.of("route", "torus:4x4", "--engine", "updown", "--json")
                .succeeded()
                .json();
        assertThat(result.get("engine").textValue()).isEqualTo("updown");
        assertThat(result.get("pairs").longValue()).isEqualTo(16 * 15);
        assertThat(result.get("delivered").longValue()).isEqualTo(16 * 15);
        assertThat(result.get("acyclic").booleanValue()).isTrue();
        assertThat(result.get("cycle").size()).isZero();
        assertThat(result.get("hops").get("mean").doubleValue()).isGreaterThan(3);
        assertThat(result.get("hops").get("max").intValue()).isBetween(5, 16);
        assertThat(result.get("vls").intValue()).isEqualTo(1);
        assertThat(result.get("sls").intValue()).isEqualTo(1);
        assertThat(result.get("lmc").intValue()).isZero();
        assertThat(result.get("mappingConflicts").intValue()).isZero();
        assertThat(result.get("maxLinkLoad").longValue()).isPositive();
        assertThat(result.get("computeSeconds").doubleValue()).isPositive();
    }

    @Test
    void theTableSaysTheSame() {
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown")
                        .succeeded()
                        .out())
                .contains("torus:4x4 routed by updown", "240 of 240 pairs", "acyclic", "1 VL, 1 SL, LMC 0");
    }

    @Test
    void aCycleIsAResultUnlessVerificationIsAskedFor() {
        String[] command = {"route", "torus:4x4", "--engine", "min-hop"};
        assertThat(CommandRun.of(command).succeeded().out()).contains("possible", "cycle: s");

        CommandRun verified = CommandRun.of("route", "torus:4x4", "--engine", "min-hop", "--verify", "--json");
        assertThat(verified.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(verified.json().get("acyclic").booleanValue()).isFalse();
        assertThat(verified.json().get("cycle").get(0).textValue())
                .contains("->")
                .endsWith(" VL0");
    }

    @ParameterizedTest
    @CsvSource({"s0_0-s0_1,240,0", "s1_1.2,240,0", "s2_2,240,30", "n0_0,240,30", "n0_0-s0_0,240,30"})
    void faultsCutOffOnlyWhatTheyMust(String fault, long pairs, long disconnected) {
        JsonNode result = CommandRun.of(
                        "route", "torus:4x4", "--engine", "updown", "--fail", fault, "--verify", "--json")
                .succeeded()
                .json();
        assertThat(result.get("failed").get(0).textValue()).isEqualTo(fault);
        assertThat(result.get("pairs").longValue()).isEqualTo(pairs);
        assertThat(result.get("disconnected").longValue()).isEqualTo(disconnected);
        assertThat(result.get("delivered").longValue()).isEqualTo(pairs - disconnected);
    }

    @Test
    void engineOptionsReachTheEngine() {
        String bfs = CommandRun.of("route", "torus:4x4", "--engine", "updown", "--json")
                .out();
        String dfs = CommandRun.of("route", "torus:4x4", "--engine", "updown", "--option", "tree=dfs", "--json")
                .succeeded()
                .out();
        assertThat(dfs.replaceAll("computeSeconds.*", "")).isNotEqualTo(bfs.replaceAll("computeSeconds.*", ""));
    }

    @Test
    void everythingWrongIsReportedAtOnce() {
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updwn", "--fail", "s0_9", "--fail", "s0_0.99")
                        .refused()
                        .errLines())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line)
                        .startsWith(
                                "reweave: --engine: no routing engine is named 'updwn'; the nearest name is updown"))
                .anySatisfy(line -> assertThat(line).startsWith("reweave: --fail: no device or link is named 's0_9'"))
                .anySatisfy(
                        line -> assertThat(line).startsWith("reweave: --fail: s0_0.99: s0_0 has ports 1..5, not 99"));
    }

    @Test
    void unknownAndWrongEngineOptionsAreRefused() {
        assertThat(CommandRun.of(
                                "route", "torus:4x4", "--engine", "updown", "--option", "roots=s0_0", "--option", "x=1")
                        .refused()
                        .errLines())
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains("has no option 'roots'; the nearest name is root"));
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown", "--option", "tree=oak")
                        .refused()
                        .errLines())
                .containsExactly("reweave: updown: tree=oak is not one of bfs, dfs");
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown", "--option", "tree")
                        .refused()
                        .err())
                .contains("--option", "KEY=VALUE", "tree");
    }

    @Test
    void aFailedRootIsRefusedWithTheRemedy() {
        assertThat(CommandRun.of("route", "torus:4x4", "--engine", "updown", "--option", "root=s0_0", "--fail", "s0_0")
                        .refused()
                        .errLines())
                .containsExactly("reweave: updown: root=s0_0 has failed; name another switch or use root=auto");
    }

    @Test
    void missingArgumentsAreRefused() {
        assertThat(CommandRun.of("route", "torus:4x4").refused().err()).contains("--engine=NAME");
        assertThat(CommandRun.of("route", "--engine", "updown").refused().err()).contains("FABRIC");
        String missing = Path.of("nowhere", "cluster.topo").toString();
        assertThat(CommandRun.of("route", missing, "--engine", "updown")
                        .refused()
                        .errLines())
                .containsExactly("reweave: " + missing + ": no such file");
    }
}
