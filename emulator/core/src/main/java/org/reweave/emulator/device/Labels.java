package org.reweave.emulator.device;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How scenarios write the constants that they choose between: in small letters, with hyphens. */
public final class Labels {
    private Labels() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant that is written so; there must be one. */
    public static <E extends Enum<E>> E constant(Class<E> type, String label) {
        return Enum.valueOf(type, label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** How all constants are written. */
    public static List<String> of(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants()).map(Labels::of).toList();
    }
}
