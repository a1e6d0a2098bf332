package org.reweave.emulator.journal.store;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import com.typesafe.config.ConfigFactory;
import java.util.Map;
import org.reweave.emulator.actor.ActorSystems;

/** A database server's journal, which Akka's plug-in for JDBC writes. A server's commits are on its disk. */
final class JournalServer implements JournalStore {
    private static final String DATABASE = "akka-persistence-jdbc.shared-databases.run.db.";

    private final JournalPlace place;

    /** Makes the tables where they are missing. */
    JournalServer(JournalPlace place) {
        this.place = place;
        new JournalDatabase(place).createTables();
    }

    @Override
    public <T> ActorSystem<T> start(Behavior<T> guardian) {
        return ActorSystems.DATABASE.start(
                guardian,
                SYSTEM,
                ConfigFactory.parseMap(Map.of(
                                DATABASE + "url", place.url(),
                                DATABASE + "user", place.user(),
                                DATABASE + "password", place.password()))
                        .withFallback(ConfigFactory.parseResources(JournalServer.class, "server.conf")
                                .resolve())
                        .withFallback(ActorSystems.DATABASE.defaults()));
    }

    @Override
    public void sync() {
        // a commit is on the server's disk when it is acknowledged
    }

    @Override
    public void close() {
        // connections end with the actor system
    }
}
