package org.reweave.emulator.benchmarks;

import com.typesafe.config.ConfigUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.fabric.FabricArgument;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.fabricswitch.SwitchCore;
import org.reweave.emulator.device.nic.NicCore;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunBuilder;
import org.reweave.routing.topology.Fabric;

/**
 * {@code reweave bench memory}: the bytes that a run keeps alive, under load, after a collection, by kind and by
 * device. The collector says how much that is in all; a walk through all objects says what they are for
 * ({@link LiveObjects}). What the journal needs is the difference to a second run that keeps one.
 */
final class MemoryBenchmark implements Benchmark {
    /** The fabric if the user names none. */
    static final String FABRIC = "torus:8x8";

    /** The cycle of the measurement if the user names none: queues have reached the lengths that they keep. */
    private static final long CYCLES = 5_000;

    /** Bytes of one kind: in all switches, in all NICs, in the manager, and outside of devices. */
    record Line(String kind, long switches, long nics, long manager, long shared) {
        long total() {
            return switches + nics + manager + shared;
        }
    }

    /**
     * Bytes after a collection.
     *
     * @param live the run's share of the heap, by the collector: with the run less without it
     * @param named the same, by the walk; the rest is of classes, threads and caches
     * @param journal what a journal adds to {@code live}
     * @param switchWithNic in switches and NICs, for each switch
     */
    record Live(
            String fabric,
            int switches,
            int nics,
            long cycle,
            long live,
            long named,
            long journal,
            long switchWithNic,
            List<Line> kinds) {}

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String summary() {
        return "live bytes by kind and device of the fabric that --fabric names";
    }

    @Override
    public Set<String> options() {
        return Set.of("--fabric", "--cycles");
    }

    @Override
    public Result measure(Settings settings) {
        String fabric = settings.fabric().orElse(FABRIC);
        long cycles = settings.cycles().orElse(CYCLES);
        InputCheck input = new InputCheck();
        input.attempt("--fabric", () -> FabricArgument.resolve(fabric));
        input.throwIfAny();
        settings.progress().accept("a run without a journal");
        List<Line> lines = new ArrayList<>();
        AtomicLong cycle = new AtomicLong();
        long before = liveHeap();
        Optional<Run> prepared = input.attempt("--fabric", builder(fabric, cycles)::prepare);
        input.throwIfAny();
        Run run = prepared.orElseThrow();
        long live = measure(run, cycles, at -> {
                    cycle.set(at);
                    lines.addAll(count(run));
                })
                - before;
        settings.progress().accept("the same with a journal");
        Live result =
                live(run.network().fabric(), cycle.get(), live, withJournal(fabric, cycles) - before - live, lines);
        return new Result(Map.of("benchmark", name(), "memory", result), text(result));
    }

    private static RunBuilder builder(String fabric, long cycles) {
        String key = Files.isRegularFile(Path.of(fabric)) ? "file" : "generator";
        String value = key.equals("file") ? Path.of(fabric).toAbsolutePath().toString() : fabric;
        return Run.of(
                        "bench-memory.conf",
                        String.format("""
            description = "Memory of a run"
            fabric.%s = %s
            routing.engine = updown
            device.preset = iq-router
            traffic.load = 0.1
            reconfiguration.scheme = ebrd
            run { warmup = 0cycles, duration = %dcycles, limit = %dcycles, cut-interval = 1000cycles }
            """, key, ConfigUtil.quoteString(value), 2 * cycles, 20 * cycles))
                .driver(Drivers.sequential());
    }

    /** @return bytes of the heap at the first cut from {@code cycles} on, where the run ends */
    private static long measure(Run run, long cycles, Consumer<Long> atCut) {
        AtomicBoolean isDone = new AtomicBoolean();
        AtomicLong live = new AtomicLong();
        run.watch(cut -> {
            if (cut.cycle() >= cycles && isDone.compareAndSet(false, true)) {
                live.set(liveHeap());
                atCut.accept(cut.cycle());
                run.stop();
            }
        });
        run.execute();
        return live.get();
    }

