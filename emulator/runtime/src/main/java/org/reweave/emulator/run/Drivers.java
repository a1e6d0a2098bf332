package org.reweave.emulator.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.cluster.ClusterChoice;
import org.reweave.emulator.cluster.ClusterDriver;
import org.reweave.emulator.cluster.Credentials;
import org.reweave.emulator.cluster.NodeConfig;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.lax.AdmissionScript;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.placement.Partition;
import org.reweave.emulator.scenario.RunParameters;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.sequential.LaxReplayDriver;
import org.reweave.emulator.sequential.LaxScheduleDriver;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.routing.model.NearestName;

/**
 * How a run is executed. Results do not depend on the choice, speed does.
 *
 * @param name as {@code --driver} has it
 * @param threads that run devices; {@link ActorDriver#BY_SIZE} = as many as the network is worth
 * @param islandSize devices per island, {@link ActorDriver#AUTO} or {@link ActorDriver#BY_SIZE}
 * @param cluster that the actors are on; empty = they are in this process
 */
public record Drivers(String name, int threads, int islandSize, Optional<ClusterChoice> cluster) {
    public static final String ACTORS = "actors";
    public static final String SEQUENTIAL = "sequential";

    /** Largest number of threads of one run; a fork-join pool of more than 32,767 threads does not even start. */
    public static final int MOST_THREADS = 1024;

    private static final int MOST_LOCAL_NODES = 32;

    /** Drivers of a run in this process. */
    public Drivers(String name, int threads, int islandSize) {
        this(name, threads, islandSize, Optional.empty());
    }

    /** One thread and no actors. */
    public static Drivers sequential() {
        return new Drivers(SEQUENTIAL, 1, 1);
    }

    /** Actors on as many threads as pay: an island per thread and, but for a large fabric, each of its devices. */
    public static Drivers actors() {
        return checked(null, null);
    }

    /**
     * Actors: an island per thread and, but for a large fabric, each of its devices.
     *
     * @throws ScenarioException when there are fewer than one
     */
    public static Drivers actors(int threads) {
        return checked(threads, null);
    }

    /**
     * Islands that are one actor each.
     *
     * @param islandSize devices per island, from 1
     * @throws ScenarioException when a number is less than one
     */
    public static Drivers actors(int threads, int islandSize) {
        return checked(threads, Integer.toString(islandSize));
    }

    private static Drivers checked(Integer threads, String islandSize) {
        List<String> problems = new ArrayList<>();
        Drivers drivers = of(ACTORS, threads, islandSize, ActorDriver.BY_SIZE, problems::add);
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
        return drivers;
    }

    /**
     * The drivers that options of a command name.
     *
     * @param threads null = the default
     * @param islandSize null = as the number of devices decides, {@code auto} = an island per thread
     * @param defaultThreads a number, or {@link ActorDriver#BY_SIZE}
     * @param problems takes what is wrong with the options; if there is something, the result must not be used
     */
    public static Drivers of(
            String name, Integer threads, String islandSize, int defaultThreads, Consumer<String> problems) {
        boolean sequential = name.equals(SEQUENTIAL);
        if (!sequential && !name.equals(ACTORS)) {
            problems.accept("--driver " + name + ": no driver has that name; the nearest one is "
                    + NearestName.of(name, List.of(ACTORS, SEQUENTIAL)));
        }
        if (threads != null && threads < 1) {
            problems.accept("--threads " + threads + " < 1; raise it");
        } else if (threads != null && threads > MOST_THREADS) {
            problems.accept("--threads " + threads + " > " + MOST_THREADS
                    + "; lower it: threads beyond the number of processors gain nothing");
        } else if (threads != null && threads > 1 && sequential) {
            problems.accept("--threads " + threads + " > 1, all that the sequential driver has; use --driver actors");
        }
        if (islandSize != null && sequential) {
            problems.accept(
                    "--island-size " + islandSize + ": the sequential driver has no islands; use --driver actors");
        }
        int used = sequential ? 1 : threads == null ? defaultThreads : threads;
        return new Drivers(name, used, sequential ? 1 : islandSize(islandSize, problems));
    }

