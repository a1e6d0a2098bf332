package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.reweave.emulator.batch.SharedTables;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.perturb.Spread;
import org.reweave.emulator.race.Moments.Asked;
import org.reweave.emulator.race.Moments.Moment;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.PlannedFault.Element;
import org.reweave.emulator.scenario.PlannedRouting;
import org.reweave.emulator.scenario.RandomFaults;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ResolvedScenario.ResolvedFault;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.routing.model.Mix;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The scenario of one seed of a race. Every draw is a function of a purpose and of the seed of a variation, so that
 * what one variation draws moves no other; a {@link SeedPath} gives some variations other seeds than the rest.
 */
final class SeededScenario {
    private static final long PURPOSE = 0x72616365L;
    private static final int SHIFT = 0;
    private static final int HAPPENS = 1;
    private static final int AT = 2;
    private static final int LINK = 3;
    private static final int LENGTH = 4;
    private static final int SWITCH = 5;
    private static final int IS_AIMED = 6;
    private static final int MOMENT = 7; // and the next one
    private static final int WIDTH = 9;
    private static final int OFFSET = 10;
    private static final int IS_NEAR = 11;
    private static final int SITE = 12;
    private static final int BUFFER = 13;
    private static final int DEVICE = 14;
    private static final int OCCURRENCE = 15;
    private static final int IS_SHORT = 16;
    private static final int IS_AT_PORT = 17;
    private static final int IS_WITHIN = 18;
    private static final int WITHIN = 19; // and the next two
    private static final int IS_OLD = 22;
    private static final int TAKEOVER = 30; // and what follows

    private static final int SMALL_BUFFER = 4; // SMPs
    private static final int SMPS_OF_CHANGE = 8; // that come to a device, about
    private static final int EXCHANGES = 20; // that fail one after the other before a run is too long

    private final RacePlan plan;
    private final Scenario base;
    private final Fabric fabric;
    private final SharedTables tables; // of all networks of this seed, most of whose faults are the same
    private final long seed;
    private final long[] seeds = new long[RaceVariation.values().length + 1]; // by variation; the last one is the run's
    private final List<PlannedFault> faults = new ArrayList<>();
    private final List<PlannedRouting> changes = new ArrayList<>();
    private List<Perturb.Named> lost = List.of(); // by a device that is silent
    private RandomFaults randomFaults;
    private DrawnTakeover takeover; // null = none
    private List<String> hang = List.of(); // of the first manager
    private Moments moments; // null = not looked for yet

    SeededScenario(RacePlan plan, long seed) {
        this.plan = plan;
        this.fabric = plan.fabric();
        this.tables = new SharedTables(fabric);
        this.seed = seed;
        this.randomFaults = plan.base().randomFaults();
        vary();
        this.base = withStandby(plan.base());
        List<ResolvedFault> named = namedFaults(base);
        base.faults().forEach(fault -> faults.add(shifted(fault, firstOf(faults.size(), named))));
        for (PlannedRouting change : base.reconfigure()) {
            changes.add(change.at(change.at() + shift(100 + changes.size())));
        }
    }

    /**
     * The network with everything that is drawn. Random faults that the seed makes impossible are left out; so are
     * other times of faults and changes, at which a switch that a change names as its root may be down.
     */
    Network network() {
        Network network = networkAtItsTimes();
        if (takeover != null) {
            hang = takeover.hang(moment(RaceVariation.TAKEOVERS, network), first(), span());
            network = network(faults);
            moments = null; // the hang changes what follows
        }
        if (happens(RaceVariation.SILENCES)) {
            lost = silence(network);
            network = lost.isEmpty() ? network : network(faults);
        }
        for (RaceVariation one : List.of(
                RaceVariation.SECOND_FAULTS,
                RaceVariation.FLAPS,
                RaceVariation.RESTARTS,
                RaceVariation.RECOVERIES,
                RaceVariation.NIC_OUTAGES)) {
            List<PlannedFault> more = happens(one) ? with(one, network) : faults;
            Scenario now = network.resolved().scenario();
            if (!more.equals(faults) && more.stream().allMatch(fault -> happensIn(now, fault))) {
                try {
                    network = network(now.happening(more, now.randomFaults(), now.reconfigure(), now.perturb()));
                    faults.clear();
                    faults.addAll(more);
                } catch (ScenarioException e) {
                    continue; // not possible in this scenario
                }
            }
        }
        return network;
    }

