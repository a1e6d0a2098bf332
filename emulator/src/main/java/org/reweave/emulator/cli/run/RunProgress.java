package org.reweave.emulator.cli.run;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.results.Phase;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.stats.Counter;

/** The live line of a run: overwritten five times a second on a terminal, else a new line every two seconds. */
final class RunProgress implements RunListener {
    private static final long TERMINAL_NANOS = 200_000_000;
    private static final long LOG_NANOS = 2_000_000_000;

    private final PrintWriter err;
    private final boolean terminal;
    private final RunRecorder recorder;
    private final long trafficStop;
    private final long started = System.nanoTime();
    private long shownAt = started;
    private long shownHops;
    private int shownWidth;

    /**
     * @param recorder sees each cut before this listener
     * @param terminal whether a carriage return takes the cursor back
     */
    RunProgress(PrintWriter err, boolean terminal, RunRecorder recorder, long trafficStop) {
        this.err = err;
        this.terminal = terminal;
        this.recorder = recorder;
        this.trafficStop = trafficStop;
    }

    @Override
    public void cut(CutTotals totals, List<Event> events) {
        long now = System.nanoTime();
        if (now - shownAt < (terminal ? TERMINAL_NANOS : LOG_NANOS)) {
            return;
        }
        long hops = totals.count(Counter.FLIT_HOPS);
        show(line(totals, (hops - shownHops) * 1e9 / (now - shownAt)));
        shownAt = now;
        shownHops = hops;
    }

    private String line(CutTotals totals, double hopsPerSecond) {
        Scale scale = recorder.scale();
        long percent = Math.min(100, 100 * totals.cycle() / trafficStop);
        return String.format(
                Locale.ROOT,
                "  %-8s %3d%%  %-26s  %s in flight, %s lost, %s hops/s",
                Amounts.time(scale.ns(totals.cycle())),
                percent,
                phase(totals),
                Amounts.metric(totals.inFlight()),
                Amounts.metric(totals.count(Counter.DROPPED)),
                Amounts.metric(hopsPerSecond));
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

    private void show(String line) {
        if (terminal) {
            err.print("\r" + line + " ".repeat(Math.max(0, shownWidth - line.length())));
            err.flush();
            shownWidth = line.length();
        } else {
            err.println(line);
        }
    }

    /** Takes the line off the terminal. */
    void clear() {
        if (shownWidth > 0) {
            err.print("\r" + " ".repeat(shownWidth) + "\r");
            err.flush();
            shownWidth = 0;
        }
    }
}
