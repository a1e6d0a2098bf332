package org.reweave.routing.engine.spi;

import java.util.List;

/**
 * An option of an engine: a key with the values that the option may have.
 *
 * @param words that users may write; empty = any text, or a number
 * @param most largest number that users may write, the smallest being 1; 0 = the option is no number
 * @param usual value where the user writes none
 * @param meaning one sentence
 */
public record EngineOption(String key, List<String> words, int most, String usual, String meaning) {
    private static final int LONGEST = 4; // digits

    /** One of some words, the first being the usual one. */
    public static EngineOption words(String key, String meaning, String... words) {
        return new EngineOption(key, List.of(words), 0, words[0], meaning);
    }

    /** A number from 1. */
    public static EngineOption number(String key, int usual, int most, String meaning) {
        return new EngineOption(key, List.of(), most, Integer.toString(usual), meaning);
    }

    /** A text that the engine checks itself. */
    public static EngineOption text(String key, String usual, String meaning) {
        return new EngineOption(key, List.of(), 0, usual, meaning);
    }

    /**
     * The value that the user wrote, or the usual one.
     *
     * @throws IllegalArgumentException when users may not write that
     */
    public String of(String engine, EngineOptions options) {
        String text = options.get(key, usual);
        if (!words.isEmpty() && !words.contains(text)) {
            throw new IllegalArgumentException(
                    engine + ": " + key + "=" + text + " is not one of " + String.join(", ", words));
        }
        boolean isNumber = text.matches("[0-9]{1," + LONGEST + "}");
        int value = isNumber ? Integer.parseInt(text) : 0;
        if (most > 0 && (value < 1 || value > most)) {
            throw new IllegalArgumentException(engine + ": " + key + "=" + text + " is not a number from 1 to " + most);
        }
        return text;
    }

    /** The value of an option that is a number. */
    public int number(String engine, EngineOptions options) {
        return Integer.parseInt(of(engine, options));
    }
}
