package org.reweave.emulator.cluster;

import akka.serialization.ByteBufferSerializer;
import akka.serialization.SerializerWithStringManifest;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.reweave.emulator.cluster.messages.Parcel;
import org.reweave.emulator.cluster.messages.ToPart;
import org.reweave.emulator.cluster.messages.ToRemoteNode;
import org.reweave.emulator.wire.WireException;

/** Parcels as bytes. Akka makes one from the configuration. */
public final class WireSerializer extends SerializerWithStringManifest implements ByteBufferSerializer {
    private static final int IDENTIFIER = 20_711; // of this serializer among all; Akka's own are below 40
    private static final String STATES = "states 1";
    private static final String REPORT = "report 1";
    private static final int OVERHEAD = 64; // bytes beside those of the parcel, at most

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object message) {
        return message instanceof ToPart.States ? STATES : REPORT;
    }

    private static Parcel parcel(Object message) {
        return message instanceof ToPart.States states ? states.parcel() : ((ToRemoteNode.Report) message).parcel();
    }

    @Override
    public byte[] toBinary(Object message) {
        ByteBuffer buffer = ByteBuffer.allocate(OVERHEAD + parcel(message).bytes().length);
        toBinary(message, buffer);
        buffer.flip();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Override
    public void toBinary(Object message, ByteBuffer buffer) {
        Parcel parcel = parcel(message);
        buffer.putLong(parcel.incarnation())
                .putLong(parcel.number())
                .put((byte) (parcel.last() ? 1 : 0))
                .putInt(parcel.bytes().length)
                .put(parcel.bytes());
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
        return fromBinary(ByteBuffer.wrap(bytes), manifest);
    }

    @Override
    public Object fromBinary(ByteBuffer buffer, String manifest) {
        try {
            return switch (manifest) {
                case STATES -> new ToPart.States(parcel(buffer));
                case REPORT -> new ToRemoteNode.Report(parcel(buffer));
                default ->
                    throw new WireException(
                            "a message of kind '" + manifest + "'; this version has " + STATES + " and " + REPORT);
            };
        } catch (BufferUnderflowException e) {
            throw new WireException("a " + manifest + " ends inside its first numbers");
        }
    }

    private static Parcel parcel(ByteBuffer buffer) {
        return new Parcel(buffer.getLong(), buffer.getLong(), buffer.get() != 0, bytes(buffer));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        int length = buffer.getInt();
        if (length < 0 || length > buffer.remaining()) {
            throw new WireException(length + " bytes announced, " + buffer.remaining() + " there");
        }
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return bytes;
    }
}