    private Network networkAtItsTimes() {
        for (Runnable leaveOut : List.<Runnable>of(this::leaveRandomFaultsOut, this::leaveTimesAsTheyWere)) {
            try {
                return network(faults);
            } catch (ScenarioException e) {
                leaveOut.run();
            }
        }
        return network(faults);
    }

    private void leaveRandomFaultsOut() {
        randomFaults = randomFaults.off();
    }

    private void leaveTimesAsTheyWere() {
        faults.clear();
        faults.addAll(base.faults());
        changes.clear();
        changes.addAll(base.reconfigure());
    }

    private Network network(List<PlannedFault> all) {
        Scenario varied = base.seeded(seeds[seeds.length - 1]).happening(all, randomFaults, changes, perturb());
        Scenario read = ScenarioLoader.parse(base.name() + ", seed " + seed, varied.resolved(), overrides());
        return network(read);
    }

    private Network network(Scenario scenario) {
        return new Network(ResolvedScenario.of(scenario, fabric), tables::engine);
    }

    /**
     * Whether a scenario's text may have such a fault. Everything else in it was read with the seed's first network: to
     * read all of it again for each fault took 6% of a race's time.
     */
    private static boolean happensIn(Scenario scenario, PlannedFault fault) {
        return fault.at() < scenario.run().limit() && fault.at() < fault.until();
    }

    private void vary() {
        Arrays.fill(seeds, SeedPath.root(seed));
        List<Integer> steps = SeedPath.steps(seed);
        for (int i = 0; i < steps.size(); i++) {
            long drawn = Mix.mix(SeedPath.root(seed), steps.get(i), PURPOSE, i);
            seeds[Mix.below(drawn, seeds.length)] = drawn >>> 1;
        }
    }

    private int draw(int purpose, RaceVariation of, long bound) {
        return draw(purpose, of, 1000 + of.ordinal(), bound);
    }

    private int draw(int purpose, RaceVariation of, int counter, long bound) {
        long bits = Mix.mix(seeds[of.ordinal()], purpose, PURPOSE, counter);
        return Mix.below(bits, (int) Math.min(bound, Integer.MAX_VALUE));
    }

    private boolean happens(RaceVariation one) {
        int oneIn =
                switch (one) {
                    case SECOND_FAULTS, PARTIAL_TABLES -> 2;
                    case RECOVERIES -> 3;
                    case FLAPS, SMP_BUFFERS, NIC_OUTAGES -> 4;
                    case SILENCES -> 5;
                    case RESTARTS -> 6;
                    case TAKEOVERS -> plan.base().manager().standby().exists() ? 1 : 10;
                    case DISTURBANCES, FAULT_TIMES, MOMENTS -> 1;
                };
        boolean losesTraps = one == RaceVariation.RESTARTS || one == RaceVariation.SMP_BUFFERS;
        boolean sweeps = plan.base().manager().sweep() > 0;
        boolean isPossible = !losesTraps || sweeps; // without sweeps a lost trap is never missed
        return plan.has(one) && isPossible && draw(HAPPENS, one, oneIn) == 0;
    }

    /** The measured time. */
    private long span() {
        return base.run().duration() - base.run().warmup();
    }

    private long shift(int index) {
        return plan.has(RaceVariation.FAULT_TIMES) ? draw(SHIFT, RaceVariation.FAULT_TIMES, index, span() / 20 + 1) : 0;
    }

    /** The faults of a scenario; the run's seed has drawn those elements that it leaves to chance. */
    private List<ResolvedFault> namedFaults(Scenario of) {
        Scenario seeded = of.seeded(seeds[seeds.length - 1]);
        return ResolvedScenario.of(
                        seeded.happening(of.faults(), randomFaults.off(), of.reconfigure(), of.perturb()), fabric)
                .faults();
    }

    private Scenario withStandby(Scenario alone) {
        RaceVariation one = RaceVariation.TAKEOVERS;
        if (!alone.reconfiguration().canBeTakenOver() || !happens(one)) {
            return alone;
        }
        DrawnTakeover drawn = new DrawnTakeover(alone, drawOf(TAKEOVER, one));
        List<String> keys = drawn.standby(plan.resolved(), namedFaults(alone));
        takeover = keys.isEmpty() ? null : drawn;
        return keys.isEmpty() ? alone : ScenarioLoader.parse(alone.name(), alone.resolved(), keys);
    }

    /** Which fault of the scenario is the first of an element: all of them are shifted alike, so that none overlap. */
    private static int firstOf(int index, List<ResolvedFault> all) {
        return IntStream.rangeClosed(0, index)
                .filter(i -> all.get(i).name().equals(all.get(index).name()))
                .findFirst()
                .orElseThrow();
    }

