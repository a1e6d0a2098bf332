package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Islands as they could be, one of which does not come to the end of its turn. */
class IslandTurnsActorTest {
    private static final ActorTestKit KIT = ActorTestKit.create();

    @AfterAll
    static void end() {
        KIT.shutdownTestKit();
    }

    private final IslandTurns turns = new IslandTurns();
    private final Semaphore begun = new Semaphore(0);

    /** Takes its turn until the latch is open. */
    private ActorRef<IslandActor.Command> island(CountDownLatch end) {
        Behavior<IslandActor.Command> island = Behaviors.receiveMessage(message -> {
            begun.release();
            end.await();
            return Behaviors.same();
        });
        return KIT.spawn(turns.counted(island));
    }

    private void awaitTurns(int count) throws InterruptedException {
        assertThat(begun.tryAcquire(count, 1, TimeUnit.MINUTES))
                .as("turns begin")
                .isTrue();
    }

    /** Looks from a time on, until no turn is under way. */
    private long awaitEndOfTurns(long from) throws InterruptedException {
        long now = from;
        for (int looks = 0; looks < 6000 && turns.longestNanos(now) > 0; looks++) {
            Thread.sleep(10);
            now++;
        }
        return now;
    }

    @Test
    void onlyATurnThatIsFoundTwiceHasATime() throws InterruptedException {
        CountDownLatch ends = new CountDownLatch(1);
        ActorRef<IslandActor.Command> stuck = island(ends);
        ActorRef<IslandActor.Command> fine = island(new CountDownLatch(0));
        assertThat(turns.longestNanos(50)).as("no turn has begun").isZero();

        stuck.tell(IslandActor.Wake.UP);
        fine.tell(IslandActor.Wake.UP);
        awaitTurns(2);
        assertThat(turns.longestNanos(100)).as("seen for the first time").isZero();
        fine.tell(IslandActor.Wake.UP);
        awaitTurns(1);
        assertThat(turns.longestNanos(170)).isEqualTo(70);
        assertThat(turns.longestNanos(300)).isEqualTo(200);

        ends.countDown();
        long end = awaitEndOfTurns(301);
        assertThat(turns.longestNanos(end)).as("its turn has ended").isZero();
    }
}
