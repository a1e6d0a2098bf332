package org.reweave.emulator.cluster;

import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** Puts parcels together again; a gap between them is an error. */
final class ParcelBox {
    private final String sender;
    private final long incarnation;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private long parcels;

    /** @param sender for messages */
    ParcelBox(String sender, long incarnation) {
        this.sender = sender;
        this.incarnation = incarnation;
    }

    /**
     * Takes a parcel.
     *
     * @return the content, when this is its last parcel
     * @throws IllegalStateException when a parcel is missing
     */
    Optional<byte[]> add(Parcel parcel) {
        if (parcel.incarnation() < incarnation) {
            return Optional.empty(); // of a placement that is over
        }
        if (parcel.incarnation() > incarnation || parcel.number() != parcels) {
            throw new IllegalStateException("from " + sender + ": parcel " + parcel.number() + " of incarnation "
                    + parcel.incarnation() + " after " + parcels + " parcels of incarnation " + incarnation
                    + "; one is missing or came twice");
        }
        parcels++;
        content.writeBytes(parcel.bytes());
        if (!parcel.last()) {
            return Optional.empty();
        }
        byte[] complete = content.toByteArray();
        content.reset();
        return Optional.of(complete);
    }
}
