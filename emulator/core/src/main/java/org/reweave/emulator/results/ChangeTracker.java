package org.reweave.emulator.results;

import java.util.List;
import org.reweave.emulator.governor.Event;

/** Assembles reconfigurations from the events of a run. */
interface ChangeTracker {
    void accept(Event event);

    Phase phase();

    /**
     * How far the latest change is, in words, such as {@code 12 of 64 switches}; only while {@link #phase} is
     * {@link Phase#UPDATING}.
     *
     * @param nics that take part
     */
    String progress(int nics);

    List<Reconfiguration> reconfigurations();
}
