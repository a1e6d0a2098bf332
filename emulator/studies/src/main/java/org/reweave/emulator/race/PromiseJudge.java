package org.reweave.emulator.race;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.RunEvent;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.ResolvedScenario.ResolvedFault;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.routing.rerouting.TreeGeometry;

/**
 * Follows a run for the promises of its scheme. A promise is taken as it stands at the cycle at which something breaks
 * it: under the faults, the recoveries and the losses that there have been by then.
 *
 * <p>A fault may cost packets that the failing link or switch held, or that waited for it; a switch that failed may
 * cost packets for its NICs and, until it has tables again, those that come through it; an answer that a discovery
 * missed may cost packets for what was taken for failed. All other losses count.
 */
final class PromiseJudge {
    /** Switches that the last discovery reached, less those that have failed since. */
    private enum Seen {
        ALL,
        SOME,
        NONE;

        static Seen of(long reached, int all) {
            if (reached == all) {
                return ALL;
            }
            return reached == 0 ? NONE : SOME;
        }
    }

    private static final long LAST = Long.MAX_VALUE - 1; // before what never happens

    private static final String STEPS = "no witness sees the steps of devices in lax runs without a seeded schedule";
    private static final Set<Promise> OF_STEPS = EnumSet.of(
            Promise.DRAINED_IS_EMPTY,
            Promise.TABLES_TO_EMPTY_FABRIC,
            Promise.NO_REVISIT,
            Promise.ORDER,
            Promise.RIGHT_PACKET_CUT,
            Promise.NO_DISCARD_WITH_ROOM,
            Promise.EVERY_PAIR_HAS_A_PATH,
            Promise.UNAFFECTED_KEEP_PATHS,
            Promise.MARKS_AS_PATHS_ARE,
            Promise.PATHS_LEAD_THERE,
            Promise.OLD_PACKETS_GONE,
            Promise.CLAIMS_AWAITED,
            Promise.TABLES_AS_COMPUTED,
            Promise.ONE_TABLE_OF_AN_EPOCH,
            Promise.NUMBERS_KEPT,
            Promise.SILENCE_LOOKED_INTO,
            Promise.SEPARATORS_IN_ORDER,
            Promise.SEPARATORS_REPEATED,
            Promise.SEPARATORS_ANSWERED,
            Promise.TABLES_BEFORE_SEPARATORS,
            Promise.ROUTED_BY_ITS_CHANGE,
            Promise.OLD_HEADS_DISCARDED,
            Promise.REPORTS_KEPT,
            Promise.FLOWS_KEPT,
            Promise.ONE_MIGRATION,
            Promise.MIGRATION_FOLLOWS,
            Promise.FOUND_BEFORE_UPDATED,
            Promise.ESCAPE_KEPT,
            Promise.ANNOUNCED_AS_IT_IS,
            Promise.ANNOUNCED_AGAIN,
            Promise.KNOWN_FAILURES_AVOIDED);

    private final Network network;
    private final SchemeDescription scheme; // null = nothing is reconfigured
    private final PacketWatch packets; // null = nobody follows them
    private final SeparatorWatch separators; // null = nobody follows them
    private final ManagerWatch manager;
    private final long cutOffAt;
    private final Set<Promise> broken = EnumSet.noneOf(Promise.class);
    private final LastTables tables = new LastTables();
    private final Set<String> halted = new HashSet<>();
    private final Map<String, Long> announced = new HashMap<>(); // last number by switch
    private final Map<String, Long> received = new HashMap<>(); // last number by switch and NIC
    private String inCharge = Perturb.MANAGER; // of two managers the one that took over last
    private long completeAt = -1;
    private long lastDown = -1;
    private long nicUpAt = -1; // when a NIC's link came up last
    private final Map<Integer, Long> changed = new HashMap<>(); // by link: when it last failed or came back
    private final Map<Integer, Long> told = new HashMap<>(); // by link: the last trap that came to the manager
    private long toldAt = -1; // the last trap that came
    private long lookedAt = -1; // when the last discovery began, or traps were believed
    private long linksDown; // as the last discovery found them
    private boolean isResting = true; // no change is under way
    private long allKnownAt = -1; // the last discovery that knew of every failed link
    private Seen seen = Seen.ALL;
    private boolean isMistaken; // a discovery took something for failed that worked
    private boolean isRouted; // paths did not suffice, or a change was asked for: tables of an engine have come
    private boolean lostControl; // a management packet was lost
    private int givenUp; // devices that did not answer, times
    private boolean isBare; // the first tables are not everywhere yet
    private int takeovers; // each for questions that nobody answered, as if they were lost

