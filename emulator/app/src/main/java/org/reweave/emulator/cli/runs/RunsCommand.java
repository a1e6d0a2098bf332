package org.reweave.emulator.cli.runs;

import picocli.CommandLine.Command;

/** {@code reweave runs}: what has been run here. Without a subcommand it lists. */
@Command(
        name = "runs",
        description = "Lists the runs of a directory: finished, interrupted and in progress.",
        subcommands = {
            RunsListCommand.class,
            RunsShowCommand.class,
            RunsEventsCommand.class,
            RunsDiagramCommand.class,
            RunsPcapCommand.class,
            RunsVerifyCommand.class,
            RunsRepairCommand.class,
            RunsPruneCommand.class,
            RunsExportCommand.class,
            RunsImportCommand.class
        })
public final class RunsCommand extends RunsListing {}
