package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.javadsl.Behaviors;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.Warmup;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

class LaxIslandActorTest {
    private static final String SCENARIO = """
            description = "Some devices of a lax run"
            fabric { generator = "mesh:2x2" }
            routing { engine = updown }
            device { preset = iq-router }
            traffic { load = 0.1 }
            reconfiguration { scheme = none }
            run { asynchrony = lax, lax.slack = 200cycles, warmup = 0us, duration = 100us, limit = 1ms }
            """;

    private final ActorTestKit kit = ActorTestKit.create();

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    @Test
    void theIslandsOfAProcessHandInTheirReportsOfACutTogether() {
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse("lax.conf", SCENARIO, List.of())));
        List<List<Integer>> partition = IntStream.range(0, network.deviceCount())
                .mapToObj(device -> List.of(device))
                .toList();
        TestProbe<FabricCoordinator.Command> coordinator = kit.createTestProbe();
        kit.spawn(Behaviors.setup(context -> {
            HostedIslands islands = HostedIslands.ofNode(
                    Start.atZero(network), partition, Hosting.allHere(partition.size()), 1, ActorDriver.BY_SIZE);
            long end = 3 * network.governorPlan().interval();
            islands.start(context, coordinator.ref())
                    .forEach(island -> island.tell(new IslandActor.Permit(end, Warmup.UNKNOWN, Governor.NEVER)));
            return Behaviors.empty();
        }));

        for (int cut = 1; cut <= 3; cut++) {
            FabricCoordinator.Reports reports = coordinator.expectMessageClass(FabricCoordinator.Reports.class);
            assertThat(reports.k()).isEqualTo(cut);
            assertThat(reports.reports())
                    .extracting(DeviceReport::device)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, network.deviceCount()).boxed().toList());
        }
        coordinator.expectNoMessage();
    }
}
