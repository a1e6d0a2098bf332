package org.reweave.emulator.stats;

import java.util.List;

/**
 * Significant events of a run. The arguments are described per kind; devices and ports are numbers that
 * {@code events.jsonl} prints as names. The order is part of the fingerprint; append only.
 */
public enum EventKind {
    /** A port's link went down. (port) */
    PORT_DOWN("port-down", "port"),
    /** A port's link came up. (port) */
    PORT_UP("port-up", "port"),
    /** The whole device failed. */
    DEVICE_DOWN("device-down"),
    /** The device works again, with empty tables. */
    DEVICE_UP("device-up"),
    /** A switch told its manager of a port's change. (port, 1 = up) */
    TRAP_SENT("trap-sent", "port", "up"),
    /** The manager learned of a change. (device that told, port, 1 = up) */
    DETECTED("detected", "reporter", "port", "up"),
    /**
     * Discovery is complete. (switches found, links between switches that are down, switches down, when the discovery
     * began or -1 = traps were believed instead)
     */
    SWEEP_DONE("sweep-done", 3, "switches", "linksDown", "switchesDown", "began"),
    /** New tables are ready. (change, the first trap that it answers if no discovery found the change, else 0) */
    TABLES_READY("tables-ready", 1, "change", "since"),
    /** The last SMP of a device's update went out. (device, change, SMPs, 1 = a whole table) */
    TABLES_SENT("tables-sent", "target", "change", "smps", "full"),
    /** A device uses the tables or paths that it was sent. (change, argument of the scheme) */
    INSTALLED("installed", "change", "argument"),
    /** A device has answered everything. (device, change) */
    ACKNOWLEDGED("acknowledged", "target", "change"),
    /** A device did not answer. (device, change) */
    UNREACHABLE("unreachable", "target", "change"),
    /** The engine cannot route the working part of the fabric. (change) */
    UNROUTABLE("unroutable", "change"),
    /** The reconfiguration is complete. (change) */
    RECONFIGURED("reconfigured", "change"),
    /** A data packet was lost. (cause, packet, in port or 0, out port or 0, LID in its header) */
    DROPPED("dropped", 4, "cause", "packet", "inPort", "outPort", "to"),
    /** The scheme discarded a data packet. (case of its rule, packet, in port, out port or 0, LID in its header) */
    DISCARDED("discarded", 4, "case", "packet", "inPort", "outPort", "to"),
    /** A packet was cut by a failing link, or the cut of one was passed on. (packet, in port) */
    PACKET_CUT("packet-cut", "packet", "inPort"),
    /** An SMP was lost here. (port) */
    SMP_LOST("smp-lost", "port"),
    /** The manager sent an SMP again. (device, try) */
    SMP_RETRIED("smp-retried", "target", "try"),
    /** A NIC stops injecting. */
    INJECTION_HALTED("injection-halted"),
    /** A NIC injects again. */
    INJECTION_RESUMED("injection-resumed"),
    /** The manager knows that no data packet is left in the reachable part of the fabric. (change) */
    DRAINED("drained", "change"),
    /**
     * The time of a planned reconfiguration has come; if another one runs, it waits for its end. (number in the list)
     */
    PLANNED_CHANGE("planned-change", "number"),
    /** The scheme had to begin again with a new discovery. (change) */
    REDISCOVERY("rediscovery", "change"),
    /** NICs came to a fabric that is otherwise unchanged, which is no reconfiguration. (how many) */
    NICS_JOINED("nics-joined", "nics"),
    /**
     * The manager will compute new tables: a discovery found a change, or a plan or the scheme asks for it. (number of
     * the change, 1 = planned or asked for, when the first trap came that it answers or 0 = none did)
     */
    CHANGE_FOUND("change-found", 2, "change", "asked", "since"),
    /** A NIC's packet was not acknowledged in time. (destination, number in its flow, transmissions so far) */
    TIMED_OUT("timed-out", "target", "sequence", "transmissions"),
    /**
     * A NIC sends nothing more to a destination: a packet was never acknowledged. (destination, messages not known to
     * have arrived)
     */
    FLOW_GIVEN_UP("flow-given-up", "target", "messages"),
    /** A NIC sends on another path than before. (destinations for which it does) */
    MIGRATED("migrated", "destinations"),
    /** A switch sent a packet another way than the usual one. (packet, in port, out port) */
    REROUTED("rerouted", "packet", "inPort", "outPort"),
    /**
     * A switch sent a packet back towards where it came from, to try another way from there. (packet, in port, out
     * port)
     */
    TURNED_BACK("turned-back", "packet", "inPort", "outPort"),
    /**
     * Further paths do not suffice after a fault. (change, reason: 1 = pairs of NICs have none, 2 = VLs, SLs or LIDs
     * are exhausted; pairs)
     */
    NOT_TOLERATED("not-tolerated", "change", "reason", "pairs"),
    /** A separator of the scheme (a token of SR, a mark of DS) went out on a link. (port, VL, mark) */
    SEPARATOR_SENT("separator-sent", "port", "vl", "mark"),
    /** A separator has come in. (port, VL, mark) */
    SEPARATOR_ARRIVED("separator-arrived", "port", "vl", "mark"),
    /** A separator was lost with its link. (port, VL, mark) */
    SEPARATOR_LOST("separator-lost", "port", "vl", "mark"),
    /** A device has all of its next tables and keeps them beside those in force. (change, argument of the scheme) */
    TABLES_STORED("tables-stored", "change", "argument"),
    /** Packets that wait in a switch take other ways, by the scheme's wish. (how many) */
    WAITING_REROUTED("waiting-rerouted", "packets"),
    /** A NIC injects on other VLs than before. (VL in place of VL 1) */
    INJECTION_LANE("injection-lane", "vl"),
    /** A message of a device's agent has come to the manager. (device, message) */
    REPORTED("reported", "reporter", "message"),
    /** The manager knows that every switch has stored its next tables. (change) */
    ALL_STORED("all-stored", "change"),
    /** The manager knows that no data packet is left on the VL that is being emptied. (change) */
    LANE_EMPTY("lane-empty", "change"),
    /** A switch broadcasts a message to every device. (number, counted by the switch; message) */
    ANNOUNCED("announced", "number", "message"),
    /** A NIC has received a switch's broadcast. (the switch, number) */
    BROADCAST_RECEIVED("heard", "reporter", "number"),
    /** Another change ended the one under way before it was complete. (change that is ended) */
    ABANDONED("abandoned", "change"),
    /**
     * A disturbance. (kind of site, device that is disturbed, occurrence of the site at the device, cycles, places,
     * thousandths, or 1 for what is lost)
     */
    DISTURBED("disturbed", "site", "target", "occurrence", "amount"),
    /**
     * A NIC has learned of a change otherwise than by the manager's notice. (number of the change, as the scheme
     * counts)
     */
    NIC_TOLD("nic-told", "argument"),
    /**
     * A device's agent has a message for the manager. (message, 1 = it is sent, 0 = no request has shown the way yet)
     */
    REPORT_SENT("report-sent", EventKind.BESIDE, "message", "sent"),
    /** Answers show a device that is not in the manager's plan. (device) */
    UNPLANNED_DEVICE("unplanned-device", "target"),
    /** Answers show a link between ports that have none in the manager's map. (device, port, device, port) */
    UNPLANNED_LINK("unplanned-link", "target", "port", "neighbour", "neighbourPort"),
    /** Answers show a link at a port that leads elsewhere in the manager's map. (device, port, device, port) */
    MOVED_LINK("moved-link", "target", "port", "neighbour", "neighbourPort"),
    /** A link of the manager's map does not exist: another one is in one of its ports. (device, port, device, port) */
    MISSING_LINK("missing-link", "target", "port", "neighbour", "neighbourPort"),
    /** The manager begins to bring a bare fabric up. */
    BRING_UP("bring-up"),
    /** The manager sends a request. (device, kind, transaction number, how often it has been sent with this time) */
    REQUEST_SENT("request-sent", EventKind.BESIDE, "target", "request", "number", "try"),
    /** A request of the manager has come to its device, which answers at once unless it refuses. (kind, number) */
    REQUEST_CAME("request-came", EventKind.BESIDE, "request", "number"),
    /** An answer has come to the manager. (device, kind, number, 1 = no request waits for it any more) */
    ANSWER_CAME("answer-came", EventKind.BESIDE, "target", "request", "number", "late"),
    /** The manager sends a control packet to all devices. (transaction number, message) */
    CONTROL_FLOODED("control-flooded", EventKind.BESIDE, "number", "message"),
    /** A control packet to all devices has come, for the first time. (number, message) */
    CONTROL_HEARD("control-heard", EventKind.BESIDE, "number", "message"),
    /** The first manager hangs. (when it goes on or -1 = never) */
    MANAGER_HANGS("manager-hangs", "until"),
    /**
     * A manager takes over from the other one. (its term: how often managers have taken over, when the other one
     * answered last or 0 = never)
     */
    TOOK_OVER("took-over", "term", "answered"),
    /** A manager is the standby from now on: it has heard of the other one's term, which is a later one. (that term) */
    RETIRED("retired", "term");

