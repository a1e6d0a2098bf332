package org.reweave.emulator.race;

import java.util.Set;
import java.util.TreeSet;
import org.reweave.emulator.run.RunEvent;
import org.reweave.emulator.stats.Branch;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;

/** Counts what a run reaches: branches of devices, where they have witnesses, and rows of the epoch rule. */
final class ReachWatch {
    private final Set<String> points = new TreeSet<>();

    /** The witness of any device. */
    DeviceLog.Witness witness() {
        return new DeviceLog.Witness() {
            @Override
            public void reached(Branch branch, String point) {
                points.add(ReachedPoints.point(branch, point));
            }
        };
    }

    void take(RunEvent event) {
        if (event.kind() == EventKind.DISCARDED) {
            points.add(ReachedPoints.row((long) event.details().get("case")));
        }
    }

    /** The points that the run has reached so far, in order. */
    Set<String> points() {
        return points;
    }
}
