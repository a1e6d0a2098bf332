package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.model.NearestName;

/** The kinds of values without a unit: text, whole numbers, fractions, flags, choices, link rates, options. */
final class Kinds {
    private Kinds() {}

    /** A kind put together from its parts. */
    private record Simple<T>(
            String accepts, String limits, String example, Function<ConfigValue, T> reader, Function<T, Object> writer)
            implements Kind<T> {
        @Override
        public T read(ConfigValue value, TimeBase time) {
            return reader.apply(value);
        }

        @Override
        public Object write(T value, TimeBase time) {
            return writer.apply(value);
        }
    }

    /**
     * Any text but the empty one.
     *
     * @param example as HOCON
     */
    static Kind<String> text(String example) {
        return new Simple<>(
                "text",
                "",
                example,
                value -> {
                    String text = scalar(value, "text", example);
                    if (text.isBlank()) {
                        throw new Refusal("is empty", "write for example " + example);
                    }
                    return text;
                },
                text -> text);
    }

    /**
     * A text, or a list of texts.
     *
     * @param example of one, as HOCON
     */
    static Kind<List<String>> texts(String example) {
        Kind<String> one = text(example);
        return new Simple<>(
                "text or list of texts",
                "",
                example,
                value -> {
                    if (!(value instanceof ConfigList list)) {
                        return List.of(one.read(value, null));
                    }
                    if (list.isEmpty()) {
                        throw new Refusal("is empty", "write for example [ " + example + " ]");
                    }
                    return list.stream().map(each -> one.read(each, null)).toList();
                },
                texts -> texts);
    }

    /** The path of a file. */
    static Kind<String> file(String example) {
        Kind<String> any = text(example);
        return new Simple<>(
                any.accepts(),
                any.limits(),
                example,
                value -> {
                    String path = any.read(value, null);
                    try {
                        Path unused = Path.of(path); // only whether it is one
                    } catch (InvalidPathException e) {
                        throw new Refusal("is no path here: " + e.getReason(), "write for example " + example);
                    }
                    return path;
                },
                path -> path);
    }

    static Kind<Long> whole(long min, long max) {
        String limits = max >= Integer.MAX_VALUE ? (min == Long.MIN_VALUE ? "" : ">= " + min) : min + " to " + max;
        return new Simple<>(
                "whole number",
                limits,
                Long.toString(Math.max(min, 1)),
                value -> {
                    BigDecimal number = number(value, "a whole number", Long.toString(Math.max(min, 1)));
                    BigDecimal below = number.setScale(0, RoundingMode.FLOOR);
                    if (below.compareTo(number) != 0) {
                        throw new Refusal(
                                "is not a whole number", "write " + below + " or " + below.add(BigDecimal.ONE));
                    }
                    return within(number, BigDecimal.valueOf(min), BigDecimal.valueOf(max))
                            .longValueExact();
                },
                number -> number);
    }

    /** 1, or a whole number within limits. */
    static Kind<Long> oneOr(long min, long max) {
        Kind<Long> any = whole(1, max);
        return new Simple<>(
                "whole number",
                "1, or " + min + " to " + max,
                Long.toString(min),
                value -> {
                    long number = any.read(value, null);
                    if (number > 1 && number < min) {
                        throw new Refusal("is neither 1 nor " + min + " to " + max, "set 1 or " + min);
                    }
                    return number;
                },
                number -> number);
    }

    /** A number from 0 to 1. */
    static Kind<Double> fraction() {
        return new Simple<>(
                "fraction",
                "0 to 1",
                "0.3",
                value -> within(number(value, "a number", "0.3"), BigDecimal.ZERO, BigDecimal.ONE)
                        .doubleValue(),
                number -> number);
    }

    /** A number between two. */
    static Kind<Double> number(double min, double max) {
        String example = min <= 2 && max >= 2 ? "2" : Double.toString(min);
        return new Simple<>(
                "number",
                BigDecimal.valueOf(min).stripTrailingZeros().toPlainString() + " to "
                        + BigDecimal.valueOf(max).stripTrailingZeros().toPlainString(),
                example,
                value -> within(number(value, "a number", example), BigDecimal.valueOf(min), BigDecimal.valueOf(max))
                        .doubleValue(),
                number -> number);
    }

    static Kind<Boolean> flag() {
        return new Simple<>(
                "true or false",
                "",
                "true",
                value -> {
                    String text = scalar(value, "true or false", "true");
                    if (!text.equals("true") && !text.equals("false")) {
                        throw new Refusal("is not true or false", "write true or false");
                    }
                    return Boolean.valueOf(text);
                },
                flag -> flag);
    }

