package org.reweave.emulator.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

class SharedTablesTest {
    private final Fabric fabric = FabricGenerators.parse("torus:3x3");
    private final RoutingEngine shared = new SharedTables(fabric).engine("updown");

    @Test
    void equalQuestionsHaveOneAnswerWhichIsTheEngines() {
        Faults failed = Faults.none().withLink(3);
        RoutingTables first = shared.route(fabric, failed, EngineOptions.none());

        assertThat(shared.route(fabric, Faults.none().withLink(3), EngineOptions.none()))
                .isSameAs(first);
        RoutingTables engines = EngineRegistry.load().engine("updown").route(fabric, failed, EngineOptions.none());
        for (int device = 0; device < fabric.switchCount(); device++) {
            assertThat(first.table(device)).isEqualTo(engines.table(device));
        }
    }

    @Test
    void otherFaultsOptionsOrFabricsHaveAnswersOfTheirOwn() {
        RoutingTables first = shared.route(fabric, Faults.none(), EngineOptions.none());

        assertThat(shared.route(fabric, Faults.none().withLink(3), EngineOptions.none()))
                .isNotSameAs(first);
        assertThat(shared.route(fabric, Faults.none(), new EngineOptions(Map.of("root", "s1_1"))))
                .isNotSameAs(first);
        Fabric other = FabricGenerators.parse("torus:3x3");
        assertThat(shared.route(other, Faults.none(), EngineOptions.none()).fabric())
                .isSameAs(other);
    }

    @Test
    void aRefusalIsThrownToEverybodyWhoAsks() {
        EngineOptions unknown = new EngineOptions(Map.of("root", "nowhere"));
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> shared.route(fabric, Faults.none(), unknown))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nowhere");
        }
    }
}
