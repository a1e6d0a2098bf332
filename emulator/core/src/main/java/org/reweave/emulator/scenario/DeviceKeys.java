package org.reweave.emulator.scenario;

import static org.reweave.emulator.scenario.Key.key;
import static org.reweave.emulator.scenario.Kinds.choice;
import static org.reweave.emulator.scenario.Kinds.flag;
import static org.reweave.emulator.scenario.Kinds.rate;
import static org.reweave.emulator.scenario.Kinds.text;
import static org.reweave.emulator.scenario.Kinds.whole;
import static org.reweave.emulator.scenario.Quantity.bytes;
import static org.reweave.emulator.scenario.Quantity.duration;
import static org.reweave.emulator.scenario.Quantity.longDuration;
import static org.reweave.emulator.scenario.Quantity.picoseconds;
import static org.reweave.emulator.scenario.Quantity.size;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.reweave.emulator.device.arbitration.ArbitrationPolicies;
import org.reweave.emulator.device.fabricswitch.FlowControl;
import org.reweave.emulator.device.fabricswitch.LaneArbitration;
import org.reweave.emulator.device.fabricswitch.LaneChoice;
import org.reweave.emulator.device.fabricswitch.QueueDiscipline;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.device.fabricswitch.Switching;
import org.reweave.emulator.device.fabricswitch.TableMode;
import org.reweave.emulator.device.manager.ManagerParameters;
import org.reweave.emulator.device.manager.StandbyParameters;
import org.reweave.emulator.device.manager.TablePacket;
import org.reweave.emulator.device.nic.NicParameters;
import org.reweave.emulator.device.nic.TransportParameters;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.traffic.Segmentation;
import org.reweave.routing.model.LinkRate;

/**
 * The keys of {@code device} and {@code manager}: the properties of devices, links and the manager. {@code given} lists
 * the value of each {@link Preset} for a key, in the order of the presets, or one value for all presets. Values that no
 * comment explains and no paper of the preset gives are choices made here.
 */
final class DeviceKeys {
    /**
     * The preset that gives nothing, so that every number has to be written; resolved scenarios of no known preset say
     * so.
     */
    static final String NO_PRESET = "none";

    private static final String REDISCOVER_ALL = "all";
    private static final String CHANGED_PORTS = "changed-ports";
    private static final String NO_TRANSPORT = "none";
    private static final String END_TO_END = "end-to-end";
    private static final long HEADER_BYTES = 26; // IBA: LRH, BTH, CRCs; thesis 7.2.4
    private static final long MILLISECOND_PS = 1_000_000_000L;

    static final Keys<Scenario> KEYS = new Keys<>();

    static final Key<Scenario, String> PRESET = KEYS.add(key(
            "device.preset",
            choice(Stream.concat(Preset.names().stream(), Stream.of(NO_PRESET)).toList()),
            "where every number of device and manager that is not written comes from",
            s -> s.sources().text("device.preset", NO_PRESET)));
    // iq-router and kns: nominal, nothing depends on it. fat-tree: nominal; the paper has 512 ns, with 500 ns the usual
    // durations are whole cycles.
    static final Key<Scenario, Long> CYCLE =
            KEYS.add(key("device.cycle", picoseconds(1, MILLISECOND_PS), "what a cycle is", s -> s.time()
                            .cyclePs())
                    .given("4ns", "1ns", "1ns", "500ns", "4ns", "1ns", "1ns"));
    static final Key<Scenario, Long> FLIT = KEYS.add(key("device.flit", bytes(1, 4096), "what a flit is", s ->
                    (long) s.time().flitBytes())
            .given("1B", "16B", "16B", "128B", "1B", "16B", "4B"));