    /**
     * @param packets null = nobody follows them
     * @param separators null = nobody follows them
     */
    PromiseJudge(Network network, PacketWatch packets, SeparatorWatch separators) {
        this.network = network;
        this.packets = packets;
        this.separators = separators;
        this.cutOffAt = CutOff.first(network);
        this.manager = new ManagerWatch(network, cutOffAt, this::breaks);
        this.isBare = network.resolved().scenario().beginning().bare();
        this.scheme =
                network.resolved().scenario().reconfiguration().description().orElse(null);
    }

    /** Promises that a run cannot judge, each with the reason. */
    static Map<Promise, String> notJudged(boolean isUpToThreads) {
        Map<Promise, String> not = new EnumMap<>(Promise.class);
        if (isUpToThreads) {
            OF_STEPS.forEach(promise -> not.put(promise, STEPS));
            not.put(Promise.RIGHT_NIC, STEPS + "; a NIC that takes a packet that is not for it breaks an invariant");
        }
        return not;
    }

    /** Takes the next event, in the order of cycles. */
    void take(RunEvent event) {
        if (scheme == null) {
            return;
        }
        if (event.kind() == EventKind.TOOK_OVER) {
            inCharge = event.device();
            takeovers++;
        } else if (Perturb.MANAGERS.contains(event.device()) && !event.device().equals(inCharge)) {
            return; // nothing follows from what a manager says that another one has succeeded
        }
        manager.take(event);
        Map<String, Object> details = event.details();
        switch (event.kind()) {
            case PORT_DOWN -> {
                lastDown = event.cycle();
                changed.put(link(event.device(), (long) details.get("port")), event.cycle());
            }
            case PORT_UP -> {
                changed.put(link(event.device(), (long) details.get("port")), event.cycle());
                nicUpAt = isSwitch(event.device()) ? nicUpAt : event.cycle();
            }
            case DEVICE_DOWN -> {
                tables.failed(event.device());
                seen = seen == Seen.ALL ? Seen.SOME : seen;
            }
            case SMP_LOST -> lostControl = true;
            case DISTURBED -> lostControl |= Judge.isLoss(event);
            case DETECTED -> {
                toldAt = event.cycle();
                told.put(link((String) details.get("reporter"), (long) details.get("port")), event.cycle());
            }
            case SWEEP_DONE -> swept(event);
            case CHANGE_FOUND -> {
                isResting = false;
                isRouted |= (long) details.get("asked") == 1;
            }
            case TABLES_READY, UNROUTABLE -> // without new tables, the last ones may be sent once more
                tables.begin((long) details.get("change"));
            case TABLES_SENT -> tablesSent(event);
            case UNREACHABLE -> {
                givenUp++;
                String silent = (String) details.get("target");
                tables.gaveUp(silent, isSwitch(silent), event.cycle());
                waitedInVain(event);
            }
            case REDISCOVERY -> waitedInVain(event);
            case INSTALLED -> tables.installed(event.device(), (long) details.get("change"), event.cycle());
            case TABLES_STORED -> tables.stored(event.device(), (long) details.get("change"));
            case ALL_STORED -> {
                if (!tables.areAllStored()) {
                    breaks(Promise.STORED_AS_SAID, event.cycle());
                }
            }
            case RECONFIGURED -> complete(event);
            case NOT_TOLERATED -> isRouted = true;
            case DROPPED -> dropped(event);
            case DISCARDED -> discarded(event);
            case INJECTION_HALTED -> halted.add(event.device());
            case INJECTION_RESUMED -> halted.remove(event.device());
            case DRAINED -> {
                if (isAllHalted() && hasPackets(event.cycle())) {
                    breaks(Promise.DRAINED_IS_EMPTY, event.cycle());
                }
            }
            case ANNOUNCED -> announced.put(event.device(), (long) details.get("number"));
            case BROADCAST_RECEIVED ->
                received.merge(details.get("reporter") + " " + event.device(), (long) details.get("number"), Math::max);
            default -> {
                // says nothing about promises
            }
        }
    }

