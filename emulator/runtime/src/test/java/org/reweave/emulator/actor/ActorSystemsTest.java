package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.util.ManifestInfo;
import java.util.Set;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

class ActorSystemsTest {
    @Test
    void versionsOfAkkasModulesAreComparedWithoutTheManifestsOfOtherJars() {
        ActorSystem<Void> system =
                ActorSystems.LOCAL.start(Behaviors.empty(), "manifests", ActorSystems.LOCAL.defaults());
        try {
            ManifestInfo found = ManifestInfo.get(Adapter.toClassic(system));
            assertThat(CollectionConverters.asJava(found.versions()).keySet())
                    .contains("akka-actor", "akka-actor-typed", "akka-persistence")
                    .allMatch(module -> module.startsWith("akka-"));
        } finally {
            system.terminate();
            system.getWhenTerminated().toCompletableFuture().join();
        }
    }

    @Test
    void aSystemOfOneProcessHasNoSerializersOfAClusters() {
        String[] clusters = {"akka-cluster", "akka-containers", "akka-replicated-data", "jackson-cbor"};
        assertThat(serializers(ActorSystems.LOCAL)).contains("primitive-string").doesNotContain(clusters);
        assertThat(serializers(ActorSystems.DATABASE))
                .contains("primitive-string")
                .doesNotContain(clusters);
        assertThat(serializers(ActorSystems.CLUSTERED)).contains(clusters);
    }

    private static Set<String> serializers(ActorSystems systems) {
        return systems.defaults().getConfig("akka.actor.serializers").root().keySet();
    }
}
