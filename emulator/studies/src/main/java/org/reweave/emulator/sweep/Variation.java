package org.reweave.emulator.sweep;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/**
 * A key of the scenario and the values that it takes in turn.
 *
 * @param values at least one, all different
 */
public record Variation(String key, List<String> values) {
    public Variation {
        values = List.copyOf(values);
    }

    /**
     * Reads {@code key=a,b,c}; values that hold commas themselves are separated by semicolons, as in
     * {@code key=x,1;y,2}.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    public static Variation parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not key=a,b,c; write for example device.switch.vls=1,2");
        }
        String list = text.substring(equals + 1);
        List<String> values = Arrays.stream(list.split(list.contains(";") ? ";" : ",", -1))
                .map(String::trim)
                .toList();
        if (values.contains("")) {
            throw new IllegalArgumentException("'" + text + "' has an empty value; take it out");
        }
        if (new HashSet<>(values).size() < values.size()) {
            throw new IllegalArgumentException("'" + text + "' has a value twice; take one out");
        }
        return new Variation(text.substring(0, equals).trim(), values);
    }
}
