package org.reweave.routing.engine.build;

import org.reweave.routing.engine.spi.EngineOption;

/** Largest numbers of lanes and service levels of InfiniBand, and options of engines that bound them. */
public final class Resources {
    /** Data VLs of a port; VL 15 is for management (InfiniBand Architecture Specification, 7.6.2). */
    public static final int MAX_LANES = 15;
    /** Service levels. */
    public static final int MAX_LEVELS = 16;

    /** The option {@code vls} of engines that use as many VLs as the fabric takes. */
    public static final EngineOption VLS =
            EngineOption.number("vls", MAX_LANES, MAX_LANES, "VLs that the fabric may take at most");

    private Resources() {}
}
