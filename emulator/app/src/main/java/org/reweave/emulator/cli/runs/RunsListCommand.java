package org.reweave.emulator.cli.runs;

import picocli.CommandLine.Command;

/** {@code reweave runs list}. */
@Command(name = "list", description = "Lists the runs of a directory, the latest one last.")
final class RunsListCommand extends RunsListing {}
