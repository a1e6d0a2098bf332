package org.reweave.emulator.cluster.messages;

import akka.actor.typed.ActorRef;

/** Messages to a ferry, which carries frames between two nodes. */
public sealed interface ToFerry permits Bundle, ToFerry.Wake, ToFerry.Connect, ToFerry.Look {
    /** Frames are there to be taken. */
    enum Wake implements ToFerry {
        UP
    }

    /** Time to look whether the peer answers. */
    enum Look implements ToFerry {
        NOW
    }

    /** The ferry at the other end is known. */
    record Connect(ActorRef<ToFerry> peer) implements ToFerry {}
}
