package org.reweave.emulator.scenario;

import static org.reweave.emulator.scenario.Key.required;
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
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.device.manager.ManagerParameters;
import org.reweave.emulator.device.nic.NicParameters;
import org.reweave.emulator.device.nic.TransportParameters;
import org.reweave.emulator.traffic.Segmentation;
import org.reweave.routing.model.LinkRate;

/** The keys of {@code device} and {@code manager}: how things are built. A preset gives all of them. */
final class DeviceKeys {
    /**
     * The preset that gives nothing, so that every number has to be written; resolved scenarios of no known preset say
     * so.
     */
    static final String NO_PRESET = "none";

    private static final String NO_TRANSPORT = "none";
    private static final String END_TO_END = "end-to-end";
    private static final long HEADER_BYTES = 26; // IBA: LRH, BTH, CRCs; thesis 7.2.4
    private static final long MILLISECOND_PS = 1_000_000_000L;

    static final Key<Scenario, String> PRESET = required(
            "device.preset",
            choice("iba-1x", "iq-router", "kns", "fat-tree", NO_PRESET),
            "where every number of device and manager that is not written comes from",
            s -> s.sources().text("device.preset", NO_PRESET));
    static final Key<Scenario, Long> CYCLE =
            required("device.cycle", picoseconds(1, MILLISECOND_PS), "what a cycle is", s -> s.time()
                    .cyclePs());
    static final Key<Scenario, Long> FLIT = required("device.flit", bytes(1, 4096), "what a flit is", s ->
            (long) s.time().flitBytes());

    static final Key<Scenario, Optional<LinkRate>> RATE = required(
            "device.link.rate",
            rate(),
            "rate of links that have none of their own; with flit-per-cycle the rates of a fabric file are ignored",
            s -> Optional.ofNullable(s.links().rate()));
    static final Key<Scenario, Boolean> FILE_RATES =
            required("device.link.file-rates", flag(), "a fabric file's rates replace link.rate", s -> s.links()
                    .useFileRates());
    static final Key<Scenario, Long> LATENCY =
            required("device.link.latency", duration(1), "propagation between switches", s ->
                    (long) s.links().latency());
    static final Key<Scenario, Long> HOST_LATENCY =
            required("device.link.host-latency", duration(1), "propagation between NIC and switch", s ->
                    (long) s.links().hostLatency());

    static final Key<Scenario, Long> VLS = required("device.switch.vls", whole(1, 15), "data VLs per port", s ->
            (long) s.switches().lanes());
    static final Key<Scenario, Long> ROUTING_DELAY = required(
            "device.switch.routing-delay",
            duration(0),
            "from the arrival of a packet's head to its output being known",
            s -> (long) s.switches().routingDelay());
    static final Key<Scenario, Long> CROSSBAR_DELAY =
            required("device.switch.crossbar-delay", duration(0), "of a flit from the input to the output side", s ->
                    (long) s.switches().crossbarDelay());
    static final Key<Scenario, Long> OUTPUT_DELAY = required(
            "device.switch.output-delay", duration(1), "from the decision to send to the first flit on the link", s ->
                    (long) s.switches().outputDelay());
    static final Key<Scenario, Long> CREDIT_DELAY = required(
            "device.switch.credit-delay", duration(0), "from freed buffer space to its credit on the link", s ->
                    (long) s.switches().creditDelay());
    static final Key<Scenario, Long> INPUT_BUFFER =
            required("device.switch.input-buffer", size(1), "per port and VL; holds a packet", s ->
                    (long) s.switches().inputBuffer());
    static final Key<Scenario, Long> OUTPUT_BUFFER = required(
            "device.switch.output-buffer", size(0), "per port and VL; holds a packet, or 0 = input-queued", s ->
                    (long) s.switches().outputBuffer());
    static final Key<Scenario, Long> CREDIT_UNIT = required(
            "device.switch.credit-unit", size(1), "space that one credit stands for; a packet takes whole credits", s ->
                    (long) s.switches().creditUnit());
    static final Key<Scenario, Long> FLOW_CONTROL = required(
            "device.switch.flow-control-packet",
            size(0),
            "link time of a credit; 0 = credits travel beside the data",
            s -> (long) s.switches().flowControlFlits());
    static final Key<Scenario, Long> SMP_REACTION =
            required("device.switch.smp-reaction", duration(0), "from an SMP's arrival to its earliest departure", s ->
                    (long) s.switches().smpReaction());
    static final Key<Scenario, Long> AGENT_DELAY = required(
            "device.switch.agent-delay",
            duration(0),
            "from an SMP's arrival to its effect at the switch it addresses",
            s -> (long) s.switches().agentDelay());
    static final Key<Scenario, Long> SMP_BUFFER = required(
            "device.switch.smp-buffer", whole(1, 65_536), "SMPs that wait at an output before more are dropped", s ->
                    (long) s.switches().smpBuffer());

