package org.reweave.emulator.device.nic;

import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.DeviceIdentity;
import org.reweave.emulator.device.PortPlan;
import org.reweave.emulator.device.fabricswitch.SwitchSetup;
import org.reweave.emulator.time.FlitTime;
import org.reweave.emulator.traffic.Gaps;
import org.reweave.emulator.traffic.MessageSizes;
import org.reweave.emulator.traffic.Pattern;
import org.reweave.emulator.traffic.Segmentation;
import org.reweave.emulator.traffic.Traffics;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.paths.AddressPlan;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.reconfig.paths.Path;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.topology.Sighting;

/** A NIC to be tested: port 1 leads to the fabric, port 2 to its manager. NIC n of 4 has LID {@code 11 + n}. */
public final class NicSetup {
    public int nic;
    public int lanes = 1;
    int packetFlits = 4;
    int sendQueue = 100;
    public int farUnits = 16;
    int receiveBuffer = 16;
    public Pattern pattern;
    public double probability = 1;
    public long start = 10;
    public long stop = 13;
    long measureFrom;
    public long seed = 1;
    public byte level;
    public String scheme = "naive";
    public Function<NicSite, NicAgent> agent = site -> Schemes.get(scheme).nicAgent(SchemeOptions.DEFAULT, site);
    int messageFlits;
    TransportParameters transport = TransportParameters.NONE;
    public long[] outages = {};

    public NicCore build() {
        SwitchSetup switches = new SwitchSetup();
        switches.lanes = lanes;
        PortPlan plan = new PortPlan(
                new int[] {1, 1},
                new FlitTime[] {FlitTime.ONE_CYCLE, FlitTime.ONE_CYCLE},
                new boolean[] {true, true},
                new boolean[2],
                new long[] {Sighting.neighbour(0, nic + 1), Sighting.NONE},
                new long[][] {outages, {}},
                new long[0]);
        NicWork work = pattern == null
                ? NicWork.NOTHING
                : NicWork.drawn(pattern, new Gaps(seed, probability), new MessageSizes(seed, sizes()));
        return new NicCore(new NicConfig(
                new DeviceIdentity(nic + 1, "n" + nic, plan),
                new NicConfig.Place(nic, 4, 0, 1),
                new NicParameters(1, 1, receiveBuffer, sendQueue, new Segmentation(packetFlits, 0), 1, transport),
                switches.parameters(),
                new BufferCredits(1, 0, new int[] {receiveBuffer, receiveBuffer}, new int[] {farUnits, farUnits}),
                4,
                new NicConfig.Paths(11 + nic, AddressPlan.single(4, 15), 1, HeldPaths.of(paths()), false, 0),
                agent,
                new NicConfig.Load(
                        work, Traffics.of("uniform", probability, start, stop, 0), new BitSet(), measureFrom)));
    }

    /** Messages of {@link #messageFlits}, or of a packet. */
    private List<MessageSizes.Size> sizes() {
        return List.of(new MessageSizes.Size(messageFlits == 0 ? packetFlits : messageFlits, 1));
    }

    private long[] paths() {
        long[] paths = new long[4];
        for (int to = 0; to < paths.length; to++) {
            paths[to] = Path.of(11 + to, level, level);
        }
        return paths;
    }
}
