package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.actor.Crossing;
import org.reweave.emulator.cluster.messages.Bundle;
import org.reweave.emulator.cluster.messages.ToFerry;
import org.reweave.emulator.cluster.protocol.BundleProtocol;
import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;

/** A ferry whose peer is slow, silent, or has lost something; the peer is a probe and time is set by hand. */
class FerryActorTest {
    private static final byte[] NONE = {};
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final ActorTestKit kit = ActorTestKit.create(ManualTime.config());
    private final ManualTime time = ManualTime.get(kit.system());
    private final TestProbe<ToFerry> peer = kit.createTestProbe();
    private final TestProbe<String> run = kit.createTestProbe();
    private final Promises promises = new Promises();

    /** Islands that always have one more promise for the other node. */
    private final class Promises implements Crossing {
        private Runnable wake;
        private int left;

        @Override
        public void wakeBy(Runnable call) {
            wake = call;
        }

        @Override
        public synchronized void take(FrameWriter piece, int budget) {
            if (left > 0) {
                piece.write(0, left--);
            }
        }

        @Override
        public boolean sleep() {
            return true;
        }

        @Override
        public void give(FrameReader piece) {
            while (piece.hasNext()) {
                piece.channel(1);
                piece.readPromise();
            }
            run.getRef().tell("given");
        }

        synchronized void have(int more) {
            left += more;
            if (wake != null) {
                wake.run();
            }
        }
    }

    private ActorRef<ToFerry> ferry() {
        ActorRef<ToFerry> ferry = kit.spawn(Ferry.create(
                promises, 1, 0, "node 1", Ferry.FULL, line -> run.getRef().tell(line), load -> {}, () -> run.getRef()
                        .tell("silent")));
        ferry.tell(new ToFerry.Connect(peer.getRef()));
        return ferry;
    }

    private void receiveBundles(int from, int to) {
        for (int number = from; number < to; number++) {
            assertThat(peer.expectMessageClass(Bundle.class).number()).isEqualTo(number);
        }
    }

    private static byte[] promise() {
        FrameWriter writer = new FrameWriter();
        writer.write(0, 7);
        return writer.toArray();
    }

    @AfterEach
    void end() {
        kit.shutdownTestKit();
    }

    @Test
    void aSlowPeerHasAtMostAWindowOfBundlesUnderWayAndGetsTheNextWhenItAcknowledges() {
        ActorRef<ToFerry> ferry = ferry();
        promises.have(BundleProtocol.WINDOW + 2);
        receiveBundles(0, BundleProtocol.WINDOW);
        peer.expectNoMessage(Duration.ofMillis(20));

        ferry.tell(new Bundle(1, 1, 0, 1, NONE));
        receiveBundles(BundleProtocol.WINDOW, BundleProtocol.WINDOW + 1);
        peer.expectNoMessage(Duration.ofMillis(20));
    }

    @Test
    void aBundleThatIsLostEndsTheRunWithItsNumber() {
        ferry().tell(new Bundle(1, 1, 1, 0, promise()));

        assertThat(run.receiveMessage())
                .isEqualTo("from node 1: bundle 1 of incarnation 1 after 0 bundles of incarnation 1; one is missing or"
                        + " came twice");
    }

    @Test
    void whatHasComeIsAcknowledgedWithinASecondEvenIfNothingGoesBack() {
        ferry().tell(new Bundle(1, 1, 0, 0, promise()));
        run.expectMessage("given");
        time.timePasses(LOOK);

        Bundle answer = peer.expectMessageClass(Bundle.class);
        assertThat(answer.received()).isEqualTo(1);
        assertThat(answer.frames()).isEmpty();
    }

    @Test
    void aPeerThatDoesNotAnswerIsReportedOnceAndEndsTheRunAtLast() {
        ferry();
        promises.have(1);
        receiveBundles(0, 1);
        time.timePasses(LOOK.multipliedBy(BundleProtocol.SILENT));
        run.expectMessage("silent");
        time.timePasses(LOOK.multipliedBy(BundleProtocol.TOO_LONG - BundleProtocol.SILENT - 1));
        run.expectNoMessage(Duration.ofMillis(20));
        time.timePasses(LOOK);
        run.expectMessage("node 1 has acknowledged nothing for 120 s, and 1 bundles are under way to it");
    }

    @Test
    void aPeerThatAnswersBeforeIsNotCalledSilent() {
        ActorRef<ToFerry> ferry = ferry();
        promises.have(2);
        receiveBundles(0, 1);
        receiveBundles(1, 2);
        time.timePasses(LOOK.multipliedBy(BundleProtocol.SILENT - 1));
        ferry.tell(new Bundle(1, 1, 0, 1, promise()));
        run.expectMessage("given");
        time.timePasses(LOOK);
        run.expectNoMessage(Duration.ofMillis(20));
    }
}
