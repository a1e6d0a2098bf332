package org.reweave.reconfig.explore;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Contents of parts of worlds: each content is kept once and known by its number. Contents are few in comparison with
 * worlds, which are made of them. Threads share one object; numbers differ from search to search where several threads
 * work, and nothing but equality may be concluded from them.
 */
final class Contents {
    /** Words by which something is found again; nobody changes them. */
    record Key(long[] words) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(words, key.words);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(words);
        }
    }

    private final ConcurrentHashMap<Key, Integer> numbers = new ConcurrentHashMap<>(); // never iterated
    private volatile long[][] all = new long[1024][];
    private int count; // guarded by this

    /** @param words which nobody changes any more */
    int number(long[] words) {
        Key key = new Key(words);
        Integer known = numbers.get(key);
        return known == null ? numbers.computeIfAbsent(key, this::store) : known;
    }

    private synchronized int store(Key key) {
        if (count == all.length) {
            all = Arrays.copyOf(all, 2 * count);
        }
        all[count] = key.words;
        return count++;
    }

    /** Contents so far; those of all numbers that anybody knows are among them. */
    synchronized int count() {
        return count;
    }

    /** @return words that nobody may change */
    long[] get(int number) {
        return all[number];
    }
}
