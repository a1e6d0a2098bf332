package org.reweave.emulator.cluster.messages;

import akka.actor.typed.ActorRef;

/** Messages to the actor that decides in each process which members of the cluster are lost. */
public sealed interface ToWatcher {
    /** A message of another process. */
    sealed interface Remote extends ToWatcher, ControlMessage {}

    /** Somebody cannot reach the receiver, or wants to know whether its run is under way. */
    record Ask(ActorRef<Remote> replyTo) implements Remote {}

    /**
     * A process is there.
     *
     * @param address {@code host:port} of the sender
     * @param leads whether the sender leads a run that is under way
     */
    record Answer(String address, boolean leads) implements Remote {}

    /**
     * A process takes connections.
     *
     * @param address {@code host:port}
     */
    record Connected(String address) implements ToWatcher {}

    /** A second has passed. */
    enum Look implements ToWatcher {
        NOW
    }

    /** @param isUnderWay whether the run of this process is */
    record Leads(boolean isUnderWay) implements ToWatcher {}
}
