package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.javadsl.Behaviors;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

class DeviceActorsActorTest {
    private static final long TO = 500;

    /** A step of one device, in the thread of its island. */
    private record Step(int member) {}

    private final ActorTestKit kit = ActorTestKit.create("devices", ActorSystems.LOCAL.defaults());
    private final TestProbe<String> seen = kit.createTestProbe();
    private final Network network = network();
    private final List<Device> devices = Start.atZero(network)
            .devices(IntStream.range(0, network.deviceCount()).boxed().toList());

    private static Network network() {
        String text = """
                description = "A ring whose link fails late"
                fabric { generator = "torus:4" }
                routing { engine = updown }
                device { preset = iba-1x }
                traffic { load = 0.1 }
                faults = [{ at = 100us, link = "s0-s1" }]
                reconfiguration { scheme = ebrd }
                run { warmup = 0us, duration = 200us }
                """;
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("ring.conf", text, List.of())));
    }

    private Behavior<Step> island() {
        return Behaviors.setup(context -> {
            DeviceActors actors = new DeviceActors(devices, context);
            return Behaviors.receive(Step.class)
                    .onMessage(Step.class, step -> {
                        actors.take(step.member(), TO);
                        seen.ref()
                                .tell(Thread.currentThread().getName() + " "
                                        + devices.get(step.member()).now());
                        return Behaviors.same();
                    })
                    .build();
        });
    }

    @AfterEach
    void end() {
        kit.shutdownTestKit();
    }

    @Test
    void aStepIsTakenWhenTheTellReturnsAndInTheThreadOfTheIsland() {
        ActorRef<Step> island = kit.spawn(island());
        for (int member = 0; member < devices.size(); member++) {
            island.tell(new Step(member));
            assertThat(seen.receiveMessage())
                    .startsWith("devices-akka.actor.default-dispatcher-")
                    .endsWith(" " + TO);
        }
    }

    @Test
    void aDeviceThatFailsEndsItsIslandWithTheReasonWhateverElseWaits() {
        Device broken = devices.get(2);
        long[] cut = {Wire.head(Wire.CUT, 0, Wire.CUT_WORDS), 10, 7}; // nothing can be cut before anything fails
        broken.accept(0, cut, 0, cut.length);
        TestProbe<FabricCoordinator.Command> coordinator = kit.createTestProbe();
        TestProbe<Throwable> parent = kit.createTestProbe();
        List<Integer> all = devices.stream().map(Device::id).toList();
        Behavior<IslandActor.Command> ofAll = IslandActor.create(
                devices,
                Placement.of(List.of(all)),
                new Channels(new FrameChannel[0], new FrameChannel[0], new Doorbell(), ThreadShare.SHARED),
                network.wiring(),
                network.governorPlan().interval(),
                HorizonPolicy.FULL,
                new CutReports(1),
                true,
                coordinator.ref());

        kit.spawn(Behaviors.setup(context -> {
            ActorRef<IslandActor.Command> island =
                    context.spawn(Supervision.of(ofAll, new AtomicReference<>()), "island");
            context.watch(island);
            island.tell(new IslandActor.Permit(TO, 0, Island.NONE));
            island.tell(new IslandActor.Permit(2 * TO, 0, Island.NONE));
            return Behaviors.receive(Object.class)
                    .onSignal(ChildFailed.class, failed -> {
                        parent.ref().tell(Supervision.reason(failed));
                        return Behaviors.same();
                    })
                    .build();
        }));

        assertThat(parent.receiveMessage())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("although nothing changes before cycle");
        coordinator.expectNoMessage();
    }
}
