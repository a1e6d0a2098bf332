package org.reweave.emulator.sweep;

import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunCut;

/**
 * One run of a sweep, in the calling thread. A run that has accepted too little traffic when generation ends is stopped
 * at the first cut afterwards: draining the queues of a saturated network takes long and adds no information. Every
 * other run drains, within {@code run.limit}.
 */
public final class PointRun {
    private final Criterion criterion;
    private final long trafficStop;
    private final Run run;
    private boolean judged;
    private boolean saturated;
    private volatile boolean cancelled;

    public PointRun(Network network, Criterion criterion) {
        this.criterion = criterion;
        this.trafficStop = network.resolved().scenario().traffic().stop();
        this.run = Run.of(network, Drivers.sequential()).watch(this::judge);
    }

    private void judge(RunCut cut) {
        if (!judged && cut.cycle() >= trafficStop) {
            judged = true;
            Summary.Load load = run.load();
            if (criterion.backlogged(load.offered(), load.accepted())) {
                saturated = true;
                run.stop();
            }
        }
    }

    /**
     * Runs to the end.
     *
     * @return null if it was cancelled
     */
    public Sample run() {
        Summary summary = run.execute();
        return cancelled ? null : Sample.of(summary, saturated && summary.interrupted());
    }

    /** Ends the run early, without a result; may be called from another thread. */
    public void cancel() {
        cancelled = true;
        run.stop();
    }
}