    static final Key<Scenario, Long> NIC_OUTPUT_DELAY = required(
            "device.nic.output-delay", duration(1), "from the decision to send to the first flit on the link", s ->
                    (long) s.nics().outputDelay());
    static final Key<Scenario, Long> NIC_CREDIT_DELAY = required(
            "device.nic.credit-delay", duration(1), "from the reception of a packet to its credit on the link", s ->
                    (long) s.nics().creditDelay());
    static final Key<Scenario, Long> RECEIVE_BUFFER =
            required("device.nic.receive-buffer", size(1), "per VL; holds a packet", s ->
                    (long) s.nics().receiveBuffer());
    static final Key<Scenario, Long> SEND_QUEUE = required(
            "device.nic.send-queue", whole(1, 1_000_000), "packets that may wait before generation pauses", s ->
                    (long) s.nics().sendQueue());
    static final Key<Scenario, Long> PACKET =
            required("device.nic.packet", size(1), "length of a data packet, header included", s ->
                    (long) s.nics().packetFlits());
    static final Key<Scenario, Long> HEADER = required(
                    "device.nic.header", size(0), "part of a packet that carries no payload", (Scenario s) ->
                            (long) s.nics().packets().header())
            .orElse("26B in whole flits, or 0 where that leaves no payload", List.of(PACKET), in -> {
                long header =
                        (HEADER_BYTES + in.time().flitBytes() - 1) / in.time().flitBytes();
                return header < in.get(PACKET) ? header : 0;
            });
    static final Key<Scenario, String> TRANSPORT = required(
            "device.nic.transport.mode",
            choice(NO_TRANSPORT, END_TO_END),
            "what is done about lost packets: nothing, or copies, acknowledgements and retransmission (thesis 7.2.2)",
            s -> s.nics().transport().endToEnd() ? END_TO_END : NO_TRANSPORT);
    static final Key<Scenario, Long> ACK = required(
                    "device.nic.transport.ack", size(1), "length of an acknowledgement", (Scenario s) ->
                            (long) s.nics().transport().ack())
            .orElse("a header, at least a flit", List.of(HEADER), in -> Math.max(1, in.get(HEADER)));
    static final Key<Scenario, Long> ACK_TIMEOUT = required(
            "device.nic.transport.timeout",
            longDuration(1),
            "from a packet's injection to its retransmission",
            s -> s.nics().transport().timeout());
    static final Key<Scenario, Long> ACK_RETRIES = required(
            "device.nic.transport.retries",
            whole(0, 1000),
            "retransmissions of a packet before its flow is given up for good",
            s -> (long) s.nics().transport().retries());
    static final Key<Scenario, Long> FLOW_WINDOW = required(
            "device.nic.transport.window",
            whole(1, 65_536),
            "packets from one NIC to another that may be unacknowledged",
            s -> (long) s.nics().transport().window());
    static final Key<Scenario, Long> REORDER_BUFFER = required(
            "device.nic.transport.reorder-buffer",
            whole(0, 1_000_000),
            "packets that a NIC keeps because an earlier one of their flow is missing",
            s -> (long) s.nics().transport().reorderBuffer());
    static final Key<Scenario, Long> ACK_QUEUE = required(
            "device.nic.transport.ack-queue",
            whole(1, 1_000_000),
            "acknowledgements that may wait for the link before more are left unsaid",
            s -> (long) s.nics().transport().ackQueue());