    static final Key<Scenario, Optional<LinkRate>> RATE = KEYS.add(key(
                    "device.link.rate",
                    rate(),
                    "rate of links that have none of their own; with flit-per-cycle the rates of a fabric file are"
                            + " ignored",
                    s -> Optional.ofNullable(s.links().rate()))
            .given(
                    "1xSDR",
                    "flit-per-cycle",
                    "flit-per-cycle",
                    "flit-per-cycle",
                    "1xSDR",
                    "flit-per-cycle",
                    "flit-per-cycle"));
    static final Key<Scenario, Boolean> FILE_RATES =
            KEYS.add(key("device.link.file-rates", flag(), "a fabric file's rates replace link.rate", s -> s.links()
                            .useFileRates())
                    .given("true", "false", "false", "false", "true", "false", "false"));
    // iba-1x and thesis: 20 m of copper at 5 ns/m. fat-tree: the paper gives neither this time nor any of the
    // following.
    static final Key<Scenario, Long> LATENCY =
            KEYS.add(key("device.link.latency", duration(1), "propagation between switches", s ->
                            (long) s.links().latency())
                    .given("100ns", "1cycle", "1cycle", "1cycle", "100ns", "1cycle", "1cycle"));
    static final Key<Scenario, Long> HOST_LATENCY =
            KEYS.add(key("device.link.host-latency", duration(1), "propagation between NIC and switch", s ->
                            (long) s.links().hostLatency())
                    .given("100ns", "1cycle", "1cycle", "1cycle", "100ns", "1cycle", "1cycle"));

