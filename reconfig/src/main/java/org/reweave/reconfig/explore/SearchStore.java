package org.reweave.reconfig.explore;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Keeps what a search finds, part by part, so that another process goes on with the search. What a search knows only
 * grows, so a part is what has come since the part before.
 */
public interface SearchStore {
    /** Keeps nothing. */
    SearchStore NONE = new SearchStore() {
        @Override
        public void restore(Reader reader) {
            // there is nothing
        }

        @Override
        public boolean isDue() {
            return false;
        }

        @Override
        public void keep(SearchMoment until, Writer writer) {
            // nothing is kept
        }
    };

    /** Reads a part. */
    interface Reader {
        /** @param until moment at which the part was complete */
        void read(SearchMoment until, DataInput part) throws IOException;
    }

    /** Writes a part. */
    interface Writer {
        void write(DataOutput part) throws IOException;
    }

    /**
     * Has all parts read, in the order in which they were kept.
     *
     * @throws java.io.UncheckedIOException when they cannot be read
     */
    void restore(Reader reader);

    /** Whether what was found since the last part is to be kept now. */
    boolean isDue();

    /**
     * Keeps a part.
     *
     * @throws java.io.UncheckedIOException when it cannot be written
     */
    void keep(SearchMoment until, Writer writer);
}
