package org.reweave.emulator.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.routing.model.NearestName;

/** Which planted faults the searches of reweave find, and in what time: {@code planted-faults.conf}. */
final class MutantsBenchmark implements Benchmark {
    /** Stands for no fault: all commands run without any, and none may raise an alarm. */
    private static final String UNHARMED = "none";

    /**
     * A hunt for a fault that is over.
     *
     * @param finder kind of the command that raised the alarm; empty = the fault escapes
     * @param command that raised the alarm, or empty
     * @param alarm promises that were broken
     * @param seconds processor time of all commands up to the alarm
     * @param silent commands that ended without a verdict, or were stopped
     */
    record Outcome(String fault, String finder, String command, String alarm, double seconds, int silent) {
        static Outcome of(String fault, List<String> command, FaultHunt.Result result, double seconds, int silent) {
            boolean found = result.end() == FaultHunt.End.ALARM;
            return new Outcome(
                    fault,
                    found ? FaultHunt.kind(command) : "",
                    String.join(" ", command),
                    result.alarm(),
                    seconds,
                    silent);
        }

        boolean isFound() {
            return !finder.isEmpty();
        }

        String row() {
            return String.format(
                    Locale.ROOT,
                    "| `%s` | %s | %s | %.1f |",
                    fault,
                    isFound() ? finder : silent > 0 ? "**undecided**" : "**escapes**",
                    alarm,
                    seconds);
        }
    }

    @Override
    public String name() {
        return "mutants";
    }

    @Override
    public String summary() {
        return "which planted faults the explorer, races and schedules find, and in what time";
    }

    @Override
    public Set<String> options() {
        return Set.of("--only", "--budget");
    }

    @Override
    public Result measure(Settings settings) {
        Path root = Path.of(System.getProperty("reweave.home", "."));
        List<PlantedFault> all = PlantedFault.all();
        List<PlantedFault> chosen = chosen(all, settings.only());
        List<Outcome> outcomes = new ArrayList<>();
        try {
            Path folder = Files.createTempDirectory("planted-faults");
            try {
                if (settings.only().isEmpty() || settings.only().contains(UNHARMED)) {
                    for (Outcome outcome : unharmed(all, root, folder, settings.budget())) {
                        outcomes.add(outcome);
                        settings.progress().accept(outcome.row());
                    }
                }
                for (PlantedFault fault : chosen) {
                    Outcome outcome = hunt(fault, root, folder.resolve(fault.name()), settings.budget());
                    outcomes.add(outcome);
                    settings.progress().accept(outcome.row());
                }
            } finally {
                PeersBenchmark.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
        return new Result(
                Map.of("benchmark", name(), "budget", settings.budget(), "faults", outcomes), lines(outcomes));
    }

    private static List<PlantedFault> chosen(List<PlantedFault> all, List<String> names) {
        List<String> known = all.stream().map(PlantedFault::name).toList();
        List<String> problems = names.stream()
                .filter(name -> !known.contains(name) && !name.equals(UNHARMED))
                .map(name -> "--only " + name + ": no planted fault has that name; the nearest is "
                        + NearestName.of(name, known))
                .toList();
        if (!problems.isEmpty()) {
            throw new UserErrors(problems);
        }
        return all.stream()
                .filter(fault -> names.isEmpty() || names.contains(fault.name()))
                .toList();
    }

    /** Every command without a fault: those that raise an alarm or give no verdict. */
    private static List<Outcome> unharmed(List<PlantedFault> all, Path root, Path folder, double budget)
            throws IOException, InterruptedException {
        Path classes = Files.createDirectories(folder.resolve(UNHARMED));
        FaultHunt hunt = new FaultHunt(root, folder);
        List<Outcome> outcomes = new ArrayList<>();
        for (List<String> command : new LinkedHashSet<>(
                all.stream().flatMap(fault -> fault.commands().stream()).toList())) {
            FaultHunt.Result result = hunt.run(command, classes, budget);
            if (result.end() != FaultHunt.End.SILENT) {
                outcomes.add(Outcome.of(UNHARMED, command, result, result.seconds(), 0));
            }
        }
        return outcomes;
    }

    /** Tries the commands of a fault in turn until one raises an alarm. */
    static Outcome hunt(PlantedFault fault, Path root, Path folder, double budget)
            throws IOException, InterruptedException {
        Path classes = folder.resolve("classes");
        new FaultCompiler(root).compile(List.of(fault), classes);
        FaultHunt hunt = new FaultHunt(root, folder);
        double seconds = 0;
        int silent = 0;
        for (List<String> command : fault.commands()) {
            FaultHunt.Result result = hunt.run(command, classes, budget - seconds);
            seconds += result.seconds();
            if (result.end() == FaultHunt.End.ALARM) {
                return Outcome.of(fault.name(), command, result, seconds, silent);
            }
            silent += result.end() == FaultHunt.End.SILENT ? 0 : 1;
        }
        return new Outcome(fault.name(), "", "", "", seconds, silent);
    }

    private static List<String> lines(List<Outcome> outcomes) {
        List<String> lines = new ArrayList<>(List.of("| fault | found by | alarm | CPU, s |", "|---|---|---|---|"));
        outcomes.forEach(outcome -> lines.add(outcome.row()));
        Map<String, Long> finders = outcomes.stream()
                .filter(Outcome::isFound)
                .collect(Collectors.groupingBy(Outcome::finder, java.util.TreeMap::new, Collectors.counting()));
        long found = outcomes.stream().filter(Outcome::isFound).count();
        double seconds = outcomes.stream().mapToDouble(Outcome::seconds).sum();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT, "%d of %d found, by %s, in %.0f s.", found, outcomes.size(), finders, seconds));
        return lines;
    }
}
