package org.reweave.emulator.device.nic;

import java.util.function.Function;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.PortPlan;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.reconfig.paths.AddressPlan;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;

/**
 * What one NIC is made from.
 *
 * @param nic its number among the NICs
 * @param dataPort port index that its own traffic uses, from 0
 * @param hostPort port index of the link to the manager; -1 = there is none
 * @param nics NICs of the fabric
 * @param lid its own first one, which it puts into packets as their source; 0 = its port is not wired
 * @param addresses further LIDs that it answers to
 * @param registers paths that it holds for each destination
 * @param paths those of the start, as {@link SourceTable} has them
 * @param migrateAfter time-outs of a packet after which it takes another path; 0 = never
 * @param agent makes the reconfiguration scheme's part in this NIC
 * @param work what it sends
 * @param measureFrom packets generated from this cycle on count for latency, until {@link Device#measureFrom} says
 *     otherwise
 * @param farUnits per port: credits that the far end's input buffer gives when the run starts
 */
public record NicConfig(
        int id,
        String name,
        int nic,
        PortPlan plan,
        NicParameters parameters,
        SwitchParameters switches,
        int dataPort,
        int hostPort,
        int nics,
        int lid,
        AddressPlan addresses,
        int registers,
        long[] paths,
        int migrateAfter,
        Function<NicSite, NicAgent> agent,
        NicWork work,
        TrafficParameters traffic,
        long measureFrom,
        int[] farUnits,
        int smpFlits) {}
