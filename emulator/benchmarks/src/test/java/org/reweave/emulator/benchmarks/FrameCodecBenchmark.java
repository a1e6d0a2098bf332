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
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;

/** A frame of credits goes to another JVM: written as bytes, and read there. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FrameCodecBenchmark {
    /** In the frame, over one link. */
    @Param({"1", "16"})
    public int records;

    private final Frame frame = new Frame();
    private final Frame received = new Frame();
    private final FrameWriter writer = new FrameWriter();
    private final FrameReader reader = new FrameReader();
    private byte[] bytes;

    @Setup
    public void fill() {
        frame.begin(0);
        frame.openLink(3, 1);
        for (int i = 0; i < records; i++) {
            frame.add(new long[] {Wire.creditHead(3, 17, false), 1000 + 2L * i}, 0, 2);
        }
        frame.closeLink();
        writer.write(0, frame, 1000);
        bytes = writer.toArray();
    }

    @Benchmark
    public int write() {
        writer.clear();
        writer.write(0, frame, 1000);
        return writer.size();
    }

    @Benchmark
    public Frame read() {
        reader.open(bytes);
        reader.channel(1);
        reader.read(received);
        return received;
    }
}
