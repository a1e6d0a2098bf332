package org.reweave.emulator.scenario;

/** How the fabric changes over to new tables.
 *
 *  @param scheme its registered name; {@link #NONE} = the manager never reacts
 *  @param routing the engine and options of the new tables
 *  @param forwardingMark epoch that a packet is marked with when it is forwarded (EBR and EBRD)
 *  @param epochBits width of the epoch fields (EBR and EBRD): 3 to 16 (thesis Table 6.2) */
public record ReconfigurationChoice(
        String scheme, RoutingChoice routing, ForwardingMark forwardingMark, int epochBits) {
    /** The scheme of a run in which nothing is reconfigured. */
    public static final String NONE = "none";

    /** Thesis §6.6, which contradicts itself; see SPEC §5, "The forwarding mark". */
    public enum ForwardingMark {
        /** The epoch of the tables that routed the packet ({@code E_pck := E_rtd}). */
        ROUTED,
        /** The epoch of the switch when it forwards ({@code E_pck := E_schd}), which can deadlock. */
        AS_PRINTED
    }
}
