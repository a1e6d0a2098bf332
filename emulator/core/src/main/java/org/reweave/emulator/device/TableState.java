package org.reweave.emulator.device;

import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.ForwardingTable;

/** How forwarding tables are written into states: all entries. */
public final class TableState {
    private static final byte[] NONE = new byte[0];

    private TableState() {}

    /**
     * Visits a table. A restored table shares the pages that are equal with those of a table that is there.
     *
     * @param table null = none, written as a table without entries
     * @param near a table that probably has many entries in common with the written one
     * @return the table, or the one written in its place
     */
    public static ForwardingTable visit(StateVisitor state, ForwardingTable table, ForwardingTable near) {
        boolean isReading = state.isReading();
        byte[] ports = state.array(isReading || table == null ? NONE : table.toArray());
        if (!isReading) {
            return table;
        }
        return ports.length == 0 ? null : ForwardingTable.of(ports).sharedWith(near);
    }
}
