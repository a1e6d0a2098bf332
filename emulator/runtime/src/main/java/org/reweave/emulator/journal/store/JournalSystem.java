package org.reweave.emulator.journal.store;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Map;
import org.reweave.emulator.actor.ActorSystems;

/** Settings of the actor system that has a journal open. */
public final class JournalSystem {
    public static final String NAME = "journal";

    private static final String DATABASE = "akka-persistence-jdbc.shared-databases.run.";

    private JournalSystem() {}

    public static Config config(JournalPlace place) {
        return ConfigFactory.parseMap(Map.of(
                        DATABASE + "profile", place.kind().profile(),
                        DATABASE + "db.url", place.url(),
                        DATABASE + "db.user", place.user(),
                        DATABASE + "db.password", place.password(),
                        DATABASE + "db.driver", place.driver()))
                .withFallback(ConfigFactory.parseResources(JournalSystem.class, "journal.conf"))
                .withFallback(ActorSystems.LOCAL.defaults());
    }
}