    private PlannedFault shifted(PlannedFault fault, int index) {
        if (fault.at() == 0) {
            return fault;
        }
        long by = shift(index);
        long until = fault.isRepaired() ? fault.until() + by : PlannedFault.FOR_EVER;
        return fault.at(fault.at() + by, until);
    }

    /** Each kind of the usual disturbances happens in half of the runs, so that none hides what another would show. */
    private Perturb perturb() {
        List<Perturb.Named> named = new ArrayList<>(base.perturb().named());
        named.addAll(lost);
        if (!plan.hasUsualDisturbances()) {
            return new Perturb(base.perturb().spreads(), named);
        }
        Map<Site, Spread> some = new EnumMap<>(Site.class);
        plan.usualDisturbances().forEach((site, spread) -> {
            if (draw(SITE, RaceVariation.DISTURBANCES, site.ordinal(), 2) == 0) {
                some.put(site, spread);
            }
        });
        return new Perturb(some, named);
    }

    /**
     * A device loses all tries of one request, or of two that are open at a time.
     *
     * @param now the network without the variation
     */
    private List<Perturb.Named> silence(Network now) {
        RaceVariation one = RaceVariation.SILENCES;
        Asked asked = isAimed(one) ? momentsOf(now).drawnRequest(drawOf(MOMENT, one)) : null;
        int device = asked == null ? draw(DEVICE, one, fabric.deviceCount()) : asked.device();
        if (now.resolved().managerNics().contains(device)) {
            return List.of(); // what comes to it are answers
        }
        int changes = 1 + base.faults().size() + base.reconfigure().size();
        long first = asked == null ? draw(OCCURRENCE, one, (long) SMPS_OF_CHANGE * changes) : asked.occurrence();
        int tries = base.manager().retries() + 1;
        int length = tries + draw(LENGTH, one, tries + 1);
        String name = now.names()[device]; // also of a manager that another one asks
        return LongStream.range(first, first + length)
                .mapToObj(next -> new Perturb.Named(Site.SMP_LOSS, name, next, 1))
                .filter(loss -> base.perturb().named().stream().noneMatch(other -> isAtOnePlace(loss, other)))
                .toList();
    }

    private static boolean isAtOnePlace(Perturb.Named one, Perturb.Named other) {
        return one.site() == other.site()
                && one.device().equals(other.device())
                && one.occurrence() == other.occurrence();
    }

    /** A limit at which a change that has not ended waits for more than answers that were lost or late. */
    private long timeToEnd() {
        return plan.variations().isEmpty() ? 0 : base.run().duration() + EXCHANGES * patience();
    }

    /** After which the manager gives up a device that does not answer. */
    private long patience() {
        return (base.manager().retries() + 1) * base.manager().timeout();
    }

    private List<String> overrides() {
        List<String> overrides = new ArrayList<>(hang);
        if (happens(RaceVariation.SMP_BUFFERS)) {
            overrides.add("device.switch.smp-buffer=" + (1 + draw(BUFFER, RaceVariation.SMP_BUFFERS, SMALL_BUFFER)));
        }
        if (base.run().limit() < timeToEnd()) {
            overrides.add("run.limit=" + timeToEnd() + "cycles");
        }
        if (happens(RaceVariation.PARTIAL_TABLES)) {
            overrides.add("manager.table-packet=pieces");
        }
        return overrides;
    }

    /** The first fault or planned change; -1 = there is none. */
    private long first() {
        return LongStream.concat(
                        faults.stream().mapToLong(PlannedFault::at).filter(at -> at > 0),
                        changes.stream().mapToLong(PlannedRouting::at))
                .min()
                .orElse(-1);
    }

    /** @param now the network without the variation */
    private List<PlannedFault> with(RaceVariation one, Network now) {
        long first = first();
        if (first < 0) {
            return faults;
        }
        Moment moment = moment(one, now);
        long at = moment == null ? first + 1 + draw(AT, one, span() / 10 + 1) : moment.cycle();
        return switch (one) {
            case SECOND_FAULTS -> withLink(one, at, PlannedFault.FOR_EVER, moment, now);
            case FLAPS -> withLink(one, at, at + flap(one), moment, now);
            case RESTARTS -> withRestart(one, at, moment, now);
            case NIC_OUTAGES -> withNic(one, at, moment, now);
            default -> withRecovery(one, at, moment);
        };
    }

