package org.reweave.reconfig.explore;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Has batches of states expanded, by some threads or by the one that asks, and gives the results in the order of
 * asking, so that a search finds the same states in the same order with any number of threads.
 */
final class ExpanderPool implements AutoCloseable {
    /** States that are expanded at a time: enough that handing them over costs nothing beside. */
    static final int BATCH = 256;

    private final int threads;
    private final Supplier<Expander> source;
    private final ExecutorService executor; // null = the asking thread does it
    private final Queue<Expander> idle = new ConcurrentLinkedQueue<>();
    private final Queue<Future<Expansions>> asked = new ArrayDeque<>();

    /** @param source of an expander for each thread */
    ExpanderPool(int threads, Supplier<Expander> source) {
        this.threads = threads;
        this.source = source;
        this.executor = threads == 1
                ? null
                : Executors.newFixedThreadPool(threads, task -> {
                    Thread thread = new Thread(task, "explorer");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Whether more states may be asked for before the results that were asked for are taken. */
    boolean hasRoom() {
        return asked.size() < (executor == null ? 1 : 4 * threads);
    }

    void expand(int first, int count) {
        if (executor == null) {
            FutureTask<Expansions> task = new FutureTask<>(() -> work(first, count));
            asked.add(task);
            task.run();
        } else {
            asked.add(executor.submit(() -> work(first, count)));
        }
    }

    private Expansions work(int first, int count) {
        Expander free = idle.poll();
        Expander expander = free == null ? source.get() : free;
        Expansions all = expander.expand(first, count);
        idle.add(expander);
        return all;
    }

    /** The result that was asked for first. */
    Expansions next() {
        try {
            return asked.remove().get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while states are explored", interrupted);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException error) {
                throw error;
            }
            throw new IllegalStateException(failed.getCause());
        }
    }

    @Override
    public void close() {
        if (executor != null) {
            executor.shutdownNow();
        }
    }
}
