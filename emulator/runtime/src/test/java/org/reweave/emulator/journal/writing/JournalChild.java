package org.reweave.emulator.journal.writing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.network.Network;

/**
 * A process that runs a long scenario with a journal and prints how many records are acknowledged; somebody kills it.
 */
final class JournalChild {
    private JournalChild() {}

    static Network network() {
        return JournalRuns.network("run.duration=20ms", "run.limit=200ms");
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Network network = network();
        Files.writeString(
                folder.resolve("scenario.conf"), network.resolved().scenario().resolved());
        try (RunJournal journal = RunJournal.begin(JournalPlace.in(folder), JournalRuns.started(network), 1_000_000)) {
            RunResult result = JournalRuns.sequential(
                            network, journal.listener((cut, events) -> System.out.println(journal.acknowledged())))
                    .run();
            journal.end(JournalRuns.ended(result));
        }
        System.out.println("over");
    }
}
