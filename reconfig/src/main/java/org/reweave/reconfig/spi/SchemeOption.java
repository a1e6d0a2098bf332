package org.reweave.reconfig.spi;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An option of a scheme: a key with the values that it may have. Schemes that share an option share its key.
 *
 * @param <T> type of the value
 */
public final class SchemeOption<T> {
    /** The values that users may write. */
    public sealed interface Limits {
        /** One of some words. */
        record Words(List<String> words) implements Limits {
            public Words {
                words = List.copyOf(words);
            }

            @Override
            public String toString() {
                int last = words.size() - 1;
                return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
            }
        }

        /**
         * A whole number.
         *
         * @param orOne whether 1 is allowed although it is below {@code least}
         */
        record Whole(long least, long most, boolean orOne) implements Limits {
            @Override
            public String toString() {
                return (orOne ? "1, or " : "") + least + " to " + most;
            }
        }
    }

    private final String key;
    private final Limits limits;
    private final T usual;
    private final String meaning;
    private final Function<String, T> reader; // of a text within the limits
    private final Function<T, String> writer;

    private SchemeOption(
            String key,
            Limits limits,
            T usual,
            String meaning,
            Function<String, T> reader,
            Function<T, String> writer) {
        this.key = key;
        this.limits = limits;
        this.usual = usual;
        this.meaning = meaning;
        this.reader = reader;
        this.writer = writer;
        value(writer.apply(usual));
    }

    /**
     * One of some words.
     *
     * @param meaning one sentence
     */
    public static <T> SchemeOption<T> words(
            String key, List<T> values, Function<T, String> word, T usual, String meaning) {
        return new SchemeOption<>(
                key,
                new Limits.Words(values.stream().map(word).toList()),
                usual,
                meaning,
                text -> values.stream()
                        .filter(value -> word.apply(value).equals(text))
                        .findFirst()
                        .orElseThrow(),
                word);
    }

    /** One of an enum's constants, written in lower case with hyphens. */
    public static <E extends Enum<E>> SchemeOption<E> words(String key, Class<E> type, E usual, String meaning) {
        Function<E, String> word =
                constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return words(key, List.of(type.getEnumConstants()), word, usual, meaning);
    }

    /** {@code off} or {@code on}. */
    public static SchemeOption<Boolean> onOff(String key, boolean usual, String meaning) {
        return words(key, List.of(false, true), on -> on ? "on" : "off", usual, meaning);
    }

    /** A whole number between two. */
    public static SchemeOption<Integer> whole(String key, int least, int most, int usual, String meaning) {
        return number(key, new Limits.Whole(least, most, false), usual, meaning);
    }

    /** 1, or a whole number between two. */
    public static SchemeOption<Integer> oneOr(String key, int least, int most, int usual, String meaning) {
        return number(key, new Limits.Whole(least, most, true), usual, meaning);
    }

    private static SchemeOption<Integer> number(String key, Limits.Whole limits, int usual, String meaning) {
        return new SchemeOption<>(key, limits, usual, meaning, Integer::valueOf, String::valueOf);
    }

    /** Key that users write for this option: {@code epoch-bits}. */
    public String key() {
        return key;
    }

    public Limits limits() {
        return limits;
    }

    /** The value where users write none. */
    public T usual() {
        return usual;
    }

    public String meaning() {
        return meaning;
    }

    /** A value as users write it. */
    public String text(T value) {
        return writer.apply(value);
    }

    /**
     * The value of a text.
     *
     * @throws IllegalArgumentException naming the limits
     */
    public T value(String text) {
        boolean allowed = limits instanceof Limits.Words words
                ? words.words().contains(text)
                : text.matches("-?\\d{1,9}") && isWithin((Limits.Whole) limits, Long.parseLong(text));
        if (!allowed) {
            throw new IllegalArgumentException(key + " = " + text + " is not " + limits);
        }
        return reader.apply(text);
    }

    private static boolean isWithin(Limits.Whole limits, long number) {
        return number >= limits.least && number <= limits.most || limits.orOne && number == 1;
    }

    /** Every word, or the extremes of the numbers. */
    public List<T> extremes() {
        Stream<String> texts = limits instanceof Limits.Words words
                ? words.words().stream()
                : numbers((Limits.Whole) limits).map(String::valueOf);
        return texts.map(this::value).toList();
    }

    private static Stream<Long> numbers(Limits.Whole limits) {
        Stream<Long> ends = Stream.of(limits.least, limits.most);
        return limits.orOne ? Stream.concat(Stream.of(1L), ends) : ends;
    }

    @Override
    public String toString() {
        return key;
    }
}
