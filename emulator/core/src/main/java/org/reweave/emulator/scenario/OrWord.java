package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigValue;
import org.reweave.emulator.lax.Laxity;

/**
 * A number for which a word may be written.
 *
 * @param kind of the number where it is one
 * @param meaning of the word, a number that {@code kind} does not have
 */
record OrWord(Kind<Long> kind, String word, long meaning) implements Kind<Long> {
    private static final String OFF = "off";

    /** {@code off} is 0. */
    static OrWord off(Kind<Long> kind) {
        return new OrWord(kind, OFF, 0);
    }

    /** {@code unlimited} is {@link Laxity#UNLIMITED}. */
    static OrWord unlimited(Kind<Long> kind) {
        return new OrWord(kind, "unlimited", Laxity.UNLIMITED);
    }

    @Override
    public String accepts() {
        return kind.accepts() + " or " + word;
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
    public Long read(ConfigValue value, TimeBase time) {
        return isWord(value.unwrapped()) ? (Long) meaning : kind.read(value, time);
    }

    private boolean isWord(Object written) {
        return word.equals(written) || word.equals(OFF) && Boolean.FALSE.equals(written); // HOCON's off is false, too
    }

    @Override
    public Object write(Long value, TimeBase time) {
        return value == meaning ? word : kind.write(value, time);
    }
}
