package org.reweave.emulator.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave bench}: how fast this machine emulates. */
@Command(
        name = "bench",
        description = "Measures emulation speed: the drivers against each other, in turns in one process.")
final class BenchCommand extends ReweaveCommand {
    private static final String DRIVERS = "drivers";
    private static final String RFTR = "rftr";

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            defaultValue = DRIVERS,
            description = "What to measure: ${DEFAULT-VALUE} (sequential, actors and islands on an 8x8 torus)"
                    + " or rftr (one link fault on a 14x14 torus).")
    private String name;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Measured rounds after a warm-up; default ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--threads", description = "Threads of the actor drivers; default: all processors.")
    private Integer threads;

    @Override
    public Integer call() {
        if (!name.equals(DRIVERS) && !name.equals(RFTR)) {
            throw new UserErrors(List.of("bench " + name + ": not a benchmark; known: " + DRIVERS + ", " + RFTR));
        }
        if (rounds < 1) {
            throw new UserErrors(List.of("--rounds " + rounds + " < 1; raise it"));
        }
        if (name.equals(RFTR)) {
            return rftr();
        }
        int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        if (used < 1) {
            throw new UserErrors(List.of("--threads " + used + " < 1; raise it"));
        }
        List<DriverBenchmark.Speed> speeds = new DriverBenchmark(rounds, used, line -> err().println(line)).run(25, 1);
        if (json()) {
            printJson(Map.of("benchmark", DRIVERS, "threads", used, "rounds", rounds, "speeds", speeds));
        } else {
            print(speeds, used);
        }
        return 0;
    }

    private int rftr() {
        RftrBenchmark.Result result = RftrBenchmark.run(rounds);
        if (json()) {
            printJson(Map.of("benchmark", RFTR, "rounds", rounds, "result", result));
        } else {
            out().printf(
                            "%s, each of %d links failing alone, %d rounds: RFTR %.2f ms median, %.2f ms worst (%,d flows);"
                                    + " up*/down* anew %.1f ms; at most %,d flows broken, %d LIDs a NIC; %d flows left without a path%n",
                            result.fabric(),
                            result.links(),
                            rounds,
                            result.median(),
                            result.worst(),
                            result.worstFlows(),
                            result.updownMedian(),
                            result.mostFlows(),
                            result.mostLids(),
                            result.refusedFlows());
        }
        return ExitCode.DONE;
    }

    private void print(List<DriverBenchmark.Speed> speeds, int used) {
        out().printf(
                        "8x8 torus, 16-flit packets, load 0.3, dimension-order; %d threads; medians of %d rounds%n%n",
                        used, rounds);
        out().printf(
                        "%-12s  %-13s  %16s  %19s  %20s  %18s%n",
                        "link latency",
                        "driver",
                        "cycles/CPU-s",
                        "flit-hops/CPU-s",
                        "flit-hops/wall-s",
                        "CPU to sequential");
        for (DriverBenchmark.Speed speed : speeds) {
            out().printf(
                            "%8d cyc  %-13s  %,16.0f  %,19.0f  %,20.0f  %18.2f%n",
                            speed.linkLatency(),
                            speed.driver(),
                            speed.cyclesPerCpuSecond(),
                            speed.flitHopsPerCpuSecond(),
                            speed.flitHopsPerWallSecond(),
                            speed.costOfSequential());
        }
    }
}
