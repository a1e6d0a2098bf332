package org.reweave.emulator.device;

import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.ForwardingTable;

/**
 * How forwarding tables are written into states: as what differs from a table that the reader has, too. A fabric of n
 * switches has some n squared entries in its tables, and hardly any of them differs from those at the start.
 */
public final class TableState {
    private static final byte[] NONE = new byte[0];

    private TableState() {}

    /**
     * Visits a table.
     *
     * @param table null = none
     * @param base the same table for the writer and the reader; a restored table shares the pages that are equal
     * @return the table, or the one written in its place
     */
    public static ForwardingTable visit(StateVisitor state, ForwardingTable table, ForwardingTable base) {
        if (!state.value(table != null)) {
            return null;
        }
        if (!state.isReading()) {
            state.array(table.differencesFrom(base));
            return table;
        }
        try {
            return base.with(state.array(NONE));
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
