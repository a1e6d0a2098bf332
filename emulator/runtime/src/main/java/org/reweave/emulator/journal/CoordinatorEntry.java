package org.reweave.emulator.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.IOException;

/**
 * An event of a run's coordinator as it is persisted, in Jackson's CBOR.
 *
 * @param seal of the run's records that were in the database then
 * @param digest see {@link #digest(String, CoordinatorEvent, Seal)}
 */
public record CoordinatorEntry(CoordinatorEvent event, Seal seal, String digest) {
    /** Number of Akka's serializer {@code jackson-cbor}, which wrote the entries of older journals in the same way. */
    static final int SERIALIZER = 33;

    /** What that serializer keeps beside the bytes. */
    static final String MANIFEST = CoordinatorEntry.class.getName();

    private static final CBORMapper CBOR = new CBORMapper();

    /**
     * The first records of a run.
     *
     * @param records how many
     * @param digest of them, see {@link DigestChain}; empty: it was not computed
     */
    public record Seal(long records, String digest) {
        static final Seal NOTHING = new Seal(0, DigestChain.START);

        /**
         * With another record behind them; the digest is that of the record in the present version, whatever it was.
         */
        Seal with(JournalRecord record) {
            return new Seal(records + 1, DigestChain.next(digest, RecordCodec.encode(record)));
        }
    }

    /** Of an entry and all those before. */
    static String digest(String before, CoordinatorEvent event, Seal seal) {
        return DigestChain.next(before, event.text() + "\n" + seal.records() + "\n" + seal.digest());
    }

    byte[] encode() {
        try {
            return CBOR.writeValueAsBytes(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // records of texts and numbers always can
        }
    }

    /** @throws IllegalArgumentException when the row is not such an entry */
    static CoordinatorEntry decode(RecordSource.Row row) {
        if (row.serializer() != SERIALIZER || !row.manifest().equals(MANIFEST)) {
            throw new IllegalArgumentException("serializer " + row.serializer() + " wrote it, not a coordinator");
        }
        return decode(row.bytes());
    }

    /** @throws IllegalArgumentException when the bytes are no such entry */
    static CoordinatorEntry decode(byte[] bytes) {
        try {
            CoordinatorEntry entry = CBOR.readValue(bytes, CoordinatorEntry.class);
            if (entry == null
                    || entry.event() == null
                    || entry.seal() == null
                    || entry.seal().digest() == null) {
                throw new IllegalArgumentException("a part of it is missing");
            }
            return entry;
        } catch (IOException e) {
            throw new IllegalArgumentException("it is no CBOR of a coordinator's event", e);
        }
    }
}
