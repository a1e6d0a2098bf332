package org.reweave.emulator.cli.common;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.scenario.Scenario;

/**
 * One execution of a command that does many runs of a scenario: the folder with its finished runs, the line of
 * progress, Ctrl-C, and the results in all their forms.
 *
 * @param <E> finished run
 */
public final class Study<E> {
    /** The runs of a study. */
    public interface Work<E> {
        /**
         * @param state the finished runs
         * @throws CancellationException after the study was stopped
         */
        StudyReport run(BatchState<E> state, ProgressLine progress) throws IOException, BatchState.RefusedException;
    }

    private final ReweaveCommand command;
    private final StudyOptions options;
    private final Scenario base;
    private final Path folder;
    private final BatchState.Kind<E> kind;

    /**
     * @param out folder that the user chose; null = one with the scenario's name in the folder of all studies of this
     *     kind
     */
    public Study(
            ReweaveCommand command,
            StudyOptions options,
            Scenario base,
            Path out,
            Path usual,
            BatchState.Kind<E> kind) {
        this.command = command;
        this.options = options;
        this.base = base;
        this.folder = out == null ? usual.resolve(OutputFolder.nameOf(base.name())) : out;
        this.kind = kind;
    }

    public Path folder() {
        return folder;
    }

    /** Says what begins, unless the user wants to hear nothing; {@code known} runs were finished before. */
    public void introduce(ProgressLine progress, String runs, int threads, long known) {
        say(progress, base.name() + ": " + base.description());
        say(
                progress,
                "  " + runs + ", " + Amounts.count(threads, "thread")
                        + (known == 0 ? "" : "; " + Amounts.count(known, "run") + " found in " + folder));
    }

    /** Prints a line that stays, unless the user wants to hear nothing. */
    public void say(ProgressLine progress, String line) {
        if (!options.isQuiet()) {
            progress.println(line);
        }
    }

    /**
     * Does the study's runs, writes the results into its folder and prints them.
     *
     * @param own keys of the scenario that each run sets for itself
     * @param settings options of the command on which results depend, with their values
     * @param cancel asks the work to end
     * @return exit code
     */
    public int run(Set<String> own, Map<String, String> settings, Runnable cancel, Work<E> work) {
        OutputFolder.problemAbove(folder).ifPresent(problem -> {
            throw new UserErrors("--out " + folder + ": " + problem);
        });
        BatchIdentity identity = BatchIdentity.of(StudyBuild.read(), base, own, settings);
        try (BatchState<E> state = BatchState.open(folder, kind, identity)) {
            return finish(run(state, cancel, work));
        } catch (CancellationException e) {
            return ExitCode.INTERRUPTED;
        } catch (BatchState.RefusedException e) {
            throw new UserErrors(e.getMessage());
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
            command.err()
                    .println("reweave: the " + kind.word() + "'s results could not be written: "
                            + FileFailure.reason(cause) + "; finished runs are in " + folder);
            return ExitCode.INTERNAL_FAULT;
        }
    }

    private StudyReport run(BatchState<E> state, Runnable cancel, Work<E> work)
            throws IOException, BatchState.RefusedException {
        Supplier<String> kept = () -> Amounts.count(state.entries().size(), "finished run") + " kept in " + folder
                + "; the same command goes on from there";
        ProgressLine progress = ProgressLine.open(command.err(), options.isQuiet());
        Interrupts interrupts = Interrupts.endSoon(progress, cancel, kept);
        try (progress) {
            return work.run(state, progress);
        } catch (CancellationException e) {
            progress.println("reweave: stopped; " + kept.get());
            throw e;
        } finally {
            interrupts.close();
        }
    }

    private int finish(StudyReport report) {
        report.files().forEach((name, content) -> AtomicFile.write(folder.resolve(name), content));
        AtomicFile.write(folder.resolve("scenario.conf"), base.resolved());
        String json = command.name() + ".json";
        AtomicFile.write(folder.resolve(json), JsonText.indented(report.document()) + "\n");
        if (command.json()) {
            command.printJson(report.document());
        } else {
            List<String> files = new ArrayList<>(report.files().keySet());
            files.addAll(List.of(json, "scenario.conf"));
            report.lines().forEach(command.out()::println);
            command.out().println();
            command.out().println("  " + folder + "/: " + String.join(", ", files));
        }
        return report.isGood() ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }
}
