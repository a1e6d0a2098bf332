package org.reweave.emulator.journal.format;

import akka.serialization.SerializerWithStringManifest;

/** {@link RecordCodec} for Akka. */
public final class RecordSerializer extends SerializerWithStringManifest {
    /** Written with every record; never to be used for another serializer. */
    public static final int IDENTIFIER = 719_001;

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object object) {
        return RecordCodec.manifest((JournalRecord) object);
    }

    @Override
    public byte[] toBinary(Object object) {
        return RecordCodec.encode((JournalRecord) object);
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
        return RecordCodec.decode(manifest, bytes);
    }
}
