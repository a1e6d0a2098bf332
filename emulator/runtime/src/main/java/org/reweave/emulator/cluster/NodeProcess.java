package org.reweave.emulator.cluster;

import akka.actor.Address;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import akka.remote.RemoteTransportException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.reweave.emulator.actor.ActorSystems;
import org.reweave.emulator.cluster.line.Lines;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.ToNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process that hosts parts of runs, from its start to its end. */
public final class NodeProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("reweave");
    private static final Duration LONGEST_END = Duration.ofSeconds(20);
    private static final Duration LONGEST_HAND_OVER = Duration.ofSeconds(20);

    private final ActorSystem<ToNode> system;
    private final String address;
    private final Lines lines;
    private final Optional<Credentials> credentials;
    private final AtomicReference<ToNode.Hosted> hosted = new AtomicReference<>(ToNode.Hosted.NOTHING);
    private Optional<NodePages> pages = Optional.empty();

    /**
     * Starts a node.
     *
     * @param software build, which all nodes of a run share
     * @param attached whether the node lives as long as a run on this machine
     * @throws ClusterException when it cannot listen, its pages cannot be served, or lines cannot come in
     * @throws NodeRefusedException when it and one of its seeds cannot talk to each other
     */
    public NodeProcess(NodeSettings settings, String software, boolean attached) {
        Greeting.greetThoseThere(settings.seeds(), settings.credentials());
        this.lines = lines(settings);
        this.credentials = settings.credentials();
        // The address is known to the node itself only once its port is.
        this.system = started(settings, software, attached);
        this.address = hostAndPort(system);
        try {
            pages = settings.http().map(place -> new NodePages(place, system, settings.threads(), hosted::get));
        } catch (ClusterException e) {
            close();
            throw e;
        }
        if (settings.seeds().isEmpty()) {
            Cluster cluster = Cluster.get(system);
            cluster.manager().tell(Join.create(cluster.selfMember().address()));
        }
    }

    private ActorSystem<ToNode> started(NodeSettings settings, String software, boolean attached) {
        try {
            return ActorSystems.CLUSTERED.start(
                    Behaviors.setup(context -> NodeHost.create(
                            hostAndPort(context.getSystem()), software, settings.threads(), lines, hosted)),
                    NodeSettings.SYSTEM,
                    settings.config(NodeSettings.NODE, attached));
        } catch (RemoteTransportException e) {
            lines.close();
            // Akka's text has the reason last, behind an address or the name of an exception.
            String reason = e.getMessage().replaceFirst("(?s).*(\\] |Exception: )", "");
            throw new ClusterException("the node cannot listen on " + settings.host() + ":" + settings.port() + ": "
                    + reason + "; see node.host and node.port");
        }
    }

    private static Lines lines(NodeSettings settings) {
        try {
            return new Lines(
                    settings.host(), settings.linePort(), settings.credentials().map(LineEncryption::new));
        } catch (IOException e) {
            throw new ClusterException("lines of other nodes cannot come in on " + settings.host() + ":"
                    + settings.linePort() + ": " + e.getMessage() + "; see node.host and node.line-port");
        }
    }

    static String hostAndPort(ActorSystem<?> system) {
        return hostAndPort(Cluster.get(system).selfMember().address());
    }

    static String hostAndPort(Address member) {
        return member.hostPort().replaceFirst(".*@", "");
    }

    /** {@code host:port}. */
    public String address() {
        return address;
    }

    /** The address of the node's pages. */
    Optional<String> pagesAddress() {
        return pages.map(NodePages::address);
    }

    /**
     * Completes when the node has left its cluster or was removed from it: at the end of its actor system, or a while
     * after the removal, should an actor hold up that end.
     */
    public CompletableFuture<Void> ended() {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        CompletableFuture<Void> ignored =
                system.getWhenTerminated().toCompletableFuture().thenRun(() -> ended.complete(null));
        akka.cluster.Cluster.get(Adapter.toClassic(system))
                .registerOnMemberRemoved(
                        () -> ended.completeOnTimeout(null, LONGEST_END.toSeconds(), TimeUnit.SECONDS));
        return ended;
    }

    /** Whether the node was asked to leave its cluster, once it has ended; else it was lost, or has failed. */
    public boolean hasLeft() {
        return CoordinatedShutdown.get(Adapter.toClassic(system))
                .getShutdownReason()
                .filter(reason -> reason.equals(CoordinatedShutdown.clusterLeavingReason()))
                .isPresent();
    }

    /**
     * Has the devices of a run that the node hosts move to other nodes, as an order to leave does, and waits for that,
     * but not for ever. Devices that do not move are lost to their run with this process.
     */
    public void handOver() {
        if (!isHosting()) {
            return;
        }
        Thread order = new Thread(this::leave, "reweave-hand-over");
        order.setDaemon(true);
        order.start();
        try {
            order.join(LONGEST_HAND_OVER.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (isHosting()) {
            LOG.warn("node {} ends with devices of a run; the run goes on from its last checkpoint", address);
        }
    }

    private boolean isHosting() {
        return hosted.get().devices() > 0;
    }

    private void leave() {
        try (ClusterClient client = new ClusterClient(address, credentials)) {
            client.leave(address);
        } catch (ClusterException e) {
            LOG.warn("node {} cannot hand its devices over: {}", address, e.getMessage());
        }
    }

    /** Leaves the cluster and ends. */
    @Override
    public void close() {
        pages.ifPresent(NodePages::close);
        system.terminate();
        await(system);
        lines.close();
    }

    /** Waits for the end of an actor system that was told to end, but not for ever. */
    static void await(ActorSystem<?> system) {
        await(system, LONGEST_END);
    }

    /** The same, for so long. */
    static void await(ActorSystem<?> system, Duration longest) {
        try {
            system.getWhenTerminated().toCompletableFuture().get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn(
                    "the actor system of this process has not ended within {} s; the process does not wait for it any longer",
                    longest.toMillis() / 1e3);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
