package org.reweave.emulator.batch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Does jobs side by side, each in one thread. A job is one whole emulation with the sequential driver, or several in
 * turn. Results are handed over in the order of the jobs, by the thread that asked for them, so nothing that is made of
 * them depends on the number of threads. One thread at a time may ask; any thread may {@link #cancel}.
 */
public final class Batch {
    /** One piece of work, done in a thread of the batch. */
    public interface Job<T> {
        /** @param emulations executes the runs of this job, and ends them early when nobody wants them any more */
        T run(Emulations emulations) throws Exception;
    }

    /** Jobs per thread that are begun or done before the oldest result is handed over. */
    private static final int AHEAD = 4;

    private static final long PATIENCE_MILLIS = 1500;

    private final int threads;
    private final CompletableFuture<Void> givenUp = new CompletableFuture<>(); // jobs had time to end after a cancel
    private Emulations current; // null = no jobs are being done
    private boolean cancelled;

    /** @param threads jobs that are done at the same time, at least 1 */
    public Batch(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + " < 1");
        }
        this.threads = threads;
    }

    /**
     * Does all jobs.
     *
     * @return results in the order of the jobs
     * @throws CancellationException after {@link #cancel}
     */
    public <T> List<T> all(List<? extends Job<T>> jobs) {
        List<T> results = new ArrayList<>();
        inOrder(jobs.iterator(), results::add);
        return results;
    }

    /**
     * Does jobs until there are no more, or until no more are wanted; those that are then under way are ended without a
     * result. Where a job fails, the failure is thrown after the results of all jobs before it were handed over.
     *
     * @param jobs asked by the calling thread, only a few jobs ahead of the results; may be endless
     * @param next called by the calling thread with each result, in the order of the jobs; returns whether more are
     *     wanted
     * @throws CancellationException after {@link #cancel}, at most two seconds later
     */
    public <T> void inOrder(Iterator<? extends Job<T>> jobs, Predicate<? super T> next) {
        Emulations emulations = begin();
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "batch");
            thread.setDaemon(true); // a job that does not end after a cancel does not keep the process
            return thread;
        });
        Deque<CompletableFuture<T>> begun = new ArrayDeque<>();
        try {
            boolean wanted = true;
            while (wanted) {
                while (jobs.hasNext() && begun.size() < AHEAD * threads) {
                    begun.add(submit(jobs.next(), emulations, pool));
                }
                if (begun.isEmpty()) {
                    return;
                }
                wanted = next.test(resultOf(begun.remove()));
            }
        } finally {
            emulations.end();
            awaitEnd(pool);
            end();
        }
    }

    private static <T> CompletableFuture<T> submit(Job<T> job, Emulations emulations, ExecutorService pool) {
        CompletableFuture<T> result = new CompletableFuture<>();
        pool.execute(() -> {
            try {
                emulations.throwIfEnded();
                result.complete(job.run(emulations));
            } catch (Throwable e) { // for the thread that waits
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private synchronized Emulations begin() {
        if (cancelled) {
            throw new CancellationException();
        }
        current = new Emulations();
        return current;
    }

    private synchronized void end() {
        current = null;
    }

    /**
     * Ends all jobs without their results, now and in future. Jobs that have not ended after a second and a half, such
     * as one that computes the tables of a large fabric, are left to their threads.
     */
    public synchronized void cancel() {
        cancelled = true;
        givenUp.completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        if (current != null) {
            current.end();
        }
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    private <T> T resultOf(CompletableFuture<T> job) {
        try {
            CompletableFuture.anyOf(job, givenUp).get();
            if (isCancelled()) {
                throw new CancellationException();
            }
            return job.get();
        } catch (ExecutionException e) {
            throw unchecked(e.getCause());
        } catch (InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
    }

    /** Waits for the threads, which may still write what their jobs have done. */
    private void awaitEnd(ExecutorService pool) {
        pool.shutdown();
        boolean interrupted = false;
        while (!pool.isTerminated() && !givenUp.isDone()) {
            try {
                pool.awaitTermination(50, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
                cancel();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private RuntimeException unchecked(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (isCancelled()) {
            return new CancellationException(); // a job may fail in its own way when it is ended
        }
        if (cause instanceof RuntimeException runtime) {
            return runtime;
        }
        return cause instanceof IOException io
                ? new UncheckedIOException(io)
                : new IllegalStateException("a job of the batch failed", cause);
    }
}
