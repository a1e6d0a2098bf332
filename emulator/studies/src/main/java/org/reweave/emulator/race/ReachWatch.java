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

    /** A witness that counts too. */
    DeviceLog.Witness beside(DeviceLog.Witness other) {
        return new DeviceLog.Witness() {
            @Override
            public void step(long cycle, int kind, long place, long packet) {
                other.step(cycle, kind, place, packet);
            }

            @Override
            public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
                other.event(cycle, kind, a, b, c, d);
            }

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
