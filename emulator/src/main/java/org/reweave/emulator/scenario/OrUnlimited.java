package org.reweave.emulator.scenario;

import com.typesafe.config.ConfigValue;
import org.reweave.emulator.lax.Laxity;

/** A duration for which {@code unlimited} may be written: {@link Laxity#UNLIMITED}. */
record OrUnlimited(Kind<Long> kind) implements Kind<Long> {
    private static final String UNLIMITED = "unlimited";

    @Override
    public String accepts() {
        return kind.accepts() + " or " + UNLIMITED;
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
        return UNLIMITED.equals(value.unwrapped()) ? (Long) Laxity.UNLIMITED : kind.read(value, time);
    }

    @Override
    public Object write(Long value, TimeBase time) {
        return value == Laxity.UNLIMITED ? UNLIMITED : kind.write(value, time);
    }
}
