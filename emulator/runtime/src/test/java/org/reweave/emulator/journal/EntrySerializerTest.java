package org.reweave.emulator.journal;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.serialization.SerializationExtension;
import akka.serialization.SerializerWithStringManifest;
import com.typesafe.config.ConfigFactory;
import java.io.NotSerializableException;
import org.junit.jupiter.api.Test;

class EntrySerializerTest {
    private static final CoordinatorEntry ENTRY = new CoordinatorEntry(
            new CoordinatorEvent.CheckpointCompleted(40, 20_000, 1234, "ab"), new CoordinatorEntry.Seal(7, "cd"), "ef");

    /** Older journals were written by Akka's serializer, and older releases read journals with the same classes. */
    @Test
    void entriesAreWrittenAsAkkasJacksonWritesThem() throws NotSerializableException {
        ActorTestKit actors =
                ActorTestKit.create(ConfigFactory.parseString("akka { loglevel = OFF, actor.serialization-bindings { \""
                        + CoordinatorEntry.class.getName() + "\" = jackson-cbor } }"));
        try {
            SerializerWithStringManifest akkas =
                    (SerializerWithStringManifest) SerializationExtension.get(actors.system())
                            .serializerByIdentity()
                            .apply(CoordinatorEntry.SERIALIZER);
            EntrySerializer own = new EntrySerializer();
            assertThat(own.identifier()).isEqualTo(akkas.identifier());
            assertThat(own.manifest(ENTRY)).isEqualTo(akkas.manifest(ENTRY));
            assertThat(own.toBinary(ENTRY)).isEqualTo(akkas.toBinary(ENTRY));
            assertThat(own.fromBinary(akkas.toBinary(ENTRY), akkas.manifest(ENTRY)))
                    .isEqualTo(ENTRY);
        } finally {
            actors.shutdownTestKit();
        }
    }
}
