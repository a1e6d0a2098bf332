package org.reweave.emulator.actor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import akka.actor.testkit.typed.javadsl.TestInbox;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.reweave.emulator.link.Frame;

/**
 * Races for the ring of frames and the doorbell, which {@code mvn -Pjcstress} repeats in many compilations and with
 * many timings. Each race names every outcome that is right; any other outcome is a failure.
 */
public final class FrameChannelStress {
    private static final int CAPACITY = 2;
    private static final TestInbox<IslandActor.Command> ISLAND = TestInbox.create();

    private FrameChannelStress() {}

    private static FrameChannel channel(Bell bell) {
        return new FrameChannel(0, 0, CAPACITY, bell);
    }

    private static void send(FrameChannel channel, long number) {
        channel.open().begin(number);
        channel.send();
    }

    /** The number of the next frame, which goes back at once, or -1. */
    private static long take(FrameChannel channel) {
        Frame frame = channel.next();
        if (frame == null) {
            return -1;
        }
        long number = frame.number();
        channel.giveBack();
        return number;
    }

    private static Doorbell doorbell() {
        ISLAND.getAllReceived(); // the messages of earlier races take memory
        Doorbell bell = new Doorbell();
        bell.belongsTo(ISLAND.getRef());
        return bell;
    }

    private static boolean promise(FrameChannel channel, long cycle) {
        channel.promise(cycle);
        VarHandle.fullFence();
        return channel.signal();
    }

    @JCStressTest
    @State
    @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "the receiver came before both frames")
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "the first frame came between the looks")
    @Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "the receiver came before the second frame")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "both frames were there")
    public static class FramesComeWholeAndInOrder {
        private final FrameChannel channel = channel(() -> true);

        @Actor
        public void sender() {
            send(channel, 0);
            send(channel, 1);
        }

        @Actor
        public void receiver(JJ_Result result) {
            result.r1 = take(channel);
            result.r2 = take(channel);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "the receiver came before the new frame")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "the new frame was there")
    public static class AFrameThatIsBeingReadIsNotFilledAgain {
        private final FrameChannel channel = channel(() -> true);

        public AFrameThatIsBeingReadIsNotFilledAgain() {
            send(channel, 0);
            take(channel);
            send(channel, 1);
        }

        @Actor
        public void sender() {
            send(channel, 2);
        }

        @Actor
        public void receiver(JJ_Result result) {
            result.r1 = take(channel);
            result.r2 = take(channel);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "the receiver came before the frame")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the receiver came before the promise")
    @Outcome(id = "5, 0", expect = ACCEPTABLE, desc = "frame and promise were there")
    public static class WhateverWasSentBeforeAPromiseIsThereWithThePromise {
        private final FrameChannel channel = channel(() -> true);

        @Actor
        public void sender() {
            send(channel, 0);
            channel.promise(5);
        }

        @Actor
        public void receiver(JJ_Result result) {
            result.r1 = channel.promised();
            result.r2 = take(channel);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "the island saw the promise and went on")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "the island slept, and the sender woke it")
    public static class ASleepingIslandIsWokenAndAnAwakeOneIsNot {
        private final Doorbell bell = doorbell();
        private final FrameChannel[] channels = {channel(bell)};

        @Actor
        public void island(ZZ_Result result) {
            result.r1 = bell.sleepUntilPromised(channels, new long[] {5});
        }

        @Actor
        public void sender(ZZ_Result result) {
            result.r2 = promise(channels[0], 5);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the first sender came last and woke the island")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the second sender came last and woke the island")
    public static class OneOfTwoSendersWakesASleepingIsland {
        private final Doorbell bell = doorbell();
        private final FrameChannel[] channels = {channel(bell), channel(bell)};

        public OneOfTwoSendersWakesASleepingIsland() {
            bell.sleepUntilPromised(channels, new long[] {5, 5});
        }

        @Actor
        public void first(ZZ_Result result) {
            result.r1 = promise(channels[0], 5);
        }

        @Actor
        public void second(ZZ_Result result) {
            result.r2 = promise(channels[1], 5);
        }
    }
}
