package org.reweave.emulator.device.manager;

import java.util.List;
import org.reweave.emulator.device.PortPlan;
import org.reweave.reconfig.paths.AddressPlan;
import org.reweave.reconfig.paths.DeviceTables;
import org.reweave.reconfig.paths.PathSources;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * What the manager is made from.
 *
 * @param fabric as it was cabled; what of it works the manager finds out
 * @param nicDevice the NIC it sits behind, and that NIC's port to the fabric (from 1)
 * @param engine of the tables it computes, with {@code options}
 * @param installed what every device has when the run starts
 * @param addresses LIDs of the NICs
 * @param sources where paths come from
 * @param absent elements that are not there when the run starts, which the manager knows
 * @param protocol the scheme's part; null = it only watches
 * @param dependencyLanes data VLs over which tables' dependencies are sent along with them; 0 = they are not
 * @param order in which devices get their tables
 * @param changes planned, in ascending order of time
 * @param sweepsUntil cycle from which on periodic sweeps end, once one that began after {@code lastFault} has found
 *     nothing new
 * @param lastFault cycle after which nothing fails or comes back any more: the manager does not act on it, but a run
 *     may end and a deadlock is final only when the manager can have no change left to find
 */
public record ManagerConfig(
        int id,
        String name,
        PortPlan plan,
        ManagerParameters parameters,
        Fabric fabric,
        int nicDevice,
        int nicPort,
        RoutingEngine engine,
        EngineOptions options,
        DeviceTables installed,
        AddressPlan addresses,
        PathSources sources,
        Faults absent,
        ManagerProtocol<?> protocol,
        int dependencyLanes,
        UpdateOrder order,
        List<PlannedChange> changes,
        long sweepsUntil,
        long lastFault) {
    public ManagerConfig {
        changes = List.copyOf(changes);
    }
}
