package org.reweave.emulator.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code reweave}. */
@Command(
        name = "reweave",
        description = "Emulates interconnection networks: switches, NICs and managers that exchange flits and credits.",
        mixinStandardHelpOptions = true,
        versionProvider = SoftwareVersion.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }
}
