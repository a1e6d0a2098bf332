package org.reweave.emulator.cli.runs;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.ProgressLine;
import org.reweave.emulator.cli.common.QuietOption;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cli.run.DriverOptions;
import org.reweave.emulator.cli.run.ResultsFolderOption;
import org.reweave.emulator.cli.run.RunExecution;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.timetravel.Fork;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reweave fork}: another future of a run. */
@Command(
        name = "fork",
        description = {
            "Makes a new run of a run that is over, with the same past up to a moment and another future: another scheme, a fault more. The past"
                    + " is computed again under the changed scenario and compared with the journal; what would change it is refused.",
            "The new run has a folder and a journal of its own, which name its parent. Exit codes are those of reweave run."
        })
public final class ForkCommand extends ReweaveCommand {
    @Mixin
    private StoredRun stored = new StoredRun();

    @Option(
            names = "--at",
            paramLabel = "DURATION",
            required = true,
            description = "The emulated time, as in 800us, at which the runs part: at the last cut at or before it.")
    private String at;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "Change a key of the scenario, such as reconfiguration.scheme=naive; KEY+=VALUE appends to a list: 'faults+={ at = 900us, link"
                            + " = s1_1-s1_2 }' (with the link in quotes). Repeatable.")
    private List<String> sets = new ArrayList<>();

    @Mixin
    private DriverOptions drivers = new DriverOptions();

    @Mixin
    private ResultsFolderOption results = new ResultsFolderOption();

    @Mixin
    private QuietOption quiet = new QuietOption();

    @Override
    public Integer call() {
        InputCheck input = new InputCheck();
        Drivers chosen = drivers.drivers(input);
        input.throwIfAny();
        Run run;
        try (JournalReader journal = stored.journal();
                ProgressLine line = ProgressLine.open(err(), quiet.isQuiet())) {
            line.step("computing the past of " + stored.name() + " again");
            run = Fork.of(stored.name(), journal, at, sets, chosen, builder -> {
                builder.driver(chosen).command(commandLine()).journal();
                results.choose(builder);
            });
        } catch (ScenarioException e) {
            throw new UserErrors(e.problems());
        }
        return new RunExecution(out(), err(), quiet.isQuiet(), json() ? this::printJson : null).execute(run);
    }
}
