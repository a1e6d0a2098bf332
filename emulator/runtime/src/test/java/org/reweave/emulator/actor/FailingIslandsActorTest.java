package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.LiveAdmissions;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.placement.Partition;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** The failure of a device ends the run with the device's line, whatever actors there are between it and the run. */
class FailingIslandsActorTest {
    private static final int ISLANDS = 3;
    private static final String SCENARIO = """
            description = "A switch whose buffer overflows"
            fabric { generator = "torus:4x4" }
            routing { engine = updown }
            device { preset = iba-1x }
            traffic { load = 0.1 }
            reconfiguration { scheme = none }
            run { asynchrony = lax, lax.slack = 200cycles, warmup = 0us, duration = 100us, limit = 1ms }
            """;

    private final ActorTestKit kit = ActorTestKit.create();
    private final Network network = network("run.cut-interval = 50us"); // the buffer overflows before the first cut
    private final List<List<Integer>> partition = Partition.into(network.wiring(), ISLANDS);
    private final CompletableFuture<FabricCoordinator.Gathered> done = new CompletableFuture<>();

    /** Islands of a kind, to one of which packets come that nobody has sent. */
    private record Flooded(IslandActors kind, int packets) implements IslandActors {
        @Override
        public String dispatcher() {
            return kind.dispatcher();
        }

        @Override
        public Behavior<IslandActor.Command> create(
                int island, List<Device> devices, ActorRef<FabricCoordinator.Command> coordinator) {
            devices.stream()
                    .filter(device -> device.name().equals("s0_0"))
                    .forEach(device -> ForeignPackets.come(device, packets));
            return kind.create(island, devices, coordinator);
        }

        @Override
        public SortedMap<Integer, ? extends Crossing> crossings() {
            return kind.crossings();
        }

        @Override
        public void started(int island, ActorRef<IslandActor.Command> actor) {
            kind.started(island, actor);
        }
    }

    private static Network network(String... sets) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("overflow.conf", SCENARIO, List.of(sets))));
    }

    private IslandActors conservative(Network network, boolean devicesAct) {
        return new ConservativeIslands(
                partition,
                Hosting.allHere(ISLANDS),
                network.wiring(),
                network.governorPlan().interval(),
                HorizonPolicy.FULL,
                0,
                ThreadShare.SHARED,
                devicesAct);
    }

    private IslandActors lax() {
        Laxity laxity = network.resolved().scenario().run().laxity();
        return new LaxIslands(
                partition,
                Hosting.allHere(ISLANDS),
                network.wiring(),
                network.governorPlan().interval(),
                laxity,
                Start.atZero(network)::border,
                island -> new LiveAdmissions(laxity));
    }

    @AfterEach
    void end() {
        kit.shutdownTestKit();
    }

    @ParameterizedTest
    @ValueSource(strings = {"islands", "islands of devices that are actors", "lax islands"})
    void aBufferThatOverflowsEndsTheRunWithTheLineOfItsSwitch(String kind) {
        IslandActors islands =
                switch (kind) {
                    case "islands" -> conservative(network, false);
                    case "lax islands" -> lax();
                    default -> conservative(network, true);
                };
        HostedIslands hosted = run(network, islands, ForeignPackets.MANY);

        assertThat(done)
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessageMatching(ForeignPackets.LINE);
        assertThat(hosted.failure()).isNotNull();
    }

    @Test
    void packetsFromNowhereEndTheRunAtTheCutAtWhichTheyAreFound() {
        Network cutSoon = network("run.cut-interval = 1us");
        run(cutSoon, conservative(cutSoon, true), 1);

        assertThat(done)
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessageMatching("credits are not conserved at cycle 250 from s1_0\\.2 to s0_0\\.1 VL0: free .*");
    }

    private HostedIslands run(Network of, IslandActors islands, int packets) {
        Start start = Start.atZero(of);
        HostedIslands hosted =
                new HostedIslands(start, partition, Hosting.allHere(ISLANDS), new Flooded(islands, packets));
        kit.spawn(FabricCoordinator.create(start.governor(), (cut, events) -> {}, hosted, permit -> permit, done));
        return hosted;
    }
}
