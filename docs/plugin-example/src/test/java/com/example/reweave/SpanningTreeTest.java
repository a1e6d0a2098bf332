package com.example.reweave;

import java.util.List;
import org.reweave.routing.engine.EngineContract;
import org.reweave.routing.engine.spi.RoutingEngine;

class SpanningTreeTest extends EngineContract {
    @Override
    protected List<RoutingEngine> engines() {
        return List.of(new SpanningTree());
    }
}