    // kns: two intermediate nodes at most. fat-tree: see Preset.
    static final Key<Scenario, Long> VLS = KEYS.add(key("device.switch.vls", whole(1, 15), "data VLs per port", s ->
                    (long) s.switches().lanes())
            .given("1", "1", "3", "7", "2", "2", "2"));
    // iba-1x: table, arbiter and crossbar set-up together. kns: 4 cycles with the two delays below.
    static final Key<Scenario, Long> ROUTING_DELAY = KEYS.add(key(
                    "device.switch.routing-delay",
                    duration(0),
                    "from the arrival of a packet's head to its output being known",
                    s -> (long) s.switches().routingDelay())
            .given("100ns", "0cycles", "1cycle", "0cycles", "100ns", "1cycle", "1cycle"));
    static final Key<Scenario, Long> LANE_ALLOCATION_DELAY = KEYS.add(key(
                    "device.switch.lane-allocation-delay",
                    duration(0),
                    "wormhole: from a head's request for a lane, which it gets in that cycle at the earliest, to its"
                            + " request for the crossbar",
                    s -> (long) s.switches().laneAllocationDelay())
            .given("0cycles", "0cycles", "0cycles", "0cycles", "0cycles", "1cycle", "1cycle"));
    static final Key<Scenario, Long> SWITCH_ALLOCATION_DELAY = KEYS.add(key(
                    "device.switch.switch-allocation-delay",
                    duration(0),
                    "wormhole: from the cycle in which a flit wins the crossbar to its crossing",
                    s -> (long) s.switches().switchAllocationDelay())
            .given("0cycles", "0cycles", "0cycles", "0cycles", "0cycles", "1cycle", "1cycle"));
    // iba-1x: contained in the routing delay.
    static final Key<Scenario, Long> CROSSBAR_DELAY = KEYS.add(
            key("device.switch.crossbar-delay", duration(0), "of a flit from the input to the output side", s ->
                            (long) s.switches().crossbarDelay())
                    .given("0ns", "2cycles", "2cycles", "0cycles", "0ns", "0cycles", "0cycles"));
    static final Key<Scenario, Long> OUTPUT_DELAY = KEYS.add(key(
                    "device.switch.output-delay",
                    duration(1),
                    "from the decision to send to the first flit on the link",
                    s -> (long) s.switches().outputDelay())
            .given("1cycle"));
    static final Key<Scenario, Long> CREDIT_DELAY = KEYS.add(
            key("device.switch.credit-delay", duration(0), "from freed buffer space to its credit on the link", s ->
                            (long) s.switches().creditDelay())
                    .given("1cycle", "1cycle", "1cycle", "1cycle", "1cycle", "0cycles", "0cycles"));
    // kns: 4 packets. fat-tree: 2 packets.
    static final Key<Scenario, Long> INPUT_BUFFER =
            KEYS.add(key("device.switch.input-buffer", size(1), "per port and VL; holds a packet", s ->
                            (long) s.switches().inputBuffer())
                    .given("1KB", "64flits", "64flits", "512B", "1KB", "8flits", "8flits"));
    static final Key<Scenario, Long> OUTPUT_BUFFER = KEYS.add(
            key("device.switch.output-buffer", size(0), "per port and VL; holds a packet, or 0 = input-queued", s ->
                            (long) s.switches().outputBuffer())
                    .given("1KB", "0flits", "64flits", "0flits", "1KB", "0flits", "0flits"));
    static final Key<Scenario, Long> CREDIT_UNIT = KEYS.add(key(
                    "device.switch.credit-unit",
                    size(1),
                    "space that one credit stands for; a packet takes whole credits",
                    s -> (long) s.switches().creditUnit())
            .given("64B", "1flit", "1flit", "1flit", "64B", "1flit", "1flit"));
    static final Key<Scenario, Long> FLOW_CONTROL = KEYS.add(key(
                    "device.switch.flow-control-packet",
                    size(0),
                    "link time of a credit; 0 = credits travel beside the data",
                    s -> (long) s.switches().flowControlFlits())
            .given("6B", "0flits", "0flits", "0flits", "6B", "0flits", "0flits"));
    // iba-1x: an SMP is routed as fast as a packet; the thesis does not say.
    static final Key<Scenario, Long> SMP_REACTION = KEYS.add(
            key("device.switch.smp-reaction", duration(0), "from an SMP's arrival to its earliest departure", s ->
                            (long) s.switches().smpReaction())
                    .given("100ns", "1cycle", "1cycle", "1cycle", "100ns", "1cycle", "1cycle"));
    static final Key<Scenario, Long> AGENT_DELAY = KEYS.add(key(
                    "device.switch.agent-delay",
                    duration(0),
                    "from an SMP's arrival to its effect at the switch it addresses",
                    s -> (long) s.switches().agentDelay())
            .given("100ns", "1cycle", "1cycle", "1cycle", "100ns", "1cycle", "1cycle"));
    static final Key<Scenario, Long> SMP_BUFFER = KEYS.add(key(
                    "device.switch.smp-buffer",
                    whole(1, 65_536),
                    "SMPs that wait at an output before more are dropped",
                    s -> (long) s.switches().smpBuffer())
            .given("256", "64", "64", "64", "4096", "64", "64"));
    static final Key<Scenario, Long> HOP_LIMIT = KEYS.add(key(
                    "device.switch.hop-limit",
                    OrWord.off(whole(1, Wire.MOST_HOPS)),
                    "switches that a packet may cross before it is dropped, cause hop-limit; off = any number",
                    s -> (long) s.switches().hopLimit())
            .given("250", "250", "250", "250", "250", "250", "250"));
    static final Key<Scenario, String> QUEUES = KEYS.add(key(
                    "device.switch.queues",
                    choice(QueueDiscipline.labels()),
                    "in which the packets of an input port and VL wait, sharing its buffer: one, one for each output port, or queue-count by"
                            + " destination; the heads of all compete",
                    s -> s.switches().queues().label())
            .given(QueueDiscipline.FIFO.label()));
    static final Key<Scenario, Long> QUEUE_COUNT = KEYS.add(key(
                    "device.switch.queue-count",
                    whole(1, 1024),
                    "queues by destination: a packet waits in that of its LID modulo this number",
                    s -> (long) s.switches().queueCount())
            .given("8"));
    static final Key<Scenario, Long> INPUT_SPEEDUP = KEYS.add(key(
                    "device.switch.input-speedup",
                    OrWord.off(whole(1, 64)),
                    "packets of one input port that may cross the crossbar at a time, whatever their VLs; off = one of each queue",
                    s -> (long) s.switches().inputSpeedup())
            .given("off"));
    static final Key<Scenario, String> SWITCHING = KEYS.add(key(
                    "device.switch.switching",
                    choice(Switching.labels()),
                    "a packet is routed and goes on as soon as its head has come, or when all of it has; or flit by"
                            + " flit (wormhole)",
                    s -> s.switches().switching().label())
            .given("cut-through", "cut-through", "cut-through", "cut-through", "cut-through", "wormhole", "wormhole"));
    static final Key<Scenario, String> LANE_CHOICE = KEYS.add(key(
                    "device.switch.lane-choice",
                    choice(LaneChoice.labels()),
                    "lanes that a packet may have on a link: the one that SLtoVL names; or the VLs are divided among the classes that"
                            + " routing and scheme need, and a packet may have any of its class and any on links of NICs (class: wormhole), or of"
                            + " these that of its LID modulo their number (destination)",
                    s -> s.switches().laneChoice().label())
            .given("table", "table", "table", "destination", "table", "class", "class"));
    static final Key<Scenario, String> LANE_ARBITRATION = KEYS.add(key(
                    "device.switch.lane-arbitration",
                    choice(LaneArbitration.labels()),
                    "wormhole: which of the lanes that are offered to a packet it takes: the one with most credits, or the next one behind"
                            + " that of the packet before it in its queue (turn)",
                    s -> s.switches().laneArbitration().label())
            .given("credits", "credits", "credits", "credits", "credits", "turn", "turn"));
    static final Key<Scenario, Long> ITERATIONS = KEYS.add(key(
                    "device.switch.allocation-iterations",
                    whole(1, 16),
                    "wormhole: times in a cycle that lanes and crossbar offer themselves to those who have got nothing yet",
                    s -> (long) s.switches().iterations())
            .given("1"));
    static final Key<Scenario, String> TABLES = KEYS.add(key(
                    "device.switch.tables",
                    choice(TableMode.labels()),
                    "when an update of a switch's tables is in force: all of it with its last block (staged), or each block as it comes, as"
                            + " InfiniBand has it",
                    s -> s.switches().tables().label())
            .given(TableMode.STAGED.label()));
    static final Key<Scenario, String> ARBITRATION = KEYS.add(key(
                    "device.switch.arbitration",
                    choice(ArbitrationPolicies.registry().names()),
                    "the order in which an output tries the packets that ask for it: the queues in turn, the packet generated first, by chance,"
                            + " the lowest port first, or the queue served longest ago (matrix); wormhole: in turn, turns moving with grants of an"
                            + " allocator's first iteration (islip)",
                    s -> s.switches().arbitration())
            .given("round-robin", "round-robin", "round-robin", "round-robin", "round-robin", "islip", "islip"));

