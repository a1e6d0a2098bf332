package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.nio.file.Path;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cli.run.NodeOptions;
import org.reweave.emulator.cli.run.RunExecution;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.journal.store.JournalRenewal;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Resume;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.ScenarioException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reweave resume}: goes on with a run that broke off. */
@Command(
        name = "resume",
        description = {
            "Goes on with a run that was killed, stopped by Ctrl-C, or lost its disk or database: from the last checkpoint in its journal"
                    + " (run.checkpoint says when they are taken), or from its start if there is none.",
            "Where the run was before does not matter: on nodes of a cluster, which --nodes and --cluster name, or in one process.",
            "Fingerprint, results and report are those of a run that nothing has disturbed, but for the time that it took. A lax run goes on as"
                    + " another branch, which its summary and report name. Exit codes are those of reweave run."
        })
public final class ResumeCommand extends ReweaveCommand {
    @Mixin
    private StoredRun stored = new StoredRun();

    @Mixin
    private NodeOptions drivers = new NodeOptions();

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        Drivers chosen = drivers.drivers(input);
        input.throwIfAny();
        Path folder = stored.folder();
        Run run;
        try {
            JournalRenewal.recover(folder);
            run = Resume.prepare(
                    stored.name(),
                    folder,
                    stored.idlePlace(folder),
                    RunCatalog.id(folder),
                    chosen,
                    commandLine(),
                    remark -> err().println("reweave: " + remark));
        } catch (ScenarioException e) {
            throw new UserErrors(e.problems());
        } catch (IOException e) {
            throw new UserErrors(stored.name() + ": its journal cannot be read: " + FileFailure.reason(e));
        }
        return new RunExecution(out(), err(), quiet.isQuiet(), json() ? this::printJson : null).execute(run);
    }
}
