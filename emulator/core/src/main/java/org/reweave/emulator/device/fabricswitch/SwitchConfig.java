package org.reweave.emulator.device.fabricswitch;

import java.util.function.Function;
import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.DeviceIdentity;
import org.reweave.reconfig.paths.LaneRows;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.ForwardingTable;

/**
 * The configuration of one switch.
 *
 * @param credits of the input buffers at both ends of its links
 * @param seed of the run, for an arbitration policy that draws
 */
public record SwitchConfig(
        DeviceIdentity identity,
        SwitchParameters parameters,
        BufferCredits credits,
        Routing routing,
        Scheme scheme,
        Control control,
        long seed) {
    /**
     * How the switch routes when the run starts.
     *
     * @param lid of the switch itself
     * @param lft in force
     * @param lanes SLtoVL table in force, see {@link LaneRows}
     * @param laneClasses VLs that the scheme, these and all later tables name, which are classes of lanes unless
     *     {@link LaneChoice#TABLE}
     * @param dependencies of these tables; see {@link SwitchTables}
     * @param bubbles for as long as the run lasts: what the first tables rely on, and no later tables are harmed by
     * @param forwarder how the switch chooses ways with its tables, now and later
     * @param restored cycles at which the switch fails, of those behind which it has the tables of the start, ascending
     */
    public record Routing(
            int lid,
            ForwardingTable lft,
            long[] lanes,
            int laneClasses,
            long[] dependencies,
            Bubbles bubbles,
            Forwarder forwarder,
            long[] restored) {}

    /**
     * The reconfiguration scheme's part in the switch.
     *
     * @param agent makes it
     * @param timers durations of the agent's timers in cycles, by {@link org.reweave.reconfig.spi.SwitchTimer}
     */
    public record Scheme(Function<SwitchSite, SwitchAgent> agent, long[] timers) {}

    /**
     * The switch in the network's management.
     *
     * @param managerLid where traps go; 0 = no manager
     * @param standbyLid where traps go when the standby has taken over; 0 = there is none
     * @param smpFlits length of an SMP on a link
     */
    public record Control(int managerLid, int standbyLid, int smpFlits) {}
}
