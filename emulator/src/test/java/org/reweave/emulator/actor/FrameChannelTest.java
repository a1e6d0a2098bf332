package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.TestInbox;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.link.Frame;

class FrameChannelTest {
    private final TestInbox<IslandActor.Command> island = TestInbox.create();
    private final Doorbell doorbell = new Doorbell();

    FrameChannelTest() {
        doorbell.belongsTo(island.getRef());
    }

    private FrameChannel channel(int sender) {
        return new FrameChannel(sender, 0, 3, doorbell);
    }

    private static void send(FrameChannel channel, long number) {
        Frame frame = channel.open();
        frame.begin(number, number + 1);
        channel.send(frame);
    }

    private static boolean signal(FrameChannel channel) {
        VarHandle.fullFence();
        return channel.signal();
    }

    private static List<Long> taken(FrameChannel channel) {
        List<Long> numbers = new ArrayList<>();
        for (Frame frame = channel.next(); frame != null; frame = channel.next()) {
            numbers.add(frame.number());
            channel.giveBack(frame);
        }
        return numbers;
    }

    @Test
    void framesComeOutInTheirOrderAndAnEmptyChannelGivesNone() {
        FrameChannel channel = channel(0);
        assertThat(taken(channel)).isEmpty();
        for (long number = 0; number < 100; number += 2) {
            send(channel, number);
            send(channel, number + 1);
            assertThat(taken(channel)).containsExactly(number, number + 1);
        }
    }

    @Test
    void moreFramesThanEverAreUnderWayAreABrokenInvariant() {
        FrameChannel channel = channel(7);
        for (long number = 0; number < 4; number++) {
            send(channel, number);
        }
        assertThatThrownBy(() -> send(channel, 4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("island 7");
    }

    @Test
    void onlyTheLastNeighbourThatIsWaitedForSendsAMessage() {
        FrameChannel first = channel(0);
        FrameChannel second = channel(1);
        FrameChannel other = channel(2);
        assertThat(doorbell.sleepUntilAllSend(List.of(first, second))).isTrue();
        send(other, 0);
        assertThat(signal(other)).as("not waited for").isFalse();
        send(first, 0);
        assertThat(signal(first)).isFalse();
        send(first, 1);
        assertThat(signal(first)).isFalse();
        send(second, 0);
        assertThat(island.hasMessages()).isFalse();
        assertThat(signal(second)).isTrue();
        assertThat(island.getAllReceived()).containsExactly(IslandActor.Wake.UP);
    }

    @Test
    void anIslandDoesNotSleepForWhatIsThere() {
        FrameChannel first = channel(0);
        FrameChannel second = channel(1);
        send(first, 0);
        send(second, 0);
        assertThat(doorbell.sleepUntilAllSend(List.of(first, second))).isFalse();
        assertThat(signal(first)).isFalse();
        assertThat(signal(second)).isFalse();
        assertThat(island.hasMessages()).isFalse();
    }

    @Test
    void nothingIsLostBetweenTwoThreadsAndNoWaitIsForgotten() {
        long frames = 20_000;
        Waker woken = new Waker();
        FrameChannel channel = new FrameChannel(0, 0, 1 << 15, woken.bell);
        CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> {
            for (long number = 0; number < frames; number++) {
                send(channel, number);
                signal(channel);
            }
        });
        List<Long> all = new ArrayList<>();
        while (all.size() < frames) {
            all.addAll(taken(channel));
            if (all.size() < frames && woken.bell.sleepUntilAllSend(List.of(channel))) {
                woken.sleep();
            }
        }
        sender.join();
        assertThat(all)
                .containsExactlyElementsOf(LongStream.range(0, frames).boxed().toList());
    }

    /** Sleeps as an actor does: until its doorbell has sent a message. */
    private static final class Waker {
        private final TestInbox<IslandActor.Command> inbox = TestInbox.create();
        private final Doorbell bell = new Doorbell();

        Waker() {
            bell.belongsTo(inbox.getRef());
        }

        void sleep() {
            while (!inbox.hasMessages()) {
                Thread.yield();
            }
            inbox.receiveMessage();
        }
    }
}
