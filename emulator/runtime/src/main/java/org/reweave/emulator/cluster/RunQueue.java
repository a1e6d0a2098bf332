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
import java.util.Set;
import org.reweave.emulator.cluster.messages.ToQueue;
import org.reweave.emulator.cluster.protocol.RunProtocol;
import org.reweave.emulator.cluster.protocol.Turns;

/**
 * The cluster's queue of runs, as {@link Turns} says: one actor on the oldest node, and on the next one when that is
 * gone. It keeps nothing on disk, since every run announces itself again and again.
 */
final class RunQueue extends AbstractBehavior<ToQueue> {
    private static final Duration SETTLES_WITHIN = RunProtocol.ANNOUNCED_EVERY.multipliedBy(3);

    private final Turns turns = new Turns();
    private final Set<ActorRef<ToQueue.Turn>> watched = new HashSet<>();

    /** The queue of the cluster that a process belongs to, wherever it is; a node may have to host it. */
    static ActorRef<ToQueue> of(ActorSystem<?> system) {
        return ClusterSingleton.get(system)
                .init(SingletonActor.of(create(), "runs")
                        .withSettings(ClusterSingletonSettings.create(system).withRole(NodeSettings.NODE)));
    }

    private static Behavior<ToQueue> create() {
        return Behaviors.setup(RunQueue::new);
    }

    private RunQueue(ActorContext<ToQueue> context) {
        super(context);
        context.scheduleOnce(SETTLES_WITHIN, context.getSelf(), new ToQueue.Settled());
    }

    @Override
    public Receive<ToQueue> createReceive() {
        return newReceiveBuilder()
                .onMessage(ToQueue.Announce.class, this::onAnnounce)
                .onMessage(ToQueue.End.class, this::onEnd)
                .onMessage(ToQueue.ListRuns.class, this::onListRuns)
                .onMessage(ToQueue.Settled.class, message -> onSettled())
                .build();
    }

    private Behavior<ToQueue> onAnnounce(ToQueue.Announce message) {
        String run = message.entry().run();
        long origin = message.replyTo().path().uid();
        if (watched.add(message.replyTo())) {
            getContext().watchWith(message.replyTo(), new ToQueue.End(run, origin, "its process is gone"));
        }
        Turns.Entry entry = turns.announce(message.entry(), origin);
        message.replyTo().tell(new ToQueue.Turn(entry, turns.ahead(run)));
        return this;
    }

    private Behavior<ToQueue> onEnd(ToQueue.End message) {
        watched.removeIf(origin -> origin.path().uid() == message.origin());
        turns.end(message.run(), message.origin(), message.how());
        return this;
    }

    private Behavior<ToQueue> onListRuns(ToQueue.ListRuns message) {
        message.replyTo().tell(new ToQueue.Listing(turns.listing()));
        return this;
    }

    private Behavior<ToQueue> onSettled() {
        turns.settle();
        return this;
    }
}
