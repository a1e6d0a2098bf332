package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.csv.CsvText;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The course of a run: its cuts, thinned out evenly when they become too many. Totals are cumulative, so a row covers
 * all cycles since the row before.
 */
public final class TimeSeries {
    /** Rows at most, but for the last cut. */
    static final int MOST_ROWS = 2000;

    private final List<CutTotals> rows = new ArrayList<>();
    private final CutTotals start = CutTotals.NOTHING;
    private CutTotals last = start;
    private long stride = 1;

    void add(CutTotals totals) {
        last = totals;
        if (totals.cut() % stride != 0) {
            return;
        }
        rows.add(totals);
        while (rows.size() > MOST_ROWS) {
            stride *= 2;
            rows.removeIf(row -> row.cut() % stride != 0);
        }
    }

    /** The last cut; all zeros before the first. */
    public CutTotals last() {
        return last;
    }

    /** From cycle 0 to the last cut, without gaps. */
    public List<Interval> intervals() {
        List<Interval> intervals = new ArrayList<>();
        CutTotals before = start;
        for (CutTotals row : rows) {
            intervals.add(new Interval(before, row));
            before = row;
        }
        if (last.cut() != before.cut()) {
            intervals.add(new Interval(before, last));
        }
        return intervals;
    }

    /** One line per interval, under a header; a mean over no packets is empty. */
    String csv(Scale scale) {
        CsvText csv = new CsvText(columns());
        intervals().forEach(interval -> csv.row(row(interval, scale)));
        return csv.toString();
    }

    private static List<String> columns() {
        List<String> columns = new ArrayList<>(List.of(
                "time_ns",
                "interval_ns",
                "generated_packets",
                "injected_packets",
                "delivered_packets",
                "dropped_packets",
                "offered_fraction",
                "accepted_fraction",
                "accepted_bytes_per_ns_per_switch",
                "network_latency_mean_ns",
                "total_latency_mean_ns",
                "in_flight_packets",
                "queued_packets",
                "smps_sent",
                "flit_hops"));
        for (int i = 0; i < DropCause.count(); i++) {
            columns.add("dropped_" + DropCause.of(i).label().replace('-', '_') + "_packets");
        }
        return columns;
    }

    private static List<Object> row(Interval row, Scale scale) {
        long cycles = row.cycles();
        long accepted = row.count(Counter.DELIVERED_FLITS);
        List<Object> cells = new ArrayList<>(Arrays.asList(
                CsvText.decimals(scale.ns(row.to().cycle()), 3),
                CsvText.decimals(scale.ns(cycles), 3),
                row.count(Counter.GENERATED),
                row.count(Counter.INJECTED),
                row.count(Counter.DELIVERED),
                row.count(Counter.DROPPED),
                CsvText.decimals(offered(row, scale), 6),
                CsvText.decimals(accepted(row, scale), 6),
                CsvText.decimals(scale.bytesPerNsPerSwitch(accepted, cycles), 6),
                mean(row, Counter.NETWORK_LATENCY, scale),
                mean(row, Counter.TOTAL_LATENCY, scale),
                row.to().inFlight(),
                row.to().queued(),
                row.count(Counter.SMPS_SENT),
                row.count(Counter.FLIT_HOPS)));
        for (int i = 0; i < DropCause.count(); i++) {
            cells.add(row.drops(DropCause.of(i)));
        }
        return cells;
    }

    /** Generated flits, as a fraction of what the NICs' links carry. */
    public static double offered(Interval row, Scale scale) {
        return scale.fraction(row.count(Counter.GENERATED_FLITS), row.cycles());
    }

    /** Delivered flits, as a fraction of what the NICs' links carry. */
    public static double accepted(Interval row, Scale scale) {
        return scale.fraction(row.count(Counter.DELIVERED_FLITS), row.cycles());
    }

    private static String mean(Interval row, Counter sum, Scale scale) {
        long delivered = row.count(Counter.DATA_DELIVERED);
        return delivered == 0 ? null : CsvText.decimals(scale.ns((double) row.count(sum) / delivered), 3);
    }

    /** Saves or restores the course so far. Sums are saved as what they grew by: most of that is small. */
    void visit(StateVisitor state) {
        stride = state.value(stride);
        last = CutTotals.visit(state, last);
        int count = state.count(rows.size());
        if (state.isReading()) {
            rows.clear();
        }
        CutTotals before = start;
        for (int i = 0; i < count; i++) {
            CutTotals row = state.isReading() ? before : rows.get(i);
            row = new CutTotals(
                    state.value(row.cut()),
                    state.value(row.cycle()),
                    grown(state, before.counters(), row.counters()),
                    grown(state, before.drops(), row.drops()),
                    state.value(row.buffered()),
                    state.value(row.onWires()),
                    state.value(row.queued()),
                    state.value(row.quiet()),
                    "");
            if (state.isReading()) {
                rows.add(row);
            }
            before = row;
        }
    }

    private static long[] grown(StateVisitor state, long[] before, long[] now) {
        long[] sums = new long[before.length];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = before[i] + state.value(now[i] - before[i]);
        }
        return sums;
    }
}
