package org.reweave.routing.tolerance;

import java.util.List;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Disjoint paths computed before any fault: a pair uses its first path that still works. A set of faults is tolerated
 * when every pair of working NICs has one left; else it is a singular case. Source: thesis §4.1, §8.1.2, Figures 8.1,
 * 8.4 and 8.5, Table 8.9.
 */
public final class MultipathMethod implements FaultMethod {
    private final String engine;
    private final String summary;
    private final EngineOptions options;

    MultipathMethod(String engine, String summary) {
        this(engine, summary, EngineOptions.none());
    }

    private MultipathMethod(String engine, String summary, EngineOptions options) {
        this.engine = engine;
        this.summary = summary;
        this.options = options;
    }

    /**
     * The disjoint paths of an engine with options, such as tftr with {@code vls=1} and {@code tree=bfs} for
     * up*&#47;down* (Fig. 8.1).
     */
    public static FaultMethod of(String engine, EngineOptions options) {
        return new MultipathMethod(engine, "disjoint paths of " + engine, options);
    }

    @Override
    public String name() {
        return engine;
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    public FaultStudy study(Fabric fabric) {
        RoutingTables tables = EngineRegistry.with(List.of()).engine(engine).route(fabric, Faults.none(), options);
        MultipathIndex index = new MultipathIndex(tables);
        return new FaultStudy() {
            @Override
            public int[] elements(Element kind) {
                return kind.all(fabric);
            }

            @Override
            public FaultJudge judge() {
                return new MultipathJudge(index);
            }
        };
    }
}
