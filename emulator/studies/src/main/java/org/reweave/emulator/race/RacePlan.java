package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.perturb.Spread;
import org.reweave.emulator.perturb.Spread.Shape;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.PlannedFault.Element;
import org.reweave.emulator.scenario.PlannedRouting;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.routing.model.Mix;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import org.reweave.routing.topology.SwitchGraph;

/** The runs of a race: the scenario of each seed, a pure function of the base scenario, the variations and the seed. */
public final class RacePlan {
    private static final long PURPOSE = 0x72616365L;
    private static final int SHIFT = 0;
    private static final int HAS_SECOND = 1;
    private static final int SECOND_AT = 2;
    private static final int SECOND_LINK = 3;
    private static final int HAS_RECOVERY = 4;
    private static final int RECOVERY_AT = 5;

    private final Scenario base;
    private final Fabric fabric;
    private final ResolvedScenario resolved;
    private final Set<RaceVariation> variations;

    /**
     * @param base scenario
     * @throws ScenarioException when something is wrong with the scenario
     */
    public RacePlan(Scenario base, Set<RaceVariation> variations) {
        this.base = base;
        this.resolved = ResolvedScenario.of(base);
        this.fabric = resolved.fabric();
        this.variations = Set.copyOf(variations);
        new Network(resolved); // so that what an engine or a scheme refuses is said before the first run
    }

    /** The scenario that is varied. */
    public Scenario base() {
        return base;
    }

    public Fabric fabric() {
        return fabric;
    }

    /** Whether the scheduling of threads decides, too: then a run can be replayed from its journal only. */
    public boolean isUpToThreads() {
        return base.run().isUpToThreads();
    }

    /** The promises of the scheme that runs judge, and those that they do not. */
    public PromiseScope promises() {
        return PromiseScope.of(base.reconfiguration(), fabric, base.run().isUpToThreads());
    }

    /** Variations from run to run. */
    public Set<RaceVariation> variations() {
        return variations;
    }

    /** The network of a seed. A recovery or a second fault that the scenario does not allow is left out. */
    public Network network(long seed) {
        for (int left = 2; ; left--) {
            try {
                return new Network(ResolvedScenario.of(scenario(seed, left > 0, left > 1), fabric));
            } catch (ScenarioException e) {
                if (left == 0) {
                    throw e;
                }
            }
        }
    }

    private Scenario scenario(long seed, boolean second, boolean recovery) {
        List<PlannedFault> faults = new ArrayList<>();
        List<PlannedRouting> plans = new ArrayList<>();
        base.faults().forEach(fault -> faults.add(shifted(fault, faults.size(), seed)));
        for (PlannedRouting plan : base.reconfigure()) {
            plans.add(new PlannedRouting(plan.at() + shift(100 + plans.size(), seed), plan.routing()));
        }
        if (second && has(RaceVariation.SECOND_FAULTS) && draw(seed, HAS_SECOND, 0, 2) == 0) {
            addSecondFault(faults, plans, seed);
        }
        if (recovery && has(RaceVariation.RECOVERIES) && draw(seed, HAS_RECOVERY, 0, 3) == 0) {
            addRecovery(faults, seed);
        }
        Perturb perturb =
                has(RaceVariation.DISTURBANCES) && base.perturb().isOff() ? usualDisturbances() : base.perturb();
        Scenario varied = base.seeded(seed).happening(faults, base.randomFaults(), plans, perturb);
        return ScenarioLoader.parse(base.name() + ", seed " + seed, varied.resolved(), List.of());
    }

    private boolean has(RaceVariation variation) {
        return variations.contains(variation);
    }

    private static int draw(long seed, int purpose, int counter, long bound) {
        return Mix.below(Mix.mix(seed, purpose, PURPOSE, counter), (int) Math.min(bound, Integer.MAX_VALUE));
    }

    /** The measured time. */
    private long span() {
        return base.run().duration() - base.run().warmup();
    }

    private long shift(int index, long seed) {
        return has(RaceVariation.FAULT_TIMES) ? draw(seed, SHIFT, index, span() / 20 + 1) : 0;
    }

