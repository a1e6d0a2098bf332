package org.reweave.emulator.cluster;

import java.io.ByteArrayOutputStream;
import java.util.Optional;
import org.reweave.emulator.cluster.messages.Parcel;

/** Puts parcels together again that come in their order. */
final class ParcelBox {
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    /** @return the content, when this is its last parcel */
    Optional<byte[]> add(Parcel parcel) {
        content.writeBytes(parcel.bytes());
        if (!parcel.last()) {
            return Optional.empty();
        }
        byte[] complete = content.toByteArray();
        content.reset();
        return Optional.of(complete);
    }
}
