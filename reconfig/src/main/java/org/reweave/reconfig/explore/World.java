package org.reweave.reconfig.explore;

import java.util.Arrays;
import java.util.List;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.manager.ManagerState.Phase;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.Fabric;

/**
 * One state of a model, as plain fields. The rules are in {@link FabricSteps} and {@link ManagerSteps}, which change
 * the state.
 *
 * <p>A channel is a directed link times a VL. Its input queue is at its far end, when that is a switch; its output
 * queue at the near end.
 */
final class World {
    /** Ways that a packet can be offered at a time. */
    static final int WAYS = 8;

    /**
     * Values in place of a number of ways: the packet has not been routed yet ({@code UNROUTED}), or the switch's agent
     * makes the packet wait ({@code HELD}).
     */
    static final int UNROUTED = 0;

    static final int HELD = -1;

    /** Parts that belong to no device, packet or link, in a model without a second manager. */
    private static final int WHOLE_PARTS = 4;

    private static final long[] NO_BLOCKS = {};
    private static final Fate[] FATES = Fate.values();

    final Fabric fabric;
    final int lanes;
    final List<Packet> packets;
    final long nicLinks; // links that lead to NICs, a bit each
    private final long fragileNicLinks; // of these, those that may fail
    private final long linksOfAway; // of switches that may be away, a bit each
    private final int faults; // at the start
    private final int recoveries; // at the start
    private final boolean startsBare; // whether no device has tables at first
    private final boolean comesApart; // whether a switch of a model that starts bare may be cut off by links that fail
    private final boolean isPlanned; // whether a planned change becomes due in a model that starts bare
    private final int restarts; // at most
    private final long restarting; // switches that may restart, a bit each
    final long tablesOfRestart; // number of those that they have then
    final boolean restartsTakeTime; // a switch that restarts is down between two steps

    final Fate[] fate;
    final int[] endedAt; // device, or rule case of a discard times 64 plus device; 0 until it is over
    final int[] ways; // how many, UNROUTED or HELD
    final int[] way; // [packet * WAYS + i]: channel
    final long[] wayTrail;
    final long[] marks;
    final long[] trail;
    final boolean remembersVisits; // whether the switches that packets have been in are a part of the state
    final long[] visited; // by packet: switches that it has been in, a bit each
    final int[] path; // that its NIC chose for it, by number; 0 until it is injected and when it is over

    final long[] inputs; // by channel
    final long[] outputs;
    long linksDown; // a bit per link
    long switchesDown; // a bit per switch; its links are down as well
    final long[] tables; // by switch: number of the tables in force
    /**
     * By switch, see {@link TableBlocks}: number + 1 of the tables that each block is of; 0 = of those in force. Empty
     * where all blocks are of those in force.
     */
    final long[][] blocks;

    final long[] stored; // by switch: number of the tables beside them; 0 = none
    final long[] nicTables; // by NIC: number of the tables whose paths it has
    final long[][] agents; // by device: encoded
    final long[] switchTimers; // by kind of timer: a bit per switch where it runs

    Desk desk; // of the manager in charge
    Desk other; // of the manager that is not; null = there is one manager
    boolean formerActs; // whether that manager takes itself for the only one and goes on with its change

    /**
     * A bit per device that may have other tables or paths than the manager believes; used where a manager asks
     * devices, and where switches may have no tables.
     */
    long uncertain;

    final Smps late = new Smps(); // given up by the manager, not come yet, and no newer one like it either
    int lossesLeft;
    int faultsLeft;
    int recoveriesLeft;
    int hasteLeft;
    int lateLeft;
    int takeoversLeft;
    long restarted; // a bit per switch that has restarted
    long unseen; // of these, those that the manager has not looked at since
    long unsent; // of these, those that it has sent no tables since
    long followers; // a bit per device that a control packet of the second manager has come to
    /**
     * By device: the change of the last update that came, times 2, plus 1 if the second manager sent it; used where
     * there are two managers.
     */
    final long[] updates;

