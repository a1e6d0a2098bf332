package org.reweave.emulator.compare;

import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.measure.RunMeter;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.Scenario;

/** One run of a comparison, in the calling thread. */
public final class MeasuredRun {
    private final Scenario scenario;
    private final RunMeter meter;
    private final Run run;

    public MeasuredRun(Network network) {
        this.scenario = network.resolved().scenario();
        this.run = Run.of(network, Drivers.sequential());
        this.meter = new RunMeter(run);
    }

    /** Runs to the end; throws {@link java.util.concurrent.CancellationException} when its batch has ended before. */
    public Measurement run(Emulations emulations) {
        Summary summary = emulations.execute(run);
        return new Measurement(
                summary.outcome().label(),
                summary.fingerprint(),
                meter.read(run, summary),
                Course.of(
                        run.recorder().series().intervals(),
                        scenario.traffic().stop(),
                        scenario.run().cutInterval(),
                        run.recorder().scale()));
    }
}
