package org.reweave.reconfig.explore;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/** Writes what a search has found since the last part, for a {@link SearchStore}, and reads such parts. */
final class SearchParts {
    private final Contents contents;
    private final VisitedStates visited;
    private final BitSet whole;
    private final ByteWriter packed = new ByteWriter();
    private SearchMoment kept = SearchMoment.NONE;

    /** @param whole states of which all steps were taken after a persistent set */
    SearchParts(Contents contents, VisitedStates visited, BitSet whole) {
        this.contents = contents;
        this.visited = visited;
        this.whole = whole;
    }

    /** The moment at which the last part was complete. */
    SearchMoment kept() {
        return kept;
    }

    /** Writes what has come from the last part to a moment, which has passed. */
    void write(SearchMoment until, DataOutput part) throws IOException {
        for (int number = kept.contents(); number < until.contents(); number++) {
            packed.clear();
            long[] words = contents.get(number);
            packed.unsigned(words.length);
            for (long word : words) { // most are small
                packed.unsigned(word);
            }
            packed.writeTo(part);
        }
        visited.write(kept, until, part);
        BitSet since = whole.get(kept.searched(), until.searched());
        part.writeInt(since.cardinality());
        for (int at = since.nextSetBit(0); at >= 0; at = since.nextSetBit(at + 1)) {
            part.writeInt(at);
        }
        kept = until;
    }

    /**
     * Adds what a part holds.
     *
     * @throws StateBudgetException when it has more states than the model's budget
     */
    void read(SearchMoment until, DataInput part) throws IOException {
        for (int number = kept.contents(); number < until.contents(); number++) {
            if (contents.number(content(part)) != number) {
                throw new IOException("content " + number + " is there twice, or belongs to another model");
            }
        }
        visited.read(kept, until, part);
        for (int left = part.readInt(); left > 0; left--) {
            whole.set(kept.searched() + part.readInt());
        }
        kept = until;
    }

    private static long[] content(DataInput part) throws IOException {
        byte[] packed = new byte[part.readInt()];
        part.readFully(packed);
        ByteReader in = new ByteReader(packed, wrong -> new UncheckedIOException(new IOException(wrong)));
        long[] words = new long[in.upTo(in.left(), "the length of a content")];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.unsigned();
        }
        in.end();
        return words;
    }
}
