package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import java.util.function.Function;
import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.DeviceIdentity;
import org.reweave.emulator.device.PortPlan;
import org.reweave.emulator.time.FlitTime;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.paths.LaneRows;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.topology.Sighting;

/**
 * A switch to be tested: everything takes no time and all ports are alike until a test says otherwise. Ports are
 * numbered from 1; LID {@code 10 + p} is reached by port p, LID 1 is the switch itself.
 */
public final class SwitchSetup {
    /** Number of the device behind the first port; the others follow. */
    static final int NEIGHBOUR = 40;

    static final int OWN_LID = 1;
    static final int MANAGER_LID = 11;

    int ports = 4;
    public int lanes = 1;
    public int routingDelay;
    int laneAllocationDelay;
    int switchAllocationDelay;
    public int crossbarDelay;
    int outputDelay = 1;
    int creditDelay = 1;
    public int inputBuffer = 16;
    public int outputBuffer;
    int creditUnit = 1;
    public int flowControlFlits;
    int agentDelay = 1;
    int hopLimit = 250;
    public QueueDiscipline queues = QueueDiscipline.FIFO;
    public int queueCount = 8;
    public int inputSpeedup;
    Switching switching = Switching.CUT_THROUGH;
    public int farUnits = 16;
    int latency = 1;
    public String scheme = "naive";
    Function<SwitchSite, SwitchAgent> agent = site -> Schemes.get(scheme).switchAgent(SchemeOptions.DEFAULT, site);
    Forwarder forwarder = Forwarder.TABLES;
    Bubbles bubbles = Bubbles.NONE;
    final FlitTime[] flitTime = new FlitTime[8];
    public final long[][] outages = new long[8][0];
    long[] deviceOutages = {};
    private final long[] restored = {};

    public SwitchSetup() {
        Arrays.fill(flitTime, FlitTime.ONE_CYCLE);
    }

    static int lidAt(int port) {
        return 10 + port;
    }

    public SwitchParameters parameters() {
        return SwitchParameters.builder()
                .lanes(lanes)
                .routingDelay(routingDelay)
                .laneAllocationDelay(laneAllocationDelay)
                .switchAllocationDelay(switchAllocationDelay)
                .crossbarDelay(crossbarDelay)
                .outputDelay(outputDelay)
                .creditDelay(creditDelay)
                .inputBuffer(inputBuffer)
                .outputBuffer(outputBuffer)
                .creditUnit(creditUnit)
                .flowControlFlits(flowControlFlits)
                .smpReaction(1)
                .agentDelay(agentDelay)
                .smpBuffer(4)
                .hopLimit(hopLimit)
                .queues(queues)
                .queueCount(queueCount)
                .inputSpeedup(inputSpeedup)
                .switching(switching)
                .laneChoice(LaneChoice.TABLE)
                .tables(TableMode.STAGED)
                .laneArbitration(LaneArbitration.CREDITS)
                .iterations(1)
                .flowControl(FlowControl.CREDITS)
                .offThreshold(1)
                .onThreshold(1)
                .arbitration("round-robin")
                .build();
    }

    SwitchCore build() {
        return new SwitchCore(config());
    }

    SwitchConfig config() {
        int[] latencies = filled(latency);
        boolean[] all = new boolean[ports];
        Arrays.fill(all, true);
        long[] neighbours = new long[ports];
        Arrays.setAll(neighbours, port -> Sighting.neighbour(NEIGHBOUR + port, 1));
        PortPlan plan = new PortPlan(
                latencies,
                Arrays.copyOf(flitTime, ports),
                all,
                all,
                neighbours,
                Arrays.copyOf(outages, ports),
                deviceOutages);
        byte[] lft = new byte[lidAt(ports) + 1];
        Arrays.fill(lft, (byte) 255);
        lft[OWN_LID] = 0;
        for (int port = 1; port <= ports; port++) {
            lft[lidAt(port)] = (byte) port;
        }
        return new SwitchConfig(
                new DeviceIdentity(0, "s0", plan),
                parameters(),
                new BufferCredits(
                        creditUnit,
                        BufferCredits.ofPacket(bubbles.packet(), creditUnit),
                        filled(BufferCredits.ofBuffer(inputBuffer, creditUnit)),
                        filled(farUnits)),
                new SwitchConfig.Routing(
                        OWN_LID,
                        ForwardingTable.of(lft),
                        LaneRows.of(new LevelIsLane(lanes), 0, ports, lanes),
                        lanes,
                        new long[0],
                        bubbles,
                        forwarder,
                        restored),
                new SwitchConfig.Scheme(agent, timers()),
                new SwitchConfig.Control(MANAGER_LID, 0, 4),
                1);
    }

    private long[] timers() {
        long[] timers = new long[SwitchTimer.values().length];
        timers[SwitchTimer.ANNOUNCING.ordinal()] = agentDelay;
        return timers;
    }

    private int[] filled(int value) {
        int[] values = new int[ports];
        Arrays.fill(values, value);
        return values;
    }
}
