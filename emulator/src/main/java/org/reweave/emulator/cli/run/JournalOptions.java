package org.reweave.emulator.cli.run;

import java.nio.file.Path;
import java.time.Instant;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.SoftwareVersion;
import org.reweave.emulator.journal.FabricDigest;
import org.reweave.emulator.journal.JournalException;
import org.reweave.emulator.journal.JournalPlace;
import org.reweave.emulator.journal.JournalRecord;
import org.reweave.emulator.journal.RunJournal;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.RunFolder;
import picocli.CommandLine.Option;

/** Where a run writes its journal. */
final class JournalOptions {
    @Option(
            names = "--journal",
            paramLabel = "URL|FILE",
            description =
                    "Keep the journal in PostgreSQL, jdbc:postgresql://HOST/DATABASE, instead of the run's folder; or a file that"
                            + " says where, such as cluster-config/nodes/postgres.conf. User and password: "
                            + JournalPlace.USER
                            + ", " + JournalPlace.PASSWORD + ".")
    private String choice;

    @Option(names = "--no-journal", description = "Write no journal: 'reweave replay' will not know the run.")
    private boolean none;

    /** Checks what the user chose. */
    void check(InputCheck input) {
        if (none && choice != null) {
            input.problem("--no-journal and --journal " + choice + ": take one of them");
        } else if (choice != null) {
            try {
                JournalPlace.chosen(choice, System.getenv());
            } catch (JournalException e) {
                input.problem(e.getMessage());
            }
        }
    }

    /** @throws JournalException when no journal can be kept in a folder that the user chose */
    void checkFolder(Path folder) {
        if (!none && choice == null) {
            JournalPlace.in(folder);
        }
    }

    /**
     * Begins the journal of a run.
     *
     * @param folder of the run
     * @return null when there is to be none
     */
    RunJournal begin(String run, Network network, RunFolder folder) {
        if (none) {
            return null;
        }
        JournalPlace place =
                choice == null ? JournalPlace.in(folder.unfinished()) : JournalPlace.chosen(choice, System.getenv());
        place.note(folder.unfinished(), run);
        return RunJournal.begin(
                place,
                new JournalRecord.RunStarted(
                        JournalRecord.Header.single(run),
                        network.resolved().scenario().resolved(),
                        network.resolved().scenario().seed(),
                        SoftwareVersion.read(),
                        FabricDigest.of(network.fabric()),
                        Instant.now().toEpochMilli()));
    }
}
