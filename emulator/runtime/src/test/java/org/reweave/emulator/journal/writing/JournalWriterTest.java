package org.reweave.emulator.journal.writing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.pattern.CircuitBreakerOpenException;
import com.typesafe.config.ConfigFactory;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reweave.emulator.journal.store.JournalException;
import scala.concurrent.duration.FiniteDuration;

/** What a journal's guardian tells of children that fail. */
@Timeout(60)
class JournalWriterTest {
    private static ActorTestKit actors;

    private final Window window = new Window(1);

    private static final JournalCommand ANY = new RunCoordinator.Permit(1, 500);

    @BeforeAll
    static void startActors() {
        actors = ActorTestKit.create(ConfigFactory.parseString("akka.loglevel = OFF"));
    }

    @AfterAll
    static void stopActors() {
        actors.shutdownTestKit();
    }

    /** A child that ends with the first message. */
    private static Behavior<JournalCommand> ending(Optional<RuntimeException> failure) {
        return Behaviors.receive(JournalCommand.class)
                .onAnyMessage(any -> {
                    failure.ifPresent(thrown -> {
                        throw thrown;
                    });
                    return Behaviors.stopped();
                })
                .build();
    }

    /** A guardian of two children; the probe is given the second, which ends in the second way. */
    private ActorRef<JournalCommand> guardian(
            Optional<RuntimeException> first,
            Optional<RuntimeException> second,
            TestProbe<ActorRef<JournalCommand>> probe) {
        return actors.spawn(Behaviors.setup(context -> {
            ActorRef<JournalCommand> writer = context.spawn(ending(first), "writer");
            ActorRef<JournalCommand> other = context.spawn(ending(second), "other");
            context.watch(writer);
            context.watch(other);
            probe.ref().tell(other);
            return JournalWriter.watching(
                    writer, reason -> window.failed(new JournalException(reason.getMessage())), window, false);
        }));
    }

    private void failsWith(String reason) {
        assertThatThrownBy(window::awaitEnd)
                .isInstanceOf(JournalException.class)
                .hasMessage(reason);
    }

    private static Optional<RuntimeException> full() {
        return Optional.of(new IllegalStateException("no space left"));
    }

    private static Optional<RuntimeException> openBreaker() {
        return Optional.of(new IllegalStateException(
                "the journal does not take it",
                new CircuitBreakerOpenException(FiniteDuration.apply(1, TimeUnit.SECONDS), "open")));
    }

    @Test
    void theReasonIsThatOfTheChildThatOpenedTheBreaker() {
        TestProbe<ActorRef<JournalCommand>> probe = actors.createTestProbe();
        ActorRef<JournalCommand> guardian = guardian(full(), openBreaker(), probe);
        ActorRef<JournalCommand> second = probe.receiveMessage();
        second.tell(ANY);
        probe.expectTerminated(second);
        guardian.tell(ANY);
        failsWith("no space left");
        probe.expectTerminated(guardian);
    }

    @Test
    void twoChildrenThatFindTheBreakerOpenTellOfIt() {
        TestProbe<ActorRef<JournalCommand>> probe = actors.createTestProbe();
        ActorRef<JournalCommand> guardian = guardian(openBreaker(), openBreaker(), probe);
        probe.receiveMessage().tell(ANY);
        guardian.tell(ANY);
        failsWith("the journal does not take it");
    }

    @Test
    void aFailureOfOneChildIsTold() {
        guardian(full(), Optional.empty(), actors.createTestProbe()).tell(ANY);
        failsWith("no space left");
    }

    @Test
    void aChildThatStopsBeforeTheRunIsOverIsTold() {
        TestProbe<ActorRef<JournalCommand>> probe = actors.createTestProbe();
        ActorRef<JournalCommand> guardian = guardian(full(), Optional.empty(), probe);
        probe.receiveMessage().tell(ANY);
        failsWith("the journal's writer stopped before the run was over");
        probe.expectTerminated(guardian);
    }
}