    /** @param remembersVisits see the field */
    World(Model model, boolean remembersVisits) {
        this.remembersVisits = remembersVisits;
        this.fabric = model.fabric();
        this.lanes = model.laneCount();
        this.packets = model.packets();
        this.nicLinks = nicLinks(fabric);
        this.linksOfAway = linksOfAway(model);
        this.fragileNicLinks = nicLinks
                & (model.fragile().stream().mapToLong(link -> 1L << link).reduce(0, (a, b) -> a | b) | linksOfAway);
        this.faults = model.bounds().faults();
        this.recoveries = model.bounds().recoveries();
        this.startsBare = model.startsBare();
        this.comesApart = startsBare && comesApart(model);
        this.isPlanned = startsBare && model.routing().planned();
        this.restarts = model.bounds().restarts();
        this.restarting =
                model.restarting().stream().mapToLong(device -> 1L << device).sum();
        this.restartsTakeTime = model.frailty().away();
        this.tablesOfRestart = model.frailty().oldTables() ? Tables.RESTORED : Tables.BLANK;
        int count = packets.size();
        this.fate = new Fate[count];
        this.endedAt = new int[count];
        this.ways = new int[count];
        this.way = new int[count * WAYS];
        this.wayTrail = new long[count * WAYS];
        this.marks = new long[count];
        this.trail = new long[count];
        this.path = new int[count];
        this.visited = new long[count];
        this.inputs = new long[2 * fabric.linkCount() * lanes];
        this.outputs = new long[inputs.length];
        this.tables = new long[fabric.switchCount()];
        this.blocks = new long[tables.length][];
        Arrays.fill(blocks, NO_BLOCKS);
        this.stored = new long[tables.length];
        this.nicTables = new long[fabric.nicCount()];
        this.agents = new long[fabric.deviceCount()][];
        this.switchTimers = new long[SwitchTimer.values().length];
        this.desk = new Desk(new ManagerPart(model));
        this.other = model.bounds().takeovers() > 0 ? new Desk(new ManagerPart(model)) : null;
        this.updates = new long[fabric.deviceCount()];
        if (startsBare) {
            beginBare();
        }
    }

    /** No device has tables, and the manager knows of none. */
    private void beginBare() {
        Arrays.fill(tables, Tables.BLANK);
        Arrays.fill(nicTables, Tables.BLANK);
        uncertain = -1L >>> Long.SIZE - fabric.deviceCount();
        desk.target = Tables.BLANK;
        desk.begun = Tables.BLANK;
    }

    /** Links of the switches that may be away for a time, a bit each. */
    static long linksOfAway(Model model) {
        long links = 0;
        for (int device : model.frailty().away() ? model.restarting() : List.<Integer>of()) {
            for (int port = 1; port <= model.fabric().portCount(device); port++) {
                int link = model.fabric().link(device, port);
                links |= link >= 0 ? 1L << link : 0;
            }
        }
        return links;
    }

    private static boolean comesApart(Model model) {
        Fabric fabric = model.fabric();
        return Arrays.stream(FaultSets.of(model))
                .anyMatch(down -> Discovery.of(fabric, ManagerPart.FIRST_NIC, down)
                                .switches()
                                .size()
                        < fabric.switchCount());
    }

    private static long nicLinks(Fabric fabric) {
        long links = 0;
        for (int link = 0; link < fabric.linkCount(); link++) {
            links |= fabric.isTrunk(link) ? 0 : 1L << link;
        }
        return links;
    }

    /** The manager that is not in charge takes the place of the one that is, for a step. */
    void swapManagers() {
        Desk former = desk;
        desk = other;
        other = former;
    }

    /** The manager that is not in charge stops. */
    void retireFormer() {
        other.retire();
        formerActs = false;
    }