    /** Shorter than the detection, or than its usual delay. */
    private long flap(RaceVariation one) {
        long detection = base.switches().agentDelay();
        boolean isShort = draw(LENGTH, one, 2) == 0;
        long longest = isShort ? detection : detection + base.manager().timeout() / 20;
        return 1L + draw(LENGTH, one, one.ordinal(), longest);
    }

    /** Near an event, or in the middle of something. Null = anywhere. */
    private Moment moment(RaceVariation one, Network now) {
        if (!isAimed(one)) {
            return null;
        }
        Moment within = draw(IS_WITHIN, one, 2) == 0
                ? momentsOf(now).drawnWithin(drawOf(WITHIN, one), (device, port) -> isPlace(one, device, port))
                : null;
        if (within != null) {
            return within;
        }
        Moment event = momentsOf(now).drawn(drawOf(MOMENT, one));
        return event == null ? null : event.at(Math.max(1, event.cycle() + offset(one)));
    }

    /**
     * Whether a variation may strike what a stretch is of: a link at its port, or its device. Of the managers'
     * stretches the time alone counts.
     */
    private boolean isPlace(RaceVariation one, int device, int port) {
        if (device < 0 || device >= fabric.deviceCount()) {
            return true;
        }
        int link = port > 0 ? fabric.link(device, port) : -1;
        boolean isOfNic = link >= 0 ? !fabric.isTrunk(link) : !fabric.isSwitch(device);
        return switch (one) {
            case NIC_OUTAGES -> isOfNic;
            case SECOND_FAULTS, FLAPS -> !isOfNic;
            case RESTARTS -> fabric.isSwitch(device);
            default -> true;
        };
    }

    private boolean isAimed(RaceVariation one) {
        return plan.has(RaceVariation.MOMENTS) && !plan.isUpToThreads() && draw(IS_AIMED, one, 2) == 0;
    }

    private Moments momentsOf(Network now) {
        if (moments == null) {
            moments = Moments.of(now);
        }
        return moments;
    }

    private Moments.Draw drawOf(int first, RaceVariation one) {
        return (purpose, bound) -> draw(first + purpose, one, bound);
    }

    /** Cycles from an event to the fault that is aimed at it. */
    private long offset(RaceVariation one) {
        long timeout = base.manager().timeout();
        long width = List.of(0L, timeout / 100, timeout / 10).get(draw(WIDTH, one, 3));
        return draw(OFFSET, one, 2 * width + 1) - width;
    }

    private List<PlannedFault> withLink(RaceVariation one, long at, long until, Moment moment, Network now) {
        return withOneOf(IntStream.range(0, fabric.linkCount()).filter(fabric::isTrunk), one, at, until, moment, now);
    }

    /** A flap, or so long that the NIC is given up and changes begin and end meanwhile. */
    private List<PlannedFault> withNic(RaceVariation one, long at, Moment moment, Network now) {
        boolean isShort = draw(LENGTH, one, 2) == 0;
        long until = at + (isShort ? flap(one) : 1 + draw(AT, one, LENGTH, span() + 2 * patience()));
        List<Integer> managers = now.resolved().managerNics();
        IntStream links = IntStream.range(0, fabric.linkCount())
                .filter(link -> !fabric.isTrunk(link)
                        && !managers.contains(fabric.linkDevice(link, 0))
                        && !managers.contains(fabric.linkDevice(link, 1)));
        return withOneOf(links, one, at, until, moment, now);
    }

    private List<PlannedFault> withOneOf(
            IntStream links, RaceVariation one, long at, long until, Moment moment, Network now) {
        List<PlannedFault> possible = links.mapToObj(
                        link -> new PlannedFault(at, until, Element.LINK, LinkNames.nameOf(fabric, link)))
                .filter(fault -> faults.stream().noneMatch(other -> isOfOneTime(fault, other)))
                .filter(fault -> isWhole(now, fault))
                .toList();
        List<PlannedFault> near = possible.stream()
                .filter(fault -> moment != null && isAt(fault.target(), moment, isOfPort(one, moment)))
                .toList();
        boolean isNear = !near.isEmpty() && isNear(one, moment);
        List<PlannedFault> all = isNear ? near : possible;
        return all.isEmpty() ? faults : and(all.get(draw(LINK, one, all.size())));
    }

    /** Half of the faults that are aimed at an event, and all that are placed in the middle of something. */
    private boolean isNear(RaceVariation one, Moment moment) {
        return moment.isWithin() || draw(IS_NEAR, one, 2) == 0;
    }

