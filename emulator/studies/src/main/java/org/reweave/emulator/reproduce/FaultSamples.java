package org.reweave.emulator.reproduce;

import java.util.Map;
import org.reweave.routing.tolerance.FaultMethod;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.verify.ConfidenceInterval;
import org.reweave.routing.verify.FaultAnalysis;
import org.reweave.routing.verify.FaultCount;

/** Sets of faults on one fabric, judged for one method. */
public final class FaultSamples {
    private final FaultAnalysis analysis;
    private final String what;
    private final Progress progress;

    public FaultSamples(Fabric fabric, FaultMethod method, FaultAnalysis.Plan plan, Progress progress) {
        this(fabric, method, Map.of(), plan, progress);
    }

    /** @param options of the method */
    public FaultSamples(
            Fabric fabric,
            FaultMethod method,
            Map<String, String> options,
            FaultAnalysis.Plan plan,
            Progress progress) {
        this.analysis = new FaultAnalysis(fabric, method.study(fabric, options), plan);
        this.what = fabric.name() + ", " + method.name();
        this.progress = progress;
    }

    public FaultCount count(int faults) {
        progress.start(what + ", " + faults + (faults == 1 ? " fault" : " faults"), analysis.setCount(faults));
        return analysis.count(faults, progress::done);
    }

    public static String label(int faults) {
        return faults == 1 ? "1 fault" : faults + " faults";
    }

    /**
     * Fills in the share of sets, in percent, that the method does not tolerate though they leave the network
     * connected: the thesis' singular cases (§3.2).
     */
    public static PaperRow notTolerated(PaperRow row, FaultCount count) {
        ConfidenceInterval interval = count.exhaustive()
                ? ConfidenceInterval.enumerated(count.notTolerated(), count.evaluated())
                : ConfidenceInterval.wilson(
                        count.notTolerated(),
                        count.evaluated(),
                        count.interval().confidence());
        return row.ours(
                100.0 * count.notTolerated() / count.evaluated(),
                count.evaluated(),
                100 * interval.low(),
                100 * interval.high(),
                interval.confidence());
    }
}
