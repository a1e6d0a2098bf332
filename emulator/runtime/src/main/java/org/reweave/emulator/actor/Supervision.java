package org.reweave.emulator.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.BehaviorInterceptor;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.Signal;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.Behaviors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Stops an island whose invariant is broken, or that has no memory left; its parent is told by {@link ChildFailed},
 * behind all that the island had told before. Akka's own supervision takes an error of the virtual machine for one of
 * the whole process, but what ends here is a run.
 */
public final class Supervision extends BehaviorInterceptor<IslandActor.Command, IslandActor.Command> {
    private final AtomicReference<Throwable> first;

    /** An error as an exception, which ends an actor alone. */
    private static final class ErrorException extends RuntimeException {
        private static final long serialVersionUID = 1;

        ErrorException(Error cause) {
            super(null, cause, false, false);
        }
    }

    private Supervision(AtomicReference<Throwable> first) {
        super(IslandActor.Command.class);
        this.first = first;
    }

    /** @param first takes the first failure, in case that no memory is left to tell the parent */
    static Behavior<IslandActor.Command> of(Behavior<IslandActor.Command> island, AtomicReference<Throwable> first) {
        return Behaviors.supervise(Behaviors.intercept(() -> new Supervision(first), island))
                .onFailure(SupervisorStrategy.stop().withLoggingEnabled(false));
    }

    /** Reason why an island has stopped. */
    public static Throwable reason(ChildFailed island) {
        return island.cause() instanceof ErrorException ? island.cause().getCause() : island.cause();
    }

    /**
     * The same failure as an exception that can be thrown anywhere.
     *
     * @throws Error when the failure is one
     */
    static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException exception ? exception : new IllegalStateException(failure);
    }

    @Override
    public Behavior<IslandActor.Command> aroundStart(
            TypedActorContext<IslandActor.Command> context, PreStartTarget<IslandActor.Command> target) {
        return noting(() -> target.start(context));
    }

    @Override
    public Behavior<IslandActor.Command> aroundReceive(
            TypedActorContext<IslandActor.Command> context,
            IslandActor.Command message,
            ReceiveTarget<IslandActor.Command> target) {
        return noting(() -> target.apply(context, message));
    }

    @Override
    public Behavior<IslandActor.Command> aroundSignal(
            TypedActorContext<IslandActor.Command> context, Signal signal, SignalTarget<IslandActor.Command> target) {
        return noting(() -> target.apply(context, signal));
    }

    private Behavior<IslandActor.Command> noting(Supplier<Behavior<IslandActor.Command>> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            first.compareAndSet(null, e);
            throw e;
        } catch (Error e) {
            first.compareAndSet(null, e);
            throw new ErrorException(e);
        }
    }
}