    private void swept(RunEvent event) {
        long switches = (long) event.details().get("switches");
        seen = Seen.of(switches, network.fabric().switchCount());
        linksDown = (long) event.details().get("linksDown");
        long began = (long) event.details().get("began");
        lookedAt = began < 0 ? event.cycle() : began;
        long linksFailed = failed(PlannedFault.Element.LINK, event.cycle());
        boolean isKnown = began >= 0
                && linksDown == linksFailed
                && lastDown
                        < lookedAt; // else equal numbers may be of different links, as those of traps may that are late
        allKnownAt = isKnown ? event.cycle() : allKnownAt;
        isMistaken |= linksDown > linksFailed
                || (long) event.details().get("switchesDown") > failed(PlannedFault.Element.SWITCH, event.cycle());
    }

    private long failed(PlannedFault.Element element, long cycle) {
        return network.resolved().faults().stream()
                .filter(fault -> fault.element() == element && fault.at() <= cycle && cycle < fault.until())
                .count();
    }

    private void tablesSent(RunEvent event) {
        String target = (String) event.details().get("target");
        if (!tables.areOf((long) event.details().get("change"))) {
            return;
        }
        if (!isSwitch(target)) {
            tables.sentToNic(target);
            return;
        }
        tables.sentToSwitch(target);
        if (isAllHalted() && hasPackets(event.cycle())) {
            breaks(Promise.TABLES_TO_EMPTY_FABRIC, event.cycle());
        }
    }

    /** Whether the last discovery found every NIC that works, so that a scheme that halts NICs has halted all. */
    private boolean isAllHalted() {
        return seen == Seen.ALL && nicUpAt < lookedAt;
    }

    private boolean isSwitch(String device) {
        int number = network.fabric().deviceByName(device);
        return number >= 0 && network.fabric().isSwitch(number);
    }

    private boolean hasPackets(long cycle) {
        return packets != null && packets.inFabric(cycle) > 0;
    }

    /** The manager has waited until it gave up. */
    private void waitedInVain(RunEvent event) {
        if (!lostControl && !missesSwitch(event.cycle())) {
            manager.gaveUp(Promise.NO_WAIT_IN_VAIN, event.cycle());
        }
    }

    private void complete(RunEvent event) {
        isResting = true;
        isBare = false;
        tables.complete();
        completeAt = event.cycle();
        if (leadsAround() && !tables.areInForce()) {
            breaks(Promise.DONE_MEANS_INSTALLED, event.cycle());
        }
        if (!tables.haveAllNics()) {
            breaks(Promise.NICS_SWITCHED_OVER, event.cycle());
        }
    }

    /**
     * Whether no table leads into a dead link when a change is complete. Where further paths are added, packets that
     * were under way keep to their old ones.
     */
    private boolean leadsAround() {
        return scheme.sources().equals(List.of(PathSource.ENGINE));
    }

