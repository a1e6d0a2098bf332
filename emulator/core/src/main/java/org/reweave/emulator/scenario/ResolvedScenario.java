package org.reweave.emulator.scenario;

import java.util.List;
import org.reweave.emulator.perturb.Perturbation;
import org.reweave.emulator.scenario.PlannedFault.Element;
import org.reweave.emulator.time.FlitTime;
import org.reweave.routing.io.FileFinding;
import org.reweave.routing.io.ImportResult;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricMap;

/**
 * A scenario and its fabric, with every name turned into a device or link.
 *
 * @param fabric all devices that ever exist, and the first cables of all ports
 * @param map the fabric as the manager believes it is cabled when the run starts
 * @param managerNic device number of the NIC that the manager sits behind
 * @param standbyNic the same of the standby; {@link #NO_STANDBY} = there is none
 * @param faults in the order of the scenario
 * @param cabling which of the links are there when
 * @param perturbation what disturbs the run
 * @param findings oddities of the fabric's file, to be shown; none for a generated fabric
 */
public record ResolvedScenario(
        Scenario scenario,
        Fabric fabric,
        FabricMap map,
        int managerNic,
        int standbyNic,
        List<ResolvedFault> faults,
        Cabling cabling,
        Perturbation perturbation,
        List<FileFinding> findings) {
    /** {@link #standbyNic} where there is no standby. */
    public static final int NO_STANDBY = -1;

    private static final long PS_UNKNOWN = -1;

    /**
     * A planned fault of a known element.
     *
     * @param at cycle of the failure
     * @param until cycle at which it works again; {@link PlannedFault#FOR_EVER} = never
     * @param number of the link or device in the fabric; numbers from the fabric's count of links on are those of
     *     {@link Cabling#later(int)}
     * @param name of it, for people
     * @param oldTables as {@link PlannedFault#oldTables}
     */
    public record ResolvedFault(long at, long until, Element element, int number, String name, boolean oldTables) {
        /** A fault behind which a switch has no tables. */
        public ResolvedFault(long at, long until, Element element, int number, String name) {
            this(at, until, element, number, name, false);
        }
    }

    public ResolvedScenario {
        faults = List.copyOf(faults);
        findings = List.copyOf(findings);
    }

    /**
     * Builds or reads the scenario's fabric and checks the scenario against it.
     *
     * @throws ScenarioException with all problems
     */
    public static ResolvedScenario of(Scenario scenario) {
        ImportResult loaded = FabricLoader.load(scenario);
        return new FabricChecks(scenario, cabling(scenario, loaded.fabric())).resolve(loaded.findings());
    }

    /**
     * Checks the scenario against a fabric.
     *
     * @param fabric in place of what the scenario's generator or file gives ({@link Cabling#source})
     * @throws ScenarioException with all problems
     */
    public static ResolvedScenario of(Scenario scenario, Fabric fabric) {
        return new FabricChecks(scenario, cabling(scenario, fabric)).resolve(List.of());
    }

    private static Cabling cabling(Scenario scenario, Fabric source) {
        return new CablingChecks(scenario, source).resolve();
    }

    /** The NICs that managers sit behind, the first one's first. */
    public List<Integer> managerNics() {
        return standbyNic == NO_STANDBY ? List.of(managerNic) : List.of(managerNic, standbyNic);
    }

    /** Link time of a flit on a link, in both directions. */
    public FlitTime flitTime(int link) {
        return flitTime(scenario, fabric, link);
    }

    static FlitTime flitTime(Scenario scenario, Fabric fabric, int link) {
        return flitTime(scenario, fabric.linkRate(link));
    }

    /** @param rate that the fabric gives; null = none */
    public static FlitTime flitTime(Scenario scenario, LinkRate rate) {
        LinkParameters links = scenario.links();
        if (links.flitPerCycle()) {
            return FlitTime.ONE_CYCLE;
        }
        LinkRate own = links.useFileRates() ? rate : null;
        return scenario.time().flitTime(own == null ? links.rate() : own);
    }

    /**
     * Propagation on a link, in cycles: the latency that the fabric gives for this link, rounded up, or else the
     * scenario's latency for this kind of link; at least 1.
     */
    public int latency(int link) {
        return latency(scenario, fabric, link);
    }

    static int latency(Scenario scenario, Fabric fabric, int link) {
        return latency(scenario, fabric.linkLatencyPs(link), fabric.isTrunk(link));
    }

    /** Propagation on a cable that comes after another one, in cycles. */
    public static int latency(Scenario scenario, Fabric fabric, Cabling.Later cable) {
        return latency(scenario, cable.link().latencyPs(), cable.isTrunk(fabric));
    }

    /** @param ps that the fabric gives; {@link #PS_UNKNOWN} = none */
    public static int latency(Scenario scenario, long ps, boolean trunk) {
        if (ps == PS_UNKNOWN) {
            return trunk ? scenario.links().latency() : scenario.links().hostLatency();
        }
        return Math.toIntExact(
                Math.max((ps + scenario.time().cyclePs() - 1) / scenario.time().cyclePs(), 1));
    }
}
