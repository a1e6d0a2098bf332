package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigValue;

/**
 * A number for which {@code off} may be written: 0.
 *
 * @param kind of the number where it is one; it refuses 0
 */
record OrOff(Kind<Long> kind) implements Kind<Long> {
    private static final String OFF = "off";

    @Override
    public String accepts() {
        return kind.accepts() + " or " + OFF;
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
        Object written = value.unwrapped();
        boolean off = OFF.equals(written) || Boolean.FALSE.equals(written); // HOCON has off for false, too
        return off ? 0L : kind.read(value, time);
    }

    @Override
    public Object write(Long value, TimeBase time) {
        return value == 0 ? OFF : kind.write(value, time);
    }
}