    private static long withJournal(String fabric, long cycles) {
        try {
            Path folder = Files.createTempDirectory("reweave-bench");
            try {
                return measure(
                        builder(fabric, cycles)
                                .folder(folder.resolve("run"))
                                .journal()
                                .prepare(),
                        cycles,
                        cycle -> {});
            } finally {
                RunArchive.remove(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Everything that a run under way leads to: first what devices share, then what each device alone leads to. */
    private static List<Line> count(Run run) {
        LiveObjects objects = new LiveObjects();
        Map<MemoryKind, long[]> bytes = new EnumMap<>(MemoryKind.class);
        for (MemoryKind kind : MemoryKind.values()) {
            bytes.put(kind, new long[4]);
        }
        Map<Class<?>, MemoryKind> kinds = new HashMap<>();
        Function<Object, long[]> kindOf = holder -> bytes.get(kinds.computeIfAbsent(holder.getClass(), MemoryKind::of));
        List<Device> devices = new ArrayList<>();
        objects.walk(
                List.of(run),
                object -> {
                    if (object instanceof Device device) {
                        devices.add(device);
                    }
                    return object instanceof Device;
                },
                (owner, holder, size) -> kindOf.apply(holder)[3] += size);
        objects.walk(devices, object -> false, (owner, holder, size) -> kindOf.apply(holder)[column(owner)] += size);
        return bytes.entrySet().stream()
                .map(entry -> new Line(
                        entry.getKey().title(),
                        entry.getValue()[0],
                        entry.getValue()[1],
                        entry.getValue()[2],
                        entry.getValue()[3]))
                .toList();
    }

    private static int column(Object device) {
        return device instanceof SwitchCore ? 0 : device instanceof NicCore ? 1 : 2;
    }

    private static Live live(Fabric fabric, long cycle, long live, long journal, List<Line> lines) {
        long inDevices =
                lines.stream().mapToLong(line -> line.switches() + line.nics()).sum();
        return new Live(
                fabric.name(),
                fabric.switchCount(),
                fabric.nicCount(),
                cycle,
                live,
                lines.stream().mapToLong(Line::total).sum(),
                Math.max(0, journal),
                inDevices / fabric.switchCount(),
                lines);
    }

    private static List<String> text(Live live) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s: %,d switches, %,d NICs; updown, iq-router, load 0.1, EBRD, sequential driver; at cycle %,d, after a collection",
                live.fabric(),
                live.switches(),
                live.nics(),
                live.cycle()));
        lines.add("");
        String format = "%-25s  %9s  %9s  %10s  %10s  %10s  %6s";
        lines.add(String.format(format, "", "a switch", "a NIC", "manager", "shared", "all", "share"));
        for (Line line : live.kinds()) {
            if (line.total() > 0) {
                lines.add(row(format, line, live));
            }
        }
        lines.add(row(
                format,
                new Line(
                        "named",
                        live.kinds().stream().mapToLong(Line::switches).sum(),
                        live.kinds().stream().mapToLong(Line::nics).sum(),
                        live.kinds().stream().mapToLong(Line::manager).sum(),
                        live.kinds().stream().mapToLong(Line::shared).sum()),
                live));
        lines.add("");
        lines.add("the run's share of the heap, by the collector: " + bytes(live.live()) + "; a journal adds "
                + bytes(live.journal()));
        lines.add("in devices, for each switch: " + bytes(live.switchWithNic()));
        return lines;
    }

    private static String row(String format, Line line, Live live) {
        return String.format(
                format,
                line.kind(),
                bytes(line.switches() / live.switches()),
                bytes(line.nics() / Math.max(1, live.nics())),
                bytes(line.manager()),
                bytes(line.shared()),
                bytes(line.total()),
                String.format(Locale.ROOT, "%.1f%%", 100.0 * line.total() / live.named()));
    }

    /** {@code 39.2 KB}: units of 1,024. */
    private static String bytes(long bytes) {
        if (bytes < 1 << 10) {
            return bytes + " B";
        }
        return bytes < 1 << 20
                ? String.format(Locale.ROOT, "%.1f KB", bytes / 1024.0)
                : String.format(Locale.ROOT, "%.1f MB", bytes / 1048576.0);
    }
}
