package org.reweave.routing.engine.build;

import org.reweave.routing.engine.spi.EngineOptions;

/** Largest numbers of lanes and service levels of InfiniBand, and options of engines that bound them. */
public final class Resources {
    /** Data VLs of a port; VL 15 is for management (InfiniBand Architecture Specification, 7.6.2). */
    public static final int MAX_LANES = 15;
    /** Service levels. */
    public static final int MAX_LEVELS = 16;

    private Resources() {}

    /**
     * The value of a numeric option.
     *
     * @throws IllegalArgumentException when it is no number from 1 to the limit
     */
    public static int option(String engine, EngineOptions options, String name, int otherwise, int limit) {
        String text = options.get(name, Integer.toString(otherwise));
        boolean number = text.length() <= 4 && !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int value = number ? Integer.parseInt(text) : 0;
        if (value < 1 || value > limit) {
            throw new IllegalArgumentException(
                    engine + ": " + name + "=" + text + " is not a number from 1 to " + limit);
        }
        return value;
    }
}