    /** Whether nothing can come any more of the manager that is not in charge. */
    boolean isFormerOver() {
        return !formerActs && other.smps.count() == 0;
    }

    /** Whether one manager alone can do anything, now and later. */
    boolean hasOneManager() {
        return other == null || takeoversLeft == 0 && isFormerOver();
    }

    /** Whether no device has tables at first in this model. */
    boolean startsBare() {
        return startsBare;
    }

    /** Whether the time of the planned change may come: in a model that starts bare, any time and once. */
    boolean mayPlanBecomeDue() {
        return isPlanned && desk.manager.plansDue() == 0;
    }

    /** Whether switches may have no tables in this model. */
    boolean mayHaveBlankSwitches() {
        return startsBare || hasRestarts();
    }

    /**
     * Whether every device has tables, the manager knows that, and the planned change is due: from here on a model that
     * started bare does what one does that did not.
     */
    boolean startIsOver() {
        if (!startsBare) {
            return true;
        }
        boolean isBlank = false;
        for (long number : tables) {
            isBlank |= number == Tables.BLANK;
        }
        for (long number : nicTables) {
            isBlank |= number == Tables.BLANK;
        }
        return !isBlank
                && uncertain == 0
                && !desk.manager.isBare()
                && desk.manager.phase() != Phase.DELIVERING
                && !mayPlanBecomeDue();
    }

    /** Whether, in a model that starts bare, links that have failed may have cut a switch off. */
    boolean mayHaveBeenCutApart() {
        return comesApart && faultsLeft < faults;
    }

    /** Whether switches restart in this model. */
    boolean hasRestarts() {
        return restarts > 0;
    }

    /** Switches that may restart from here on, a bit each. */
    long mayRestart() {
        return Long.bitCount(restarted) < restarts ? restarting & ~restarted : 0;
    }

    /** Whether no switch restarts any more, and the manager has dealt with those that did. */
    boolean restartsAreOver() {
        if (!hasRestarts()) {
            return true;
        }
        boolean isBlank = false;
        for (long number : tables) {
            isBlank |= isOfRestart(number);
        }
        return mayRestart() == 0 && !isBlank && (unseen | uncertain) == 0 && (desk.manager.known() & linksOfAway) == 0;
    }

    /** Whether a device is a switch that no tables have come to, since the start or its restart. */
    boolean isBlank(int device) {
        return fabric.isSwitch(device) && isOfRestart(tables[device]);
    }

    private static boolean isOfRestart(long number) {
        return number == Tables.BLANK || number == Tables.RESTORED;
    }

    /** Links of a device that work, a bit each. */
    long workingLinks(int device) {
        long links = 0;
        for (int port = 1; port <= fabric.portCount(device); port++) {
            int link = fabric.link(device, port);
            links |= link >= 0 && isUp(link) ? 1L << link : 0;
        }
        return links;
    }

    /** Whether blocks of several tables are in force in a switch. */
    boolean isMixed(int device) {
        return blocks[device].length > 0;
    }

    /** Tables come in force as a whole. */
    void install(int device, long number) {
        tables[device] = number;
        blocks[device] = NO_BLOCKS;
    }

    // ---- channels ----

    int channel(int device, int port, int lane) {
        return fabric.directedLink(device, port) * lanes + lane;
    }

    int lane(int channel) {
        return channel % lanes;
    }

    int link(int channel) {
        return channel / lanes / 2;
    }

    /** The device that a channel leaves. */
    int from(int channel) {
        return fabric.linkDevice(link(channel), channel / lanes & 1);
    }

    int fromPort(int channel) {
        return fabric.linkPort(link(channel), channel / lanes & 1);
    }

    /** The device that a channel leads to. */
    int to(int channel) {
        return fabric.linkDevice(link(channel), 1 - (channel / lanes & 1));
    }

    int toPort(int channel) {
        return fabric.linkPort(link(channel), 1 - (channel / lanes & 1));
    }