    static final Key<Scenario, Long> NIC_OUTPUT_DELAY = KEYS.add(
            key("device.nic.output-delay", duration(1), "from the decision to send to the first flit on the link", s ->
                            (long) s.nics().outputDelay())
                    .given("1cycle"));
    static final Key<Scenario, Long> NIC_CREDIT_DELAY = KEYS.add(
            key("device.nic.credit-delay", duration(1), "from the reception of a packet to its credit on the link", s ->
                            (long) s.nics().creditDelay())
                    .given("1cycle"));
    static final Key<Scenario, Long> RECEIVE_BUFFER =
            KEYS.add(key("device.nic.receive-buffer", size(1), "per VL; holds a packet", s ->
                            (long) s.nics().receiveBuffer())
                    .given("1KB", "64flits", "64flits", "512B", "1KB", "8flits", "8flits"));
    // fat-tree: packets of 256 bytes in 1.3 MB.
    static final Key<Scenario, Long> SEND_QUEUE = KEYS.add(
            key("device.nic.send-queue", whole(1, 1_000_000), "packets that may wait before generation pauses", s ->
                            (long) s.nics().sendQueue())
                    .given("1000", "1000", "1000", "5078", "1000", "1000", "1000"));
    // iba-1x: 32 bytes of payload, 26 of header.
    static final Key<Scenario, Long> PACKET =
            KEYS.add(key("device.nic.packet", size(1), "length of a data packet, header included", s ->
                            (long) s.nics().packetFlits())
                    .given("58B", "16flits", "16flits", "256B", "58B", "1flit", "16flits"));
    static final Key<Scenario, Long> HEADER =
            KEYS.add(key("device.nic.header", size(0), "part of a packet that carries no payload", (Scenario s) ->
                            (long) s.nics().packets().header())
                    .orElse("26B in whole flits, or 0 where that leaves no payload", List.of(PACKET), in -> {
                        long header = (HEADER_BYTES + in.time().flitBytes() - 1)
                                / in.time().flitBytes();
                        return header < in.get(PACKET) ? header : 0;
                    }));
    static final Key<Scenario, String> TRANSPORT = KEYS.add(key(
                    "device.nic.transport.mode",
                    choice(NO_TRANSPORT, END_TO_END),
                    "what is done about lost packets: nothing, or copies, acknowledgements and retransmission (thesis"
                            + " 7.2.2)",
                    s -> s.nics().transport().endToEnd() ? END_TO_END : NO_TRANSPORT)
            .given("none", "none", "none", "none", "end-to-end", "none", "none"));
    static final Key<Scenario, Long> ACK =
            KEYS.add(key("device.nic.transport.ack", size(1), "length of an acknowledgement", (Scenario s) ->
                            (long) s.nics().transport().ack())
                    .orElse("a header, at least a flit", List.of(HEADER), in -> Math.max(1, in.get(HEADER))));
    static final Key<Scenario, Long> ACK_TIMEOUT = KEYS.add(key(
                    "device.nic.transport.timeout",
                    longDuration(1),
                    "from a packet's injection to its retransmission",
                    s -> s.nics().transport().timeout())
            .given("500us", "20us", "20us", "10ms", "500us", "20us", "20us"));
    static final Key<Scenario, Long> ACK_RETRIES = KEYS.add(key(
                    "device.nic.transport.retries",
                    whole(0, 1000),
                    "retransmissions of a packet before its flow is given up for good",
                    s -> (long) s.nics().transport().retries())
            .given("15"));
    static final Key<Scenario, Long> FLOW_WINDOW = KEYS.add(key(
                    "device.nic.transport.window",
                    whole(1, 65_536),
                    "packets from one NIC to another that may be unacknowledged",
                    s -> (long) s.nics().transport().window())
            .given("64"));
    static final Key<Scenario, Long> REORDER_BUFFER = KEYS.add(key(
                    "device.nic.transport.reorder-buffer",
                    whole(0, 1_000_000),
                    "packets that a NIC keeps because an earlier one of their flow is missing",
                    s -> (long) s.nics().transport().reorderBuffer())
            .given("4096"));
    static final Key<Scenario, Long> ACK_QUEUE = KEYS.add(key(
                    "device.nic.transport.ack-queue",
                    whole(1, 1_000_000),
                    "acknowledgements that may wait for the link before more are left unsaid",
                    s -> (long) s.nics().transport().ackQueue())
            .given("4096"));
    // These need the delays of NICs.
    static final Key<Scenario, String> ROOM_SIGNAL = KEYS.add(key(
                    "device.switch.flow-control",
                    choice(FlowControl.labels()),
                    "how a sender knows of room at the far end of its link: it counts credits; or, wormhole, it sends until it is told to"
                            + " stop, and again when it is told to go on (on-off)",
                    s -> s.switches().flowControl().label())
            .given(FlowControl.CREDITS.label()));
    static final Key<Scenario, Long> OFF_THRESHOLD = KEYS.add(key(
                    "device.switch.off-threshold",
                    size(1),
                    "on-off: a sender is told to stop when fewer flits of a buffer are free; holds what comes in a round trip",
                    (Scenario s) -> (long) s.switches().offThreshold())
            .orAuto(
                    "the round trip of the longest link, as device.link has it, with the delays of both ends",
                    List.of(
                            SWITCH_ALLOCATION_DELAY,
                            CROSSBAR_DELAY,
                            OUTPUT_DELAY,
                            CREDIT_DELAY,
                            LATENCY,
                            HOST_LATENCY,
                            NIC_OUTPUT_DELAY,
                            NIC_CREDIT_DELAY),
                    in -> {
                        long sending = in.get(SWITCH_ALLOCATION_DELAY) + in.get(CROSSBAR_DELAY) + in.get(OUTPUT_DELAY);
                        long between = OnOffChecks.roundTrip(sending, in.get(LATENCY), in.get(CREDIT_DELAY));
                        long toNic = OnOffChecks.roundTrip(sending, in.get(HOST_LATENCY), in.get(NIC_CREDIT_DELAY));
                        long fromNic = OnOffChecks.roundTrip(
                                in.get(NIC_OUTPUT_DELAY), in.get(HOST_LATENCY), in.get(CREDIT_DELAY));
                        return Math.max(between, Math.max(toNic, fromNic));
                    }));
    static final Key<Scenario, Long> ON_THRESHOLD = KEYS.add(key(
                    "device.switch.on-threshold",
                    size(1),
                    "on-off: a sender that has stopped is told to go on when more flits of a buffer are free",
                    (Scenario s) -> (long) s.switches().onThreshold())
            .orAuto("off-threshold", List.of(OFF_THRESHOLD), in -> in.get(OFF_THRESHOLD)));

