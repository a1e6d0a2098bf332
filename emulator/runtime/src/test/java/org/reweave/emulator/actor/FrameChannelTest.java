package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.TestInbox;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.link.Frame;

class FrameChannelTest {
    private static final int CAPACITY = 5;

    private final TestInbox<IslandActor.Command> island = TestInbox.create();
    private final Doorbell doorbell = new Doorbell();

    FrameChannelTest() {
        doorbell.belongsTo(island.getRef());
    }

    private FrameChannel channel(int sender) {
        return new FrameChannel(sender, 0, CAPACITY, doorbell);
    }

    private static void send(FrameChannel channel, long number) {
        Frame frame = channel.open();
        frame.begin(number);
        channel.send();
        channel.promise(number + 1);
    }

    private boolean sleep(long promise, FrameChannel... channels) {
        return sleep(doorbell, promise, channels);
    }

    private static boolean sleep(Doorbell bell, long promise, FrameChannel... channels) {
        long[] promises = new long[channels.length];
        Arrays.fill(promises, promise);
        return bell.sleepUntilPromised(channels, promises);
    }

    private static boolean signal(FrameChannel channel) {
        VarHandle.fullFence();
        return channel.signal();
    }

    private static List<Long> taken(FrameChannel channel) {
        List<Long> numbers = new ArrayList<>();
        for (Frame frame = channel.next(); frame != null; frame = channel.next()) {
            numbers.add(frame.number());
            channel.giveBack();
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
    void framesAreFilledAgainAndKeepTheirOrderHoweverManyAreUnderWay() {
        FrameChannel channel = channel(0);
        long sent = 0;
        List<Long> taken = new ArrayList<>();
        for (int round = 0; round < 40; round++) {
            while (sent < taken.size() + 1 + round % CAPACITY) {
                send(channel, sent++);
            }
            for (int left = round % 3; left > 0 && channel.next() != null; left--) {
                taken.add(channel.next().number());
                channel.giveBack();
            }
        }
        taken.addAll(taken(channel));
        assertThat(taken)
                .containsExactlyElementsOf(LongStream.range(0, sent).boxed().toList());
    }

    @Test
    void moreFramesThanEverAreUnderWayAreABrokenInvariant() {
        FrameChannel channel = channel(7);
        for (long number = 0; number < CAPACITY; number++) {
            send(channel, number);
        }
        assertThatThrownBy(() -> send(channel, CAPACITY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("island 7");
    }

    @Test
    void onlyTheLastNeighbourWhosePromiseIsWaitedForSendsAMessage() {
        FrameChannel first = channel(0);
        FrameChannel second = channel(1);
        FrameChannel other = channel(2);
        assertThat(sleep(2, first, second)).isTrue();
        send(other, 0);
        assertThat(signal(other)).as("not waited for").isFalse();
        send(first, 0);
        assertThat(signal(first)).as("promised too little").isFalse();
        send(first, 1);
        assertThat(signal(first)).isFalse();
        send(first, 2);
        assertThat(signal(first)).isFalse();
        second.promise(2);
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
        assertThat(sleep(1, first, second)).isFalse();
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
            if (all.size() < frames && sleep(woken.bell, all.size() + 1, channel)) {
                woken.sleep();
            }
        }
        sender.join();
        assertThat(all)
                .containsExactlyElementsOf(LongStream.range(0, frames).boxed().toList());
    }

    @Test
    void noWaitIsForgottenWhenSeveralNeighboursPromiseAtOnce() {
        long last = 20_000;
        Waker woken = new Waker();
        FrameChannel[] channels = new FrameChannel[4];
        Arrays.setAll(channels, sender -> new FrameChannel(sender, sender, CAPACITY, woken.bell));
        List<CompletableFuture<Void>> senders = Arrays.stream(channels)
                .map(channel -> CompletableFuture.runAsync(() -> {
                    for (long cycle = 1; cycle <= last; cycle++) {
                        channel.promise(cycle);
                        signal(channel);
                    }
                }))
                .toList();
        for (long cycle = 1; cycle <= last; cycle++) {
            if (sleep(woken.bell, cycle, channels)) {
                woken.sleep();
            }
            for (FrameChannel channel : channels) {
                assertThat(channel.promised()).isGreaterThanOrEqualTo(cycle);
            }
        }
        senders.forEach(CompletableFuture::join);
        assertThat(woken.inbox.hasMessages()).isFalse();
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
