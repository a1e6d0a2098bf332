package org.reweave.emulator.journal.format;

import akka.serialization.SerializerWithStringManifest;

/** {@link CoordinatorEntry} for Akka. */
public final class EntrySerializer extends SerializerWithStringManifest {
    @Override
    public int identifier() {
        return CoordinatorEntry.SERIALIZER;
    }

    @Override
    public String manifest(Object object) {
        return CoordinatorEntry.MANIFEST;
    }

    @Override
    public byte[] toBinary(Object object) {
        return ((CoordinatorEntry) object).encode();
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
        return CoordinatorEntry.decode(bytes);
    }
}