    static final Key<Scenario, String> MANAGER_NIC = KEYS.add(key(
                    "manager.nic",
                    text("\"n0\""),
                    "the NIC that the manager sits behind; auto = the first wired one",
                    Scenario::managerNic)
            .byDefault("auto"));
    static final Key<Scenario, Long> MANAGER_LATENCY =
            KEYS.add(key("manager.host-latency", duration(1), "between the manager and its NIC", s ->
                            (long) s.nics().hostLatency())
                    .given("1us", "1us", "1us", "2cycles", "1us", "1us", "1us"));
    // 282 bytes in flits of each preset.
    static final Key<Scenario, Long> SMP =
            KEYS.add(key("manager.smp", size(1), "length of an SMP: 256 B MAD and 26 B header", s ->
                            (long) s.manager().smpFlits())
                    .given("282B", "18flits", "18flits", "3flits", "58B", "18flits", "18flits"));
    static final Key<Scenario, Long> WINDOW = KEYS.add(key(
                    "manager.window",
                    whole(1, 65_536),
                    "SMPs that may be unacknowledged at a time. OpenSM sends 4; 8 keeps distribution near the thesis'"
                            + " sequential sending without blocking data on the manager's links",
                    s -> (long) s.manager().window())
            .given("8", "8", "8", "8", "1024", "8", "8"));
    static final Key<Scenario, Long> TIMEOUT =
            KEYS.add(key("manager.timeout", longDuration(1), "from sending an SMP to sending it again", s -> s.manager()
                            .timeout())
                    .given("1ms", "1ms", "1ms", "25ms", "1ms", "1ms", "1ms"));
    static final Key<Scenario, Long> RETRIES = KEYS.add(key(
                    "manager.retries",
                    whole(0, 1000),
                    "times an SMP is sent again before its device counts as unreachable",
                    s -> (long) s.manager().retries())
            .given("3"));
    static final Key<Scenario, Long> COMPUTATION =
            KEYS.add(key("manager.computation", longDuration(0), "duration of a table computation", s -> s.manager()
                            .computation())
                    .given("0ns", "0cycles", "0cycles", "0cycles", "0ns", "0cycles", "0cycles"));
    static final Key<Scenario, Long> REACTION =
            KEYS.add(key("manager.reaction", duration(1), "from an SMP's arrival to the manager's next one", s ->
                            (long) s.manager().reaction())
                    .given("100ns", "1cycle", "1cycle", "1cycle", "100ns", "1cycle", "1cycle"));

