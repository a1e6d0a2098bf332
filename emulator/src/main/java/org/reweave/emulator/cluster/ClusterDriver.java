package org.reweave.emulator.cluster;

import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.FabricDigest;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.Scenario;

/**
 * Runs a network on the nodes of a cluster. The governor, the journal and the run's folder are in this process, which
 * joins the cluster for as long as the run takes and hosts no device.
 */
public final class ClusterDriver implements RunDriver {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String LOOPBACK = "127.0.0.1";

    private final Network network;
    private final Governor governor;
    private final RunListener listener;
    private final ClusterChoice cluster;
    private final int threads;
    private final int islandSize;
    private final String run;
    private final String software;
    private final Carried carried = new Carried();
    private long messages;

    /**
     * @param threads of each node that is started here
     * @param islandSize as {@link NodePlacement} has it
     * @param software version, which all nodes share
     */
    public ClusterDriver(
            Network network,
            RunListener listener,
            ClusterChoice cluster,
            int threads,
            int islandSize,
            String run,
            String software) {
        this.network = network;
        this.governor = new Governor(network.governorPlan());
        this.listener = listener;
        this.cluster = cluster;
        this.threads = threads;
        this.islandSize = islandSize;
        this.run = run;
        this.software = software;
    }

    @Override
    public RunResult run() {
        CompletableFuture<FabricCoordinator.Gathered> done = new CompletableFuture<>();
        RunSetup.Plan plan = new RunSetup.Plan(cluster.nodes(), this::orders, PATIENCE, governor, listener);
        NodeSettings settings = new NodeSettings(LOOPBACK, 0, cluster.contact().stream().toList(), 1);
        ActorSystem<RunSetup.Command> system = ActorSystem.create(
                RunSetup.create(plan, done, carried), NodeSettings.SYSTEM, settings.config(NodeSettings.RUN, cluster.contact().isEmpty()));
        system.getWhenTerminated()
                .whenComplete((ended, error) -> done.completeExceptionally(new ClusterException(
                        "this process was removed from the cluster, which it could not reach any more")));
        Optional<LocalNodes> nodes = Optional.empty();
        try {
            if (cluster.contact().isEmpty()) {
                Cluster membership = Cluster.get(system);
                membership.manager().tell(Join.create(membership.selfMember().address()));
                nodes = Optional.of(new LocalNodes(
                        cluster.nodes(),
                        NodeProcess.hostAndPort(system),
                        threads,
                        how -> system.tell(new RunSetup.NodeEnded(how))));
            }
            FabricCoordinator.Gathered gathered = done.join();
            messages = gathered.messages() + carried.sum().bundles();
            return RunResult.of(governor, gathered.latencies(), gathered.drift());
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

    /** What the nodes, in order, are told. */
    private List<RunOrder> orders(List<NodeHost.Description> nodes) {
        int[] nodeThreads =
                nodes.stream().mapToInt(NodeHost.Description::threads).toArray();
        Scenario scenario = network.resolved().scenario();
        NodePlacement placement = NodePlacement.of(network, islandSize, nodeThreads);
        byte[] text = RunOrder.compressed(scenario.resolved());
        String fabric = FabricDigest.of(network.fabric());
        List<RunOrder> orders = new ArrayList<>();
        for (int node = 0; node < nodes.size(); node++) {
            orders.add(new RunOrder(
                    run,
                    1,
                    software,
                    scenario.name(),
                    text,
                    fabric,
                    islandSize,
                    nodeThreads,
                    placement.digest(),
                    node));
        }
        return orders;
    }

    @Override
    public void interrupt() {
        governor.interrupt();
    }

    /** A lax run has no checkpoints. */
    @Override
    public void checkpoint() {
        if (!network.resolved().scenario().run().isLax()) {
            governor.wantCheckpoint();
        }
    }

    /** Messages between actors of a node and bundles between nodes; known when the run is over. */
    @Override
    public long messages() {
        return messages;
    }
}
