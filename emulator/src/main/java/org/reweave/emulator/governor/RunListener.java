package org.reweave.emulator.governor;

import java.util.List;

/** Follows a run, cut by cut, in order. */
public interface RunListener {
    /** @param events since the last cut, sorted */
    void cut(CutTotals totals, List<Event> events);
}