    // The thesis sweeps every 80 us (§7.3), which costs every run its SMPs.
    static final Key<Scenario, Long> SWEEP = KEYS.add(key(
                    "manager.sweep",
                    OrWord.off(longDuration(1)),
                    "between the starts of periodic sweeps (thesis §7.3: 80us); off = only traps and plans make it"
                            + " look",
                    s -> s.manager().sweep())
            .given("off", "off", "off", "off", "80us", "off", "off"));
    static final Key<Scenario, Long> POLL = KEYS.add(key(
                    "manager.poll",
                    longDuration(1),
                    "between two looks at packet counts that do not balance (static)",
                    s -> s.manager().poll())
            .given("20us", "20us", "20us", "10cycles", "20us", "20us", "20us"));
    static final Key<Scenario, Long> PATIENCE = KEYS.add(key(
                    "manager.patience",
                    longDuration(1),
                    "between asking devices for reports and asking again (sr-pda, sr-la, double-scheme)",
                    s -> s.manager().patience())
            .given("250us", "250us", "250us", "500cycles", "250us", "250us", "250us"));
    static final Key<Scenario, Boolean> TRAPS = KEYS.add(
            key("manager.traps", flag(), "switches tell the manager of a port's change by themselves", s -> s.manager()
                            .traps())
                    .given("true"));

