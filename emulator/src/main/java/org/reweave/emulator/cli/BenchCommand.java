package org.reweave.emulator.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reweave bench}: how fast this machine emulates. */
@Command(
        name = "bench",
        description =
                "Measures emulation speed, in turns in one process: the drivers against each other, or runs with and without"
                        + " a journal.")
final class BenchCommand extends ReweaveCommand {
    private static final String DRIVERS = "drivers";
    private static final String JOURNAL = "journal";

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            defaultValue = DRIVERS,
            description =
                    "What to measure: ${DEFAULT-VALUE} (sequential, actors and islands on an 8x8 torus), the default, or journal (what a journal"
                            + " costs a run).")
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
        if (!name.equals(DRIVERS) && !name.equals(JOURNAL)) {
            throw new UserErrors(List.of("bench " + name + ": not a benchmark; known: " + DRIVERS + ", " + JOURNAL));
        }
        if (rounds < 1) {
            throw new UserErrors(List.of("--rounds " + rounds + " < 1; raise it"));
        }
        int used = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        if (used < 1) {
            throw new UserErrors(List.of("--threads " + used + " < 1; raise it"));
        }
        if (name.equals(JOURNAL)) {
            return journal(used);
        }
        List<DriverBenchmark.Speed> speeds = new DriverBenchmark(rounds, used, line -> err().println(line)).run(25, 1);
        if (json()) {
            printJson(Map.of("benchmark", DRIVERS, "threads", used, "rounds", rounds, "speeds", speeds));
        } else {
            print(speeds, used);
        }
        return 0;
    }

    private int journal(int used) {
        List<JournalBenchmark.Cost> costs = new JournalBenchmark(rounds, used, line -> err().println(line)).run();
        if (json()) {
            printJson(Map.of("benchmark", JOURNAL, "threads", used, "rounds", rounds, "costs", costs));
            return ExitCode.DONE;
        }
        out().printf(
                        "8x8 torus under load loses a link; %d threads; medians of %d pairs of runs with and without a journal%n%n",
                        used, rounds);
        String format = "%-12s  %12s  %12s  %10s  %10s  %12s%n";
        out().printf(format, "driver", "CPU s, none", "CPU s", "CPU ratio", "wall ratio", "file");
        for (JournalBenchmark.Cost cost : costs) {
            out().printf(
                            format,
                            cost.driver(),
                            String.format("%.2f", cost.cpuSecondsWithout()),
                            String.format("%.2f", cost.cpuSecondsWith()),
                            String.format("%.3f", cost.cpuRatio()),
                            String.format("%.3f", cost.wallRatio()),
                            Amounts.metric(cost.bytes()) + "B");
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
