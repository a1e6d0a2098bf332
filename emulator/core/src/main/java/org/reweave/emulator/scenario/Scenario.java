package org.reweave.emulator.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.device.manager.ManagerParameters;
import org.reweave.emulator.device.nic.NicParameters;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.routing.topology.Addressing;

/**
 * The complete and checked description of a run: every key has a value, and every number is in cycles and flits.
 *
 * @param name default: the file's name without {@code .conf}
 * @param description one or two sentences that the command line shows
 * @param parent the run and the cycle, {@code RUN@CYCLE}, that this run was forked of
 * @param seed of every random choice of the run
 * @param addressing the longest LIDs that the fabric may have
 * @param beginning what the manager knows and devices have at the start
 * @param routing tables at the start
 * @param managerNic name of the NIC that the manager sits behind; {@link #AUTO} = the first NIC of the fabric that is
 *     wired to a switch
 * @param faults in the order of the file
 * @param recabling changes of the cabling, and what is there for them
 * @param reconfigure planned changes of the routing, in the order of the file
 * @param sources where each value was written, for the messages of later checks; scenarios that differ only in their
 *     sources have equal runs
 */
public record Scenario(
        String name,
        String description,
        Optional<String> parent,
        long seed,
        FabricSource fabric,
        Addressing addressing,
        Beginning beginning,
        RoutingChoice routing,
        TimeBase time,
        LinkParameters links,
        SwitchParameters switches,
        NicParameters nics,
        ManagerParameters manager,
        String managerNic,
        TrafficParameters traffic,
        List<PlannedFault> faults,
        RandomFaults randomFaults,
        Recabling recabling,
        List<PlannedRouting> reconfigure,
        ReconfigurationChoice reconfiguration,
        Perturb perturb,
        RunParameters run,
        Sources sources) {
    /** Value of a key that leaves a choice to the run. */
    public static final String AUTO = "auto";

    public Scenario {
        faults = List.copyOf(faults);
        reconfigure = List.copyOf(reconfigure);
    }

    /**
     * This scenario with another course of events.
     *
     * @param plannedFaults in place of the planned faults
     * @param atRandom in place of the random ones
     * @param plannedChanges in place of the planned changes of the routing
     * @param disturbed in place of what disturbs it
     */
    public Scenario happening(
            List<PlannedFault> plannedFaults,
            RandomFaults atRandom,
            List<PlannedRouting> plannedChanges,
            Perturb disturbed) {
        return copied(seed, fabric, traffic, plannedFaults, atRandom, plannedChanges, reconfiguration, disturbed, run);
    }

    /** This scenario with other times and another scheduler. */
    public Scenario running(RunParameters otherRun) {
        return copied(seed, fabric, traffic, faults, randomFaults, reconfigure, reconfiguration, perturb, otherRun);
    }

    /** This scenario with another seed. */
    public Scenario seeded(long other) {
        return copied(other, fabric, traffic, faults, randomFaults, reconfigure, reconfiguration, perturb, run);
    }

    /** This scenario with other messages, on another fabric. */
    public Scenario sending(TrafficParameters otherTraffic, FabricSource otherFabric) {
        return copied(
                seed, otherFabric, otherTraffic, faults, randomFaults, reconfigure, reconfiguration, perturb, run);
    }

    /** This scenario with another scheme, or other options of its own. */
    public Scenario reconfiguring(ReconfigurationChoice other) {
        return copied(seed, fabric, traffic, faults, randomFaults, reconfigure, other, perturb, run);
    }

    private Scenario copied(
            long otherSeed,
            FabricSource otherFabric,
            TrafficParameters otherTraffic,
            List<PlannedFault> otherFaults,
            RandomFaults otherRandomFaults,
            List<PlannedRouting> otherPlans,
            ReconfigurationChoice otherScheme,
            Perturb otherPerturb,
            RunParameters otherRun) {
        return new Scenario(
                name,
                description,
                parent,
                otherSeed,
                otherFabric,
                addressing,
                beginning,
                routing,
                time,
                links,
                switches,
                nics,
                manager,
                managerNic,
                otherTraffic,
                otherFaults,
                otherRandomFaults,
                recabling,
                otherPlans,
                otherScheme,
                otherPerturb,
                otherRun,
                sources);
    }

    /**
     * Planned changes of the cabling that the run ends before, for people. They are no mistake: a run that is made
     * shorter keeps all cables that the whole run has, since its devices number their cables.
     */
    public List<String> behindTheEnd() {
        List<String> never = new ArrayList<>();
        for (int i = 0; i < recabling.events().size(); i++) {
            CableEvent event = recabling.events().get(i);
            String path = WiringKeys.LIST.path(i) + ".";
            String limit = RunKeys.LIMIT.path() + " = " + RunKeys.LIMIT.kind().write(run.limit(), time);
            if (event.at() >= run.limit()) {
                never.add(sources.subject(path + WiringKeys.AT.path()) + " >= " + limit);
            } else if (event.addedAt() >= run.limit()) {
                never.add(sources.subject(path + WiringKeys.ADD.path()) + " comes "
                        + WiringKeys.AT.kind().write(event.addedAt(), time) + " >= " + limit);
            }
        }
        return never;
    }

    /**
     * The values that the run uses: every key with its value, as HOCON that {@link ScenarioLoader#parse} reads as this
     * scenario.
     */
    public String resolved() {
        return Schema.write(this, false);
    }

    /** {@link #resolved()} as JSON. */
    public String resolvedJson() {
        return Schema.write(this, true);
    }
}
