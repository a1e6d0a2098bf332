package org.reweave.emulator.cli.common;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Ctrl-C (SIGINT) and SIGTERM while a run is on: the first asks it to stop, the second kills the process. Not a
 * shutdown hook: during a shutdown a second Ctrl-C does nothing, and a hook that waits would hang.
 * {@code sun.misc.Signal} is reached by reflection, since it is not part of the platform's API; where it is missing,
 * Ctrl-C kills at once.
 */
public final class Interrupts {
    private static final long PATIENCE_MILLIS = 1750;
    private static final List<String> SIGNALS = List.of("INT", "TERM");

    private final Runnable onFirst;
    private volatile Runnable onClose = () -> {};
    private final AtomicBoolean asked = new AtomicBoolean();
    private final List<Object[]> replaced = new ArrayList<>(); // signal, handler before

    private Interrupts(Runnable onFirst) {
        this.onFirst = onFirst;
    }

    /** Ends work that keeps nothing: the line of progress goes, a message comes, and the process ends. */
    public static Interrupts endProcess(ProgressLine progress, String message) {
        return handle(() -> {
            progress.close();
            progress.println("reweave: stopped; " + message);
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        });
    }

    /**
     * Ends work that keeps what is finished: it is asked to end, and where it does not within two seconds, such as
     * while it computes the tables of a large fabric, the process ends without it.
     *
     * @param cancel asks the work to end
     * @param kept in words: what is kept, and how to go on from there
     */
    public static Interrupts endSoon(ProgressLine progress, Runnable cancel, Supplier<String> kept) {
        CountDownLatch ended = new CountDownLatch(1);
        Interrupts interrupts = handle(() -> {
            cancel.run();
            progress.close();
            progress.println("reweave: stopping; Ctrl-C again kills");
            try {
                if (!ended.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                    progress.println("reweave: stopped; " + kept.get());
                    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // nobody does; the work ends by itself
            }
        });
        interrupts.onClose = ended::countDown;
        return interrupts;
    }

    /** @param onFirst called in a thread of its own */
    public static Interrupts handle(Runnable onFirst) {
        Interrupts interrupts = new Interrupts(onFirst);
        try {
            MethodHandle signalled = MethodHandles.lookup()
                    .findVirtual(Interrupts.class, "signalled", MethodType.methodType(void.class))
                    .bindTo(interrupts);
            Object handler = MethodHandleProxies.asInterfaceInstance(
                    Class.forName("sun.misc.SignalHandler"),
                    MethodHandles.dropArguments(signalled, 0, Class.forName("sun.misc.Signal")));
            for (String name : SIGNALS) {
                interrupts.replace(name, handler);
            }
        } catch (ReflectiveOperationException e) {
            // this JVM has no such API: Ctrl-C kills
        }
        return interrupts;
    }

    private void replace(String name, Object handler) throws ReflectiveOperationException {
        Object signal =
                Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance(name);
        try {
            replaced.add(new Object[] {signal, set(signal, handler)});
        } catch (IllegalArgumentException e) {
            // ignored by whoever started us, such as a script that put us into the background, or kept by the JVM
        }
    }

    private static Object set(Object signal, Object handler) throws ReflectiveOperationException {
        try {
            return signal.getClass()
                    .getMethod("handle", signal.getClass(), Class.forName("sun.misc.SignalHandler"))
                    .invoke(null, signal, handler);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(e.getCause());
        }
    }

    @SuppressWarnings("UnusedMethod") // found by its name above
    private void signalled() {
        if (asked.compareAndSet(false, true)) {
            onFirst.run();
        } else {
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        }
    }

    /** Puts the handlers back that were there before. */
    public void close() {
        onClose.run();
        for (Object[] pair : replaced) {
            try {
                set(pair[0], pair[1]);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                // nothing follows but the end of the process
            }
        }
    }
}