    boolean isUp(int link) {
        return (linksDown >>> link & 1) == 0;
    }

    /** Whether a device is a NIC whose link does not work, or a switch that is down. */
    boolean isCutOff(int device) {
        return fabric.isSwitch(device)
                ? (switchesDown >>> device & 1) != 0
                : !isUp(fabric.link(device, fabric.attachedPort(device)));
    }

    /** Whether a switch has been away, or is. */
    boolean hasMissedSwitch() {
        return restartsTakeTime && restarted != 0;
    }

    /** Whether all links of NICs work and go on working, and the manager knows. */
    boolean nicLinksStay() {
        return fragileNicLinks == 0
                || faultsLeft == 0
                        && (linksDown & nicLinks) == 0
                        && (desk.manager.missingNics() & fragileNicLinks) == 0;
    }

    /** Links of NICs that the manager misses and that may have come back since it looked, a bit each. */
    long returnedNics() {
        return recoveriesLeft < recoveries || hasMissedSwitch() ? desk.manager.missingNics() & fragileNicLinks : 0;
    }

    /** Whether a packet that has ways has none into a working link. */
    boolean allWaysDead(int packet) {
        for (int i = 0; i < ways[packet]; i++) {
            if (isUp(link(way[packet * WAYS + i]))) {
                return false;
            }
        }
        return true;
    }

    // ---- packets ----

    int sourceDevice(int packet) {
        return fabric.nicDevice(packets.get(packet).source());
    }

    int destinationDevice(int packet) {
        return fabric.nicDevice(packets.get(packet).destination());
    }

    /** The next packet of a NIC; -1 = it has none left. */
    int nextOf(int nic) {
        for (int packet = 0; packet < fate.length; packet++) {
            if (packets.get(packet).source() == nic && fate[packet] == Fate.WAITING) {
                return packet;
            }
        }
        return -1;
    }

    /** The packet that a step {@link Step.Kind#OFFER} is about. */
    int offered(int step) {
        return Queues.get(inputs[Step.a(step)], Step.b(step) / WAYS) - 1;
    }

    /** The channel that a step {@link Step.Kind#OFFER} offers to its packet. */
    int offeredWay(int step) {
        return way[offered(step) * WAYS + Step.b(step) % WAYS];
    }

    /** The packet that a step {@link Step.Kind#ROUTE} is about. */
    int toRoute(int step) {
        int b = Step.b(step);
        return b == 0 ? firstUnrouted(Step.a(step)) : Queues.get(inputs[Step.a(step)], b - 1) - 1;
    }

    /** The oldest packet behind a channel that has no way yet, or -1. */
    int firstUnrouted(int channel) {
        for (long rest = inputs[channel]; rest != 0; rest = Queues.withoutFirst(rest)) {
            int packet = Queues.get(rest, 0) - 1;
            if (ways[packet] <= UNROUTED) {
                return packet;
            }
        }
        return -1;
    }

