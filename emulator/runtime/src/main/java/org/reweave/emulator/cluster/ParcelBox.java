package org.reweave.emulator.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.cluster.messages.Parcel;

/**
 * Puts parcels together again that come in their order, and keeps nothing of them afterwards: the states of a
 * checkpoint have tens of megabytes.
 */
final class ParcelBox {
    private List<byte[]> pieces = new ArrayList<>();

    /** @return the content, when this is its last parcel */
    Optional<byte[]> add(Parcel parcel) {
        pieces.add(parcel.bytes());
        if (!parcel.last()) {
            return Optional.empty();
        }
        byte[] content = joined();
        pieces = new ArrayList<>();
        return Optional.of(content);
    }

    private byte[] joined() {
        byte[] content =
                new byte[pieces.stream().mapToInt(piece -> piece.length).sum()];
        int at = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, content, at, piece.length);
            at += piece.length;
        }
        return content;
    }
}
