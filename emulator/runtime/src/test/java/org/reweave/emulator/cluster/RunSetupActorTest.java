package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.receptionist.Receptionist;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.cluster.line.LineEnd;
import org.reweave.emulator.cluster.line.Lines;
import org.reweave.emulator.cluster.messages.CheckpointPlace;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.Economies;
import org.reweave.emulator.cluster.messages.RunDigests;
import org.reweave.emulator.cluster.messages.RunOrder;
import org.reweave.emulator.cluster.messages.ToNode;
import org.reweave.emulator.cluster.messages.ToPart;
import org.reweave.emulator.cluster.messages.ToQueue;
import org.reweave.emulator.cluster.messages.ToRun;
import org.reweave.emulator.cluster.protocol.Part;
import org.reweave.emulator.cluster.protocol.RunProtocol;
import org.reweave.emulator.cluster.protocol.Turns;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** Everything that the beginning of a run waits for may not come; nodes are probes and time is set by hand. */
class RunSetupActorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Lines lines = lines();
    private final ActorTestKit kit = ActorTestKit.create(ManualTime.config());
    private final ManualTime time = ManualTime.get(kit.system());
    private final Network network =
            new Network(ResolvedScenario.of(ScenarioLoader.parse(LossyTorus.NAME, LossyTorus.TEXT, List.of())));
    private final CompletableFuture<FabricCoordinator.Gathered> done = new CompletableFuture<>();
    private Optional<Path> folder = Optional.empty(); // of the run
    private final CountDownLatch listenerCalled = new CountDownLatch(1);
    private final CountDownLatch listenerMayGoOn = new CountDownLatch(1);

    @AfterEach
    void end() {
        listenerMayGoOn.countDown();
        kit.shutdownTestKit();
        lines.close();
    }

    private ActorRef<ToRun> setup(int nodes, Optional<Function<ActorSystem<?>, ActorRef<ToQueue>>> queue) {
        RunListener listener = (cut, events) -> {
            listenerCalled.countDown();
            try {
                listenerMayGoOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        RunSetup.Planner planner = (members, incarnation) -> {
            int[] threads =
                    members.stream().mapToInt(ToNode.Description::threads).toArray();
            NodePlacement placement = NodePlacement.of(network, 0, threads);
            List<RunOrder> orders = new ArrayList<>();
            for (int node = 0; node < threads.length; node++) {
                orders.add(order(network, RunDigests.of(network), placement, incarnation, node));
            }
            return new RunSetup.Orders(placement, orders, 0, 1);
        };
        RunSetup.Plan plan = new RunSetup.Plan(
                "a run",
                "torus",
                nodes,
                planner,
                PATIENCE,
                new Recovery(Start.atZero(network), listener, folder.map(CheckpointFolder::new)),
                queue,
                0);
        return kit.spawn(RunSetup.create(plan, done, new NodeLoads()));
    }

    /** Lines of nodes that are one process. */
    static Lines lines() {
        try {
            return new Lines("127.0.0.1", 0, Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RunOrder order(Network network, RunDigests digests, NodePlacement placement, long incarnation, int node) {
        return order(network, digests, placement, CheckpointPlace.NONE, incarnation, node);
    }

    static RunOrder order(
            Network network,
            RunDigests digests,
            NodePlacement placement,
            CheckpointPlace checkpoints,
            long incarnation,
            int node) {
        return new RunOrder(
                "a run",
                incarnation,
                "test",
                LossyTorus.NAME,
                RunOrder.compressed(network.resolved().scenario().resolved()),
                digests,
                0,
                Economies.ALL,
                placement.threads(),
                placement.digest(),
                checkpoints,
                node,
                false);
    }

    /** A node that has joined and describes itself. */
    private TestProbe<ToNode> node(String address) {
        TestProbe<ToNode> node = kit.createTestProbe();
        kit.system().receptionist().tell(Receptionist.register(NodeHost.KEY, node.getRef()));
        node.expectMessageClass(ToNode.Describe.class)
                .replyTo()
                .tell(new ToNode.Description(node.getRef(), address, "test", 1, 0, "", 0, ToNode.Hosted.NOTHING));
        return node;
    }

    /** A node gets its part ready. */
    private TestProbe<ToPart> ready(TestProbe<ToNode> node) {
        return ready(node, "");
    }

    private TestProbe<ToPart> ready(TestProbe<ToNode> node, String obstacle) {
        ToNode.Prepare prepare = node.expectMessageClass(ToNode.Prepare.class);
        TestProbe<ToPart> part = kit.createTestProbe();
        List<LineEnd> noLines = new ArrayList<>();
        for (int peer = 0; peer < prepare.order().threads().length; peer++) {
            noLines.add(null);
        }
        prepare.replyTo()
                .tell(new ToRun.Ready(
                        new Part(prepare.order().incarnation(), prepare.order().node()),
                        part.getRef(),
                        noLines,
                        obstacle));
        return part;
    }

    private void assertRunEndsWith(Class<? extends Throwable> kind, String line) {
        assertThat(done)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(kind)
                .withMessage(line);
    }

    @Test
    void aRunForWhichTooFewNodesJoinEndsWithTheirNumber() {
        setup(2, Optional.empty());
        node("a:1");
        time.timePasses(PATIENCE.minusSeconds(1));
        assertThat(done).isNotDone();
        time.timePasses(Duration.ofSeconds(1));

        assertRunEndsWith(ClusterException.class, "1 of 2 nodes have joined within 120 s");
    }

    @Test
    void aRunWhoseNodesDoNotGetReadyEndsWithTheirNumber() {
        setup(2, Optional.empty());
        TestProbe<ToNode> one = node("a:1");
        TestProbe<ToNode> other = node("b:1");
        ready(one);
        other.expectMessageClass(ToNode.Prepare.class);
        time.timePasses(PATIENCE);

        assertRunEndsWith(ClusterException.class, "1 of 2 nodes were ready after 120 s");
    }

    @Test
    void aNodeThatRefusesARunEndsItWithItsAddressAndItsReason() {
        setup(1, Optional.empty());
        ToNode.Prepare prepare = node("a:1").expectMessageClass(ToNode.Prepare.class);
        prepare.replyTo().tell(new ToRun.Refused(new Part(1, 0), "has another fabric than the run"));

        assertRunEndsWith(NodeRefusedException.class, "node a:1 has another fabric than the run");
    }

    @Test
    void nodesWriteTheirStatesWhereAllOfThemReachTheRunsFolder(@TempDir Path reached) {
        folder = Optional.of(reached);
        setup(2, Optional.empty());
        List<TestProbe<ToNode>> nodes = List.of(node("a:1"), node("b:1"));

        nodes.stream().map(this::ready).toList().forEach(part -> assertThat(
                        part.expectMessageClass(ToPart.Connect.class).writes())
                .isTrue());
    }

    @Test
    void whereANodeDoesNotReachTheRunsFolderNobodyWritesAndOneLineSaysWhyAndWhatToDo(@TempDir Path reached) {
        folder = Optional.of(reached);
        setup(2, Optional.empty());
        List<TestProbe<ToNode>> nodes = List.of(node("a:1"), node("b:1"));
        TestProbe<ToPart> one = ready(nodes.get(0));
        TestProbe<ToPart> unreached = LoggingTestKit.warn("node b:1 does not see it: checkpoints stay in the memory of"
                        + " the run's process; give the run a folder (--out) that all nodes reach under the same path")
                .expect(kit.system(), () -> {
                    TestProbe<ToPart> part = ready(nodes.get(1), "does not see it");
                    one.expectMessageClass(ToPart.Connect.class, Duration.ofSeconds(10));
                    return part;
                });

        assertThat(unreached.expectMessageClass(ToPart.Connect.class).writes()).isFalse();
    }

    @Test
    void aRunGoesOnWithoutANodeThatIsLostAndWithoutOneThatDoesNotGetReadyThen() {
        setup(3, Optional.empty());
        List<TestProbe<ToNode>> nodes = List.of(node("a:1"), node("b:1"), node("c:1"));
        nodes.stream().map(this::ready).toList().forEach(part -> part.expectMessageClass(ToPart.Connect.class));
        nodes.get(2).stop();
        ready(nodes.get(0));
        assertThat(nodes.get(1).expectMessageClass(ToNode.Prepare.class).order().incarnation())
                .isEqualTo(2);
        time.timePasses(PATIENCE);

        RunOrder last = nodes.get(0).expectMessageClass(ToNode.Prepare.class).order();
        assertThat(last.incarnation()).isEqualTo(3);
        assertThat(last.threads()).hasSize(1);
        assertThat(done).isNotDone();
    }

    @Test
    void aRunWaitsForItsTurnWhileTheQueueAnswersAndEndsWhenItDoesNot() {
        TestProbe<ToQueue> queue = kit.createTestProbe();
        setup(1, Optional.of(system -> queue.getRef()));
        ToQueue.Announce first = queue.expectMessageClass(ToQueue.Announce.class);
        time.timePasses(PATIENCE.minusSeconds(1));
        Turns.Entry numbered = new Turns.Entry(
                "a run", first.entry().scenario(), 7, false, 0, first.entry().stop());
        first.replyTo().tell(new ToQueue.Turn(numbered, 3));
        do { // until the answer has come
            time.timePasses(RunProtocol.ANNOUNCED_EVERY);
        } while (queue.expectMessageClass(ToQueue.Announce.class).entry().ticket() != 7);
        time.timePasses(PATIENCE.minusSeconds(30));
        assertThat(done).isNotDone();
        time.timePasses(Duration.ofSeconds(30));

        assertRunEndsWith(ClusterException.class, "the cluster's queue of runs has not answered within 120 s");
    }

    @Test
    void aRunWhoseJournalHangsWhenANodeIsLostEndsWithOneLine() throws InterruptedException {
        setup(2, Optional.empty());
        List<TestProbe<ToNode>> nodes = List.of(node("a:1"), node("b:1"));
        for (TestProbe<ToNode> node : nodes) {
            ToNode.Prepare prepare = node.expectMessageClass(ToNode.Prepare.class);
            kit.spawn(RunHost.create(prepare.order(), new LastNetwork(), lines, prepare.replyTo(), node.getRef()));
        }
        assertThat(listenerCalled.await(1, TimeUnit.MINUTES)).isTrue();
        LoggingTestKit.warn("node b:1 is lost").expect(kit.system(), () -> {
            nodes.get(1).stop();
            return null;
        });
        for (int look = 0; look < 100 && !done.isDone(); look++) { // the wait begins after that line
            time.timePasses(PATIENCE);
            Thread.sleep(20);
        }

        assertRunEndsWith(
                ClusterException.class,
                "the journal or the folder of run a run has not taken the cut that it was given last within 120 s");
    }

    @Test
    void anActorSystemThatDoesNotEndIsNotWaitedForAndOneLineSaysSo() {
        LoggingTestKit.warn("the actor system of this process has not ended within 0.05 s")
                .expect(kit.system(), () -> {
                    NodeProcess.await(kit.system(), Duration.ofMillis(50));
                    return null;
                });
    }
}
