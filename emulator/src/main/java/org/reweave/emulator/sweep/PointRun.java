package org.reweave.emulator.sweep;

import java.util.List;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.results.SummaryWriter;
import org.reweave.emulator.sequential.SequentialDriver;

/**
 * One run of a sweep, in the calling thread. A run that has accepted too little when its traffic ends is stopped there,
 * decided on the first cut from then on: draining what a saturated network has queued takes long and tells nothing.
 * Every other run drains, within {@code run.limit}.
 */
public final class PointRun {
    private final Criterion criterion;
    private final long trafficStop;
    private final RunRecorder recorder;
    private final SummaryWriter summaries;
    private final RunDriver driver;
    private boolean judged;
    private boolean saturated;
    private volatile boolean cancelled;

    public PointRun(Network network, Criterion criterion) {
        this.criterion = criterion;
        this.trafficStop = network.resolved().scenario().traffic().stop();
        this.recorder = new RunRecorder(network, event -> {});
        this.summaries = new SummaryWriter(new SummaryWriter.Identity("sweep", "", "sequential", 1), network, recorder);
        RunListener listener = this::cut;
        this.driver = new SequentialDriver(network, listener, HorizonPolicy.FULL);
    }

    private void cut(CutTotals totals, List<Event> events) {
        recorder.cut(totals, events);
        if (!judged && totals.cycle() >= trafficStop) {
            judged = true;
            Summary.Load load = summaries.load();
            if (criterion.backlogged(load.offered(), load.accepted())) {
                saturated = true;
                driver.interrupt();
            }
        }
    }

    /**
     * Runs to the end.
     *
     * @return null if it was cancelled
     */
    public Sample run() {
        RunResult result = driver.run();
        if (cancelled) {
            return null;
        }
        boolean stopped = saturated && result.interrupted();
        return Sample.of(summaries.summary(result, null), stopped);
    }

    /** Ends the run early, without a result; may be called from another thread. */
    public void cancel() {
        cancelled = true;
        driver.interrupt();
    }
}
