package org.reweave.emulator.race;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.perturb.Spread;
import org.reweave.emulator.perturb.Spread.Shape;
import org.reweave.emulator.scenario.Recabling;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.routing.topology.Fabric;

/**
 * The runs of a race: the scenario of each seed, a function of the base scenario, the variations and the seed alone.
 */
public final class RacePlan {

    private final Scenario base;
    private final Fabric fabric;
    private final ResolvedScenario resolved;
    private final Set<RaceVariation> variations;

    /**
     * @param base scenario
     * @throws ScenarioException when something is wrong with the scenario
     */
    public RacePlan(Scenario base, Set<RaceVariation> variations) {
        if (!base.recabling().equals(Recabling.NONE)) {
            throw new ScenarioException(List.of(base.sources()
                    .problem(
                            base.recabling().events().isEmpty() ? "fabric.spare-ports" : "wiring",
                            "changes the fabric, and what races judge goes by links and switches that fail and work again",
                            "leave it out, and write faults")));
        }
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

    /** The points that some runs have reached, of those that they could have. */
    public ReachedPoints reach(List<RaceRun> runs) {
        return ReachedPoints.of(
                runs,
                base.reconfiguration()
                        .description()
                        .map(scheme -> Set.copyOf(scheme.listedCases()))
                        .orElse(Set.of()));
    }

    /** Variations from run to run. */
    public Set<RaceVariation> variations() {
        return variations;
    }

    /**
     * The network of a seed. Where a second fault, a flap, a restart or a recovery is not possible together with the
     * others it is left out. A moment of the protocol is found by a run that is made now.
     */
    public Network network(long seed) {
        return new SeededScenario(this, seed).network();
    }

    boolean has(RaceVariation variation) {
        return variations.contains(variation);
    }

    /** The scenario that is varied, against its fabric. */
    ResolvedScenario resolved() {
        return resolved;
    }

    boolean hasUsualDisturbances() {
        return has(RaceVariation.DISTURBANCES) && base.perturb().isOff();
    }

    /**
     * Delays that reorder what happens while tables are distributed, now and then a lost SMP, messages that come late
     * or twice, clocks that drift and NICs that hang.
     */
    Map<Site, Spread> usualDisturbances() {
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
        List<Long> aroundTimeout = List.of(
                Math.max(1, timeout / 50), Math.max(1, timeout / 5), timeout + timeout / 20, timeout + timeout / 2);
        spreads.put(Site.SMP_OVERTAKEN, new Spread(Shape.CHOICE, aroundTimeout, 0.05));
        spreads.put(Site.SMP_REPEAT, new Spread(Shape.CHOICE, aroundTimeout, 0.1));
        spreads.put(Site.CLOCK, new Spread(Shape.UNIFORM, List.of(800L, 1250L), 1));
        spreads.put(Site.NIC_HANG, new Spread(Shape.UNIFORM, List.of(1L, Math.max(1, timeout / 2)), 0.1));
        return spreads;
    }

    /** The disturbances of the base scenario, or the usual ones, in words; by site. */
    public String disturbances() {
        Set<Site> sites = hasUsualDisturbances()
                ? usualDisturbances().keySet()
                : base.perturb().spreads().keySet();
        return sites.stream()
                .sorted(Comparator.naturalOrder())
                .map(Site::label)
                .reduce((a, b) -> a + ", " + b)
                .orElse("none");
    }
}
