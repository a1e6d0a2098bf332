package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

class CutReportsTest {
    private static final String SCENARIO = """
            description = "Some devices"
            fabric { generator = "mesh:2x2" }
            routing { engine = updown }
            device { preset = iq-router }
            traffic { load = 0.1 }
            reconfiguration { scheme = none }
            run { warmup = 0us, duration = 100us, limit = 1ms }
            """;

    private final List<DeviceReport> reports = reports();

    private static List<DeviceReport> reports() {
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse("pair.conf", SCENARIO, List.of())));
        List<Integer> devices = IntStream.range(0, 4).boxed().toList();
        return Start.atZero(network).devices(devices).stream()
                .map(DeviceReport::new)
                .toList();
    }

    @Test
    void theLastIslandAtACutHandsInAllReportsThoughAnotherIsACutAhead() {
        CutReports cuts = new CutReports(2);
        assertThat(cuts.add(1, reports.subList(0, 2))).isEmpty();
        assertThat(cuts.add(2, reports.subList(0, 2))).as("ahead").isEmpty();
        assertThat(cuts.add(1, reports.subList(2, 4))).hasValue(new FabricCoordinator.Reports(1, reports));
        assertThat(cuts.add(2, reports.subList(2, 4))).hasValue(new FabricCoordinator.Reports(2, reports));
    }
}
