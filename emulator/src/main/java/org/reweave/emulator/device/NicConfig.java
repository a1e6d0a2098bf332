package org.reweave.emulator.device;

import java.util.function.Function;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;

/** What one NIC is made from.
 *
 *  @param nic its number among the NICs
 *  @param dataPort port index that its own traffic uses, from 0
 *  @param hostPort port index of the link to the manager; -1 = there is none
 *  @param lids LID of each NIC
 *  @param injectionLane VL by destination NIC, as this NIC's path records and SLtoVL give it
 *  @param levels SL by destination NIC
 *  @param agent makes the reconfiguration scheme's part in this NIC
 *  @param work what it sends
 *  @param measureFrom packets generated from this cycle on count for latency, until {@link Device#measureFrom} says otherwise
 *  @param farUnits per port: credits that the far end's input buffer gives when the run starts */
public record NicConfig(
        int id,
        String name,
        int nic,
        PortPlan plan,
        NicParameters parameters,
        SwitchParameters switches,
        int dataPort,
        int hostPort,
        int[] lids,
        byte[] injectionLane,
        byte[] levels,
        Function<NicSite, NicAgent> agent,
        NicWork work,
        TrafficParameters traffic,
        long measureFrom,
        int[] farUnits,
        int smpFlits) {}
