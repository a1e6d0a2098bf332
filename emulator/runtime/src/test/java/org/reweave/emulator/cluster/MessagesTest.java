package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.ActorSystem;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializer;
import akka.serialization.Serializers;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.checkpoint.DamagedStateException;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.ControlMessage;
import org.reweave.emulator.cluster.messages.Parcel;
import org.reweave.emulator.cluster.messages.RunOrder;
import org.reweave.emulator.cluster.messages.ToPart;
import org.reweave.emulator.cluster.messages.ToRemoteNode;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.wire.WireException;
import org.reweave.reconfig.state.ByteWriter;

/** What processes of a cluster send each other comes back as it was, and is refused when it is damaged. */
class MessagesTest {
    private static final ObjectMapper CBOR = new CBORMapper();

    private static ActorSystem<Void> system;
    private static Serialization serialization;

    @BeforeAll
    static void start() {
        system = ClusterTargets.system();
        serialization = SerializationExtension.get(system);
    }

    @AfterAll
    static void end() {
        system.terminate();
    }

    private static Object read(byte[] cbor, ControlMessage message) {
        Serializer serializer = serialization.findSerializerFor(message);
        return serialization
                .deserialize(cbor, serializer.identifier(), Serializers.manifestFor(serializer, message))
                .get();
    }

    @Test
    void everyControlMessageComesBack() throws IOException {
        for (ControlMessage message : ClusterTargets.messages(system)) {
            byte[] cbor = serialization.serialize(message).get();

            Object read = read(cbor, message);

            assertThat(read).hasSameClassAs(message);
            assertThat(CBOR.readTree(serialization.serialize(read).get())).isEqualTo(CBOR.readTree(cbor));
        }
    }

    @Test
    void aControlMessageWithoutOneOfItsFieldsIsRefused() throws IOException {
        for (ControlMessage message : ClusterTargets.messages(system)) {
            ObjectNode whole =
                    (ObjectNode) CBOR.readTree(serialization.serialize(message).get());
            for (Iterator<String> names = whole.fieldNames(); names.hasNext(); ) {
                String name = names.next();
                ObjectNode part = whole.deepCopy();
                part.remove(name);
                byte[] cbor = CBOR.writeValueAsBytes(part);

                assertThatThrownBy(() -> read(cbor, message))
                        .as("%s without its %s", message, name)
                        .hasMessageContaining(name);
            }
        }
    }

    /**
     * The headers of Akka's LZ4, here with a length of 1 GiB, and of gzip, to every serializer that would unpack them.
     */
    @Test
    void aPackedControlMessageIsRefusedBeforeItIsUnpacked() throws IOException {
        ControlMessage message = ClusterTargets.messages(system).get(0);
        Serializer serializer = serialization.findSerializerFor(message);
        byte[] claimsGigabyte = {(byte) 0x87, (byte) 0xd9, 0x6d, (byte) 0xf6, 0x40, 0, 0, 0, 0, 0};
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
            zip.write(serialization.serialize(message).get());
        }
        for (byte[] bytes : List.of(claimsGigabyte, packed.toByteArray())) {
            assertThatThrownBy(() -> read(bytes, message)).hasMessageContaining("a control message is packed");
            for (String name : List.of("jackson-json", "jackson-cbor-264")) {
                int identifier = system.settings().config().getInt("akka.actor.serialization-identifiers." + name);
                assertThatThrownBy(() -> serialization
                                .deserialize(bytes, identifier, Serializers.manifestFor(serializer, message))
                                .get())
                        .as(name)
                        .hasMessageContaining("a control message is JSON");
            }
        }
    }

    @Test
    void noneOfAkkasJacksonSerializersIsInUse() {
        assertThat(system.settings()
                        .config()
                        .getConfig("akka.actor.serializers")
                        .entrySet())
                .extracting(entry -> String.valueOf(entry.getValue().unwrapped()))
                .noneMatch(name -> name.startsWith("akka.serialization.jackson."));
    }

    @Test
    void aScenarioThatUnpacksWithoutEndIsRefused() throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bomb)) {
            for (int i = 0; i < 17; i++) {
                zip.write(new byte[1 << 20]);
            }
        }

        assertThat(ClusterTargets.order(RunOrder.compressed("seed = 7")).scenarioText())
                .isEqualTo("seed = 7");
        assertThatThrownBy(() -> ClusterTargets.order(bomb.toByteArray()).scenarioText())
                .isInstanceOf(ClusterException.class)
                .hasMessage("is sent a scenario of more than 16777216 bytes");
        assertThatThrownBy(() -> ClusterTargets.order(new byte[] {1, 2}).scenarioText())
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("is sent a scenario that cannot be unpacked");
    }

    /** Lengths of arrays, devices and bins that no run has, each of which would take gigabytes or hours. */
    @Test
    void sharesAndStatesThatAnnounceMoreThanTheyHoldAreRefused() {
        Network network =
                new Network(ResolvedScenario.of(ScenarioLoader.parse(LossyTorus.NAME, LossyTorus.TEXT, List.of())));
        byte[] counters = written(1, /* cut */ 4, Integer.MAX_VALUE);
        byte[] devices = written(3, 500, 0, Integer.MAX_VALUE, 0, 0);
        byte[] outside = written(3, 500, 0, 2, 0, 1, 2, 0);

        assertThatThrownBy(() -> new ReportCodec.Reader(network, List.of(0)).read(counters))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("2147483647 entries");
        assertThatThrownBy(() -> StateParcels.read(devices, List.of(0), 2, Path.of("")))
                .isInstanceOf(DamagedStateException.class)
                .hasMessageContaining("2147483647 devices, the network 2");
        assertThatThrownBy(() -> StateParcels.read(outside, List.of(0), 2, Path.of("")))
                .isInstanceOf(DamagedStateException.class)
                .hasMessageContaining("a device 2, the network 2");
    }

    private static byte[] written(int... values) {
        ByteWriter out = new ByteWriter();
        for (int value : values) {
            out.value(value);
        }
        return out.toArray();
    }

    @Test
    void parcelsThatEndTooEarlyAreRefused() {
        WireSerializer serializer = new WireSerializer();
        Parcel parcel = new Parcel(1, 0, true, new byte[] {6});
        Stream.of(new ToPart.States(parcel), new ToRemoteNode.Report(parcel)).forEach(message -> {
            byte[] whole = serializer.toBinary(message);
            for (int length = 0; length < whole.length; length++) {
                byte[] part = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> serializer.fromBinary(part, serializer.manifest(message)))
                        .isInstanceOf(WireException.class);
            }
        });
    }
}