    private static int islandSize(String text, Consumer<String> problems) {
        if (text == null) {
            return ActorDriver.BY_SIZE;
        }
        if (text.equals("auto")) {
            return ActorDriver.AUTO;
        }
        try {
            int size = Integer.parseInt(text);
            if (size >= 1) {
                return size;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        problems.accept("--island-size " + text + ": is neither a number from 1 nor auto");
        return 1;
    }

    /** Threads that run the devices of a network in this process. */
    public int threads(Network network) {
        return threads == ActorDriver.BY_SIZE ? ActorDriver.threadsThatPay(network) : threads;
    }

    /**
     * The problem of executing a lax network in this way; empty = none. The scenario of a lax run sets the size of its
     * islands, no frame comes late in one thread without actors, and nodes of a cluster do not wait for each other at a
     * checkpoint.
     */
    Optional<String> problem(Network network) {
        if (!network.resolved().scenario().run().isLax()) {
            return Optional.empty();
        }
        if (!network.resolved().scenario().run().isUpToThreads()) {
            return cluster.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            "--nodes, --cluster: a seeded schedule (run.lax.schedule) runs in one thread; leave them"
                                    + " out, or use run.lax.schedule = threads");
        }
        if (name.equals(SEQUENTIAL)) {
            return Optional.of("--driver sequential: it has no threads that could decide anything, and "
                    + "run.lax.schedule = threads; use --driver actors, a seeded schedule, or conservative asynchrony");
        }
        if (cluster.isPresent()
                && network.resolved().scenario().run().checkpoint().cycles() > 0) {
            return Optional.of("run.checkpoint: a lax run on a cluster takes no checkpoints; use run.checkpoint = off, "
                    + "run it in one process, or with conservative asynchrony");
        }
        return islandSize == ActorDriver.BY_SIZE
                ? Optional.empty()
                : Optional.of("--island-size: the islands of a lax run decide its results, so its scenario says them; "
                        + "use --set run.lax.island-size=N");
    }

    /** Whether one thread runs all devices of a network, so that witnesses can be told what devices do. */
    boolean tellWitnesses(Network network) {
        RunParameters run = network.resolved().scenario().run();
        return run.isLax() ? !run.isUpToThreads() : name.equals(SEQUENTIAL);
    }

    /**
     * The driver of a run.
     *
     * @throws ScenarioException when the network is lax and cannot be run in this way
     */
    public RunDriver create(Network network, RunListener listener) {
        return create(
                Start.atZero(network), listener, network.resolved().scenario().name(), Optional.empty());
    }

    /**
     * The driver of a run that begins at a checkpoint perhaps.
     *
     * @param run its id
     * @param folder of its results, and of the checkpoint; empty = they are not written
     */
    RunDriver create(Start start, RunListener listener, String run, Optional<Path> folder) {
        if (cluster.isEmpty()) {
            return from(start, listener);
        }
        problem(start.network()).ifPresent(problem -> {
            throw new ScenarioException(List.of(problem));
        });
        return new ClusterDriver(
                start, listener, cluster.get(), threads, islandSize, run, BuildIdentity.of(BuildIdentity.RUNS), folder);
    }

    /**
     * The driver of a run that begins at a checkpoint perhaps, in this process.
     *
     * @throws ScenarioException when the network is lax and cannot be run in this way
     */
    public RunDriver from(Start start, RunListener listener) {
        problem(start.network()).ifPresent(problem -> {
            throw new ScenarioException(List.of(problem));
        });
        RunParameters run = start.network().resolved().scenario().run();
        if (run.isLax()) {
            return run.isUpToThreads()
                    ? ActorDriver.lax(start, listener, threads(start.network()))
                    : new LaxScheduleDriver(start, listener);
        }
        return switch (name) {
            case ACTORS -> new ActorDriver(start, listener, threads(start.network()), islandSize, HorizonPolicy.FULL);
            case SEQUENTIAL -> new SequentialDriver(start, listener, HorizonPolicy.FULL);
            default -> throw new IllegalStateException("driver " + name + " passed its check");
        };
    }

    /**
     * Actors on nodes of a cluster.
     *
     * @param nodes that the run takes; they are started on this machine unless there is a contact
     * @param contact {@code host:port} of a running cluster's node
     * @param problems takes what is wrong with the options
     */
    public Drivers onCluster(Integer nodes, String contact, Consumer<String> problems) {
        if (nodes != null && nodes < 1) {
            problems.accept("--nodes " + nodes + " < 1; raise it");
        }
        if (nodes != null && contact == null && nodes > MOST_LOCAL_NODES) {
            problems.accept("--nodes " + nodes + " > " + MOST_LOCAL_NODES
                    + " JVMs that a run starts on one machine; lower it, or name a running cluster with --cluster");
        }
        Optional<Credentials> credentials = Optional.empty();
        if (contact != null) {
            NodeConfig.address(contact).ifPresent(problem -> problems.accept("--cluster " + problem));
            try {
                credentials = Credentials.of(System.getenv());
            } catch (ScenarioException e) {
                e.problems().forEach(problems);
            }
        }
        if (name.equals(SEQUENTIAL)) {
            problems.accept(
                    "--driver sequential: it runs in one thread of one process; leave out --nodes and --cluster");
        }
        return new Drivers(
                name,
                threads,
                islandSize,
                Optional.of(new ClusterChoice(nodes == null ? 1 : nodes, Optional.ofNullable(contact), credentials)));
    }

    /**
     * The driver of a replay; a lax run's admissions come from its journal, and its islands from its scenario.
     *
     * @param admissions behind the beginning
     */
    RunDriver replay(Start start, RunListener listener, AdmissionScript.Source admissions) {
        Network network = start.network();
        RunParameters run = network.resolved().scenario().run();
        if (!run.isLax()) {
            return from(start, listener);
        }
        AdmissionScript script = new AdmissionScript(
                admissions,
                Partition.ofSize(network.wiring(), run.laxity().islandSize()),
                network.wiring(),
                network.names(),
                run.cutInterval(),
                run.laxity(),
                start.cycle());
        return name.equals(SEQUENTIAL)
                ? new LaxReplayDriver(start, listener, script)
                : ActorDriver.replay(start, listener, threads(network), script);
    }
}
