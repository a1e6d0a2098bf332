package org.reweave.emulator.journal.store;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;

/** A journal that is open, for Akka Persistence to write into. Failures are {@link JournalException}s. */
public sealed interface JournalStore extends AutoCloseable permits JournalFileWriter, JournalServer {
    /** Name of the actor systems that write journals. */
    String SYSTEM = "journal";

    /** Opens a journal; what a new one needs is made. */
    static JournalStore open(JournalPlace place) {
        return place.file().isPresent() ? new JournalFileWriter(place) : new JournalServer(place);
    }

    /** Starts an actor system whose persistent actors write into this journal. */
    <T> ActorSystem<T> start(Behavior<T> guardian);

    /** Brings all that was acknowledged to the disk. */
    void sync();

    /** Lets go of the journal, when the actor system has ended. */
    @Override
    void close();
}
