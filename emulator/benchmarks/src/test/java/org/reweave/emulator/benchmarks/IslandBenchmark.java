package org.reweave.emulator.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.reweave.emulator.drivers.SteadyIsland;

/**
 * The time that a cycle of an 8x8 torus under steady uniform traffic takes in the inner loop that all drivers share.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class IslandBenchmark {
    private static final int CYCLES = 500; // of one call: a cut's

    /** Of what a NIC's link carries. */
    @Param({"0.1", "0.3"})
    public String load;

    /** Of a link, in cycles. */
    @Param({"1", "25"})
    public int latency;

    /** In flits. */
    @Param({"1", "16"})
    public int packet;

    private SteadyIsland island;

    @Setup
    public void start() {
        island = new SteadyIsland(String.format("""
                description = "Steady traffic"
                fabric.generator = "torus:8x8"
                routing { engine = dimension-order, options { ties = plus } }
                device { preset = iq-router, switch.vls = 2, link.latency = %dcycles, nic.packet = %dflits }
                traffic { load = %s }
                run { warmup = 0cycles, duration = 1000000000cycles, cut-interval = 500cycles }
                """, latency, packet, load));
        island.advance(20 * CYCLES);
    }

    /** @return what has arrived, so that the loop has a result */
    @Benchmark
    @OperationsPerInvocation(CYCLES)
    public long cycle() {
        island.advance(CYCLES);
        return island.hops();
    }
}
