package org.reweave.routing.faulttolerance;

import java.util.List;
import org.reweave.routing.engine.EngineOptions;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.RoutingEngine;
import org.reweave.routing.topology.Fabric;

/**
 * Reconfiguration: up*&#47;down* tables computed again for what is left, over a BFS tree with the root {@code auto}
 * chooses.
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
