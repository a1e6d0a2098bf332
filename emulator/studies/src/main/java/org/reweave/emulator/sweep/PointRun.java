package org.reweave.emulator.sweep;

import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.measure.RunMeter;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunCut;

/**
 * One run of a sweep, in the calling thread. A run that has accepted too little traffic when generation ends is stopped
 * at the first cut afterwards: draining the queues of a saturated network takes long and adds no information. Every
 * other run drains, within {@code run.limit}, and so does a run in which the fabric was reconfigured: traffic that a
 * change has held up is not lost to saturation, and its latencies belong to the result.
 */
public final class PointRun {
    private final Criterion criterion;
    private final long trafficStop;
    private final Run run;
    private final RunMeter meter;
    private boolean judged;
    private boolean saturated;

    public PointRun(Network network, Criterion criterion) {
        this.criterion = criterion;
        this.trafficStop = network.resolved().scenario().traffic().stop();
        this.run = Run.of(network, Drivers.sequential()).watch(this::judge);
        this.meter = new RunMeter(run);
    }

    private void judge(RunCut cut) {
        if (!judged && cut.cycle() >= trafficStop) {
            judged = true;
            Summary.Load load = run.load();
            boolean changed = !run.recorder().reconfigurations().isEmpty();
            if (!changed && criterion.backlogged(load.offered(), load.accepted())) {
                saturated = true;
                run.stop();
            }
        }
    }

    /** Runs to the end; throws {@link java.util.concurrent.CancellationException} when its batch has ended before. */
    public Sample run(Emulations emulations) {
        Summary summary = emulations.execute(run);
        return Sample.of(summary, saturated && summary.interrupted(), meter.read(run, summary));
    }
}
