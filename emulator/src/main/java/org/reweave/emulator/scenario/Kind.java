package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigValue;

/**
 * How the value of a key is written.
 *
 * @param <T> what it is once read
 */
interface Kind<T> {
    /** What may be written, for the reference table: {@code duration}. */
    String accepts();

    /** The limits, for the reference table; empty if there are none. */
    String limits();

    /** A value as somebody might write it. */
    String example();

    /**
     * @param time null while the cycle or the flit is not known, because it is itself wrong
     * @throws Refusal when the value cannot be
     */
    T read(ConfigValue value, TimeBase time);

    /** The HOCON value (string, number, boolean or map) that reads as {@code value}. */
    Object write(T value, TimeBase time);
}
