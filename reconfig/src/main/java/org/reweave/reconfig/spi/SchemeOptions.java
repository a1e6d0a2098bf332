package org.reweave.reconfig.spi;

import java.util.Map;
import java.util.TreeMap;

/** Values of a scheme's options; an option without one has its usual value. */
public final class SchemeOptions {
    /** Every option has its usual value. */
    public static final SchemeOptions DEFAULT = new SchemeOptions(Map.of());

    private final Map<String, Object> values; // by key, without usual ones

    private SchemeOptions(Map<String, Object> values) {
        this.values = Map.copyOf(values);
    }

    /** The value of an option. */
    @SuppressWarnings("unchecked") // with() holds key and value together
    public <T> T get(SchemeOption<T> option) {
        Object value = values.get(option.key());
        return value == null ? option.usual() : (T) value;
    }

    /** @throws IllegalArgumentException when the option cannot have the value */
    public <T> SchemeOptions with(SchemeOption<T> option, T value) {
        T checked = option.value(option.text(value));
        Map<String, Object> more = new TreeMap<>(values);
        if (checked.equals(option.usual())) {
            more.remove(option.key());
        } else {
            more.put(option.key(), checked);
        }
        return new SchemeOptions(more);
    }

    /**
     * The same for a value as users write it.
     *
     * @throws IllegalArgumentException when the option cannot have the value
     */
    public <T> SchemeOptions withText(SchemeOption<T> option, String text) {
        return with(option, option.value(text));
    }

    /** An option's value as users write it. */
    public <T> String text(SchemeOption<T> option) {
        return option.text(get(option));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SchemeOptions options && values.equals(options.values);
    }

    /** The options that do not have their usual value, as words. */
    public Map<String, String> words() {
        Map<String, String> words = new TreeMap<>();
        values.forEach((key, value) -> words.put(key, value.toString()));
        return words;
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return new TreeMap<>(values).toString();
    }
}