    /** Whether no packet is in the fabric, aside from those of NICs that the manager does not know to be back. */
    boolean isEmpty() {
        for (int packet = 0; packet < fate.length; packet++) {
            int source = sourceDevice(packet);
            long link = 1L << fabric.link(source, fabric.attachedPort(source));
            if (fate[packet] == Fate.TRAVELLING && (returnedNics() & link) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Ends a packet: only the place and the fate are kept. */
    void end(int packet, Fate how, int device, int ruleCase) {
        fate[packet] = how;
        endedAt[packet] = ruleCase << 6 | device;
        marks[packet] = 0;
        trail[packet] = 0;
        path[packet] = 0;
        visited[packet] = 0;
        clearWays(packet);
    }

    void clearWays(int packet) {
        for (int i = 0; i < ways[packet]; i++) {
            way[packet * WAYS + i] = 0;
            wayTrail[packet * WAYS + i] = 0;
        }
        ways[packet] = UNROUTED;
    }

    int deviceOfEnd(int packet) {
        return endedAt[packet] & 0x3f;
    }

    int ruleCase(int packet) {
        return endedAt[packet] >> 6;
    }

    // ---- the state, part by part ----

    /**
     * Parts that the state consists of. A step changes few of them. Those that the manager changes have the lowest
     * numbers and those that only packets change the highest.
     */
    int partCount() {
        return wholeParts() + fabric.deviceCount() + fate.length + fabric.linkCount();
    }

    private int wholeParts() {
        return other == null ? WHOLE_PARTS : WHOLE_PARTS + 1;
    }

    /** Passes over a part of the state. */
    void visit(int part, StateVisitor state) {
        int device = part - wholeParts();
        int packet = device - fabric.deviceCount();
        int link = packet - fate.length;
        if (device < 0) {
            visitWhole(part, state);
        } else if (packet < 0) {
            visitDevice(device, state);
        } else if (link < 0) {
            visitPacket(packet, state);
        } else {
            visitLink(link, state);
        }
    }

    private void visitWhole(int part, StateVisitor state) {
        switch (part) {
            case 0 -> desk.manager.visit(state);
            case 1 -> {
                desk.smps.visit(state);
                late.visit(state);
            }
            case 2 -> desk.reports.visit(state);
            case WHOLE_PARTS -> {
                other.visit(state);
                formerActs = state.value(formerActs);
            }
            default -> {
                linksDown = state.value(linksDown);
                switchesDown = state.value(switchesDown);
                state.values(switchTimers);
                uncertain = state.value(uncertain);
                desk.target = state.value(desk.target);
                desk.begun = state.value(desk.begun);
                desk.timers = state.value(desk.timers);
                desk.contacted = state.value(desk.contacted);
                lossesLeft = state.value(lossesLeft);
                faultsLeft = state.value(faultsLeft);
                recoveriesLeft = state.value(recoveriesLeft);
                hasteLeft = state.value(hasteLeft);
                lateLeft = state.value(lateLeft);
                if (hasRestarts()) {
                    restarted = state.value(restarted);
                    unseen = state.value(unseen);
                    unsent = state.value(unsent);
                }
                if (other != null) {
                    takeoversLeft = state.value(takeoversLeft);
                    followers = state.value(followers);
                }
            }
        }
    }

    private void visitDevice(int device, StateVisitor state) {
        if (fabric.isSwitch(device)) {
            tables[device] = state.value(tables[device]);
            blocks[device] = state.array(blocks[device]);
            stored[device] = state.value(stored[device]);
        } else {
            int nic = device - fabric.switchCount();
            nicTables[nic] = state.value(nicTables[nic]);
        }
        agents[device] = state.array(agents[device]);
        if (other != null) {
            updates[device] = state.value(updates[device]);
        }
    }

    private void visitPacket(int packet, StateVisitor state) {
        if (state.isReading()) {
            clearWays(packet);
        }
        fate[packet] = state.value(fate[packet], FATES);
        endedAt[packet] = state.value(endedAt[packet]);
        ways[packet] = state.value(ways[packet]);
        for (int at = packet * WAYS; at < packet * WAYS + ways[packet]; at++) {
            way[at] = state.value(way[at]);
            wayTrail[at] = state.value(wayTrail[at]);
        }
        marks[packet] = state.value(marks[packet]);
        trail[packet] = state.value(trail[packet]);
        path[packet] = state.value(path[packet]);
        if (remembersVisits) {
            visited[packet] = state.value(visited[packet]);
        }
    }

    private void visitLink(int link, StateVisitor state) {
        for (int channel = 2 * link * lanes; channel < 2 * (link + 1) * lanes; channel++) {
            inputs[channel] = state.value(inputs[channel]);
            outputs[channel] = state.value(outputs[channel]);
        }
    }
}
