package org.reweave.emulator.run;

import java.util.Map;
import org.reweave.emulator.stats.EventKind;

/**
 * A significant event, in words.
 *
 * @param nanoseconds of emulated time
 * @param device by name
 * @param details what {@link EventKind} lists for the kind, by name
 */
public record RunEvent(long cycle, double nanoseconds, String device, EventKind kind, Map<String, Object> details) {}
