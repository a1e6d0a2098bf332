package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.checkpoint.PartList;
import org.reweave.emulator.checkpoint.PartStates;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;

/** Runs on a cluster of three nodes, all of them in this JVM: everything but the processes is as in the field. */
class ClusterDriverTest {
    private static final String SOFTWARE = "test";
    private static final List<NodeProcess> NODES = new ArrayList<>();

    @BeforeAll
    static void start() {
        NODES.add(new NodeProcess(new NodeSettings("127.0.0.1", 0, List.of(), 1), SOFTWARE, false));
        for (int threads = 1; threads <= 2; threads++) {
            NODES.add(new NodeProcess(new NodeSettings("127.0.0.1", 0, seeds(), threads), SOFTWARE, false));
        }
    }

    private static List<String> seeds() {
        return List.of(NODES.get(0).address());
    }

    @AfterAll
    static void end() {
        NODES.forEach(NodeProcess::close);
    }

    private static Network network(String... sets) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse(LossyTorus.NAME, LossyTorus.TEXT, List.of(sets))));
    }

    private static RunResult onCluster(Network network, int islandSize, String software) {
        ClusterChoice three = new ClusterChoice(3, Optional.of(seeds().get(0)));
        return new ClusterDriver(
                        Start.atZero(network),
                        (cut, events) -> {},
                        three,
                        1,
                        islandSize,
                        "a run",
                        software,
                        Optional.empty())
                .run();
    }

    private static RunResult onCluster(String run) {
        ClusterChoice three = new ClusterChoice(3, Optional.of(seeds().get(0)));
        return new ClusterDriver(
                        Start.atZero(network()),
                        (cut, events) -> {},
                        three,
                        1,
                        ActorDriver.AUTO,
                        run,
                        SOFTWARE,
                        Optional.empty())
                .run();
    }

    private static RunResult sequential(Network network) {
        return new SequentialDriver(network, (cut, events) -> {}, HorizonPolicy.FULL).run();
    }

    @Test
    void aRunOnThreeNodesHasTheFingerprintAndLatenciesOfTheSequentialDriver() {
        RunResult expected = sequential(network());

        for (int islandSize : new int[] {ActorDriver.AUTO, ActorDriver.BY_SIZE, 1}) {
            RunResult result = onCluster(network(), islandSize, SOFTWARE);

            assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(result.fingerprint()).as("islands of %d", islandSize).isEqualTo(expected.fingerprint());
            assertThat(result.latencies().total(99))
                    .isEqualTo(expected.latencies().total(99));
            assertThat(result.latencies().byDelivery().bins())
                    .isEqualTo(expected.latencies().byDelivery().bins());
        }
    }

    /** Packets of 16 flits in buffers of 8, one link of which fails: worms lie across nodes, and cut ones, too. */
    @Test
    void wormsAcrossThreeNodesHaveTheFingerprintOfTheSequentialDriver() {
        String[] worms = {
            "device.preset=flit-router",
            "device.nic.packet=16flits",
            "reconfiguration.scheme=static",
            "faults=[{at=3us,link=random}]",
            "run={warmup=1us,duration=8us,limit=100us,cut-interval=500ns}"
        };

        RunResult result = onCluster(network(worms), 1, SOFTWARE);

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.fingerprint()).isEqualTo(sequential(network(worms)).fingerprint());
    }

    /**
     * Buffers of one packet, each device an island of its own: the packets that wait for each other are on all nodes.
     */
    @Test
    void aDeadlockAcrossThreeNodesIsTheOneThatTheSequentialDriverProves() {
        String[] naive = {
            "seed=1",
            "device.switch={input-buffer=64B,output-buffer=64B}",
            "traffic.load=0.9",
            "routing.options={root=s0_0}",
            "faults=[{at=20us,link=s1_1-s1_2}]",
            "reconfiguration={scheme=naive,engine-options={root=s2_2}}"
        };
        RunResult expected = sequential(network(naive));

        RunResult result = onCluster(network(naive), 1, SOFTWARE);

        assertThat(expected.outcome()).isEqualTo(Outcome.DEADLOCKED);
        assertThat(result.outcome()).isEqualTo(Outcome.DEADLOCKED);
        assertThat(result.deadlock()).isEqualTo(expected.deadlock());
        assertThat(result.transientCycles()).isEqualTo(expected.transientCycles());
        assertThat(result.last()).usingRecursiveComparison().isEqualTo(expected.last());
    }

    @Test
    void aLaxRunWithoutSlackOnThreeNodesHasTheConservativeFingerprint() {
        RunResult lax = onCluster(network("run.asynchrony=lax", "run.lax.slack=0cycles"), ActorDriver.AUTO, SOFTWARE);

        assertThat(lax.fingerprint()).isEqualTo(sequential(network()).fingerprint());
        assertThat(lax.drift().orElseThrow().records()).isPositive();
    }

    @Test
    void aNodeOfAnotherVersionRefusesTheRunWithBothVersions() {
        assertThatThrownBy(() -> onCluster(network(), ActorDriver.AUTO, "2.0"))
                .isInstanceOf(NodeRefusedException.class)
                .hasMessageMatching(
                        "node 127\\.0\\.0\\.1:\\d+ runs reweave test and the run comes from reweave 2\\.0; .*");
    }

    @Test
    void aBrokenListenerEndsTheRunAndTheNodesTakeTheNextOne() {
        ClusterChoice three = new ClusterChoice(3, Optional.of(seeds().get(0)));
        ClusterDriver broken = new ClusterDriver(
                Start.atZero(network()),
                (cut, events) -> {
                    throw new IllegalStateException("disk full");
                },
                three,
                1,
                ActorDriver.AUTO,
                "broken",
                SOFTWARE,
                Optional.empty());

        assertThatThrownBy(broken::run).hasMessage("disk full");
        assertThat(onCluster(network(), ActorDriver.AUTO, SOFTWARE).outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void aRunGoesOnFromItsCheckpointWhenANodeLeavesAndItsListenerSeesEachCutOnce() {
        assertThat(whileANodeLeaves(Optional.empty()).checkpoints.get(0).hasStates())
                .isTrue();
    }

    @Test
    void aRunGoesOnFromTheFilesOfItsNodesWhichHaveTheStatesThatOneProcessHas(@TempDir Path folder) throws IOException {
        NodeLeaves run = whileANodeLeaves(Optional.of(folder));

        Checkpoint taken = run.checkpoints.get(0);
        List<CheckpointPart> files = taken.parts().orElseThrow().await().orElseThrow();
        assertThat(taken.hasStates()).isFalse();
        assertThat(files).hasSize(4);
        assertThat(CheckpointFile.parts(folder))
                .containsExactlyElementsOf(
                        files.stream().map(CheckpointPart::file).toList());
        assertThat(folder).isDirectoryNotContaining("glob:**.partial");
        int devices = taken.devices();
        PartStates read = PartStates.read(folder, files, taken.cut(), devices, device -> true);
        Checkpoint ofNodes = Checkpoint.of(taken.cut(), taken.cycle(), taken.governor(), devices, read);
        Checkpoint ofOneProcess = sequentialAt(taken.cut());
        assertThat(ofNodes.governor()).isEqualTo(ofOneProcess.governor());
        for (int device = 0; device < devices; device++) {
            assertThat(ofNodes.device(device)).as("device %d", device).isEqualTo(ofOneProcess.device(device));
        }
    }

    /** The checkpoint that one thread takes at a cut. */
    private static Checkpoint sequentialAt(long cut) {
        List<Checkpoint> taken = new ArrayList<>();
        SequentialDriver[] driver = new SequentialDriver[1];
        long delay = network().governorPlan().delay();
        driver[0] = new SequentialDriver(
                network(),
                new RunListener() {
                    @Override
                    public void cut(CutTotals totals, List<Event> events) {
                        if (totals.cut() + delay == cut) {
                            driver[0].checkpoint();
                        }
                    }

                    @Override
                    public void checkpoint(Checkpoint checkpoint) {
                        taken.add(checkpoint.packed());
                    }
                },
                HorizonPolicy.FULL);
        driver[0].run();
        assertThat(taken).hasSize(1).allMatch(one -> one.cut() == cut);
        return taken.get(0);
    }

    /** Another process goes on with a run: nodes take the states that one process has kept, wherever they come from. */
    @Test
    void aRunGoesOnOnNodesFromACheckpointOfOneProcess(@TempDir Path folder) {
        RunResult expected = sequential(network());
        Checkpoint from = sequentialAt(20);
        List<Long> cuts = new ArrayList<>();

        RunResult result = new ClusterDriver(
                        Start.at(network(), from),
                        (cut, events) -> cuts.add(cut.cut()),
                        new ClusterChoice(3, Optional.of(seeds().get(0))),
                        1,
                        ActorDriver.AUTO,
                        "a run",
                        SOFTWARE,
                        Optional.of(folder))
                .run();

        assertThat(result.fingerprint()).isEqualTo(expected.fingerprint());
        assertThat(result.latencies().total(99)).isEqualTo(expected.latencies().total(99));
        assertThat(cuts)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(21, result.last().cut()).boxed().toList());
    }

    /** A run on four nodes, one of which leaves after a checkpoint. */
    private static final class NodeLeaves implements RunListener {
        private final NodeProcess leaving =
                new NodeProcess(new NodeSettings("127.0.0.1", 0, seeds(), 1), SOFTWARE, false);
        private final List<Long> cuts = new ArrayList<>();
        private final List<Checkpoint> checkpoints = new ArrayList<>();
        private ClusterDriver driver;

        @Override
        public void cut(CutTotals totals, List<Event> events) {
            cuts.add(totals.cut());
            if (totals.cut() == 3) {
                driver.checkpoint();
            } else if (totals.cut() == 20) {
                leaving.close();
            }
        }

        @Override
        public void checkpoint(Checkpoint taken) {
            taken.parts().ifPresent(PartList::claim);
            checkpoints.add(taken);
        }
    }

    private static NodeLeaves whileANodeLeaves(Optional<Path> folder) {
        NodeLeaves run = new NodeLeaves();
        RunResult expected = sequential(network());
        ClusterChoice all = new ClusterChoice(4, Optional.of(seeds().get(0)));
        run.driver =
                new ClusterDriver(Start.atZero(network()), run, all, 1, ActorDriver.AUTO, "a run", SOFTWARE, folder);

        RunResult result = run.driver.run();

        assertThat(result.fingerprint()).isEqualTo(expected.fingerprint());
        assertThat(result.latencies().total(99)).isEqualTo(expected.latencies().total(99));
        assertThat(run.cuts)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, result.last().cut()).boxed().toList());
        assertThat(run.checkpoints).hasSize(1).allMatch(taken -> taken.cut() > 3 && taken.cut() < 20);
        return run;
    }

    @Test
    void devicesMoveToANodeThatJoinsALiveRunAndAwayFromOneThatLeavesWithoutLoss()
            throws InterruptedException, ExecutionException {
        RunResult expected = sequential(network());
        AtomicLong cuts = new AtomicLong();
        CountDownLatch begun = new CountDownLatch(1); // on nodes of its own version, before others join
        Semaphore steps = new Semaphore(10); // cuts that the run may have before its devices move
        ClusterChoice three = new ClusterChoice(3, Optional.of(seeds().get(0)));
        ClusterDriver driver = new ClusterDriver(
                Start.atZero(network()),
                (cut, events) -> {
                    steps.acquireUninterruptibly();
                    cuts.incrementAndGet();
                    begun.countDown();
                },
                three,
                1,
                ActorDriver.AUTO,
                "a run",
                SOFTWARE,
                Optional.empty());
        CompletableFuture<RunResult> result =
                CompletableFuture.supplyAsync(driver::run).whenComplete((ended, failure) -> begun.countDown());
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        try (NodeProcess joining = new NodeProcess(new NodeSettings("127.0.0.1", 0, seeds(), 1), SOFTWARE, false);
                NodeProcess other = new NodeProcess(new NodeSettings("127.0.0.1", 0, seeds(), 1), "2.0", false);
                ClusterClient client = new ClusterClient(seeds().get(0), Optional.empty())) {
            while (hosts(client).size() < 3) {
                assertThat(result).isNotDone();
            }
            String spread = LossyTorus.whileCutsPass(steps, client::rebalance);

            assertThat(spread).startsWith("run a run goes on from cycle ").contains(joining.address());
            assertThat(hosts(client)).hasSize(4).contains(joining.address()).doesNotContain(other.address());
            assertThat(client.rebalance()).isEqualTo("run a run has devices on all nodes of build test that are up");
            assertThat(devicesSaid(client))
                    .as("devices that the nodes say they host")
                    .isEqualTo(network().deviceCount());

            String left = LossyTorus.whileCutsPass(
                    steps, () -> client.leave(joining.address()).orElseThrow());
            assertThat(left).doesNotContain(joining.address());
            assertThat(hosts(client)).hasSize(3);

            steps.release(10_000);
            assertThat(result.join().fingerprint()).isEqualTo(expected.fingerprint());
            assertThat(result.join().latencies().total(99))
                    .isEqualTo(expected.latencies().total(99));
            assertThat(cuts.get()).isEqualTo(result.join().last().cut());
            assertThat(client.rebalance()).startsWith("no run is under way");
        }
    }

    /** Nodes say so every second. */
    private static int devicesSaid(ClusterClient client) throws InterruptedException {
        int devices = 0;
        for (int tenths = 0; tenths < 200 && devices < network().deviceCount(); tenths++) {
            Thread.sleep(100);
            devices = client.members().stream()
                    .mapToInt(ClusterClient.MemberLine::devices)
                    .sum();
        }
        return devices;
    }

    private static List<String> hosts(ClusterClient client) {
        return client.members().stream()
                .filter(node -> node.run().equals("a run"))
                .map(ClusterClient.MemberLine::address)
                .toList();
    }

    @Test
    void twoRunsAtOnceHaveTheirTurnsAndAClientSeesBothAndSendsANodeAway() {
        CompletableFuture<RunResult> one = CompletableFuture.supplyAsync(() -> onCluster("one"));
        CompletableFuture<RunResult> other = CompletableFuture.supplyAsync(() -> onCluster("other"));
        NodeProcess leaving = new NodeProcess(new NodeSettings("127.0.0.1", 0, seeds(), 1), SOFTWARE, false);

        assertThat(one.join().fingerprint()).isEqualTo(sequential(network()).fingerprint());
        assertThat(other.join().fingerprint()).isEqualTo(one.join().fingerprint());
        try (ClusterClient client = new ClusterClient(seeds().get(0), Optional.empty())) {
            assertThat(client.runs())
                    .filteredOn(run -> run.run().equals("one") || run.run().equals("other"))
                    .hasSize(2)
                    .allMatch(run -> run.state().equals("done"));
            assertThat(client.members())
                    .filteredOn(member -> member.role().equals("node"))
                    .hasSize(4)
                    .allMatch(member -> member.software().equals(SOFTWARE) && member.heapBytes() > 0)
                    .extracting(ClusterClient.MemberLine::threads)
                    .containsExactlyInAnyOrder(1, 1, 1, 2);
            client.leave(leaving.address());
            assertThatThrownBy(() -> client.leave(leaving.address()))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("has no member " + leaving.address());
        }
        assertThat(leaving.ended()).succeedsWithin(Duration.ofSeconds(20));
        assertThat(leaving.hasLeft()).as("it was asked to leave").isTrue();
    }

    @Test
    void aNodeHasPagesForWhoeverKeepsItRunningAndTheyCanOnlyBeRead() throws IOException, InterruptedException {
        NodeSettings settings =
                new NodeSettings("127.0.0.1", 0, seeds(), 1, Optional.empty(), Optional.of("127.0.0.1:0"));
        try (NodeProcess node = new NodeProcess(settings, SOFTWARE, false)) {
            String pages = "http://" + node.pagesAddress().orElseThrow();
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest ready =
                    HttpRequest.newBuilder(URI.create(pages + "/ready")).build();
            for (int tenths = 0;
                    tenths < 300 && client.send(ready, BodyHandlers.ofString()).statusCode() != 200;
                    tenths++) {
                Thread.sleep(100);
            }
            assertThat(client.send(ready, BodyHandlers.ofString()).body()).isEqualTo("up\n");
            int colon = pages.lastIndexOf(':');
            try (Socket slow = new Socket("127.0.0.1", Integer.parseInt(pages.substring(colon + 1)))) {
                slow.getOutputStream().write('G'); // and no more
                assertThat(client.sendAsync(ready, BodyHandlers.ofString()))
                        .as("a page while a client has sent one byte")
                        .succeedsWithin(Duration.ofSeconds(20));
                slow.setSoTimeout(20_000);
                assertThat(slow.getInputStream().read())
                        .as("the connection of that client ends")
                        .isEqualTo(-1);
            }
            HttpRequest metrics =
                    HttpRequest.newBuilder(URI.create(pages + "/metrics")).build();
            assertThat(client.send(metrics, BodyHandlers.ofString()).body())
                    .contains(
                            "\nreweave_node_ready 1\n",
                            "\nreweave_node_devices 0\n",
                            "\nreweave_node_bundles_total 0\n",
                            "\nreweave_cpu_seconds_total ")
                    .endsWith("\n");
            HttpRequest order = HttpRequest.newBuilder(URI.create(pages + "/health"))
                    .POST(BodyPublishers.noBody())
                    .build();
            assertThat(client.send(order, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
        }
    }
}
