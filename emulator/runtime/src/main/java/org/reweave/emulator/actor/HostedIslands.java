package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.lax.Admissions;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.LiveAdmissions;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.RunParameters;

/** The islands of a run that this process hosts: all of them, or those of one node of a cluster. */
public final class HostedIslands implements RunParts {
    private final Start start;
    private final List<List<Integer>> partition;
    private final Hosting hosting;
    private final IslandActors kind;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private Optional<IslandTurns> turns = Optional.empty(); // counted on nodes, which tell how they are

    HostedIslands(Start start, List<List<Integer>> partition, Hosting hosting, IslandActors kind) {
        this.start = start;
        this.partition = partition;
        this.hosting = hosting;
        this.kind = kind;
    }

    /**
     * @param partition device numbers by island, of all islands of the run
     * @param threads whether each island has one to itself
     * @param devicesAct whether each device is an actor
     */
    static HostedIslands conservative(
            Start start,
            List<List<Integer>> partition,
            Hosting hosting,
            HorizonPolicy policy,
            ThreadShare threads,
            boolean devicesAct) {
        Network network = start.network();
        long interval = network.governorPlan().interval();
        return new HostedIslands(
                start,
                partition,
                hosting,
                new ConservativeIslands(
                        partition, hosting, network.wiring(), interval, policy, start.cycle(), threads, devicesAct));
    }

    /** @param admissions by island */
    static HostedIslands lax(
            Start start, List<List<Integer>> partition, Hosting hosting, IntFunction<Admissions> admissions) {
        Network network = start.network();
        Laxity laxity = network.resolved().scenario().run().laxity();
        long interval = network.governorPlan().interval();
        return new HostedIslands(
                start,
                partition,
                hosting,
                new LaxIslands(partition, hosting, network.wiring(), interval, laxity, start::border, admissions));
    }

    /**
     * The islands of one node of several, conservative or lax as their scenario says.
     *
     * @param partition device numbers by island, of all islands of the run
     * @param threads of the node that run devices
     * @param islandSize as {@link ActorDriver} has it
     */
    public static HostedIslands ofNode(
            Start start, List<List<Integer>> partition, Hosting hosting, int threads, int islandSize) {
        RunParameters run = start.network().resolved().scenario().run();
        Laxity laxity = run.laxity();
        HostedIslands islands = run.isLax()
                ? lax(start, partition, hosting, island -> new LiveAdmissions(laxity))
                : conservative(
                        start,
                        partition,
                        hosting,
                        HorizonPolicy.FULL,
                        ThreadShare.ofNode(hosting.count(), threads),
                        ActorDriver.devicesAct(start.network(), islandSize));
        islands.turns = Optional.of(new IslandTurns());
        return islands;
    }

    /** Crossings by the number of the other process, for each process that links lead to. */
    public SortedMap<Integer, ? extends Crossing> crossings() {
        return kind.crossings();
    }

    /** Whether these are islands of a lax run, which send a frame for every link and do not wait for each other. */
    public boolean areLax() {
        return kind instanceof LaxIslands;
    }

    /** Path in the configuration of the dispatcher on which the islands run. */
    public String dispatcher() {
        return kind.dispatcher();
    }

    /** The turns of the islands of a node. */
    public IslandTurns turns() {
        return turns.orElseThrow();
    }

    /**
     * Failure of the first island here that fails; null while none has. The failure is noted without the memory that a
     * message takes.
     */
    Throwable failure() {
        return failure.get();
    }

    @Override
    public List<ActorRef<IslandActor.Command>> start(
            ActorContext<?> context, ActorRef<FabricCoordinator.Command> coordinator) {
        List<ActorRef<IslandActor.Command>> actors = new ArrayList<>();
        for (int island = 0; island < partition.size(); island++) {
            if (hosting.isHere(island)) {
                Behavior<IslandActor.Command> behavior =
                        kind.create(island, start.devices(partition.get(island)), coordinator);
                ActorRef<IslandActor.Command> actor = context.spawn(
                        Supervision.of(turns.map(all -> all.counted(behavior)).orElse(behavior), failure),
                        "island-" + island,
                        DispatcherSelector.fromConfig(kind.dispatcher()));
                context.watch(actor);
                kind.started(island, actor);
                actors.add(actor);
            }
        }
        return actors;
    }
}
