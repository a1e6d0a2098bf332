package org.reweave.emulator.results;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.RoutingChoice;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;

/** Tells what a scenario runs, for its summary. */
final class SetupOf {
    private SetupOf() {}

    static Summary.Setup run(ResolvedScenario resolved, Scale scale) {
        Scenario scenario = resolved.scenario();
        ReconfigurationChoice scheme = scenario.reconfiguration();
        boolean isTrace = scenario.traffic().trace().isPresent();
        return new Summary.Setup(
                fabric(resolved),
                routing(scenario.routing()),
                new Summary.Choice(scheme.scheme(), scheme.options().words()),
                isTrace ? "trace" : scenario.traffic().pattern(),
                isTrace ? null : (Double) scenario.traffic().load(),
                faults(resolved, scale),
                scenario.sources().overrides());
    }

    private static Summary.FabricSetup fabric(ResolvedScenario resolved) {
        Fabric fabric = resolved.fabric();
        return new Summary.FabricSetup(
                fabric.name(),
                resolved.scenario().fabric().fold(generated -> generated.spec(), read -> Path.of(
                                String.valueOf(read.file().getFileName()))
                        .toString()),
                fabric.switchCount(),
                fabric.nicCount(),
                Element.LINK.all(fabric).length);
    }

    private static Summary.Choice routing(RoutingChoice choice) {
        return new Summary.Choice(
                choice.engine(), new TreeMap<>(choice.options().values()));
    }

    private static List<Summary.FaultSetup> faults(ResolvedScenario resolved, Scale scale) {
        return resolved.faults().stream()
                .map(fault -> new Summary.FaultSetup(
                        fault.element() == PlannedFault.Element.LINK ? "link" : "switch",
                        title(resolved, fault),
                        scale.ns(fault.at()),
                        fault.until() == PlannedFault.FOR_EVER ? null : (Double) scale.ns(fault.until())))
                .toList();
    }

    private static String title(ResolvedScenario resolved, ResolvedScenario.ResolvedFault fault) {
        if (fault.element() == PlannedFault.Element.SWITCH) {
            return resolved.fabric().deviceTitle(fault.number());
        }
        boolean isLater = resolved.cabling().later(fault.number()).isPresent();
        return isLater ? fault.name() : resolved.fabric().linkTitle(fault.number());
    }
}
