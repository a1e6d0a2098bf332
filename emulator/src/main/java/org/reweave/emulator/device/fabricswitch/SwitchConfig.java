package org.reweave.emulator.device.fabricswitch;

import java.util.function.Function;
import org.reweave.emulator.device.PortPlan;
import org.reweave.reconfig.paths.LaneRows;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.routing.table.Forwarder;

/**
 * What one switch is made from.
 *
 * @param lid of the switch itself
 * @param lft in force when the run starts
 * @param lanes SLtoVL table in force when the run starts, see {@link LaneRows}
 * @param dependencies of that; see {@link SwitchTables}
 * @param forwarder how it chooses ways with its tables
 * @param agent makes the reconfiguration scheme's part in this switch
 * @param timers durations of the agent's timers in cycles, by {@link org.reweave.reconfig.spi.SwitchTimer}
 * @param managerLid where traps go; 0 = no manager
 * @param farUnits per port: credits that the far end's input buffer gives when the run starts
 * @param smpFlits length of an SMP on a link
 */
public record SwitchConfig(
        int id,
        String name,
        PortPlan plan,
        SwitchParameters parameters,
        int lid,
        byte[] lft,
        long[] lanes,
        long[] dependencies,
        Forwarder forwarder,
        Function<SwitchSite, SwitchAgent> agent,
        long[] timers,
        int managerLid,
        int[] farUnits,
        int smpFlits) {}
