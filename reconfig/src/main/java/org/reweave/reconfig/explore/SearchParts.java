package org.reweave.reconfig.explore;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/** Writes what a search has found since the last part, for a {@link SearchStore}, and reads such parts. */
final class SearchParts {
    private final Contents contents;
    private final VisitedStates visited;
    private final BitSet whole;
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
            long[] words = contents.get(number);
            part.writeInt(words.length);
            for (long word : words) {
                writeWord(word, part);
            }
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
            long[] words = new long[part.readInt()];
            for (int i = 0; i < words.length; i++) {
                words[i] = readWord(part);
            }
            if (contents.number(words) != number) {
                throw new IOException("content " + number + " is there twice, or belongs to another model");
            }
        }
        visited.read(kept, until, part);
        for (int left = part.readInt(); left > 0; left--) {
            whole.set(kept.searched() + part.readInt());
        }
        kept = until;
    }

    /** Writes seven bits to a byte, the low ones first: most words are small. */
    private static void writeWord(long word, DataOutput part) throws IOException {
        long rest = word;
        while (rest >>> 7 != 0) {
            part.writeByte((int) rest | 0x80);
            rest >>>= 7;
        }
        part.writeByte((int) rest);
    }

    private static long readWord(DataInput part) throws IOException {
        long word = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = part.readByte();
            word |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return word;
            }
        }
        throw new IOException("a word has no end");
    }
}