    static final Key<Scenario, String> REDISCOVERY = KEYS.add(key(
                    "manager.rediscovery",
                    choice(REDISCOVER_ALL, CHANGED_PORTS),
                    "after a trap: ask all switches before new tables are computed, or believe traps of ports between"
                            + " working switches and ask all switches after the change",
                    s -> s.manager().trustsTraps() ? CHANGED_PORTS : REDISCOVER_ALL)
            .given(REDISCOVER_ALL));

    static final Key<Scenario, String> TABLE_PACKET = KEYS.add(key(
                    "manager.table-packet",
                    choice(TablePacket.labels()),
                    "an SMP brings a block of a table (64 entries, or 16 single ones), a piece of one (4 single entries), or all that a device"
                            + " is to have: in an SMP like others (whole), or in one as long as its entries make it (sized; thesis §7.2.4)",
                    s -> s.manager().tablePacket().label())
            .given(TablePacket.BLOCKS.label()));

    static final Key<Scenario, Long> ENTRY = KEYS.add(
            key("manager.entry", whole(1, 64), "bytes of a table's entry in a sized SMP, behind a header of 26 B", s ->
                            (long) s.manager().entryBytes())
                    .given("1"));

    static final Key<Scenario, String> STANDBY = KEYS.add(key(
                    "manager.standby",
                    text("\"n1\""),
                    "the NIC that a second manager sits behind, which takes over when the first one does not answer; none = there is no"
                            + " second one",
                    s -> s.manager().standby().nic())
            .byDefault(StandbyParameters.NONE));
    static final Key<Scenario, Long> STANDBY_POLL = KEYS.add(key(
                    "manager.standby-poll",
                    longDuration(1),
                    "between two questions of the standby to the manager in charge, and between two messages of one that has taken over to"
                            + " one that may not know",
                    s -> s.manager().standby().poll())
            .given("250us"));
    // OpenSM's polling_retry_number.
    static final Key<Scenario, Long> STANDBY_TRIES = KEYS.add(key(
                    "manager.standby-tries",
                    whole(1, 1000),
                    "questions without an answer until the standby takes over",
                    s -> (long) s.manager().standby().tries())
            .given("4"));
    static final Key<Scenario, Long> HANG_AT = KEYS.add(key(
                    "manager.hang-at",
                    OrWord.off(longDuration(1)),
                    "when the first manager hangs: it takes nothing and sends nothing; off = it does not",
                    s -> s.manager().standby().hangsAt())
            .byDefault("off"));
    static final Key<Scenario, Long> HANG_UNTIL = KEYS.add(key(
                    "manager.hang-until",
                    OrWord.off(longDuration(1)),
                    "when it goes on with what it was doing, and takes itself for the manager in charge; off = never",
                    s -> s.manager().standby().hangsUntil())
            .byDefault("off"));

