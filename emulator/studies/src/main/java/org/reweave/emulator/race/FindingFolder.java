package org.reweave.emulator.race;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.FabricSource;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.traffic.TrafficParameters.TraceChoice;
import org.reweave.routing.io.BoundedLines;

/**
 * The folder of a finding: {@code scenario.conf} with the files that it names, {@code run} with the report and the
 * journal of its run, and a {@code README.md}.
 */
public final class FindingFolder {
    private static final String SCENARIO = "scenario.conf";
    private static final String RUN = "run";
    private static final String README = "README.md";
    private static final String LAX =
            "\nA lax run: the scheduler decided what came late, and the journal has its decisions. To see it again, here:"
                    + "\n\n```sh\nreweave replay run";

    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final BoundedLines.Limits DOCUMENT = new BoundedLines.Limits(16L << 20, 1_000_000, 1 << 20);

    private final Path path;

    public FindingFolder(Path path) {
        this.path = path;
    }

    public Path path() {
        return path;
    }

    /** The scenario's file. */
    public Path scenario() {
        return path.resolve(SCENARIO);
    }

    /** Whether an earlier race has completed it. */
    public boolean isComplete() {
        return Files.exists(path.resolve(README));
    }

    /**
     * Writes the scenario with copies of the files that it reads, so that the folder can be moved.
     *
     * @param remark lines before the scenario, each becomes a comment
     */
    public void write(Scenario scenario, List<String> remark) throws IOException {
        Files.createDirectories(path);
        Config config = ConfigFactory.parseString(scenario.resolved());
        if (scenario.fabric() instanceof FabricSource.FromFile read) {
            config = config.withValue("fabric.file", copied(read.file()));
        }
        Optional<Path> plan = scenario.beginning().plan();
        if (plan.isPresent()) {
            config = config.withValue("fabric.planned", copied(plan.get()));
        }
        Optional<TraceChoice> trace = scenario.traffic().trace();
        if (trace.isPresent()) {
            config = config.withValue(
                    "traffic.trace.file", copied(Path.of(trace.get().file())));
        }
        String comments = remark.stream().map(line -> "# " + line + "\n").collect(Collectors.joining());
        Files.writeString(
                scenario(),
                comments + "\n"
                        + config.root()
                                .render(ConfigRenderOptions.defaults()
                                        .setOriginComments(false)
                                        .setComments(false)
                                        .setJson(false)));
    }

