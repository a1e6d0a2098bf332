package org.reweave.emulator.cli.run;

import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.run.RunBuilder;
import picocli.CommandLine.Option;

/** Where a run writes its journal. */
public final class JournalOptions {
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

    /** Gives a run what the user chose. */
    public void choose(RunBuilder run, InputCheck input) {
        if (none && choice != null) {
            input.problem("--no-journal and --journal " + choice + ": take one of them");
        } else if (choice != null) {
            run.journal(choice);
        } else if (!none) {
            run.journal();
        }
    }
}
