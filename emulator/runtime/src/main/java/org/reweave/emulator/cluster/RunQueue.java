package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.ClusterSingletonSettings;
import akka.cluster.typed.SingletonActor;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The cluster's queue of runs: one actor on the oldest node, and on the next one when that is gone. It keeps nothing on
 * disk, since every run announces itself again and again.
 */
final class RunQueue extends AbstractBehavior<RunQueue.Command> {
    /** What the queue receives. */
    sealed interface Command extends ControlMessage permits Announce, End, ListRuns, Settled {}

    /** A run is there, still. */
    record Announce(Turns.Entry entry, ActorRef<Turn> replyTo) implements Command {}

    /**
     * A run needs the nodes no more.
     *
     * @param how it ended
     */
    record End(String run, String how) implements Command {}

    /** Which runs are there? */
    record ListRuns(ActorRef<Listing> replyTo) implements Command {}

    /** All runs that an earlier queue knew have announced themselves here. */
    record Settled() implements Command {}

    /**
     * The answer to an announcement.
     *
     * @param entry as the queue has it; its turn has come when it is under way
     * @param ahead number of runs before it
     */
    record Turn(Turns.Entry entry, int ahead) implements ControlMessage {}

    /** All runs, as {@link Turns#listing} has them. */
    record Listing(List<Turns.Line> runs) implements ControlMessage {}

    /** Between two announcements of a run. */
    static final Duration ANNOUNCED_EVERY = Duration.ofSeconds(1);

    private static final Duration SETTLES_WITHIN = ANNOUNCED_EVERY.multipliedBy(3);

    private final Turns turns = new Turns();
    private final Set<String> watched = new HashSet<>();
    private boolean settled;

    /** The queue of the cluster that a process belongs to, wherever it is; a node may have to host it. */
    static ActorRef<Command> of(ActorSystem<?> system) {
        return ClusterSingleton.get(system)
                .init(SingletonActor.of(create(), "runs")
                        .withSettings(ClusterSingletonSettings.create(system).withRole(NodeSettings.NODE)));
    }

    private static Behavior<Command> create() {
        return Behaviors.setup(RunQueue::new);
    }

    private RunQueue(ActorContext<Command> context) {
        super(context);
        context.scheduleOnce(SETTLES_WITHIN, context.getSelf(), new Settled());
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Announce.class, this::onAnnounce)
                .onMessage(End.class, this::onEnd)
                .onMessage(ListRuns.class, this::onListRuns)
                .onMessage(Settled.class, message -> onSettled())
                .build();
    }

    private Behavior<Command> onAnnounce(Announce message) {
        String run = message.entry().run();
        if (watched.add(run)) {
            getContext().watchWith(message.replyTo(), new End(run, "its process is gone"));
        }
        Turns.Entry entry = turns.announce(message.entry(), settled);
        message.replyTo().tell(new Turn(entry, turns.ahead(run)));
        return this;
    }

    private Behavior<Command> onEnd(End message) {
        turns.end(message.run(), message.how());
        return this;
    }

    private Behavior<Command> onListRuns(ListRuns message) {
        message.replyTo().tell(new Listing(turns.listing()));
        return this;
    }

    private Behavior<Command> onSettled() {
        settled = true;
        return this;
    }
}
