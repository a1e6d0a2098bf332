package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;
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

    /** Intervals from cycle 0 to the last cut, without gaps. */
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
        return Table.of(columns(scale), intervals()).csv();
    }

    private static List<Column<Interval>> columns(Scale scale) {
        List<Column<Interval>> columns = new ArrayList<>(List.of(
                Column.decimals("time_ns", 3, row -> scale.ns(row.to().cycle())),
                Column.decimals("interval_ns", 3, row -> scale.ns(row.cycles())),
                count("generated_packets", Counter.GENERATED),
                count("injected_packets", Counter.INJECTED),
                count("delivered_packets", Counter.DELIVERED),
                count("dropped_packets", Counter.DROPPED),
                Column.decimals("offered_fraction", 6, row -> offered(row, scale)),
                Column.decimals("accepted_fraction", 6, row -> accepted(row, scale)),
                Column.decimals(
                        "accepted_bytes_per_ns_per_switch",
                        6,
                        row -> scale.bytesPerNsPerSwitch(row.count(Counter.DELIVERED_FLITS), row.cycles())),
                mean("network_latency_mean_ns", Counter.NETWORK_LATENCY, scale),
                mean("total_latency_mean_ns", Counter.TOTAL_LATENCY, scale),
                Column.number("in_flight_packets", row -> row.to().inFlight()),
                Column.number("queued_packets", row -> row.to().queued()),
                count("smps_sent", Counter.SMPS_SENT),
                count("flit_hops", Counter.FLIT_HOPS)));
        for (int i = 0; i < DropCause.count(); i++) {
            DropCause cause = DropCause.of(i);
            columns.add(
                    Column.number("dropped_" + cause.label().replace('-', '_') + "_packets", row -> row.drops(cause)));
        }
        return columns;
    }

    private static Column<Interval> count(String heading, Counter counter) {
        return Column.number(heading, row -> row.count(counter));
    }

    private static Column<Interval> mean(String heading, Counter sum, Scale scale) {
        return Column.decimals(heading, 3, row -> {
            long delivered = row.count(Counter.DATA_DELIVERED);
            return delivered == 0 ? null : (Double) scale.ns((double) row.count(sum) / delivered);
        });
    }

    /** Generated flits, as a fraction of what the NICs' links carry. */
    public static double offered(Interval row, Scale scale) {
        return scale.fraction(row.count(Counter.GENERATED_FLITS), row.cycles());
    }

    /** Delivered flits, as a fraction of what the NICs' links carry. */
    public static double accepted(Interval row, Scale scale) {
        return scale.fraction(row.count(Counter.DELIVERED_FLITS), row.cycles());
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
