package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.device.TableState;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.ForwardingTable;

/**
 * The forwarding tables that came into force in switches, as the switches reported them at cuts. Of several tables of
 * one switch between two cuts the last one is kept. Memory is bounded: rows that come too late are counted only.
 */
public final class TableCourse {
    /** Rows kept at most. */
    private static final int MOST_ROWS = 8000;
    /** Entries kept over all rows. */
    private static final int MOST_ENTRIES = 16_000_000;

    /**
     * A switch's table came into force.
     *
     * @param cycle of the last installation or restart before the report
     */
    public record Row(int device, long cycle, ForwardingTable table) {}

    private final Network network;
    private final int most;
    private final List<Row> rows = new ArrayList<>();
    private final Map<Integer, ForwardingTable> latest = new HashMap<>(); // by switch, of those with rows
    private final Map<Integer, ForwardingTable> reported = new HashMap<>(); // at the cut that is under way
    private long left;
    private long firstLeft; // cycle; only where any are left

    TableCourse(Network network) {
        this.network = network;
        int entries = network.fabric().switchCount() == 0
                ? 1
                : Math.max(1, network.lftAtStart(0).length());
        this.most = Math.min(MOST_ROWS, MOST_ENTRIES / entries);
    }

    void readings(Readings readings) {
        for (int device = 0; device < network.fabric().switchCount(); device++) {
            ForwardingTable table = readings.table(device);
            if (table != null) {
                reported.put(device, table);
            }
        }
    }

    void cut(long cycle, List<Event> events) {
        if (reported.isEmpty()) {
            return;
        }
        Map<Integer, Long> at = new HashMap<>();
        for (Event event : events) {
            if (event.kind() == EventKind.INSTALLED || event.kind() == EventKind.DEVICE_UP) {
                at.put(event.device(), event.cycle());
            }
        }
        reported.keySet().stream()
                .map(device -> new Row(device, at.getOrDefault(device, cycle), reported.get(device)))
                .sorted(Comparator.comparingLong(Row::cycle).thenComparingInt(Row::device))
                .forEach(this::add);
        reported.clear();
    }

    private void add(Row row) {
        ForwardingTable before = latest.getOrDefault(row.device(), network.lftAtStart(row.device()));
        ForwardingTable table = row.table().sharedWith(before);
        if (rows.size() < most) {
            rows.add(new Row(row.device(), row.cycle(), table));
            latest.put(row.device(), table);
        } else if (left++ == 0) {
            firstLeft = row.cycle();
        }
    }

    /** By time. */
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** Rows that were not kept. */
    public long left() {
        return left;
    }

    /** Until when {@link #rows} is complete; {@link Long#MAX_VALUE} = for the run so far. */
    public long completeUntil() {
        return left == 0 ? Long.MAX_VALUE : firstLeft;
    }

    /** Saves or restores the rows so far. */
    void visit(StateVisitor state) {
        int count = state.count(rows.size());
        List<Row> all = List.copyOf(rows);
        if (state.isReading()) {
            rows.clear();
            latest.clear();
        }
        for (int i = 0; i < count; i++) {
            Row row = state.isReading() ? null : all.get(i);
            int device = state.value(row == null ? 0 : row.device());
            long cycle = state.value(row == null ? 0L : row.cycle());
            ForwardingTable atStart = network.lftAtStart(device);
            ForwardingTable table = TableState.visit(state, row == null ? null : row.table(), atStart);
            if (state.isReading()) {
                table = table.sharedWith(latest.getOrDefault(device, atStart));
                rows.add(new Row(device, cycle, table));
                latest.put(device, table);
            }
        }
        left = state.value(left);
        firstLeft = state.value(firstLeft);
    }
}
