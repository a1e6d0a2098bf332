package org.reweave.emulator.device;

import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.routing.engine.EngineOptions;
import org.reweave.routing.engine.RoutingEngine;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;

/** What the manager is made from.
 *
 *  @param fabric as it was cabled; what of it works the manager finds out
 *  @param nicDevice the NIC it sits behind, and that NIC's port to the fabric (from 1)
 *  @param engine of the tables it computes, with {@code options}
 *  @param installed what every switch has when the run starts
 *  @param protocol the scheme's part; null = it only watches */
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
        RoutingTables installed,
        ManagerProtocol<?> protocol) {}
