package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.scenario.ScenarioException;

/** Configurations of nodes: the shipped ones, and what is wrong with others. */
class NodeConfigTest {
    private static final Path SHIPPED = Path.of("../../cluster-config/nodes");

    @TempDir
    private Path folder;

    private static NodeSettings shipped(String name, String... sets) {
        return NodeConfig.read(Optional.of(SHIPPED.resolve(name)), List.of(sets), Map.of(), 8);
    }

    private static NodeSettings shipped(String name, Map<String, String> environment) {
        return NodeConfig.read(Optional.of(SHIPPED.resolve(name)), List.of(), environment, 8);
    }

    @Test
    void theShippedNodesFindEachOtherOnOneMachine() {
        assertThat(shipped("seed.conf")).isEqualTo(new NodeSettings("127.0.0.1", 25520, List.of(), 8));
        assertThat(shipped("worker.conf")).isEqualTo(new NodeSettings("127.0.0.1", 0, List.of("127.0.0.1:25520"), 8));
    }

    @Test
    void eachVariableOfTheShippedNodesIsReadWhereTheOthersAreNotSet() {
        assertThat(shipped("seed.conf", Map.of("REWEAVE_NODE_HOST", "localhost")))
                .isEqualTo(new NodeSettings("localhost", 25520, List.of(), 8));
        assertThat(shipped("worker.conf", Map.of("REWEAVE_NODE_SEEDS", "a:1,b:2")))
                .isEqualTo(new NodeSettings("127.0.0.1", 0, List.of("a:1", "b:2"), 8));
        assertThat(shipped("worker.conf", Map.of("REWEAVE_NODE_PORT", "7", "REWEAVE_NODE_HTTP", "a:2")))
                .extracting(NodeSettings::port, NodeSettings::http)
                .containsExactly(7, Optional.of("a:2"));
        assertThat(shipped("worker.conf", Map.of("REWEAVE_LOG", "debug"))).isEqualTo(shipped("worker.conf"));
    }

    @Test
    void aVariablesNameIsNoKeyUnlessTheFileHasIt() throws IOException {
        Path file = Files.writeString(folder.resolve("own.conf"), "REWEAVE_LOG = debug");
        assertThatThrownBy(() -> NodeConfig.read(Optional.of(file), List.of(), Map.of("REWEAVE_LOG", "info"), 1))
                .hasMessageContaining("REWEAVE_LOG: no such key");
    }

    @Test
    void aSettingReplacesTheFilesAndSeedsAreAList() {
        assertThat(shipped("worker.conf", "node.threads=2", "node.seeds=\"a:1, b:2\"", "node.threads=3"))
                .isEqualTo(new NodeSettings("127.0.0.1", 0, List.of("a:1", "b:2"), 3));
    }

    @Test
    void aSettingIsTakenAsItStandsAsAScenariosIs() {
        assertThat(shipped("worker.conf", "node.seeds=a:1,b:2", "node.host=0.0.0.0", "node.http=a:3"))
                .extracting(NodeSettings::seeds, NodeSettings::host, NodeSettings::http)
                .containsExactly(List.of("a:1", "b:2"), "0.0.0.0", Optional.of("a:3"));
        assertThat(shipped("worker.conf", "node.seeds=null").seeds()).isEmpty();
        assertThatThrownBy(() -> shipped("worker.conf", "node.port", "node.seeds+=a:1", "node.threads=2"))
                .isInstanceOfSatisfying(ScenarioException.class, e -> assertThat(e.problems())
                        .containsExactly(
                                "--set node.port: is not key=value; write KEY=VALUE",
                                "--set node.seeds+=a:1: 'node.seeds' is no list to append to; write node.seeds=VALUE"));
    }

    @Test
    void aNodeThatOthersReachWithoutCredentialsSaysSoUnlessTheUserKnows() {
        assertThat(shipped("seed.conf").warning()).isEmpty();
        assertThat(shipped("seed.conf", "node.host=localhost").warning()).isEmpty();
        assertThat(shipped("seed.conf", "node.host=\"0.0.0.0\"").warning().orElseThrow())
                .startsWith("WARNING: node.host = 0.0.0.0 is not a loopback address and node.tls is not set")
                .doesNotContain("\n");
        assertThat(shipped("seed.conf", "node.host=\"10.0.0.7\"", "node.insecure=true")
                        .warning())
                .isEmpty();
    }

    @Test
    void theEnvironmentGivesNothingThatIsNotReweaves() throws IOException {
        Path file = Files.writeString(folder.resolve("path.conf"), "node.seeds = ${PATH}");
        assertThatThrownBy(() -> NodeConfig.read(Optional.of(file), List.of(), System.getenv(), 1))
                .hasMessageContaining("PATH")
                .hasMessageNotContaining(System.getenv("PATH"));
    }

    @Test
    void everythingThatIsWrongIsNamedWithTheFile() throws IOException {
        Path file = Files.writeString(
                folder.resolve("node.conf"), "node { port = 70000, seeds = \"machine\", thread = 2 }");

        assertThatThrownBy(() -> NodeConfig.read(Optional.of(file), List.of(), System.getenv(), 1))
                .isInstanceOfSatisfying(ScenarioException.class, e -> assertThat(e.problems())
                        .containsExactly(
                                file + ": node.thread: no such key; the nearest one is node.threads",
                                file + ": node.port = 70000 is not from 0 to 65535",
                                file + ": node.seeds: machine is no HOST:PORT with a port from 1 to 65535"));
    }

    @Test
    void aFileThatIsMissingOrNoHoconIsRefusedInOneLineWithoutTheEnvironment() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.conf"), "node { host = ${NOWHERE_TO_BE_FOUND} }");

        assertThatThrownBy(
                        () -> NodeConfig.read(Optional.of(folder.resolve("none.conf")), List.of(), System.getenv(), 1))
                .hasMessage(folder.resolve("none.conf") + ": no such file");
        assertThatThrownBy(() -> NodeConfig.read(Optional.of(broken), List.of(), System.getenv(), 1))
                .hasMessageContaining("NOWHERE_TO_BE_FOUND")
                .hasMessageNotContaining("PATH");
    }

    @Test
    void aFileThatReachesOutOrHasNoBoundIsRefusedInOneLine() throws IOException {
        refused("include url(\"http://127.0.0.1:1/x\")", "nothing is fetched; include a file");
        refused("a = " + "[".repeat(50_000), "nested more than 64 deep");
        refused("node { tls = \"a\\u0000b\" }", "node.tls: 'a\0b' is no path");
        refused("node.host = \"x\\ny\"\nnode.port = \"a\\nb\"", "node.port");
    }

    private void refused(String text, String reason) throws IOException {
        Path file = Files.writeString(folder.resolve("refused.conf"), text);

        assertThatThrownBy(() -> NodeConfig.read(Optional.of(file), List.of(), System.getenv(), 1))
                .isInstanceOfSatisfying(ScenarioException.class, e -> assertThat(e.problems())
                        .singleElement()
                        .asString()
                        .startsWith(file.toString())
                        .contains(reason)
                        .doesNotContain("\n"));
    }
}
