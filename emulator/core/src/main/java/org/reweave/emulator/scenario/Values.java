package org.reweave.emulator.scenario;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The values read, by key. A refused value is absent, and rules that need an absent value are not checked. */
final class Values {
    private final Map<Key<?, ?>, Object> values = new HashMap<>();
    private final String prefix;
    private final Sources sources;
    private final TimeBase time;

    /** @param prefix of the paths: empty, or {@code faults[0].} */
    Values(String prefix, Sources sources, TimeBase time) {
        this.prefix = prefix;
        this.sources = sources;
        this.time = time;
    }

    <T> void put(Key<?, T> key, T value) {
        values.put(key, value);
    }

    boolean has(Collection<? extends Key<?, ?>> keys) {
        return values.keySet().containsAll(keys);
    }

    @SuppressWarnings("unchecked") // put() holds key and value together
    <T> T get(Key<?, T> key) {
        Object value = values.get(key);
        if (value == null) {
            throw new IllegalStateException(path(key) + " was not read");
        }
        return (T) value;
    }

    /** A value whose kind keeps it within an int. */
    int count(Key<?, Long> key) {
        return Math.toIntExact(get(key));
    }

    TimeBase time() {
        return time;
    }

    Sources sources() {
        return sources;
    }

    String path(Key<?, ?> key) {
        return prefix + key.path();
    }

    /** {@code device.nic.packet = 58B (ring.conf:9)}, for messages about another key. */
    <T> String mention(Key<?, T> key) {
        String path = path(key);
        boolean written = sources.keys().containsKey(path);
        String text = sources.text(path, String.valueOf(key.kind().write(get(key), time)));
        return path + " = " + text + " (" + (written ? sources.place(path) : "default") + ")";
    }
}
