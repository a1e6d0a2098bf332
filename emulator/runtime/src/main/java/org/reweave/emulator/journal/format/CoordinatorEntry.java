package org.reweave.emulator.journal.format;

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
    /** Written with every entry; never to be used for another serializer. */
    public static final int SERIALIZER = 719_003;

    /** Kept beside the bytes, with the version of the entries. A change of their format is another number. */
    public static final String MANIFEST = "coordinator-entry-1";

    private static final CBORMapper CBOR = new CBORMapper();

    /**
     * The first records of a run.
     *
     * @param records how many
     * @param digest of them, see {@link DigestChain}
     */
    public record Seal(long records, String digest) {
        public static final Seal NOTHING = new Seal(0, DigestChain.START);

        /** The seal of these records and another one behind them. */
        public Seal with(JournalRecord record) {
            return new Seal(records + 1, DigestChain.next(digest, RecordCodec.encode(record)));
        }
    }

    /** Digest of an entry and all entries before it. */
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

    /** This entry as it is stored. */
    public Row row(long number) {
        return new Row(number, SERIALIZER, MANIFEST, encode());
    }

    /** @throws IllegalArgumentException when the row is not such an entry */
    public static CoordinatorEntry decode(Row row) {
        if (row.serializer() != SERIALIZER || !row.manifest().equals(MANIFEST)) {
            throw new IllegalArgumentException("serializer " + row.serializer() + " wrote it as " + row.manifest()
                    + ", and this software reads " + MANIFEST + " only; use the software that wrote it");
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
