package org.reweave.emulator.cli.runs;

import java.util.Optional;
import org.reweave.emulator.journal.store.JournalPlace;
import picocli.CommandLine.Option;

/** The server that holds journals which are not in their runs' folders. No other is ever reached. */
final class ServerOption {
    @Option(
            names = "--journal",
            paramLabel = "URL|FILE",
            description =
                    "The server with the journals of runs that say theirs is there, as 'reweave run --journal' takes"
                            + " it. Without this option no connection is made, whatever a run's folder says.")
    private String choice;

    Optional<JournalPlace> place() {
        return Optional.ofNullable(choice).map(named -> JournalPlace.chosen(named, System.getenv()));
    }
}
