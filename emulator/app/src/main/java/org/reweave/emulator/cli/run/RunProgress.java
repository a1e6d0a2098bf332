package org.reweave.emulator.cli.run;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.results.Phase;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.stats.Counter;

/** The text of a run's line of progress: emulated time, phase, packets and speed. */
final class RunProgress implements RunListener {
    private static final long INTERVAL_NANOS = 200_000_000;

    private final ProgressLine line;
    private final RunRecorder recorder;
    private final Supplier<String> machines;
    private final long trafficStop;
    private long saidAt = System.nanoTime();
    private long saidHops;

    /**
     * @param recorder sees each cut before this listener
     * @param machines what they do at the moment, in words
     * @param beginning what is done before the first cut, in words
     */
    RunProgress(
            ProgressLine line, RunRecorder recorder, Supplier<String> machines, long trafficStop, String beginning) {
        this.line = line;
        this.recorder = recorder;
        this.machines = machines;
        this.trafficStop = trafficStop;
        line.start("", trafficStop);
        line.say(beginning);
    }

    @Override
    public void cut(CutTotals totals, List<Event> events) {
        long now = System.nanoTime();
        if (now - saidAt < INTERVAL_NANOS) {
            return;
        }
        long hops = totals.count(Counter.FLIT_HOPS);
        line.reached(Math.min(trafficStop, totals.cycle()));
        line.say(text(totals, (hops - saidHops) * 1e9 / (now - saidAt)));
        saidAt = now;
        saidHops = hops;
    }

    private String text(CutTotals totals, double hopsPerSecond) {
        Scale scale = recorder.scale();
        String doing = machines.get();
        return String.format(
                Locale.ROOT,
                "%-8s  %-26s  %s in flight, %s lost, %s hops/s%s",
                Amounts.time(scale.ns(totals.cycle())),
                phase(totals),
                Amounts.metric(totals.inFlight()),
                Amounts.metric(totals.count(Counter.DROPPED)),
                Amounts.metric(hopsPerSecond),
                doing.isEmpty() ? "" : "; " + doing);
    }

    private String phase(CutTotals totals) {
        Phase phase = recorder.phase();
        return switch (phase) {
            case IDLE -> totals.cycle() >= trafficStop ? "draining" : "no fault yet";
            case FAULT -> "fault, not detected";
            case SWEEPING -> "sweeping the fabric";
            case COMPUTING -> "computing tables";
            case UPDATING -> "updating " + recorder.updateProgress();
            case DONE -> totals.cycle() >= trafficStop ? "reconfigured, draining" : "reconfigured";
            case UNROUTABLE -> "unroutable";
        };
    }
}