    private com.typesafe.config.ConfigValue copied(Path file) throws IOException {
        Path copy = path.resolve(file.getFileName().toString());
        if (!copy.toAbsolutePath().equals(file.toAbsolutePath())) {
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        return ConfigValueFactory.fromAnyRef(copy.getFileName().toString());
    }

    /** The run of a finding, and what its README says of it. */
    private record Recorded(RunVerdict verdict, String readme) {}

    /**
     * Runs the scenario as it stands in the folder, with a journal and a report.
     *
     * @throws IllegalStateException when it is not the same run as in the race; the folder is not complete then
     */
    public void run(RunVerdict expected) throws IOException {
        Recorded recorded = executed(Drivers.sequential(), Run::execute);
        require(recorded.verdict().sameWay(expected), recorded, expected);
        require(recorded.verdict().fingerprint().equals(expected.fingerprint()), recorded, expected);
        complete(recorded);
    }

    /**
     * Runs the scenario as it stands in the folder, with a journal and a report.
     *
     * @throws IllegalStateException when it does not fail in the way that is expected; the folder is not complete then
     */
    public RunVerdict runLike(RunVerdict expected) throws IOException {
        Recorded recorded = executed(Drivers.sequential(), Run::execute);
        require(recorded.verdict().sameWay(expected), recorded, expected);
        return complete(recorded);
    }

    /**
     * Runs the scenario as it stands in the folder, with a journal and a report, however it ends.
     *
     * @param execution executes the run
     */
    RunVerdict record(Drivers drivers, Function<Run, Summary> execution) throws IOException {
        return complete(executed(drivers, execution));
    }

    private void require(boolean isSame, Recorded recorded, RunVerdict expected) {
        if (!isSame) {
            throw new IllegalStateException(
                    scenario() + ": ended as " + recorded.verdict() + ", in the race as " + expected);
        }
    }

    private Recorded executed(Drivers drivers, Function<Run, Summary> execution) throws IOException {
        delete(path.resolve(RUN));
        delete(OutputFolder.partial(path.resolve(RUN))); // left by a race that was killed here
        Run run = Run.of(scenario())
                .driver(drivers)
                .folder(path.resolve(RUN))
                .journal()
                .command("reweave run " + SCENARIO)
                .prepare();
        Judge judge = Judge.of(run);
        RunVerdict verdict;
        String blocked = "";
        try {
            Summary summary = execution.apply(run);
            verdict = judge.verdict(summary);
            blocked = summary.deadlock() == null ? "" : cycle(summary.deadlock());
        } catch (RuntimeException e) {
            Judge.requireOfDevices(e);
            verdict = judge.broken(e);
        }
        return new Recorded(verdict, readme(run.network().resolved().scenario(), verdict, blocked));
    }

    private RunVerdict complete(Recorded recorded) throws IOException {
        Files.writeString(path.resolve(README), recorded.readme());
        return recorded.verdict();
    }

    /**
     * A JSON document that an earlier race has written.
     *
     * @return empty when there is none
     * @throws BatchState.RefusedException when it is none that a race has written
     */
    public Optional<Map<String, Object>> document(String name) throws IOException, BatchState.RefusedException {
        Path file = path.resolve(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String problem = "is no document of a race";
        try {
            Map<String, Object> document =
                    JSON.readValue(BoundedLines.text(file, DOCUMENT), new TypeReference<Map<String, Object>>() {});
            if (document != null && document.get("text") instanceof String) {
                return Optional.of(document);
            }
        } catch (JsonProcessingException e) {
            // said below
        } catch (BoundedLines.LimitException e) {
            problem = e.getMessage();
        }
        throw new BatchState.RefusedException(
                file + ": " + problem + "; remove the folder " + path + " to have the finding written anew");
    }

    /** Deletes it with all that it has; it need not be there. */
    void delete() throws IOException {
        delete(path);
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static String readme(Scenario scenario, RunVerdict verdict, String blocked) {
        StringBuilder text = new StringBuilder();
        text.append("# ")
                .append(scenario.name())
                .append("\n\n")
                .append(scenario.description())
                .append("\n\n");
        text.append("How it ends: **").append(verdict.text()).append("**");
        if (!verdict.brokenPromises().isEmpty()) {
            text.append("; ")
                    .append(scenario.reconfiguration().scheme())
                    .append(" promises otherwise: ")
                    .append(verdict.brokenPromises());
        }
        text.append(".\n");
        if (!verdict.lost().isEmpty()) {
            text.append("Lost packets by cause: ").append(verdict.lost()).append(".\n");
        }
        text.append(blocked);
        text.append(scenario.run().isUpToThreads() ? LAX : "\nTo see it again, here:\n\n```sh\nreweave run " + SCENARIO)
                .append("\n```\n\n");
        text.append("`run/report.html` shows the run");
        text.append(blocked.isEmpty() ? "" : " and draws the cycle");
        text.append(
                scenario.run().isUpToThreads()
                        ? ".\n"
                        : "; `reweave replay run` repeats it and compares it with its journal.\n");
        if (!verdict.fingerprint().isEmpty()) {
            text.append("Fingerprint: `").append(verdict.fingerprint()).append("`\n");
        }
        return text.toString();
    }

    private static String cycle(Summary.Blocked blocked) {
        String members = blocked.cycle().stream()
                .map(member -> String.format(
                        Locale.ROOT,
                        "| %s.%d | %d | %s | %s | 0x%x |",
                        member.device(),
                        member.port(),
                        member.vl(),
                        member.buffer(),
                        member.packet(),
                        member.marks()))
                .collect(Collectors.joining("\n"));
        return "\nEach of these buffers waits for the next one, the last for the first:\n\n"
                + "| port | VL | buffer | packet at its head | marks |\n|---|---|---|---|---|\n" + members + "\n";
    }
}
