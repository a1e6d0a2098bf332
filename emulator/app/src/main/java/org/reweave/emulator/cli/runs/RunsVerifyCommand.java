package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.catalogue.RunIntegrity;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.journal.store.JournalPlace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code reweave runs verify}. */
@Command(
        name = "verify",
        description = {
            "Checks that the files, the journal and the checkpoints of runs are as they were written, without running anything.",
            "Exit code 1 when something is damaged or missing, which is named."
        })
final class RunsVerifyCommand extends ReweaveCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "RUN",
            description = "Ids, as 'reweave runs' lists them, or folders, or last: the latest one.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Mixin
    private ServerOption server = new ServerOption();

    @Override
    public Integer call() {
        List<StoredRun> all =
                names.stream().map(name -> new StoredRun(name, runs, server)).toList();
        all.forEach(StoredRun::folder); // a name that leads nowhere is refused before anything is printed
        List<Map<String, Object>> results = new ArrayList<>();
        boolean whole = true;
        for (StoredRun one : all) {
            RunIntegrity.Result result = check(one);
            whole &= result.isWhole();
            if (json()) {
                results.add(fields(one, result));
            } else {
                print(one, result);
            }
        }
        if (json()) {
            printJson(Map.of("runs", results));
        }
        return whole ? ExitCode.DONE : ExitCode.CHECKS_FAILED;
    }

    private static RunIntegrity.Result check(StoredRun run) {
        Path folder = run.folder();
        Optional<JournalPlace> place = run.journalPlace(folder);
        if (place.isPresent()) {
            run.idlePlace(folder); // refuses a run in progress
        }
        try {
            return RunIntegrity.check(folder, place);
        } catch (IOException e) {
            throw new UserErrors(run.name() + ": cannot be read: " + FileFailure.reason(e));
        }
    }

    private static Map<String, Object> fields(StoredRun run, RunIntegrity.Result result) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", run.name());
        fields.put("whole", result.isWhole());
        fields.put("files", result.files());
        fields.put("records", result.records());
        fields.put("checkpoints", result.checkpoints());
        fields.put("ended", result.ended());
        fields.put("resumable", result.isResumable());
        fields.put("problems", result.problems());
        return fields;
    }

    private void print(StoredRun run, RunIntegrity.Result result) {
        String remedy = "; take it from a copy, or see 'reweave runs repair'";
        result.problems().forEach(problem -> out().println(run.name() + ": damaged: " + problem + remedy));
        if (result.isWhole()) {
            List<String> checked = new ArrayList<>();
            if (result.files() > 0) {
                checked.add(Amounts.count(result.files(), "file"));
            }
            checked.add(Amounts.count(result.records(), "record"));
            checked.add(Amounts.count(result.checkpoints(), "checkpoint"));
            out().println(run.name() + ": whole: " + String.join(", ", checked) + outlook(result));
        }
    }

    private static String outlook(RunIntegrity.Result result) {
        if (!result.open()) {
            return "";
        }
        return result.isResumable()
                ? "; the run broke off, 'reweave resume' goes on with it"
                : "; the run broke off before its journal began, run its scenario again";
    }
}
