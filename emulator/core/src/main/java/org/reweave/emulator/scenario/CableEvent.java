package org.reweave.emulator.scenario;

import java.util.List;
import java.util.Optional;

/**
 * Cables that are pulled and plugged in at a planned time.
 *
 * @param at cycle at which the cables of {@code remove} are pulled
 * @param remove names of links, as the fabric is cabled then
 * @param add pairs of ports, {@code s0.5-s1.5}
 * @param takes cycles from {@code at} until the cables of {@code add} are plugged in
 * @param latency propagation on the cables of {@code add}, in cycles; empty = as on other links
 */
public record CableEvent(long at, List<String> remove, List<String> add, long takes, Optional<Long> latency) {
    public CableEvent {
        remove = List.copyOf(remove);
        add = List.copyOf(add);
    }

    /** The cycle at which the cables of {@code add} are plugged in. */
    public long addedAt() {
        return at + takes;
    }
}
