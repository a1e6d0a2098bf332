package org.reweave.emulator.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Map;
import org.reweave.emulator.actor.ActorSystems;

/** Settings of the actor system that has a journal open. */
final class JournalSystem {
    static final String NAME = "journal";

    private static final String DATABASE = "akka-persistence-jdbc.shared-databases.run.";

    private static final String COORDINATOR = "|coordinator";

    private JournalSystem() {}

    static Config config(JournalPlace place) {
        return ConfigFactory.parseMap(Map.of(
                        DATABASE + "profile", place.kind().profile(),
                        DATABASE + "db.url", place.url(),
                        DATABASE + "db.user", place.user(),
                        DATABASE + "db.password", place.password(),
                        DATABASE + "db.driver", place.driver()))
                .withFallback(ConfigFactory.parseResources(JournalSystem.class, "journal.conf"))
                .withFallback(ActorSystems.LOCAL.defaults());
    }

    /** The chain of the entries of a run's coordinator. */
    static String coordinatorId(String run) {
        return run + COORDINATOR;
    }

    /** Whether a chain is of a coordinator's entries. */
    static boolean isCoordinator(String chain) {
        return chain.endsWith(COORDINATOR);
    }

    /** The chain of entries beside a chain of records. */
    static String coordinatorBeside(String chain) {
        return coordinatorId(chain.replaceFirst("\\|[^|]*\\|[^|]*$", ""));
    }

    /** The chain of a run's records: run, node, incarnation. */
    static String persistenceId(JournalRecord.Header header) {
        return header.run() + "|single|" + header.incarnation();
    }
}
