package org.reweave.emulator.actor;

import akka.Done;
import akka.actor.typed.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.lax.AdmissionScript;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.LiveAdmissions;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.placement.Partition;

/**
 * Runs a network as Akka actors. A run has an island per thread, each an actor; up to {@link #MOST_ALONE} devices, each
 * device is an actor as well, which its island tells to take its steps.
 */
public final class ActorDriver implements RunDriver {
    /** Island size that stands for one island per thread, whose devices are no actors. */
    public static final int AUTO = 0;

    /**
     * Island size that stands for one island per thread, whose devices are actors in fabrics of at most
     * {@link #MOST_ALONE} devices.
     */
    public static final int BY_SIZE = -1;

    /** Devices up to which each is an actor by default: emulator/docs/performance.md has what that costs. */
    public static final int MOST_ALONE = 1024;

    /** Devices up to which one thread is the default: emulator/docs/performance.md has what two gain and cost. */
    public static final int MOST_IN_ONE_THREAD = 256;

    private static final long LOOK_MILLIS = 500;
    private static final long GRACE_MILLIS = 3_000;

    private final Governor governor;
    private final RunListener listener;
    private final int threads;
    private final List<List<Integer>> partition;
    private final HostedIslands islands;
    private final FabricCoordinator.Permits permits;
    private long messages;

    /**
     * A conservative run.
     *
     * @param threads that run devices; at least 1
     * @param islandSize devices per island, {@link #AUTO} or {@link #BY_SIZE}
     */
    public ActorDriver(Network network, RunListener listener, int threads, int islandSize, HorizonPolicy policy) {
        this(Start.atZero(network), listener, threads, islandSize, policy);
    }

    /** The same, from a checkpoint perhaps. */
    public ActorDriver(Start start, RunListener listener, int threads, int islandSize, HorizonPolicy policy) {
        Network network = start.network();
        this.governor = start.governor();
        this.listener = listener;
        this.threads = checked(threads, islandSize);
        this.partition = partition(network, threads, islandSize);
        this.islands = HostedIslands.conservative(
                start,
                partition,
                Hosting.allHere(partition.size()),
                policy,
                ThreadShare.of(partition.size(), threads),
                devicesAct(network, islandSize));
        this.permits = permit -> permit;
    }

    private ActorDriver(Start start, RunListener listener, int threads, Optional<AdmissionScript> script) {
        Network network = start.network();
        Laxity laxity = network.resolved().scenario().run().laxity();
        this.governor = start.governor();
        this.listener = listener;
        this.threads = checked(threads, laxity.islandSize());
        this.partition = Partition.ofSize(network.wiring(), laxity.islandSize());
        this.islands = HostedIslands.lax(start, partition, Hosting.allHere(partition.size()), island -> script.map(
                        recorded -> recorded.of(island))
                .orElseGet(() -> new LiveAdmissions(laxity)));
        this.permits = permit -> script.map(recorded -> recorded.upTo(permit)).orElse(permit);
    }

    /** A lax run, as its scenario says: the threads' scheduling decides what comes late. */
    public static ActorDriver lax(Start start, RunListener listener, int threads) {
        return new ActorDriver(start, listener, threads, Optional.empty());
    }

    /** A lax run again. */
    public static ActorDriver replay(Start start, RunListener listener, int threads, AdmissionScript script) {
        return new ActorDriver(start, listener, threads, Optional.of(script));
    }

    private static int checked(int threads, int islandSize) {
        if (threads < 1 || islandSize < BY_SIZE) {
            throw new IllegalArgumentException(
                    "threads = " + threads + ", island size = " + islandSize + "; both are at least 1");
        }
        return threads;
    }

    private static List<List<Integer>> partition(Network network, int threads, int islandSize) {
        return islandSize < 1
                ? Partition.into(network.wiring(), threads)
                : Partition.ofSize(network.wiring(), islandSize);
    }

    /** Whether each device is an actor of its own, besides the islands. */
    public static boolean devicesAct(Network network, int islandSize) {
        return islandSize == BY_SIZE && network.deviceCount() <= MOST_ALONE;
    }

    /**
     * Threads by default, which decide a run's speed and never its result: one up to {@link #MOST_IN_ONE_THREAD}
     * devices, where islands wait for each other longer than they compute; above, the processors that nobody else has
     * used in the last minute. A lax run studies what threads do, so it has all processors.
     */
    public static int threadsThatPay(Network network) {
        int processors = Runtime.getRuntime().availableProcessors();
        if (network.resolved().scenario().run().isLax()) {
            return processors;
        }
        if (network.deviceCount() <= MOST_IN_ONE_THREAD) {
            return 1;
        }
        double busy = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(); // negative = unknown
        return Math.max(1, processors - (int) Math.round(Math.max(0, busy)));
    }

    @Override
    public RunResult run() {
        CompletableFuture<FabricCoordinator.Gathered> done = new CompletableFuture<>();
        ActorSystem<FabricCoordinator.Command> system = ActorSystems.LOCAL.start(
                FabricCoordinator.create(governor, listener, islands, permits, done), "reweave", config());
        system.getWhenTerminated()
                .whenComplete((ended, error) -> done.completeExceptionally(
                        new IllegalStateException("the actor system stopped before the run was over", error)));
        try {
            FabricCoordinator.Gathered gathered = await(done);
            messages = gathered.messages();
            return RunResult.of(governor, gathered.latencies(), gathered.drift());
        } catch (ExecutionException e) {
            throw Supervision.unchecked(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the thread of the run was interrupted", e);
        } finally {
            end(system);
        }
    }

    /** The coordinator ends a run that fails, once the listener has seen the last cut; where it cannot, this does. */
    private FabricCoordinator.Gathered await(CompletableFuture<FabricCoordinator.Gathered> done)
            throws ExecutionException, InterruptedException {
        while (true) {
            Throwable cause = islands.failure();
            try {
                return done.get(cause == null ? LOOK_MILLIS : GRACE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (cause != null) {
                    throw new ExecutionException(cause);
                }
            }
        }
    }

    /** Waits for the actors to end. Those of a run that failed may never do so: ending takes memory, too. */
    private void end(ActorSystem<FabricCoordinator.Command> system) {
        system.terminate();
        CompletableFuture<Done> ended = system.getWhenTerminated().toCompletableFuture();
        try {
            (islands.failure() == null ? ended : ended.copy().orTimeout(GRACE_MILLIS, TimeUnit.MILLISECONDS)).join();
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof TimeoutException)) {
                throw e;
            }
        }
    }

    /** Islands use neither Akka's receptionist nor streams nor serializers, which take a while to start. */
    private Config config() {
        Config own = ConfigFactory.parseString(islands.dispatcher() + ".fork-join-executor.parallelism-min = " + threads
                + "\n" + islands.dispatcher() + ".fork-join-executor.parallelism-max = " + threads + "\n"
                + "akka.library-extensions = []\nakka.actor.typed.library-extensions = []\n");
        return own.withFallback(ActorSystems.LOCAL.defaults());
    }

    @Override
    public void interrupt() {
        governor.interrupt();
    }

    @Override
    public void checkpoint() {
        governor.wantCheckpoint();
    }

    /** Messages that told actors of frames; known when the run is over. */
    @Override
    public long messages() {
        return messages;
    }

    /** Actors that the network is divided into. */
    public int islands() {
        return partition.size();
    }
}
