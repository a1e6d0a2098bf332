package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MemoryAwareSystemTest {
    private static final String NAME = "memory-aware";
    private static final OutOfMemoryError NONE_LEFT = new OutOfMemoryError("none left");

    private final BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
    private final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();

    private final ActorSystem<Error> system = ActorSystems.LOCAL.start(
            Behaviors.receive(Error.class)
                    .onAnyMessage(error -> {
                        throw error;
                    })
                    .build(),
            NAME,
            ConfigFactory.parseString("akka.daemonic = on").withFallback(ActorSystems.LOCAL.defaults()));

    @BeforeEach
    void hear() {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> told.add(e));
    }

    /** Nobody waits for the end of a system of which an actor is in the middle of a message for ever. */
    @AfterEach
    void end() {
        Thread.setDefaultUncaughtExceptionHandler(before);
        system.terminate();
    }

    @Test
    void theProcessLearnsOfAnEndOfMemoryInAnActor() throws InterruptedException {
        system.tell(NONE_LEFT);

        assertThat(told.poll(30, TimeUnit.SECONDS)).isSameAs(NONE_LEFT);
        assertThat(system.getWhenTerminated().toCompletableFuture())
                .as("what the process does then is not for the system to say")
                .isNotDone();
    }

    /** The scheduler's thread and one of an executor at least. */
    private List<Thread> threads() throws InterruptedException {
        system.scheduler()
                .scheduleOnce(Duration.ofMillis(1), () -> told.add(new Throwable()), system.executionContext());
        told.take();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(NAME + "-"))
                .toList();
    }

    @Test
    void anEndOfMemoryInAnyThreadOfTheSystemIsToldToTheProcess() throws InterruptedException {
        List<Thread> threads = threads();
        assertThat(threads).hasSizeGreaterThan(2);
        for (Thread thread : threads) {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, NONE_LEFT);
            assertThat(told.poll()).as(thread.getName()).isSameAs(NONE_LEFT);
        }
    }

    @Test
    void anotherErrorIsLeftToAkka() throws InterruptedException {
        Thread thread = threads().get(0);
        thread.getUncaughtExceptionHandler().uncaughtException(thread, new StackOverflowError("on purpose"));
        assertThat(told).isEmpty();
    }
}