    private PlannedFault shifted(PlannedFault fault, int index, long seed) {
        if (fault.at() == 0) {
            return fault;
        }
        long by = shift(index, seed);
        long until = fault.isRepaired() ? fault.until() + by : PlannedFault.FOR_EVER;
        return new PlannedFault(fault.at() + by, until, fault.element(), fault.target());
    }

    /** Another link fails within a tenth of the measured time after the first fault or plan; the fabric stays whole. */
    private void addSecondFault(List<PlannedFault> faults, List<PlannedRouting> plans, long seed) {
        long first = faults.stream()
                .mapToLong(PlannedFault::at)
                .filter(at -> at > 0)
                .min()
                .orElse(Long.MAX_VALUE);
        first = Math.min(
                first, plans.stream().mapToLong(PlannedRouting::at).min().orElse(Long.MAX_VALUE));
        if (first == Long.MAX_VALUE) {
            return;
        }
        List<Integer> links = IntStream.range(0, fabric.linkCount())
                .filter(link -> fabric.isTrunk(link) && staysWholeWithout(link))
                .boxed()
                .toList();
        if (!links.isEmpty()) {
            int link = links.get(draw(seed, SECOND_LINK, 0, links.size()));
            long at = first + 1 + draw(seed, SECOND_AT, 0, span() / 10 + 1);
            faults.add(new PlannedFault(at, PlannedFault.FOR_EVER, Element.LINK, LinkNames.nameOf(fabric, link)));
        }
    }

    private boolean staysWholeWithout(int link) {
        Faults all = Faults.none().withLink(link);
        for (ResolvedScenario.ResolvedFault fault : resolved.faults()) {
            if (fault.element() == Element.LINK) {
                if (fault.number() == link) {
                    return false;
                }
                all = all.withLink(fault.number());
            }
        }
        SwitchGraph graph = SwitchGraph.of(fabric, all);
        return IntStream.range(1, fabric.switchCount()).allMatch(device -> graph.connected(0, device));
    }

    private void addRecovery(List<PlannedFault> faults, long seed) {
        for (int i = 0; i < faults.size(); i++) {
            PlannedFault fault = faults.get(i);
            if (fault.at() > 0 && !fault.isRepaired() && fault.element() == Element.LINK) {
                long until = fault.at() + span() / 100 + 1 + draw(seed, RECOVERY_AT, i, span() / 10 + 1);
                faults.set(i, new PlannedFault(fault.at(), until, fault.element(), fault.target()));
                return;
            }
        }
    }

    /** Delays that reorder what happens while tables are distributed, and now and then a lost SMP. */
    private Perturb usualDisturbances() {
        long timeout = base.manager().timeout();
        Map<Site, Spread> spreads = new EnumMap<>(Site.class);
        spreads.put(Site.SMP_DELAY, new Spread(Shape.EXPONENTIAL, List.of(Math.max(1, timeout / 100)), 0.2));
        spreads.put(Site.INSTALL_DELAY, new Spread(Shape.UNIFORM, List.of(0L, Math.max(1, timeout / 10)), 0.3));
        spreads.put(Site.DETECTION_DELAY, new Spread(Shape.UNIFORM, List.of(0L, Math.max(1, timeout / 10)), 0.5));
        spreads.put(Site.COMPUTATION, new Spread(Shape.EXPONENTIAL, List.of(Math.max(1, timeout / 20)), 0.5));
        spreads.put(Site.SMP_LOSS, Spread.happening(0.01));
        spreads.put(Site.TRAP_LOSS, Spread.happening(base.manager().sweep() > 0 ? 0.1 : 0));
        long places = Math.max(1, fabric.switchCount() / 2);
        spreads.put(Site.ORDER, new Spread(Shape.UNIFORM, List.of(0L, places), 0.3));
        return new Perturb(spreads, List.of());
    }

    /** The disturbances of the base scenario, or the usual ones, in words; by site. */
    public String disturbances() {
        Perturb perturb =
                has(RaceVariation.DISTURBANCES) && base.perturb().isOff() ? usualDisturbances() : base.perturb();
        return perturb.spreads().keySet().stream()
                .sorted(Comparator.naturalOrder())
                .map(Site::label)
                .reduce((a, b) -> a + ", " + b)
                .orElse("none");
    }
}