    /** One of some names. */
    static Kind<String> choice(List<String> names) {
        return new Simple<>(
                "name",
                Names.anyOf(names),
                names.get(0),
                value -> {
                    String text = scalar(value, "a name", names.get(0));
                    if (!names.contains(text)) {
                        throw new Refusal(
                                "is not " + Names.anyOf(names), "did you mean " + NearestName.of(text, names) + "?");
                    }
                    return text;
                },
                name -> name);
    }

    /** A routing engine, by our name or by OpenSM's, which becomes ours. */
    static Kind<String> engine() {
        Kind<String> ours = choice(RunKeys.ENGINES);
        return new Simple<>(
                ours.accepts(),
                ours.limits(),
                ours.example(),
                value -> {
                    String name = EngineRegistry.ourName(scalar(value, "a name", ours.example()));
                    return ours.read(ConfigValueFactory.fromAnyRef(name), null);
                },
                name -> name);
    }

    static Kind<String> choice(String... names) {
        return choice(List.of(names));
    }

    /** A {@link LinkRate}; empty for {@code flit-per-cycle}. */
    static Kind<Optional<LinkRate>> rate() {
        String accepts = "rate or flit-per-cycle";
        return new Simple<>(
                accepts,
                "1xSDR to 12xXDR",
                "4xQDR",
                value -> {
                    String text = scalar(value, "a " + accepts, "4xQDR");
                    if (text.equals("flit-per-cycle")) {
                        return Optional.empty();
                    }
                    try {
                        return Optional.of(LinkRate.parse(text));
                    } catch (IllegalArgumentException e) {
                        throw new Refusal(
                                "is no link rate",
                                "write flit-per-cycle or WIDTHxSPEED such as 4xQDR (widths 1, 2, 4, 8, 12; speeds SDR to XDR)");
                    }
                },
                rate -> rate.map(LinkRate::toString).orElse("flit-per-cycle"));
    }

    /** An object of plain values under any names. */
    static Kind<EngineOptions> options() {
        String example = "{ root = s0_0 }";
        return new Simple<>(
                "object",
                "the engine's options",
                example,
                value -> {
                    if (!(value instanceof ConfigObject object)) {
                        throw new Refusal("is " + describe(value) + ", not an object", "write for example " + example);
                    }
                    Map<String, String> options = new TreeMap<>();
                    object.forEach((name, option) -> {
                        if (option instanceof ConfigObject || option instanceof ConfigList) {
                            throw new Refusal(
                                    "has " + describe(option) + " as " + name, "write for example " + example);
                        }
                        if (option.valueType() != ConfigValueType.NULL) {
                            options.put(name, option.unwrapped().toString());
                        }
                    });
                    return new EngineOptions(options);
                },
                options -> new TreeMap<>(options.values()));
    }

    /**
     * An object with any content.
     *
     * @param limits for the reference table
     */
    static Kind<ConfigObject> object(String limits) {
        String example = "{ overlap = on }";
        return new Simple<>(
                "object",
                limits,
                example,
                value -> {
                    if (value instanceof ConfigObject object) {
                        return object;
                    }
                    throw new Refusal("is " + describe(value) + ", not an object", "write for example " + example);
                },
                ConfigObject::unwrapped);
    }

    /** Any value; another check judges the value. */
    static Kind<ConfigValue> anything() {
        return new Simple<>("anything", "", "1", value -> value, ConfigValue::unwrapped);
    }

    /** The text of a string, number or boolean. */
    private static String scalar(ConfigValue value, String wanted, String example) {
        if (value instanceof ConfigObject || value instanceof ConfigList) {
            throw new Refusal("is " + describe(value) + ", not " + wanted, "write for example " + example);
        }
        return value.unwrapped().toString();
    }

    /** {@code a list}, {@code an object}, {@code a number}, for messages. */
    static String describe(ConfigValue value) {
        return switch (value.valueType()) {
            case OBJECT -> "an object";
            case LIST -> "a list";
            case NUMBER -> "a number";
            case BOOLEAN -> "a truth value";
            case STRING -> "text";
            case NULL -> "null";
        };
    }

    private static BigDecimal number(ConfigValue value, String wanted, String example) {
        String text = scalar(value, wanted, example);
        if (!text.matches("-?\\d+(\\.\\d+)?([eE]-?\\d{1,2})?")) {
            throw new Refusal("is not " + wanted, "write for example " + example);
        }
        return new BigDecimal(text);
    }

    private static BigDecimal within(BigDecimal number, BigDecimal min, BigDecimal max) {
        if (number.compareTo(min) < 0) {
            throw new Refusal("< " + min, "raise it");
        }
        if (number.compareTo(max) > 0) {
            throw new Refusal("> " + max, "lower it");
        }
        return number;
    }
}
