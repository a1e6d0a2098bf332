package org.reweave.emulator.cli;

import java.util.Map;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.VersionProvider;
import org.reweave.emulator.run.SoftwareVersion;
import picocli.CommandLine.Command;

/** {@code reweave version}. */
@Command(name = "version", description = "Prints the version, as --version does.")
final class VersionCommand extends ReweaveCommand {
    @Override
    public Integer call() {
        if (json()) {
            printJson(Map.of("version", SoftwareVersion.read()));
        } else {
            out().println(new VersionProvider().getVersion()[0]);
        }
        return ExitCode.DONE;
    }
}
