package org.reweave.emulator.scenario;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;

/** Links and switches that planned changes take out of use while they still work. */
public final class Drains {
    private Drains() {}

    /** Places of changes in the scenario's list, by their time. */
    public static List<Integer> inTime(List<PlannedRouting> plans) {
        return IntStream.range(0, plans.size())
                .boxed()
                .sorted(Comparator.comparingLong(plan -> plans.get(plan).at()))
                .toList();
    }

    /**
     * What is out of use once a planned change has come.
     *
     * @param plans in the order of the scenario, with names that {@link FabricChecks} has found in the fabric
     * @param last place of the change; changes of the same time come in the order of the scenario
     */
    public static Faults after(Fabric fabric, List<PlannedRouting> plans, int last) {
        Faults drained = Faults.none();
        List<Integer> order = inTime(plans);
        for (int plan : order.subList(0, order.indexOf(last) + 1)) {
            if (plans.get(plan).drain().isPresent()) {
                drained =
                        LinkNames.resolve(fabric, plans.get(plan).drain().get()).addTo(drained);
            }
            if (plans.get(plan).recover().isPresent()) {
                LinkNames.Target target =
                        LinkNames.resolve(fabric, plans.get(plan).recover().get());
                drained = target.kind() == LinkNames.Target.Kind.LINK
                        ? drained.withoutLink(target.number())
                        : drained.withoutDevice(target.number());
            }
        }
        return drained;
    }
}
