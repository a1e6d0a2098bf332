package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.FishingOutcomes;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.actor.ForeignPackets;
import org.reweave.emulator.cluster.line.Line;
import org.reweave.emulator.cluster.line.LineEnd;
import org.reweave.emulator.cluster.line.Lines;
import org.reweave.emulator.cluster.messages.CheckpointPlace;
import org.reweave.emulator.cluster.messages.RunDigests;
import org.reweave.emulator.cluster.messages.RunOrder;
import org.reweave.emulator.cluster.messages.ToNode;
import org.reweave.emulator.cluster.messages.ToPart;
import org.reweave.emulator.cluster.messages.ToRemoteNode;
import org.reweave.emulator.cluster.messages.ToRun;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.governor.Warmup;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.wire.FrameWriter;

/** A node that lacks what a run needs refuses its part in one line. */
class RunHostActorTest {
    private static final NodePlacement PLACEMENT = NodePlacement.of(network(), 0, new int[] {2});

    private final Lines lines = RunSetupActorTest.lines();
    private final ActorTestKit kit = ActorTestKit.create();
    private final TestProbe<ToRun.Remote> setup = kit.createTestProbe();
    private final TestProbe<ToNode> node = kit.createTestProbe();

    @AfterEach
    void end() {
        kit.shutdownTestKit();
        lines.close();
    }

    /** The other end of a line, which sends one message. */
    private static final class Sender implements Line.Owner {
        private final ByteBuffer message;
        private Line line;

        Sender(ByteBuffer message) {
            this.message = message;
        }

        @Override
        public void connected(Line to) {
            line = to;
        }

        @Override
        public void opened() {
            line.send(message);
        }

        @Override
        public void came(ByteBuffer answer) {
            // nobody reads it
        }

        @Override
        public void relieved() {
            // nothing waits
        }

        @Override
        public void ended(String why) {
            // the part has failed, as it should
        }
    }