    private void dropped(RunEvent event) {
        String cause = (String) event.details().get("cause");
        boolean excused = isMistaken || missesSwitch(event.cycle()) || isBare && takeovers > 0;
        boolean wayless = cause.equals(DropCause.UNREACHABLE.label());
        boolean dead = cause.equals(DropCause.DEAD_OUTPUT.label()) && !isCutOff(event);
        if (dead || wayless && !excused) {
            breaks(Promise.LOST_ONLY_WITH_FAULT, event.cycle());
        }
        if (wayless && !excused) {
            breaks(Promise.ALWAYS_A_WAY, event.cycle());
            if (!isRouted) {
                breaks(Promise.PATHS_COMPLETE, event.cycle());
            }
        }
        if ((dead || wayless && !isCutOff(event)) && !excused && isOfNewPaths(event)) {
            breaks(Promise.PATHS_LEAD_THERE, event.cycle());
        }
    }

    /**
     * Whether a packet was injected after a change that knew of every failed link was complete, and none failed since.
     */
    private boolean isOfNewPaths(RunEvent event) {
        return packets != null
                && !isRouted
                && isResting
                && givenUp == 0
                && completeAt > allKnownAt
                && allKnownAt > lastDown
                && packets.injectedAt((String) event.details().get("packet")).orElse(-1) > completeAt;
    }

    private void discarded(RunEvent event) {
        if (!isCutOff(event)) { // else the packet is lost in any case
            breaks(Promise.NO_DISCARD, event.cycle());
            breaks(Promise.LOST_ONLY_WITH_FAULT, event.cycle());
        }
        if (!isRouted) {
            breaks(Promise.PATHS_DISCARD_NOTHING, event.cycle());
        }
        if (!scheme.listedCases().contains((int) (long) event.details().get("case"))) {
            breaks(Promise.LISTED_CASES_ONLY, event.cycle());
        }
    }

    /**
     * Whether the only switch of a packet's destination, or the link to it, does not work: no way leads there. Others
     * remember that for a while after it works again.
     */
    private boolean isCutOff(RunEvent event) {
        return outages(network.fabric().deviceByName((String) event.details().get("to")))
                .anyMatch(fault -> fault.at() <= event.cycle() && fault.until() > event.cycle() - memory());
    }

    /** Outages of the link of a NIC, and of its switch. */
    private Stream<ResolvedFault> outages(int nic) {
        int attached = network.fabric().attachedSwitch(nic);
        int link = network.fabric().link(nic, 1);
        return network.resolved().faults().stream()
                .filter(fault -> fault.number() == (fault.element() == PlannedFault.Element.SWITCH ? attached : link));
    }

    /** Whether a NIC had been cut off by a cycle: when it is back, nobody tells it to halt until it is found. */
    private boolean hasBeenAway(int nic, long cycle) {
        return outages(network.fabric().nicDevice(nic)).anyMatch(fault -> fault.at() > 0 && fault.at() <= cycle);
    }

    /** Whether a switch has failed by a cycle, or was cut off by failed links. */
    private boolean missesSwitch(long cycle) {
        return cutOffAt <= cycle
                || network.resolved().faults().stream()
                        .anyMatch(fault -> fault.element() == PlannedFault.Element.SWITCH && fault.at() <= cycle);
    }

    /** Notes that something breaks a promise, if the scheme makes that promise at that cycle. */
    void breaks(Promise promise, long cycle) {
        if (promises(cycle).contains(promise)) {
            broken.add(promise);
        }
    }

    /** The promises that hold until a cycle. */
    private Set<Promise> promises(long cycle) {
        if (scheme == null) {
            return Set.of();
        }
        int faults = 0;
        int recoveries = 0;
        for (var fault : network.resolved().faults()) {
            faults += fault.at() > 0 && fault.at() <= cycle ? 1 : 0;
            recoveries += fault.until() <= cycle ? 1 : 0;
        }
        int asked = (int) network.resolved().scenario().reconfigure().stream()
                .filter(plan -> plan.at() <= cycle)
                .count();
        int beside = faults + recoveries > 0 ? asked : Math.max(0, asked - 1);
        return scheme.promises()
                .in(new Promises.Circumstances(
                        network.resolved().scenario().reconfiguration().options(),
                        faults,
                        together(cycle),
                        recoveries + beside,
                        givenUp + manager.mistakes() + takeovers,
                        TreeGeometry.arity(network.fabric())));
    }

