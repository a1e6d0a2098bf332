package org.reweave.emulator.actor;

import akka.actor.ActorCell;
import akka.dispatch.Dispatcher;
import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.Envelope;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import akka.dispatch.Mailbox;
import akka.dispatch.MessageDispatcher;
import akka.dispatch.MessageDispatcherConfigurator;
import com.typesafe.config.Config;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import scala.concurrent.duration.Duration;
import scala.concurrent.duration.FiniteDuration;

/**
 * Has an actor treat a message in the thread that tells it, before {@code tell} returns. So the actors of an island's
 * devices take their steps in the island's thread, one after the other, and no order of mailboxes can matter. System
 * messages go through the mailbox, which is emptied in the thread that fills it.
 *
 * <p>Nobody but an actor's parent may tell it anything: two threads must not run one actor. Messages that come while
 * the actor is at work or suspended wait in its mailbox, as everywhere in Akka.
 */
final class InPlaceDispatcher extends Dispatcher {
    private InPlaceDispatcher(MessageDispatcherConfigurator configurator, ExecutorServiceConfigurator executor) {
        super(
                configurator,
                configurator.config().getString("id"),
                1,
                Duration.Zero(),
                executor,
                FiniteDuration.create(1, TimeUnit.SECONDS));
    }

    @Override
    public void dispatch(ActorCell receiver, Envelope message) {
        Mailbox mailbox = receiver.mailbox();
        if (mailbox.currentStatus() != Mailbox.Open() || mailbox.hasMessages()) {
            super.dispatch(receiver, message);
            return;
        }
        mailbox.setAsScheduled(); // what the actor causes for itself waits until it is done
        try {
            receiver.invoke(message);
        } finally {
            mailbox.setAsIdle();
            registerForExecution(mailbox, false, false);
        }
    }

    /** Makes the dispatcher, by the name of this class in the configuration. */
    public static final class Configurator extends MessageDispatcherConfigurator {
        private final InPlaceDispatcher dispatcher;

        public Configurator(Config config, DispatcherPrerequisites prerequisites) {
            super(config, prerequisites);
            dispatcher = new InPlaceDispatcher(this, new InPlace(config, prerequisites));
        }

        @Override
        public MessageDispatcher dispatcher() {
            return dispatcher;
        }
    }

    private static final class InPlace extends ExecutorServiceConfigurator {
        InPlace(Config config, DispatcherPrerequisites prerequisites) {
            super(config, prerequisites);
        }

        @Override
        public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threads) {
            return CallingThread::new;
        }
    }

    private static final class CallingThread extends AbstractExecutorService {
        private volatile boolean ended;

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {
            ended = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            ended = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return ended;
        }

        @Override
        public boolean isTerminated() {
            return ended;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return ended;
        }
    }
}