    static final Key<Scenario, String> MANAGER_NIC = required(
            "manager.nic",
            text("\"n0\""),
            "the NIC that the manager sits behind; auto = the first wired one",
            Scenario::managerNic);
    static final Key<Scenario, Long> MANAGER_LATENCY =
            required("manager.host-latency", duration(1), "between the manager and its NIC", s ->
                    (long) s.nics().hostLatency());
    static final Key<Scenario, Long> SMP =
            required("manager.smp", size(1), "length of an SMP: 256 B MAD and 26 B header", s ->
                    (long) s.manager().smpFlits());
    static final Key<Scenario, Long> WINDOW = required(
            "manager.window",
            whole(1, 65_536),
            "SMPs that may be unacknowledged at a time. OpenSM sends 4; 8 keeps distribution near the thesis' sequential sending"
                    + " without blocking data on the manager's links",
            s -> (long) s.manager().window());
    static final Key<Scenario, Long> TIMEOUT =
            required("manager.timeout", longDuration(1), "from sending an SMP to sending it again", s -> s.manager()
                    .timeout());
    static final Key<Scenario, Long> RETRIES = required(
            "manager.retries",
            whole(0, 1000),
            "times an SMP is sent again before its device counts as unreachable",
            s -> (long) s.manager().retries());
    static final Key<Scenario, Long> COMPUTATION =
            required("manager.computation", longDuration(0), "duration of a table computation", s -> s.manager()
                    .computation());
    static final Key<Scenario, Long> REACTION =
            required("manager.reaction", duration(1), "from an SMP's arrival to the manager's next one", s ->
                    (long) s.manager().reaction());

    static final Key<Scenario, Long> SWEEP = required(
            "manager.sweep",
            new OrOff(longDuration(1)),
            "between the starts of periodic sweeps (thesis §7.3: 80us); off = only traps and plans make it look",
            s -> s.manager().sweep());
    static final Key<Scenario, Long> POLL = required(
            "manager.poll",
            longDuration(1),
            "between two looks at packet counts that do not balance (static)",
            s -> s.manager().poll());
    static final Key<Scenario, Long> PATIENCE = required(
            "manager.patience",
            longDuration(1),
            "between asking devices for reports and asking again (sr-pda, sr-la, double-scheme)",
            s -> s.manager().patience());
    static final Key<Scenario, Boolean> TRAPS = required(
            "manager.traps", flag(), "switches tell the manager of a port's change by themselves", s -> s.manager()
                    .traps());

    /** What the time base is made of; everything else needs it. */
    static final List<Key<Scenario, ?>> TIME_KEYS = List.of(CYCLE, FLIT);

    static final List<Key<Scenario, ?>> ALL = List.of(
            PRESET,
            CYCLE,
            FLIT,
            RATE,
            FILE_RATES,
            LATENCY,
            HOST_LATENCY,
            VLS,
            ROUTING_DELAY,
            CROSSBAR_DELAY,
            OUTPUT_DELAY,
            CREDIT_DELAY,
            INPUT_BUFFER,
            OUTPUT_BUFFER,
            CREDIT_UNIT,
            FLOW_CONTROL,
            SMP_REACTION,
            AGENT_DELAY,
            SMP_BUFFER,
            NIC_OUTPUT_DELAY,
            NIC_CREDIT_DELAY,
            RECEIVE_BUFFER,
            SEND_QUEUE,
            PACKET,
            HEADER,
            TRANSPORT,
            ACK,
            ACK_TIMEOUT,
            ACK_RETRIES,
            FLOW_WINDOW,
            REORDER_BUFFER,
            ACK_QUEUE,
            MANAGER_NIC,
            MANAGER_LATENCY,
            SMP,
            WINDOW,
            TIMEOUT,
            RETRIES,
            COMPUTATION,
            REACTION,
            SWEEP,
            POLL,
            PATIENCE,
            TRAPS);

    private DeviceKeys() {}

    static LinkParameters links(Values in) {
        return new LinkParameters(
                in.get(RATE).orElse(null), in.get(FILE_RATES), in.count(LATENCY), in.count(HOST_LATENCY));
    }

    static SwitchParameters switches(Values in) {
        return new SwitchParameters(
                in.count(VLS),
                in.count(ROUTING_DELAY),
                in.count(CROSSBAR_DELAY),
                in.count(OUTPUT_DELAY),
                in.count(CREDIT_DELAY),
                in.count(INPUT_BUFFER),
                in.count(OUTPUT_BUFFER),
                in.count(CREDIT_UNIT),
                in.count(FLOW_CONTROL),
                in.count(SMP_REACTION),
                in.count(AGENT_DELAY),
                in.count(SMP_BUFFER));
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
                in.get(TRAPS));
    }
}
