package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.governor.Cut;
import org.reweave.emulator.governor.CutPart;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.Wishes;
import org.reweave.emulator.lax.AdmissionsEndedException;
import org.reweave.emulator.lax.Drift;
import org.reweave.emulator.stats.Latencies;

/**
 * Starts the parts of a run, its islands or the nodes that host them, gives the governor their reports and them its
 * permits, and gathers what they measured. The run's listener has an actor of its own: the coordinator sends it each
 * complete cut, and the governor decides on a cut when the listener has seen it. So the coordinator never waits, and a
 * slow listener withholds permits.
 */
public final class FabricCoordinator extends AbstractBehavior<FabricCoordinator.Command> {
    /** Messages that the coordinator receives. */
    public sealed interface Command permits Reports, Share, Seen, Finished, Failed, ListenerFailed {}

    /** Devices of all islands of a process, at cut {@code k}. */
    public record Reports(long k, List<DeviceReport> reports) implements Command {}

    /** The share of a node in cut {@code k}. */
    public record Share(long k, CutPart part, Readings readings) implements Command {}

    /**
     * The listener has seen a cut.
     *
     * @param wishes of the governor by then
     */
    record Seen(Cut cut, Wishes wishes) implements Command {}

    /**
     * Measurements of an island.
     *
     * @param drift of an island of a lax run
     * @param messages that it sent to others, to tell them of frames
     */
    public record Finished(Latencies latencies, Optional<Drift> drift, long messages) implements Command {}

    /** A node cannot go on with the run. */
    public record Failed(Throwable cause) implements Command {}

    /** The listener has failed; it sees nothing more, and the run cannot go on. */
    record ListenerFailed(Throwable cause) implements Command {}

    /**
     * Measurements of all islands of a finished run.
     *
     * @param drift of a lax run
     * @param messages that told islands of frames
     */
    public record Gathered(Latencies latencies, Optional<Drift> drift, long messages) {}

    /** Gives devices their permits. */
    public interface Permits {
        /** @return how much of a governor's permit may be used now: the cycle of a cut, at most the one given */
        long upTo(long permit);
    }

    static final String LISTENER_DISPATCHER = "reweave.listener-dispatcher";
    static final String LISTENER = "listener";

    private final Governor governor;
    private final CompletableFuture<Gathered> done;
    private final ActorRef<Cut> listener;
    private final List<ActorRef<IslandActor.Command>> islands;
    private final Permits permits;
    private final Latencies latencies = new Latencies();
    private Optional<Drift> drift = Optional.empty();
    private long messages;
    private int unfinished;
    private long permitted;
    private Throwable failure; // null = none

    public static Behavior<Command> create(
            Governor governor,
            RunListener listener,
            RunParts parts,
            Permits permits,
            CompletableFuture<Gathered> done) {
        return Behaviors.setup(context -> {
            try {
                return new FabricCoordinator(context, governor, listener, parts, permits, done);
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
                return Behaviors.stopped();
            }
        });
    }

    private FabricCoordinator(
            ActorContext<Command> context,
            Governor governor,
            RunListener listener,
            RunParts parts,
            Permits permits,
            CompletableFuture<Gathered> done) {
        super(context);
        this.governor = governor;
        this.done = done;
        this.listener = context.spawn(
                ListenerActor.create(listener, governor::wishes, context.getSelf()),
                LISTENER,
                DispatcherSelector.fromConfig(LISTENER_DISPATCHER));
        this.permits = permits;
        this.islands = parts.start(context, context.getSelf());
        this.unfinished = islands.size();
        givePermits();
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(
                        Reports.class,
                        message -> onCut(() -> message.reports().forEach(one -> governor.report(message.k(), one))))
                .onMessage(
                        Share.class,
                        message -> onCut(() -> governor.share(message.k(), message.part(), message.readings())))
                .onMessage(Seen.class, this::onSeen)
                .onMessage(Finished.class, this::onFinished)
                .onMessage(Failed.class, message -> fail(message.cause()))
                .onMessage(ListenerFailed.class, message -> end(message.cause()))
                .onSignal(ChildFailed.class, island -> fail(Supervision.reason(island)))
                .onSignal(Terminated.class, island -> this)
                .build();
    }

    private Behavior<Command> onCut(Runnable take) {
        if (failure != null) {
            return this;
        }
        try {
            take.run();
            for (Optional<Cut> cut = governor.next(); cut.isPresent(); cut = governor.next()) {
                listener.tell(cut.get());
            }
        } catch (RuntimeException | Error e) {
            return fail(e);
        }
        return this;
    }

    private Behavior<Command> onSeen(Seen message) {
        try {
            governor.accept(message.cut(), message.wishes());
        } catch (RuntimeException | Error e) {
            return fail(e);
        }
        if (failure != null) {
            return fail(failure);
        }
        if (governor.isOver()) {
            islands.forEach(island -> island.tell(IslandActor.Finish.NOW));
            return this;
        }
        try {
            givePermits();
        } catch (RuntimeException | Error e) {
            return fail(e);
        }
        return permitted > governor.last().cycle() ? this : end(new AdmissionsEndedException(permitted));
    }

    private void givePermits() {
        long permit = permits.upTo(governor.permit());
        if (permit > permitted) {
            permitted = permit;
            IslandActor.Permit message =
                    new IslandActor.Permit(permit, governor.measureFrom(), governor.checkpointAt());
            islands.forEach(island -> island.tell(message));
        }
    }

    private Behavior<Command> onFinished(Finished message) {
        latencies.add(message.latencies());
        message.drift().ifPresent(some -> drift.ifPresentOrElse(all -> all.add(some), () -> drift = message.drift()));
        messages += message.messages();
        if (--unfinished > 0) {
            return this;
        }
        done.complete(new Gathered(latencies, drift, messages));
        return Behaviors.stopped();
    }

    /** Ends the run with its first failure, once the listener has seen the cuts that were complete before. */
    private Behavior<Command> fail(Throwable cause) {
        failure = failure == null ? cause : failure;
        return governor.isAwaited() ? this : end(failure);
    }

    private Behavior<Command> end(Throwable cause) {
        done.completeExceptionally(cause);
        return Behaviors.stopped();
    }
}