    /**
     * The most faults that there have been at a time: each counts on for as long as a switch remembers where packets
     * came back, and once more for the packets that it sent elsewhere.
     */
    private int together(long cycle) {
        return (int) network.resolved().faults().stream()
                .filter(last -> last.at() <= cycle)
                .mapToLong(last -> network.resolved().faults().stream()
                        .filter(fault ->
                                fault.at() > 0 && fault.at() <= last.at() && fault.until() > last.at() - memory())
                        .count())
                .max()
                .orElse(0);
    }

    /** For how long switches that reroute know of what has come back: a time-out, and once more on the way. */
    private long memory() {
        return 2 * network.resolved().scenario().reconfiguration().rerouteTimeout();
    }

    /** Broken promises of a run that came to its end. */
    Set<Promise> broken(Summary summary, boolean beginsAnew) {
        long end = summary.cycles();
        if (summary.outcome() == Outcome.DEADLOCKED) {
            breaks(Promise.NO_DEADLOCK, end);
        }
        if (summary.packets().dropped().containsKey(DropCause.HOP_LIMIT.label())) {
            breaks(Promise.NO_LIVELOCK, end);
        }
        boolean isUnderWay = tables.isUnderWay() && !beginsAnew;
        if (summary.outcome() == Outcome.INCOMPLETE && (isUnderWay || isStuck(summary))) {
            breaks(Promise.RUN_ENDS, end);
        }
        if (tables.isComplete() && isResting && !tables.areInForce()) {
            breaks(Promise.ALL_ON_NEW, end);
        }
        if (summary.outcome() == Outcome.COMPLETED
                && isResting
                && seen == Seen.ALL
                && hasManager()
                && !haveAllTables(end)) {
            breaks(Promise.ALL_ON_NEW, end);
        }
        if (isResting && summary.outcome() != Outcome.FAILED && halted.stream().anyMatch(nic -> isFound(nic, end))) {
            breaks(Promise.ALL_INJECT, end);
        }
        boolean isBehind = hasManager() && toldAt > lookedAt && isWrong(end) && isTold() && !missesSwitch(end);
        if (summary.outcome() == Outcome.COMPLETED && isResting && isBehind) {
            breaks(Promise.TRAPS_ANSWERED, end);
        }
        if (summary.outcome() == Outcome.COMPLETED && sweeps() && lookedAt <= lastChange(end)) {
            breaks(Promise.SWEPT_AFTER_FAULTS, end);
        }
        if (summary.outcome() == Outcome.COMPLETED && !lostControl && !missesSwitch(end) && !haveAllReceived()) {
            breaks(Promise.NICS_KNOW, end);
        }
        return broken();
    }

    /**
     * Whether the last discovery has found something else than there is. Where it has missed some switches, the links
     * of these do not count for the manager, and traps tell nothing new about them; where it has missed all, any trap
     * is of one that works.
     */
    private boolean isWrong(long end) {
        return seen == Seen.NONE || seen == Seen.ALL && linksDown != failed(PlannedFault.Element.LINK, end);
    }

    /**
     * Whether a NIC works, has not been given up or has been found since, and no switch was missed that may lead to it.
     */
    private boolean isFound(String nic, long end) {
        int link = link(nic, 1);
        boolean isDown = network.resolved().faults().stream()
                .anyMatch(fault -> fault.element() == PlannedFault.Element.LINK
                        && fault.number() == link
                        && fault.at() <= end
                        && end < fault.until());
        boolean isSilent = tables.silentAt(nic) >= Math.max(0, lookedAt);
        return seen == Seen.ALL && !isDown && !isSilent && changed.getOrDefault(link, -1L) <= lookedAt;
    }