    /** The keys of the time base, which all durations and sizes need. */
    static final List<Key<Scenario, ?>> TIME_KEYS = List.of(CYCLE, FLIT);

    private DeviceKeys() {}

    static LinkParameters links(Values in) {
        return new LinkParameters(
                in.get(RATE).orElse(null), in.get(FILE_RATES), in.count(LATENCY), in.count(HOST_LATENCY));
    }

    static SwitchParameters switches(Values in) {
        return SwitchParameters.builder()
                .lanes(in.count(VLS))
                .routingDelay(in.count(ROUTING_DELAY))
                .laneAllocationDelay(in.count(LANE_ALLOCATION_DELAY))
                .switchAllocationDelay(in.count(SWITCH_ALLOCATION_DELAY))
                .crossbarDelay(in.count(CROSSBAR_DELAY))
                .outputDelay(in.count(OUTPUT_DELAY))
                .creditDelay(in.count(CREDIT_DELAY))
                .inputBuffer(in.count(INPUT_BUFFER))
                .outputBuffer(in.count(OUTPUT_BUFFER))
                .creditUnit(in.count(CREDIT_UNIT))
                .flowControlFlits(in.count(FLOW_CONTROL))
                .smpReaction(in.count(SMP_REACTION))
                .agentDelay(in.count(AGENT_DELAY))
                .smpBuffer(in.count(SMP_BUFFER))
                .hopLimit(in.count(HOP_LIMIT))
                .queues(QueueDiscipline.labelled(in.get(QUEUES)))
                .queueCount(in.count(QUEUE_COUNT))
                .inputSpeedup(in.count(INPUT_SPEEDUP))
                .switching(Switching.labelled(in.get(SWITCHING)))
                .laneChoice(LaneChoice.labelled(in.get(LANE_CHOICE)))
                .tables(TableMode.labelled(in.get(TABLES)))
                .laneArbitration(LaneArbitration.labelled(in.get(LANE_ARBITRATION)))
                .iterations(in.count(ITERATIONS))
                .flowControl(FlowControl.labelled(in.get(ROOM_SIGNAL)))
                .offThreshold(in.count(OFF_THRESHOLD))
                .onThreshold(in.count(ON_THRESHOLD))
                .arbitration(in.get(ARBITRATION))
                .build();
    }

    static NicParameters nics(Values in) {
        return new NicParameters(
                in.count(NIC_OUTPUT_DELAY),
                in.count(NIC_CREDIT_DELAY),
                in.count(RECEIVE_BUFFER),
                in.count(SEND_QUEUE),
                new Segmentation(in.count(PACKET), in.count(HEADER)),
                in.count(MANAGER_LATENCY),
                new TransportParameters(
                        in.get(TRANSPORT).equals(END_TO_END),
                        in.count(ACK),
                        in.get(ACK_TIMEOUT),
                        in.count(ACK_RETRIES),
                        in.count(FLOW_WINDOW),
                        in.count(REORDER_BUFFER),
                        in.count(ACK_QUEUE)));
    }

    static ManagerParameters manager(Values in) {
        return new ManagerParameters(
                in.count(SMP),
                in.count(WINDOW),
                in.get(TIMEOUT),
                in.count(RETRIES),
                in.get(COMPUTATION),
                in.count(REACTION),
                in.get(SWEEP),
                in.get(POLL),
                in.get(PATIENCE),
                in.get(TRAPS),
                in.get(REDISCOVERY).equals(CHANGED_PORTS),
                TablePacket.labelled(in.get(TABLE_PACKET)),
                in.count(ENTRY),
                in.count(FLIT),
                new StandbyParameters(
                        in.get(STANDBY),
                        in.get(STANDBY_POLL),
                        in.count(STANDBY_TRIES),
                        in.get(HANG_AT),
                        in.get(HANG_UNTIL)));
    }
}
