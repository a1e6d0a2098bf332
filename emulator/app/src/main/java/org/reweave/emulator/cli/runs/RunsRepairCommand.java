package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.reweave.emulator.catalogue.RunRepair;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reweave runs repair}. */
@Command(
        name = "repair",
        description = {
            "Makes a damaged run one that 'reweave resume' goes on with: keeps the longest whole prefix of its journal and the checkpoints that are"
                    + " whole, and says what is lost. Its results are removed; the resume writes them anew.",
            "A run that is whole is left as it is. Exit code 2 when nothing of its journal is whole."
        })
final class RunsRepairCommand extends ReweaveCommand {
    @Mixin
    private StoredRun stored = new StoredRun();

    @Override
    public Integer call() {
        Path folder = stored.folder();
        if (stored.idlePlace(folder).file().isEmpty()) {
            throw new UserErrors(stored.name() + ": its journal is in a server, whose own tools repair it");
        }
        RunRepair.Result result;
        try {
            result = RunRepair.repair(folder);
        } catch (IOException e) {
            throw AtomicFile.failure(folder, e);
        }
        if (json()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("run", stored.name());
            fields.put("records", result.records());
            fields.put("cycle", result.cycle());
            fields.put("losses", result.losses());
            printJson(fields);
        } else if (result.losses().isEmpty()) {
            out().println(stored.name() + ": whole: nothing to repair");
        } else {
            result.losses().forEach(loss -> out().println(stored.name() + ": lost: " + loss));
            out().println(stored.name() + ": kept: " + Amounts.count(result.records(), "record")
                    + "; 'reweave resume' goes on from "
                    + (result.cycle() == 0 ? "its start" : "its checkpoint at cycle " + result.cycle()));
        }
        return ExitCode.DONE;
    }
}
