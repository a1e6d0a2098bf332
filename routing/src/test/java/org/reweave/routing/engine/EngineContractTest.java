package org.reweave.routing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reweave.routing.engine.spi.RoutingEngine;

/** Every engine of the registry keeps the contract. */
@Tag("slow")
class EngineContractTest extends EngineContract {
    /** All that compute; imported tables have tests of their own. */
    @Override
    protected List<RoutingEngine> engines() {
        return EngineRegistry.load().engines().all().stream()
                .filter(engine -> !engine.name().equals("imported"))
                .toList();
    }

    @Override
    @Test
    protected void everyEngineServesRegularFabricsOrRefusesWithAReason() {
        super.everyEngineServesRegularFabricsOrRefusesWithAReason();
        assertThat(routed()).isGreaterThan(2 * REGULAR.size());
    }

    @Override
    @Test
    protected void everyEngineServesRegularFabricsWithAnySingleFaultOrRefusesWithAReason() {
        super.everyEngineServesRegularFabricsWithAnySingleFaultOrRefusesWithAReason();
        assertThat(refused()).as("some engines cannot route around faults").isPositive();
    }
}
