package org.reweave.emulator.actor;

import akka.actor.ActorRef;
import akka.actor.ActorSystemImpl;
import akka.actor.setup.ActorSystemSetup;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.internal.adapter.GuardianStartupBehavior;
import akka.actor.typed.internal.adapter.PropsAdapter;
import akka.actor.typed.javadsl.Adapter;
import com.typesafe.config.Config;
import scala.Option;

/**
 * An actor system whose threads leave an end of memory to the process's own handler of failures. Akka's handler ends
 * the system, which takes memory itself: where none is left, whoever waits for that system waits for ever.
 *
 * <p>The override is of Akka's internal class, because no setting reaches the threads of all dispatchers and of the
 * scheduler. {@code ActorSystem.create} does the rest in the same way.
 */
final class MemoryAwareSystem extends ActorSystemImpl {
    private MemoryAwareSystem(
            String name, Config config, ClassLoader classes, Behavior<?> guardian, ActorSystemSetup setup) {
        super(
                name,
                config,
                classes,
                Option.empty(),
                Option.apply(PropsAdapter.apply(() -> GuardianStartupBehavior.apply(guardian), Props.empty(), false)),
                setup);
    }

    @SuppressWarnings("unchecked") // the guardian takes messages of that type
    static <T> ActorSystem<T> start(
            Behavior<T> guardian, String name, Config config, ClassLoader classes, ActorSystemSetup setup) {
        MemoryAwareSystem system = new MemoryAwareSystem(name, config, classes, guardian, setup);
        system.start();
        system.guardian().tell(GuardianStartupBehavior.Start$.MODULE$, ActorRef.noSender());
        return (ActorSystem<T>) (ActorSystem<?>) Adapter.toTyped(system);
    }

    /** Called before the fields of this class have values. */
    @Override
    public Thread.UncaughtExceptionHandler uncaughtExceptionHandler() {
        Thread.UncaughtExceptionHandler ofAkka = super.uncaughtExceptionHandler();
        return (thread, e) -> {
            Thread.UncaughtExceptionHandler ofProcess = Thread.getDefaultUncaughtExceptionHandler();
            boolean isForProcess = ofProcess != null && EndOfMemory.isReasonOf(e); // nothing is allocated on this way
            (isForProcess ? ofProcess : ofAkka).uncaughtException(thread, e);
        };
    }
}