    private static Network network(String... sets) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse(LossyTorus.NAME, LossyTorus.TEXT, List.of(sets))));
    }

    private static RunOrder order(RunDigests digests, NodePlacement placement) {
        return RunSetupActorTest.order(network(), digests, placement, 1, 0);
    }

    private String refusal(RunOrder order) {
        ActorRef<ToPart> host =
                kit.spawn(RunHost.create(order, new LastNetwork(), lines, setup.getRef(), node.getRef()));
        ToRun.Refused refused = setup.expectMessageClass(ToRun.Refused.class);
        setup.expectTerminated(host, Duration.ofSeconds(10));
        return refused.reason();
    }

    @Test
    void aNodeThatResolvesTheScenarioOtherwiseRefusesItWithBothDigests() {
        RunDigests here = RunDigests.of(network());
        RunDigests there = RunDigests.of(network("run.cut-interval=4us"));

        assertThat(refusal(order(there, PLACEMENT)))
                .isEqualTo("resolves the scenario otherwise: digest " + here.scenario() + " here, " + there.scenario()
                        + " there; start both from one version");
    }

    @Test
    void aNodeWithAnotherFabricOrTraceRefusesTheRunWithBothDigests() {
        RunDigests here = RunDigests.of(network());

        assertThat(refusal(order(new RunDigests(here.scenario(), "other", here.trace()), PLACEMENT)))
                .isEqualTo("has another fabric than the run: digest " + here.fabric()
                        + " here, other there; give both the same file");
        assertThat(refusal(order(new RunDigests(here.scenario(), here.fabric(), "other"), PLACEMENT)))
                .isEqualTo("has another trace of the traffic than the run: digest none here, other there; give both"
                        + " the same file");
    }

    @Test
    void aNodeThatPlacesDevicesOtherwiseRefusesTheRunWithBothDigests() {
        NodePlacement other = new NodePlacement(PLACEMENT.islands(), new int[] {0, 1}, PLACEMENT.threads());

        assertThat(refusal(order(RunDigests.of(network()), other)))
                .isEqualTo("places devices otherwise: digest " + PLACEMENT.digest() + " here, " + other.digest()
                        + " there; start both from one version");
    }

    private String obstacle(CheckpointPlace place) {
        RunOrder order = RunSetupActorTest.order(network(), RunDigests.of(network()), PLACEMENT, place, 1, 0);
        kit.spawn(RunHost.create(order, new LastNetwork(), lines, setup.getRef(), node.getRef()));
        return setup.expectMessageClass(ToRun.Ready.class, Duration.ofSeconds(10))
                .obstacle();
    }

    @Test
    void aNodeSaysWhetherItsFolderIsTheOneOfTheRun(@TempDir Path folder) {
        try (CheckpointFolder ofRun = new CheckpointFolder(folder)) {
            assertThat(obstacle(ofRun.place())).isEmpty();
            assertThat(obstacle(new CheckpointPlace(folder.toString(), ".nodes-of-another.partial")))
                    .isEqualTo("does not see " + folder + " of the run's process");
            assertThat(obstacle(CheckpointPlace.NONE)).isEmpty();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aNodeThatIsReadyGivesItsPartUpWhenTheRunEndsBeforeItBegins() {
        ActorRef<ToPart> host = kit.spawn(RunHost.create(
                order(RunDigests.of(network()), PLACEMENT), new LastNetwork(), lines, setup.getRef(), node.getRef()));
        setup.expectMessageClass(ToRun.Ready.class, Duration.ofSeconds(10));
        setup.stop();

        node.expectTerminated(host, Duration.ofSeconds(10));
    }

    @Test
    void aNodeSaysTheLineOfADeviceThatFails() {
        Network network = network();
        NodePlacement two = NodePlacement.of(network, 0, new int[] {1, 1});
        RunOrder order = RunSetupActorTest.order(network, RunDigests.of(network), two, 1, 0);
        TestProbe<ToRemoteNode> coordinator = kit.createTestProbe();
        kit.spawn(RunHost.create(order, new LastNetwork(), lines, setup.getRef(), node.getRef()));
        ToRun.Ready ready = setup.expectMessageClass(ToRun.Ready.class, Duration.ofSeconds(10));
        Frame frame = new Frame();
        frame.begin(0);
        long[] records = ForeignPackets.records(ForeignPackets.MANY);
        frame.openLink(0, 0);
        for (int at = 0; at < records.length; at += Wire.words(records[at])) {
            frame.add(records, at, Wire.words(records[at]));
        }
        frame.closeLink();
        FrameWriter frames = new FrameWriter();
        frames.write(0, frame, 0);
        frames.write(0, 1_000_000);

        LineEnd peer = lines.expect(new Sender(ByteBuffer.allocate(3 * Long.BYTES + frames.size())
                .putLong(1) // incarnation
                .putLong(0) // number
                .putLong(0) // bundles that have come
                .put(frames.toArray())
                .flip()));
        ready.host().tell(new ToPart.Connect(0, Arrays.asList(null, peer), false, coordinator.getRef()));
        ready.host().tell(new ToPart.Permit(1, 1_000_000, Warmup.UNKNOWN, Island.NONE));

        String line = ((ToRemoteNode.Failed) coordinator
                        .fishForMessage(
                                Duration.ofSeconds(60),
                                message -> message instanceof ToRemoteNode.Failed
                                        ? FishingOutcomes.complete()
                                        : FishingOutcomes.continueAndIgnore())
                        .get(0))
                .reason();
        assertThat(line).matches(ForeignPackets.LINE);
    }

    @Test
    void aNodeGivesItsPartUpWhileItsDevicesHaveFarToGo() {
        Network network = network("run.duration=1s", "run.limit=2s", "run.cut-interval=1000000cycles");
        NodePlacement alone = NodePlacement.of(network, 0, new int[] {1});
        RunOrder order = RunSetupActorTest.order(network, RunDigests.of(network), alone, 1, 0);
        TestProbe<ToRemoteNode> coordinator = kit.createTestProbe();
        ActorRef<ToPart> host =
                kit.spawn(RunHost.create(order, new LastNetwork(), lines, setup.getRef(), node.getRef()));
        setup.expectMessageClass(ToRun.Ready.class, Duration.ofSeconds(10));

        host.tell(new ToPart.Connect(0, Collections.singletonList(null), false, coordinator.getRef()));
        host.tell(new ToPart.Permit(1, 200_000_000, Warmup.UNKNOWN, Island.NONE)); // minutes of work
        coordinator.fishForMessage( // it is under way, and may have reported a cut by then
                Duration.ofSeconds(60),
                message -> message instanceof ToRemoteNode.Pulse
                        ? FishingOutcomes.complete()
                        : FishingOutcomes.continueAndIgnore());
        host.tell(new ToPart.Cancel());

        node.expectTerminated(host, Duration.ofSeconds(10));
    }
}
