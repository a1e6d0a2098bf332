package org.reweave.emulator.cluster;

import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.reweave.emulator.actor.ActorSystems;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.RunDigests;
import org.reweave.emulator.cluster.messages.RunOrder;
import org.reweave.emulator.cluster.messages.ToNode;
import org.reweave.emulator.cluster.messages.ToRun;
import org.reweave.emulator.governor.ClusterSpread;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.Scenario;

/**
 * Runs a network on the nodes of a cluster. The governor, the journal and the run's folder are in this process, which
 * joins the cluster for as long as the run takes and hosts no device.
 */
public final class ClusterDriver implements RunDriver {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /**
     * Of processes that were started here one knows when one ends, and a busy machine may take minutes to start them.
     */
    private static final Duration PATIENCE_WITH_LOCAL_NODES = Duration.ofMinutes(15);

    private static final String LOOPBACK = "127.0.0.1";

    private final Network network;
    private final Recovery recovery;
    private final ClusterChoice cluster;
    private final int threads;
    private final int islandSize;
    private final String run;
    private final String software;
    private final NodeLoads loads = new NodeLoads();
    private long messages;

    /**
     * @param from where the run begins; a checkpoint that files of nodes have is in the folder
     * @param threads of each node that is started here
     * @param islandSize as {@link NodePlacement} has it
     * @param software build, which all nodes share
     * @param folder of the run, into which nodes that reach it write the states of their devices at checkpoints; empty
     *     = this process holds them
     */
    public ClusterDriver(
            Start from,
            RunListener listener,
            ClusterChoice cluster,
            int threads,
            int islandSize,
            String run,
            String software,
            Optional<Path> folder) {
        this.network = from.network();
        boolean isLax = network.resolved().scenario().run().isLax();
        this.recovery =
                new Recovery(from, listener, folder.filter(path -> !isLax).map(CheckpointFolder::new));
        this.cluster = cluster;
        this.threads = threads;
        this.islandSize = islandSize;
        this.run = run;
        this.software = software;
    }

    @Override
    public RunResult run() {
        try {
            return onNodes();
        } finally {
            recovery.end();
        }
    }

    private RunResult onNodes() {
        cluster.contact().ifPresent(contact -> Greeting.greet(contact, cluster.credentials()));
        CompletableFuture<FabricCoordinator.Gathered> done = new CompletableFuture<>();
        RunSetup.Plan plan = new RunSetup.Plan(
                run,
                network.resolved().scenario().name(),
                cluster.nodes(),
                this::orders,
                cluster.contact().isPresent() ? PATIENCE : PATIENCE_WITH_LOCAL_NODES,
                recovery,
                cluster.contact().map(contact -> RunQueue::of),
                network.resolved().scenario().traffic().stop());
        String host = cluster.contact().map(Greeting::addressTowards).orElse(LOOPBACK);
        NodeSettings settings =
                new NodeSettings(host, 0, cluster.contact().stream().toList(), 1, cluster.credentials());
        ActorSystem<ToRun> system = ActorSystems.CLUSTERED.start(
                RunSetup.create(plan, done, loads),
                NodeSettings.SYSTEM,
                settings.config(NodeSettings.RUN, cluster.contact().isEmpty()));
        system.getWhenTerminated()
                .whenComplete((ended, error) -> done.completeExceptionally(new ClusterException(cluster.contact()
                        .map(contact -> "the cluster at " + contact + " cannot be reached, or no longer")
                        .orElse("the nodes on this machine cannot be reached any more"))));
        Optional<LocalNodes> nodes = Optional.empty();
        try {
            if (cluster.contact().isEmpty()) {
                Cluster membership = Cluster.get(system);
                membership.manager().tell(Join.create(membership.selfMember().address()));
                nodes = Optional.of(
                        new LocalNodes(cluster.nodes(), NodeProcess.hostAndPort(system), threads, system::tell));
            }
            FabricCoordinator.Gathered gathered = done.join();
            messages = gathered.messages() + loads.spread().bundles();
            return RunResult.of(recovery.governor(), gathered.latencies(), gathered.drift());
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        } finally {
            nodes.ifPresent(LocalNodes::end);
            system.terminate();
            NodeProcess.await(system);
            nodes.ifPresent(LocalNodes::close);
        }
    }

    /** The instructions for each node, in the order of the nodes. */
    private RunSetup.Orders orders(List<ToNode.Description> nodes, long incarnation) {
        int[] nodeThreads = nodes.stream().mapToInt(ToNode.Description::threads).toArray();
        Scenario scenario = network.resolved().scenario();
        NodePlacement placement = NodePlacement.of(network, islandSize, nodeThreads, cluster.economies());
        byte[] text = RunOrder.compressed(scenario.resolved());
        RunDigests digests = RunDigests.of(network);
        boolean fromCheckpoint = recovery.checkpoint().isPresent();
        List<RunOrder> orders = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            orders.add(new RunOrder(
                    run,
                    incarnation,
                    software,
                    scenario.name(),
                    text,
                    digests,
                    islandSize,
                    cluster.economies(),
                    nodeThreads,
                    placement.digest(),
                    recovery.place(),
                    node,
                    fromCheckpoint));
        }
        return new RunSetup.Orders(
                placement, orders, placement.cutLinks(network.wiring()), placement.imbalance(network.wiring()));
    }

    @Override
    public void interrupt() {
        recovery.interrupt();
    }

    /** A lax run has no checkpoints on a cluster: nothing would begin again from them. */
    @Override
    public void checkpoint() {
        recovery.wantCheckpoint();
    }

    @Override
    public Optional<ClusterSpread> spread() {
        return Optional.of(loads.spread());
    }

    @Override
    public String inWords() {
        return loads.inWords();
    }

    /** Messages between actors of a node and bundles between nodes; known when the run is over. */
    @Override
    public long messages() {
        return messages;
    }
}
