package org.reweave.emulator.cluster;

import akka.actor.ExtendedActorSystem;
import akka.serialization.SerializerWithStringManifest;
import akka.serialization.jackson.JacksonCborSerializer;
import akka.serialization.jackson.JacksonJsonSerializer;
import akka.serialization.jackson.JacksonSerializer;
import org.reweave.emulator.wire.WireException;

/**
 * Control messages as CBOR, never packed: Akka's own serializer unpacks LZ4 and gzip whatever its configuration says,
 * and a message of ten bytes may claim to unpack to gigabytes. Akka makes one from the configuration in each place of
 * its own Jackson serializers, whose identifiers they have: for CBOR, for JSON, and for JSON under the identifier that
 * CBOR had once. JSON is refused, since no message of reweave is JSON.
 */
public final class ControlSerializer extends SerializerWithStringManifest {
    private static final String CBOR = "jackson-cbor"; // Akka's name

    private final JacksonSerializer serializer;

    /** @param binding name of the serializer in Akka's configuration */
    public ControlSerializer(ExtendedActorSystem system, String binding) {
        this.serializer = binding.equals(CBOR)
                ? new JacksonCborSerializer(system, binding)
                : new JacksonJsonSerializer(system, binding);
    }

    @Override
    public int identifier() {
        return serializer.identifier();
    }

    @Override
    public String manifest(Object message) {
        return serializer.manifest(message);
    }

    @Override
    public byte[] toBinary(Object message) {
        return serializer.toBinary(message);
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
        if (!serializer.bindingName().equals(CBOR)) {
            throw new WireException("a control message is JSON, as none of reweave's is");
        }
        if (JacksonSerializer.isLZ4(bytes) || JacksonSerializer.isGZipped(bytes)) {
            throw new WireException("a control message is packed, as none of reweave's is");
        }
        return serializer.fromBinary(bytes, manifest);
    }
}
