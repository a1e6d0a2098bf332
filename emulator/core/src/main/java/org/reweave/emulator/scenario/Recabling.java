package org.reweave.emulator.scenario;

import java.util.List;

/**
 * What a scenario plans for its cabling.
 *
 * @param sparePorts ports of each switch beyond those of the fabric's source, with nothing plugged in
 * @param newcomers devices beyond those of the fabric's source, without cables at the start
 * @param events in the order of the file
 */
public record Recabling(int sparePorts, List<Newcomer> newcomers, List<CableEvent> events) {
    /** Cables and devices stay as the fabric's source has them. */
    public static final Recabling NONE = new Recabling(0, List.of(), List.of());

    public Recabling {
        newcomers = List.copyOf(newcomers);
        events = List.copyOf(events);
    }
}
