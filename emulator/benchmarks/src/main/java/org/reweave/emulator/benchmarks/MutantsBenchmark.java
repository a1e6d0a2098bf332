package org.reweave.emulator.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.routing.model.NearestName;

/** Which planted faults {@code reweave hunt} finds, and in what time: {@code planted-faults.conf}. */
final class MutantsBenchmark implements Benchmark {
    /** Stands for no fault: a hunt for all schemes without any, which may raise no alarm. */
    private static final String UNHARMED = "none";

    /** A hunt for a fault that is over. */
    record Outcome(String fault, FaultHunt.Result result) {
        boolean isFound() {
            return result.end() == FaultHunt.End.ALARM;
        }

        String row() {
            return String.format(
                    Locale.ROOT,
                    "| `%s` | %s | %s | %.1f |",
                    fault,
                    isFound()
                            ? result.finder()
                            : result.end() == FaultHunt.End.SILENT ? "**escapes**" : "**undecided**",
                    result.alarm(),
                    result.seconds());
        }
    }

    @Override
    public String name() {
        return "mutants";
    }

    @Override
    public String summary() {
        return "which planted faults a hunt finds, and in what time; --budget is for each";
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
                    Path classes = Files.createDirectories(folder.resolve(UNHARMED));
                    Outcome outcome = new Outcome(
                            UNHARMED, new FaultHunt(root, folder).run(List.of(), classes, settings.budget()));
                    outcomes.add(outcome);
                    settings.progress().accept(outcome.row());
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

    static Outcome hunt(PlantedFault fault, Path root, Path folder, double budget)
            throws IOException, InterruptedException {
        Path classes = folder.resolve("classes");
        new FaultCompiler(root).compile(List.of(fault), classes);
        return new Outcome(fault.name(), new FaultHunt(root, folder).run(fault.schemes(), classes, budget));
    }

    private static List<String> lines(List<Outcome> outcomes) {
        List<String> lines = new ArrayList<>(List.of("| fault | found by | alarm | CPU, s |", "|---|---|---|---|"));
        outcomes.forEach(outcome -> lines.add(outcome.row()));
        Map<String, Long> finders = outcomes.stream()
                .filter(Outcome::isFound)
                .collect(Collectors.groupingBy(
                        outcome -> outcome.result().finder(), TreeMap::new, Collectors.counting()));
        long found = outcomes.stream().filter(Outcome::isFound).count();
        double seconds = outcomes.stream()
                .mapToDouble(outcome -> outcome.result().seconds())
                .sum();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT, "%d of %d found, by %s, in %.0f s.", found, outcomes.size(), finders, seconds));
        return lines;
    }
}
