package org.reweave.routing.tolerance;

import java.util.List;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;

/**
 * Reconfiguration: up*&#47;down* tables computed again for the working part of the fabric, over a BFS tree with the
 * root that {@code auto} chooses.
 */
final class UpDownMethod implements FaultMethod {
    @Override
    public String name() {
        return "updown";
    }

    @Override
    public String summary() {
        return "reconfiguration: new up*/down* tables for what is left, any topology";
    }

    @Override
    public FaultStudy study(Fabric fabric) {
        RoutingEngine engine = EngineRegistry.with(List.of()).engine("updown");
        return new FaultStudy() {
            @Override
            public int[] elements(Element kind) {
                return kind.all(fabric);
            }

            @Override
            public FaultJudge judge() {
                return (kind, failed, draw, verdict) ->
                        verdict.installed(engine.route(fabric, kind.faults(failed), EngineOptions.none()));
            }
        };
    }
}
