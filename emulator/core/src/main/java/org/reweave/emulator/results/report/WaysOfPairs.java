package org.reweave.emulator.results.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.TableCourse;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.topology.Fabric;

/**
 * Tables in force through the run, of as many destinations as there is room for: first those of lost packets, then some
 * from all over the fabric. The ways of pairs follow from these.
 *
 * @param unknown why there are none; null = there are
 * @param to names of the destinations, NICs
 * @param place switch of each destination
 * @param port of that switch, to which the destination is attached
 * @param first by switch: output port for each destination, at the start; 255 = none
 * @param at times at which a switch had another row than before, in columns of equal length by time
 * @param all NICs that could be destinations
 * @param until rows that come later are not here; null = all are
 */
record WaysOfPairs(
        String unknown,
        List<String> to,
        List<Integer> place,
        List<Integer> port,
        List<byte[]> first,
        List<Double> at,
        List<Integer> device,
        List<byte[]> rows,
        int all,
        Double until) {
    /** Entries of tables over all switches and times: they grow by a third as text. */
    static final int MOST_ENTRIES = 700_000;

    static WaysOfPairs of(Network network, RunRecorder recorder, Columns columns) {
        if (!network.isRoutedByTables()) {
            return none("Tables alone do not tell the ways of this run: "
                    + "switches or NICs choose among several, or packets carry their way.");
        }
        Fabric fabric = network.fabric();
        List<Integer> nics = new ArrayList<>();
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            if (fabric.attachedSwitch(fabric.nicDevice(nic)) >= 0) {
                nics.add(fabric.nicDevice(nic));
            }
        }
        TableCourse course = recorder.tables();
        int tables = Math.max(1, fabric.switchCount() + course.rows().size());
        int room = Math.min(nics.size(), MOST_ENTRIES / tables);
        if (room == 0) {
            return none(nics.isEmpty() ? "There are no NICs." : "The tables have no room in this page.");
        }
        return of(network, course, chosen(network, recorder, nics, room), nics.size(), columns);
    }

    private static WaysOfPairs none(String why) {
        return new WaysOfPairs(
                why, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), 0, null);
    }

    private static List<Integer> chosen(Network network, RunRecorder recorder, List<Integer> nics, int room) {
        Fabric fabric = network.fabric();
        Set<Integer> chosen = new LinkedHashSet<>();
        if (room < nics.size()) {
            Map<Integer, Integer> byLid = new HashMap<>();
            nics.forEach(nic -> byLid.put(lid(fabric, nic), nic));
            for (Event loss : recorder.losses().events()) {
                Integer nic = byLid.get((int) loss.argument("to"));
                if (nic != null && chosen.size() < room / 2) {
                    chosen.add(nic);
                }
            }
        }
        for (int i = 0; i < room && chosen.size() < room; i++) {
            chosen.add(nics.get((int) ((long) i * nics.size() / room)));
        }
        return chosen.stream().sorted().toList();
    }

    private static int lid(Fabric fabric, int nic) {
        return fabric.nicLid(nic, fabric.attachedPort(nic));
    }

    private static WaysOfPairs of(Network network, TableCourse course, List<Integer> chosen, int all, Columns columns) {
        Fabric fabric = network.fabric();
        int[] lids = chosen.stream().mapToInt(nic -> lid(fabric, nic)).toArray();
        List<byte[]> first = new ArrayList<>();
        for (int device = 0; device < fabric.switchCount(); device++) {
            first.add(row(network.lftAtStart(device), lids));
        }
        List<Double> at = new ArrayList<>();
        List<Integer> device = new ArrayList<>();
        List<byte[]> rows = new ArrayList<>();
        List<byte[]> latest = new ArrayList<>(first);
        for (TableCourse.Row table : course.rows()) {
            byte[] row = row(table.table(), lids);
            if (!Arrays.equals(row, latest.set(table.device(), row))) {
                at.add(columns.ns(table.cycle()));
                device.add(table.device());
                rows.add(row);
            }
        }
        return new WaysOfPairs(
                null,
                chosen.stream().map(fabric::deviceName).toList(),
                chosen.stream().map(fabric::attachedSwitch).toList(),
                chosen.stream()
                        .map(nic -> fabric.peerPort(nic, fabric.attachedPort(nic)))
                        .toList(),
                first,
                at,
                device,
                rows,
                all,
                course.left() == 0 ? null : (Double) columns.ns(course.completeUntil()));
    }

    private static byte[] row(ForwardingTable table, int[] lids) {
        byte[] row = new byte[lids.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = (byte) table.port(lids[i]);
        }
        return row;
    }
}