    /** Stands for a number of arguments: events of the kind are no part of the fingerprint. */
    private static final int BESIDE = -1;

    private static final EventKind[] VALUES = values();
    private final String label;
    private final int inFingerprint;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> arguments;

    EventKind(String label, String... arguments) {
        this(label, arguments.length, arguments);
    }

    /** @param inFingerprint how many of the arguments, the first ones, are part of the fingerprint */
    EventKind(String label, int inFingerprint, String... arguments) {
        this.label = label;
        this.inFingerprint = inFingerprint;
        this.arguments = List.of(arguments);
    }

    public String label() {
        return label;
    }

    /** Names of the arguments, at most {@link EventRecords#ARGUMENTS}. */
    public List<String> arguments() {
        return arguments;
    }

    /** Whether the fingerprint has events of this kind; the others came later, for people and judges alone. */
    boolean isInFingerprint() {
        return inFingerprint != BESIDE;
    }

    /** Whether the fingerprint has an argument; the others tell people and results why something happened. */
    boolean isInFingerprint(int position) {
        return position < inFingerprint;
    }

    /**
     * Where an argument stands among {@link #arguments}.
     *
     * @throws IllegalArgumentException when events of this kind have no such argument
     */
    public int position(String argument) {
        int position = arguments.indexOf(argument);
        if (position < 0) {
            throw new IllegalArgumentException("event " + label + " has " + arguments + ", no " + argument);
        }
        return position;
    }

    public static EventKind of(int ordinal) {
        return VALUES[ordinal];
    }
}
