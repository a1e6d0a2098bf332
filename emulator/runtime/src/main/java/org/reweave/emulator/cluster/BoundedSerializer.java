package org.reweave.emulator.cluster;

import akka.actor.ExtendedActorSystem;
import akka.cluster.ddata.protobuf.ReplicatedDataSerializer;
import akka.cluster.ddata.protobuf.ReplicatorMessageSerializer;
import akka.cluster.protobuf.ClusterMessageSerializer;
import akka.cluster.pubsub.protobuf.DistributedPubSubMessageSerializer;
import akka.serialization.SerializerWithStringManifest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.util.zip.GZIPInputStream;
import org.reweave.emulator.wire.WireException;

/**
 * Messages of Akka's own that may hold parts packed with gzip: gossip of the cluster, and the replicated data of its
 * receptionist. Akka unpacks them without a limit, and a thousand bytes may become a megabyte. A message whose parts
 * would unpack to more than {@link #MOST_UNPACKED} bytes is refused before Akka sees it. Akka makes one of these from
 * the configuration in each place of a serializer of its own, whose identifier it has.
 */
public final class BoundedSerializer extends SerializerWithStringManifest {
    /** Gossip of a cluster of a thousand members unpacks to less. */
    static final int MOST_UNPACKED = 4 << 20;

    private static final byte[] MAGIC = {0x1f, (byte) 0x8b, 8}; // of gzip, with its only method
    private static final int CHUNK = 1 << 13;

    private final SerializerWithStringManifest serializer;

    /** @param binding name of the serializer in Akka's configuration */
    public BoundedSerializer(ExtendedActorSystem system, String binding) {
        this.serializer = switch (binding) {
            case "akka-cluster" -> new ClusterMessageSerializer(system);
            case "akka-data-replication" -> new ReplicatorMessageSerializer(system);
            case "akka-replicated-data" -> new ReplicatedDataSerializer(system);
            case "akka-pubsub" -> new DistributedPubSubMessageSerializer(system);
            default -> throw new IllegalArgumentException(binding + " is no serializer that unpacks gzip");
        };
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
    public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
        if (unpacked(bytes) > MOST_UNPACKED) {
            throw new WireException("a message of " + bytes.length + " bytes for Akka's serializer "
                    + serializer.identifier() + " unpacks to more than " + MOST_UNPACKED + " bytes");
        }
        return serializer.fromBinary(bytes, manifest);
    }

    /**
     * Bytes to which all parts of a message unpack, those inside of packed ones excepted: Akka hands those to the
     * serializer of their own. Counting ends above the limit.
     */
    private static int unpacked(byte[] bytes) {
        int sum = 0;
        for (int from = 0; from <= bytes.length - MAGIC.length && sum <= MOST_UNPACKED; from++) {
            if (bytes[from] == MAGIC[0] && bytes[from + 1] == MAGIC[1] && bytes[from + 2] == MAGIC[2]) {
                sum += unpacked(bytes, from, MOST_UNPACKED + 1 - sum);
            }
        }
        return sum;
    }

    /** Bytes to which the part that begins there unpacks, up to so many; what is no gzip unpacks to what it has. */
    private static int unpacked(byte[] bytes, int from, int most) {
        int sum = 0;
        byte[] chunk = new byte[CHUNK];
        try (InputStream part = new GZIPInputStream(new ByteArrayInputStream(bytes, from, bytes.length - from))) {
            for (int read = 0; read >= 0 && sum < most; read = part.read(chunk)) {
                sum += read;
            }
        } catch (IOException e) {
            // it is damaged from here on, for Akka, too
        }
        return Math.min(sum, most);
    }
}
