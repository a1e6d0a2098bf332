package org.reweave.emulator.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.reweave.emulator.time.EventQueue;
import org.reweave.routing.model.Mix;

/** An event leaves a device's queue and another comes in, a few cycles later or many. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EventQueueBenchmark {
    /** Events that are pending. */
    @Param({"4", "16", "64"})
    public int pending;

    private EventQueue queue;
    private long draws;

    @Setup
    public void fill() {
        queue = new EventQueue();
        for (int i = 0; i < pending; i++) {
            queue.add(i, EventQueue.TIMER, i);
        }
    }

    @Benchmark
    public long replaceTheFirst() {
        long key = queue.remove();
        long later = 1 + (Mix.mix(draws++) & 31); // cycles
        queue.add(EventQueue.cycle(key) + later, EventQueue.TIMER, EventQueue.code(key));
        return key;
    }
}
