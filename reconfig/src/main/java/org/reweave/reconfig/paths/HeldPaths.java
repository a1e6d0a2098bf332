package org.reweave.reconfig.paths;

/**
 * The paths that one NIC holds: {@code [destination * registers + register]}, see {@link Path}, and behind them, in the
 * same order, their trails if the routing uses any. They never change, and any thread may ask for them.
 */
public abstract class HeldPaths {
    /** Paths that are written down one by one; nobody may change the array from now on. */
    public static HeldPaths of(long[] words) {
        return new Listed(words);
    }

    /** Places of paths and trails. */
    public abstract int size();

    /** The path or trail of one place. */
    public abstract long at(int place);

    /** A copy. */
    public final long[] toArray() {
        long[] words = new long[size()];
        for (int place = 0; place < words.length; place++) {
            words[place] = at(place);
        }
        return words;
    }

    @Override
    public final boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        boolean equal = other instanceof HeldPaths paths && paths.size() == size();
        for (int place = 0; equal && place < size(); place++) {
            equal = at(place) == ((HeldPaths) other).at(place);
        }
        return equal;
    }

    /** The hash code of an array of the same words. */
    @Override
    public final int hashCode() {
        int hash = 1;
        for (int place = 0; place < size(); place++) {
            hash = 31 * hash + Long.hashCode(at(place));
        }
        return hash;
    }

    private static final class Listed extends HeldPaths {
        private final long[] words;

        Listed(long[] words) {
            this.words = words;
        }

        @Override
        public int size() {
            return words.length;
        }

        @Override
        public long at(int place) {
            return words[place];
        }
    }
}