    /**
     * Whether something is left that no change will free, packets or what switches have to send: the manager has
     * finished, every device has answered it, and nothing has come to a NIC in the second half of the run. A run that
     * comes to rest before its limit has nothing left but messages that their senders have given up.
     */
    private boolean isStuck(Summary summary) {
        Long last = summary.messages().lastAt();
        boolean isQuiet = last == null || last < summary.cycles() / 2;
        boolean isMissed = givenUp + manager.mistakes() > 0 || missesSwitch(summary.cycles());
        boolean isAtLimit =
                summary.cycles() >= network.resolved().scenario().run().limit();
        return isAtLimit && isResting && isQuiet && !isMissed;
    }

    /** Whether each switch that restarted before the last discovery began, and answers, has got tables since. */
    private boolean haveAllTables(long end) {
        return network.resolved().faults().stream()
                .filter(fault -> fault.element() == PlannedFault.Element.SWITCH && fault.until() <= end)
                .filter(fault -> fault.until() < lookedAt)
                .allMatch(fault -> {
                    String name = network.fabric().deviceName(fault.number());
                    boolean isSilent = tables.silentAt(name) >= lookedAt;
                    return isSilent || tables.installedAt(name) >= fault.until();
                });
    }

    private boolean sweeps() {
        return hasManager() && network.resolved().scenario().manager().sweep() > 0;
    }

    /** When something failed or worked again last, before the end; -1 = never. */
    private long lastChange(long end) {
        return network.resolved().faults().stream()
                .filter(fault -> fault.at() > 0 && fault.at() <= end)
                .mapToLong(fault -> fault.until() <= end ? fault.until() : fault.at())
                .max()
                .orElse(-1);
    }

    private boolean hasManager() {
        return scheme != null
                && scheme.hasManager(
                        network.resolved().scenario().reconfiguration().options());
    }

    private int link(String device, long port) {
        return network.fabric().link(network.fabric().deviceByName(device), (int) port);
    }

    /** Whether a trap has come, of one of its ends, since each link changed last. */
    private boolean isTold() {
        return changed.entrySet().stream().allMatch(each -> told.getOrDefault(each.getKey(), -1L) >= each.getValue());
    }

    /** Broken promises of a run that a broken invariant broke off, as far as they are known. */
    Set<Promise> brokenOff() {
        breaks(Promise.NO_BROKEN_INVARIANT, LAST);
        return broken();
    }

    private Set<Promise> broken() {
        manager.end();
        if (packets != null && packets.isWrongNic()) {
            breaks(Promise.RIGHT_NIC, LAST);
        }
        if (packets != null) {
            packets.revisits().forEach(cycle -> breaks(Promise.NO_REVISIT, cycle));
            if (isOneWay()) {
                packets.overtaken().stream()
                        .filter(packet -> !hasBeenAway(packet.nic(), packet.cycle()))
                        .forEach(packet -> breaks(Promise.ORDER, packet.cycle()));
            }
            packets.wrongCuts().forEach(cycle -> breaks(Promise.RIGHT_PACKET_CUT, cycle));
        }
        if (separators != null) {
            separators.broken().forEach((promise, cycles) -> cycles.forEach(cycle -> breaks(promise, cycle)));
        }
        return broken;
    }

    /** Whether all packets from a NIC to another have one way and one VL to wait on. */
    private boolean isOneWay() {
        return network.isRoutedByTables()
                && network.resolved().scenario().switches().lanes() == 1;
    }

    private boolean haveAllReceived() {
        for (Map.Entry<String, Long> last : announced.entrySet()) {
            for (int nic = 0; nic < network.fabric().nicCount(); nic++) {
                String name = network.fabric().deviceName(network.fabric().nicDevice(nic));
                if (received.getOrDefault(last.getKey() + " " + name, -1L) < last.getValue()) {
                    return false;
                }
            }
        }
        return true;
    }
}
