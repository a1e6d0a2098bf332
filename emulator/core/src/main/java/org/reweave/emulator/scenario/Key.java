package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigValue;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One key of a scenario: its path, the form and the meaning of its value, and the place of the value in the typed
 * result. The reader, the renderer and the reference table all use this declaration, so that they cannot disagree.
 *
 * @param <S> holder of the value: the scenario, or one element of a list
 * @param path {@code device.switch.vls}
 * @param doc one sentence
 * @param of reads the value from its holder, for rendering; empty = not to be written
 * @param derived the value of a key that is not written and that no preset gives; null = there is none and the key is
 *     missing
 * @param given the value where the user writes none, as HOCON: by {@link Preset}, or equal for all; empty = no value
 */
record Key<S, T>(
        String path, Kind<T> kind, String doc, Function<S, Optional<T>> of, Derived<T> derived, List<String> given) {
    /**
     * @param doc of the default, for the reference table
     * @param auto whether the word {@code auto} may be written for it
     * @param from keys that it is computed from
     */
    record Derived<T>(String doc, boolean auto, List<Key<?, ?>> from, Function<Values, T> value) {}

    /** A key that must be written, by the user or a preset. */
    static <S, T> Key<S, T> required(String path, Kind<T> kind, String doc, Function<S, T> of) {
        return new Key<>(path, kind, doc, of.andThen(Optional::of), null, List.of());
    }

    /** {@link #required} of a scenario, so that defaults can be chained to it. */
    static <T> Key<Scenario, T> key(String path, Kind<T> kind, String doc, Function<Scenario, T> of) {
        return required(path, kind, doc, of);
    }

    /** A key that may be absent; absence has a meaning of its own. */
    static <S, T> Key<S, Optional<T>> optional(String path, Kind<T> kind, String doc, Function<S, Optional<T>> of) {
        Derived<Optional<T>> absent = new Derived<>("", false, List.of(), values -> Optional.empty());
        return new Key<>(
                path,
                new Present<>(kind),
                doc,
                of.andThen(value -> value.isPresent() ? Optional.of(value) : Optional.empty()),
                absent,
                List.of());
    }

    /** This key with a default that follows from others. */
    Key<S, T> orElse(String defaultDoc, List<Key<?, ?>> from, Function<Values, T> value) {
        return new Key<>(path, kind, doc, of, new Derived<>(defaultDoc, false, from, value), given);
    }

    /** This key with a default that follows from others and may be asked for by the word {@code auto}. */
    Key<S, T> orAuto(String defaultDoc, List<Key<?, ?>> from, Function<Values, T> value) {
        return new Key<>(path, kind, doc, of, new Derived<>("auto: " + defaultDoc, true, from, value), given);
    }

    /**
     * This key, which need not be written when another, optional one is.
     *
     * @param defaultDoc for the reference table
     * @param value that it has then
     */
    Key<S, T> unless(Key<?, ? extends Optional<?>> other, String defaultDoc, T value) {
        return orElse(defaultDoc, List.of(other), in -> {
            if (in.get(other).isEmpty()) {
                throw new Refusal("is missing", "write for example " + path + " = " + kind.example());
            }
            return value;
        });
    }

    /**
     * This key, whose value follows from {@code device.preset} where it is not written.
     *
     * @param values one for each {@link Preset}, in their order
     */
    Key<S, T> given(String... values) {
        if (values.length != Preset.values().length) {
            throw new IllegalArgumentException(
                    path + " has " + values.length + " values for the presets " + Preset.names());
        }
        return new Key<>(path, kind, doc, of, derived, List.of(values));
    }

    /** This key with the same value in all presets. */
    Key<S, T> given(String value) {
        return given(Collections.nCopies(Preset.values().length, value).toArray(String[]::new));
    }

    /** This key with a value that it has whatever the preset, even without one. */
    Key<S, T> byDefault(String value) {
        return new Key<>(path, kind, doc, of, derived, List.of(value));
    }

    boolean isAuto() {
        return derived != null && derived.auto();
    }

    /** The HOCON value of this key, empty where it is not to be written. */
    Optional<Object> write(S holder, TimeBase time) {
        return of.apply(holder).map(value -> kind.write(value, time));
    }

    /** The kind of a value that is there. */
    private record Present<T>(Kind<T> kind) implements Kind<Optional<T>> {
        @Override
        public String accepts() {
            return kind.accepts();
        }

        @Override
        public String limits() {
            return kind.limits();
        }

        @Override
        public String example() {
            return kind.example();
        }

        @Override
        public Optional<T> read(ConfigValue value, TimeBase time) {
            return Optional.of(kind.read(value, time));
        }

        @Override
        public Object write(Optional<T> value, TimeBase time) {
            return kind.write(value.orElseThrow(), time);
        }
    }
}
