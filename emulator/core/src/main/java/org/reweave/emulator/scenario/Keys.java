package org.reweave.emulator.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The keys of a section, each of which registers itself where it is declared: declarations stand in the order in which
 * keys are read and explained.
 *
 * @param <S> holder of the values, as in {@link Key}
 */
final class Keys<S> {
    private final List<Key<S, ?>> all = new ArrayList<>();

    <T> Key<S, T> add(Key<S, T> key) {
        all.add(key);
        return key;
    }

    /** Grows with each key that is declared later. */
    List<Key<S, ?>> all() {
        return Collections.unmodifiableList(all);
    }
}
