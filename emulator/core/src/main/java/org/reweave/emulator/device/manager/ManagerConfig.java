package org.reweave.emulator.device.manager;

import java.util.List;
import java.util.Optional;
import org.reweave.emulator.device.DeviceIdentity;
import org.reweave.reconfig.paths.AddressPlan;
import org.reweave.reconfig.paths.DeviceTables;
import org.reweave.reconfig.paths.PathSources;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.UpdateOrder;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/**
 * The configuration of a manager.
 *
 * @param rival the other manager, if there are two
 */
public record ManagerConfig(
        DeviceIdentity identity,
        ManagerParameters parameters,
        Place place,
        Optional<Rival> rival,
        Routing routing,
        Scheme scheme,
        Start start,
        Plan plan) {
    /**
     * The network around the manager.
     *
     * @param map as the operator planned the cabling; what is there and what works the manager finds out
     * @param nicDevice the NIC behind which the manager sits
     * @param nicPort that NIC's port to the fabric, from 1
     * @param first whether this manager is in charge at the start
     */
    public record Place(FabricMap map, int nicDevice, int nicPort, boolean first) {}

    /**
     * The other manager.
     *
     * @param device the manager itself
     * @param nicDevice the NIC behind which it sits
     * @param hostPort that NIC's port to it, from 1
     */
    public record Rival(int device, int nicDevice, int hostPort) {}

    /**
     * How the manager computes tables.
     *
     * @param engine of the tables, with {@code options}
     * @param addresses LIDs of the NICs
     * @param sources where paths come from
     * @param dependencyLanes data VLs over which tables' dependencies are sent along with them; 0 = they are not
     */
    public record Routing(
            RoutingEngine engine,
            EngineOptions options,
            AddressPlan addresses,
            PathSources sources,
            int dependencyLanes) {}

    /**
     * How the manager brings tables into force.
     *
     * @param protocol the scheme's part; null = the manager only watches
     * @param order in which devices get their tables
     */
    public record Scheme(ManagerProtocol<?> protocol, UpdateOrder order) {}

    /**
     * The network when the run starts.
     *
     * @param installed tables of every device
     * @param absent elements that are not there, which the manager knows
     * @param bare whether no device has any tables and the manager knows of no device that works, whatever
     *     {@code installed} and {@code absent} say
     */
    public record Start(DeviceTables installed, Faults absent, boolean bare) {}

    /**
     * The run's course as planned.
     *
     * @param changes of routing, in ascending order of time
     * @param sweepsUntil cycle from which on periodic sweeps end, once one that began after {@code lastFault} has found
     *     nothing new
     * @param lastFault cycle after which nothing fails or comes back any more: the manager does not act on it, but a
     *     run may end and a deadlock is final only when the manager can have no change left to find
     */
    public record Plan(List<PlannedChange> changes, long sweepsUntil, long lastFault) {
        public Plan {
            changes = List.copyOf(changes);
        }
    }
}
