package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigValue;

/**
 * How the value of a key is written.
 *
 * @param <T> type of the value after reading
 */
interface Kind<T> {
    /** The form of the value, for the reference table: {@code duration}. */
    String accepts();

    /** The limits, for the reference table; empty if there are none. */
    String limits();

    /** An example of a value, as a user may write it. */
    String example();

    /**
     * @param time null while the cycle or the flit is not known, because it is itself wrong
     * @throws Refusal when the value is not allowed
     */
    T read(ConfigValue value, TimeBase time);

    /** The HOCON value (string, number, boolean or map) that reads as {@code value}. */
    Object write(T value, TimeBase time);
}