    /** Whether two faults are of one link or switch, and one begins before the other is over. */
    private static boolean isOfOneTime(PlannedFault one, PlannedFault other) {
        return one.target().equals(other.target()) && one.at() <= other.until() && other.at() <= one.until();
    }

    /** Half of the events that have a port, and whatever is under way at one: it has nothing to do with other links. */
    private boolean isOfPort(RaceVariation one, Moment moment) {
        return moment.isWithin() || draw(IS_AT_PORT, one, 2) == 0;
    }

    /** Whether a link is at the port that a moment is of, if that is wanted and there is one, or else at its device. */
    private boolean isAt(String linkName, Moment moment, boolean isOfPort) {
        int link = link(linkName);
        int port = moment.port();
        return port > 0 && isOfPort
                ? fabric.link(moment.device(), port) == link
                : fabric.linkDevice(link, 0) == moment.device() || fabric.linkDevice(link, 1) == moment.device();
    }

    private int link(String name) {
        return IntStream.range(0, fabric.linkCount())
                .filter(link -> LinkNames.nameOf(fabric, link).equals(name))
                .findFirst()
                .orElse(-1);
    }

    private List<PlannedFault> withRestart(RaceVariation one, long at, Moment moment, Network now) {
        boolean isShort = draw(IS_SHORT, one, 2) == 0;
        long until = at + (isShort ? flap(one) : 1 + draw(LENGTH, one, span() / 10 + 1));
        boolean isOld = !base.beginning().bare() && draw(IS_OLD, one, 3) == 0;
        List<Integer> managers = now.resolved().managerNics().stream()
                .map(fabric::attachedSwitch)
                .toList();
        List<PlannedFault> possible = IntStream.range(0, fabric.switchCount())
                .filter(device -> !managers.contains(device))
                .mapToObj(device -> new PlannedFault(at, until, Element.SWITCH, fabric.deviceName(device), isOld))
                .filter(fault -> isWhole(now, fault))
                .toList();
        if (possible.isEmpty()) {
            return faults;
        }
        List<PlannedFault> near = possible.stream()
                .filter(fault -> moment != null && fabric.deviceByName(fault.target()) == moment.device())
                .toList();
        boolean isNear = !near.isEmpty() && isNear(one, moment);
        List<PlannedFault> all = isNear ? near : possible;
        return and(all.get(draw(SWITCH, one, all.size())));
    }

    private List<PlannedFault> withRecovery(RaceVariation one, long at, Moment moment) {
        for (int i = 0; i < faults.size(); i++) {
            PlannedFault fault = faults.get(i);
            if (fault.at() > 0 && !fault.isRepaired() && fault.element() == Element.LINK) {
                long until = moment != null && at > fault.at()
                        ? at
                        : fault.at() + span() / 100 + 1 + draw(AT, one, span() / 10 + 1);
                List<PlannedFault> all = new ArrayList<>(faults);
                all.set(i, fault.at(fault.at(), until));
                return all;
            }
        }
        return faults;
    }

    private List<PlannedFault> and(PlannedFault more) {
        List<PlannedFault> all = new ArrayList<>(faults);
        all.add(more);
        return all;
    }

    /** Whether the switches that do not fail stay joined to each other with one more fault, as long as that lasts. */
    private boolean isWhole(Network now, PlannedFault more) {
        List<ResolvedFault> others = now.resolved().faults();
        LongStream later =
                others.stream().mapToLong(ResolvedFault::at).filter(at -> at > more.at() && at < more.until());
        return LongStream.concat(LongStream.of(more.at()), later).allMatch(at -> isWholeAt(at, others, more));
    }

    private boolean isWholeAt(long cycle, List<ResolvedFault> others, PlannedFault more) {
        Faults failed = more.element() == Element.SWITCH
                ? Faults.none().withDevice(fabric.deviceByName(more.target()))
                : Faults.none().withLink(link(more.target()));
        for (ResolvedFault fault : others) {
            if (fault.at() <= cycle && cycle < fault.until()) {
                failed = fault.element() == Element.LINK
                        ? failed.withLink(fault.number())
                        : failed.withDevice(fault.number());
            }
        }
        Faults all = failed;
        SwitchGraph graph = SwitchGraph.of(fabric, all);
        int[] left =
                IntStream.range(0, fabric.switchCount()).filter(all::deviceUp).toArray();
        return IntStream.of(left).allMatch(device -> graph.connected(left[0], device));
    }
}
