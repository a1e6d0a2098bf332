package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.TestInbox;
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
        return new FrameChannel(sender, 3, doorbell);
    }

    private static Frame frame(long number) {
        return new Frame(1, 0, number, number + 1, new long[0]);
    }

    private static List<Long> taken(FrameChannel channel) {
        List<Long> numbers = new ArrayList<>();
        for (Frame frame = channel.take(); frame != null; frame = channel.take()) {
            numbers.add(frame.number());
        }
        return numbers;
    }

    @Test
    void framesComeOutInTheirOrderAndAnEmptyChannelGivesNone() {
        FrameChannel channel = channel(0);
        assertThat(taken(channel)).isEmpty();
        for (long number = 0; number < 100; number += 2) {
            channel.put(frame(number));
            channel.put(frame(number + 1));
            assertThat(taken(channel)).containsExactly(number, number + 1);
        }
    }

    @Test
    void moreFramesThanEverAreUnderWayAreABrokenInvariant() {
        FrameChannel channel = channel(7);
        for (long number = 0; number < 4; number++) {
            channel.put(frame(number));
        }
        assertThatThrownBy(() -> channel.put(frame(4)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("island 7");
    }

    @Test
    void onlyTheLastNeighbourThatIsWaitedForSendsAMessage() {
        FrameChannel first = channel(0);
        FrameChannel second = channel(1);
        FrameChannel other = channel(2);
        assertThat(doorbell.sleepUntilAllSend(List.of(first, second))).isTrue();
        other.put(frame(0));
        assertThat(other.signal()).as("not waited for").isFalse();
        first.put(frame(0));
        assertThat(first.signal()).isFalse();
        first.put(frame(1));
        assertThat(first.signal()).isFalse();
        second.put(frame(0));
        assertThat(island.hasMessages()).isFalse();
        assertThat(second.signal()).isTrue();
        assertThat(island.getAllReceived()).containsExactly(IslandActor.Wake.UP);
    }

    @Test
    void anIslandDoesNotSleepForWhatIsThere() {
        FrameChannel first = channel(0);
        FrameChannel second = channel(1);
        first.put(frame(0));
        second.put(frame(0));
        assertThat(doorbell.sleepUntilAllSend(List.of(first, second))).isFalse();
        assertThat(first.signal()).isFalse();
        assertThat(second.signal()).isFalse();
        assertThat(island.hasMessages()).isFalse();
    }

    @Test
    void nothingIsLostBetweenTwoThreadsAndNoWaitIsForgotten() {
        long frames = 20_000;
        Waker woken = new Waker();
        FrameChannel channel = new FrameChannel(0, 1 << 18, woken.bell);
        CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> {
            for (long number = 0; number < frames; number++) {
                channel.put(frame(number));
                channel.signal();
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
