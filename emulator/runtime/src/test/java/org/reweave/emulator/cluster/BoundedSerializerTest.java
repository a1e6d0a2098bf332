package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.Cluster;
import akka.cluster.UniqueAddress;
import akka.cluster.ddata.GSet;
import akka.cluster.ddata.ORSet;
import akka.cluster.ddata.SelfUniqueAddress;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.actor.ActorSystems;
import org.reweave.emulator.wire.WireException;

/** What Akka unpacks by gzip is bounded in a node, whichever of its serializers a message names. */
class BoundedSerializerTest {
    private static ActorSystem<Void> system;
    private static Serialization serialization;

    @BeforeAll
    static void start() {
        system = ActorSystems.CLUSTERED.start(
                Behaviors.empty(),
                NodeSettings.SYSTEM,
                new NodeSettings("127.0.0.1", 0, List.of(), 1).config(NodeSettings.NODE, false));
        serialization = SerializationExtension.get(Adapter.toClassic(system));
    }

    @AfterAll
    static void end() {
        system.terminate();
        NodeProcess.await(system);
    }

    /** Zeros, packed. */
    private static byte[] zeros(int length) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write(new byte[length]);
        }
        return bytes.toByteArray();
    }

    private static Object read(int serializer, String manifest, byte[] bytes) {
        return serialization.deserialize(bytes, serializer, manifest).get();
    }

    @ParameterizedTest
    @CsvSource({"5,W", "5,GE", "11,A", "11,C", "11,J", "12,A", "12,B", "12,C", "9,A", "9,B"})
    void whatUnpacksToMoreThanTheLimitIsRefused(int serializer, String manifest) throws IOException {
        byte[] bomb = zeros(BoundedSerializer.MOST_UNPACKED + 1);
        assertThat(bomb).hasSizeLessThan(BoundedSerializer.MOST_UNPACKED / 1000);
        assertThatThrownBy(() -> read(serializer, manifest, bomb))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("serializer " + serializer + " unpacks to more than 4194304 bytes");
    }

    @Test
    void partsOfAMessageAreCountedTogetherWhereverTheyStand() throws IOException {
        byte[] half = zeros(BoundedSerializer.MOST_UNPACKED / 2 + 1);
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.write(1);
        two.write(half);
        two.write(1);
        two.write(half);
        assertThatThrownBy(() -> read(5, "GE", two.toByteArray())).isInstanceOf(WireException.class);
    }

    @Test
    void theLimitItselfIsAkkas() throws IOException {
        byte[] most = zeros(BoundedSerializer.MOST_UNPACKED);
        assertThatThrownBy(() -> read(5, "W", most)).isNotInstanceOf(WireException.class);
    }

    @Test
    void whatAkkaPacksItselfComesBack() {
        UniqueAddress self = Cluster.get(Adapter.toClassic(system)).selfUniqueAddress();
        ORSet<String> set = ORSet.<String>create().add(new SelfUniqueAddress(self), "a".repeat(10_000));
        byte[] bytes = serialization.serialize(set).get();
        assertThat(bytes).hasSizeLessThan(1000);
        assertThat(read(11, Serializers.manifestFor(serialization.findSerializerFor(set), set), bytes))
                .isEqualTo(set);
        assertThat(serialization.findSerializerFor(GSet.create())).isInstanceOf(BoundedSerializer.class);
    }
}
