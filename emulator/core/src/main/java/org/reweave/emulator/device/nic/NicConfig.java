package org.reweave.emulator.device.nic;

import java.util.BitSet;
import java.util.function.Function;
import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceIdentity;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.traffic.MessageSizes;
import org.reweave.emulator.traffic.Segmentation;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.reconfig.paths.AddressPlan;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;

/**
 * The configuration of one NIC.
 *
 * @param switches parameters of the network's switches, of which some hold for NICs too
 * @param credits of the input buffers at both ends of its links
 * @param smpFlits length of an SMP on a link
 * @param agent makes the reconfiguration scheme's part in this NIC
 */
public record NicConfig(
        DeviceIdentity identity,
        Place place,
        NicParameters parameters,
        SwitchParameters switches,
        BufferCredits credits,
        int smpFlits,
        Paths paths,
        Function<NicSite, NicAgent> agent,
        Load load) {
    /**
     * The NIC among the NICs, and the uses of its ports.
     *
     * @param nic its number among the NICs
     * @param nics NICs of the fabric
     * @param dataPort port index that its own traffic uses, from 0
     * @param hostPort port index of the link to the manager; -1 = there is none
     */
    public record Place(int nic, int nics, int dataPort, int hostPort) {}

    /**
     * The NIC's addresses and its paths when the run starts.
     *
     * @param lid its own first one, which it puts into packets as their source; 0 = its port is not wired
     * @param addresses further LIDs that it answers to
     * @param registers paths that it holds for each destination
     * @param atStart paths of the start
     * @param awaited whether the NIC has no paths at the start, and generates nothing before it is sent some
     * @param migrateAfter time-outs of a packet after which it takes another path; 0 = never
     */
    public record Paths(
            int lid, AddressPlan addresses, int registers, HeldPaths atStart, boolean awaited, int migrateAfter) {}

    /**
     * The NIC's traffic.
     *
     * @param work what it sends
     * @param newcomers NICs that have no cable at the start; nothing is made for one of them before there is a path
     * @param measureFrom packets generated from this cycle on count for latency, until {@link Device#measureFrom} says
     *     otherwise
     */
    public record Load(NicWork work, TrafficParameters traffic, BitSet newcomers, long measureFrom) {}

    /** Flits of the shortest packet that NICs of the network send, as far as that is known beforehand. */
    int shortestPacket() {
        if (load.traffic().trace().isPresent()) {
            return 1;
        }
        Segmentation packets = parameters.packets();
        int shortest =
                parameters.transport().endToEnd() ? parameters.transport().ack() : packets.packet();
        for (MessageSizes.Size size : load.traffic().sizes(packets)) {
            shortest = Math.min(shortest, packets.lastPacket(size.flits()));
        }
        return shortest;
    }
}
