package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.BehaviorTestKit;
import akka.actor.testkit.typed.javadsl.TestInbox;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ChildFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Cut;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunReports;
import org.reweave.emulator.governor.Wishes;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.placement.Partition;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** The coordinator between islands and a listener that takes its time, fails, or sees the run's end. */
class FabricCoordinatorActorTest {
    private static final String SCENARIO = """
            description = "A ring under load"
            seed = 3
            fabric { generator = "torus:4x4" }
            routing { engine = updown }
            device { preset = iba-1x }
            traffic { load = 0.1 }
            reconfiguration { scheme = none }
            run { warmup = 20us, duration = 100us, limit = 1ms }
            """;

    /** A listener that a test of the coordinator alone must never reach. */
    private static final RunListener UNREACHED = (totals, events) -> {
        throw new AssertionError("the coordinator called the listener");
    };

    private final Network network =
            new Network(ResolvedScenario.of(ScenarioLoader.parse("ring.conf", SCENARIO, List.of())));
    private final long interval = network.governorPlan().interval();
    private final int delay = network.governorPlan().delay();
    private final List<List<DeviceReport>> cuts = RunReports.byCut(network);
    private final CompletableFuture<FabricCoordinator.Gathered> done = new CompletableFuture<>();

    private BehaviorTestKit<FabricCoordinator.Command> coordinator() {
        return BehaviorTestKit.create(FabricCoordinator.create(
                new Governor(network.governorPlan()), UNREACHED, islands(network, 1), permit -> permit, done));
    }

    private void reportCuts(BehaviorTestKit<FabricCoordinator.Command> coordinator, int first, int last) {
        for (int k = first; k <= last; k++) {
            coordinator.run(new FabricCoordinator.Reports(k, cuts.get(k - 1)));
        }
    }

    private static List<Long> permits(TestInbox<IslandActor.Command> island) {
        return island.getAllReceived().stream()
                .filter(IslandActor.Permit.class::isInstance)
                .map(message -> ((IslandActor.Permit) message).cycle())
                .toList();
    }

    @Test
    void permitsWaitUntilTheListenerHasSeenACutAndNothingElseDoes() {
        BehaviorTestKit<FabricCoordinator.Command> coordinator = coordinator();
        TestInbox<IslandActor.Command> island = coordinator.childInbox("island-0");
        TestInbox<Cut> listener = coordinator.childInbox(FabricCoordinator.LISTENER);
        assertThat(permits(island)).containsExactly(delay * interval);

        reportCuts(coordinator, 1, delay);

        assertThat(permits(island)).as("the listener has seen no cut").isEmpty();
        List<Cut> sent = listener.getAllReceived();
        assertThat(sent).extracting(Cut::number).containsExactly(1L, 2L, 3L, 4L);
        coordinator.run(new FabricCoordinator.Seen(sent.get(0), Wishes.NONE));
        assertThat(permits(island)).containsExactly((delay + 1) * interval);
        coordinator.run(new FabricCoordinator.Seen(sent.get(1), Wishes.NONE));
        assertThat(permits(island)).containsExactly((delay + 2) * interval);
    }

    @Test
    void theListenerSeesEveryCutThatWasCompleteBeforeAnIslandFailed() {
        BehaviorTestKit<FabricCoordinator.Command> coordinator = coordinator();
        TestInbox<Cut> listener = coordinator.childInbox(FabricCoordinator.LISTENER);
        reportCuts(coordinator, 1, 2);
        List<Cut> sent = listener.getAllReceived();

        coordinator.signal(new ChildFailed(
                coordinator.childInbox("island-0").getRef().unsafeUpcast(),
                new IllegalStateException("an island is broken")));
        reportCuts(coordinator, 3, 3);
        coordinator.run(new FabricCoordinator.Seen(sent.get(0), Wishes.NONE));

        assertThat(done).isNotDone();
        assertThat(listener.getAllReceived()).isEmpty();
        coordinator.run(new FabricCoordinator.Seen(sent.get(1), Wishes.NONE));
        assertThatThrownBy(done::join).hasRootCauseMessage("an island is broken");
        assertThat(coordinator.isAlive()).isFalse();
    }

    @Test
    void aListenerThatFailsEndsTheRunAtOnceAndPermitsStop() {
        BehaviorTestKit<FabricCoordinator.Command> coordinator = coordinator();
        TestInbox<IslandActor.Command> island = coordinator.childInbox("island-0");
        permits(island);
        reportCuts(coordinator, 1, 2);

        coordinator.run(new FabricCoordinator.ListenerFailed(new IllegalStateException("disk full")));

        assertThatThrownBy(done::join).hasRootCauseMessage("disk full");
        assertThat(permits(island)).isEmpty();
        assertThat(coordinator.isAlive()).isFalse();
    }

    @Test
    void theCoordinatorAnswersWhileTheListenerWaits() throws InterruptedException {
        ActorTestKit kit = ActorTestKit.create();
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RunListener slow = (totals, events) -> {
            waiting.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        try {
            ActorRef<FabricCoordinator.Command> coordinator = kit.spawn(FabricCoordinator.create(
                    new Governor(network.governorPlan()), slow, islands(network, 2), permit -> permit, done));
            waiting.await();

            coordinator.tell(new FabricCoordinator.ListenerFailed(new IllegalStateException("stop waiting")));

            assertThatThrownBy(done::join).hasRootCauseMessage("stop waiting");
        } finally {
            release.countDown();
            kit.shutdownTestKit();
        }
    }

    @Test
    void aListenersExceptionIsToldToTheCoordinatorAndEndsTheListener() {
        ActorTestKit kit = ActorTestKit.create();
        try {
            TestProbe<FabricCoordinator.Command> coordinator = kit.createTestProbe();
            IllegalStateException full = new IllegalStateException("disk full");
            List<Long> seen = new ArrayList<>();
            RunListener listener = (totals, events) -> {
                seen.add(totals.cut());
                if (totals.cut() == 2) {
                    throw full;
                }
            };
            ActorRef<Cut> actor = kit.spawn(ListenerActor.create(listener, () -> Wishes.NONE, coordinator.getRef()));
            Governor governor = new Governor(network.governorPlan());
            List<Cut> three = new ArrayList<>();
            for (int k = 1; k <= 3; k++) {
                for (DeviceReport report : cuts.get(k - 1)) {
                    governor.report(k, report);
                }
                three.add(governor.next().orElseThrow());
            }

            three.forEach(actor::tell);

            coordinator.expectMessage(new FabricCoordinator.Seen(three.get(0), Wishes.NONE));
            coordinator.expectMessage(new FabricCoordinator.ListenerFailed(full));
            coordinator.expectTerminated(actor);
            assertThat(seen).containsExactly(1L, 2L);
        } finally {
            kit.shutdownTestKit();
        }
    }

    private static RunParts islands(Network network, int count) {
        return HostedIslands.conservative(
                Start.atZero(network),
                Partition.into(network.wiring(), count),
                Hosting.allHere(count),
                HorizonPolicy.FULL,
                ThreadShare.SHARED,
                true);
    }
}
