package org.reweave.emulator.cli.runs;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.run.JournalReplay;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A run that a command is about. */
final class StoredRun {
    private static final String LAST = "last";

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "A run's id, as 'reweave runs' lists it, its folder, or last: the latest one.")
    private String run;

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Mixin
    private ServerOption server = new ServerOption();

    /** An empty instance, to be filled in by picocli. */
    StoredRun() {}

    /** One of several runs that a command is about. */
    StoredRun(String run, RunsFolder runs, ServerOption server) {
        this.run = run;
        this.runs = runs;
        this.server = server;
    }

    /** Another run, looked for in the same places. */
    StoredRun other(String name) {
        StoredRun other = new StoredRun();
        other.run = name;
        other.runs = runs;
        other.server = server;
        return other;
    }

    String name() {
        return run;
    }

    RunCatalog catalog() {
        return new RunCatalog(runs.path(), server.place());
    }

    /** @throws UserErrors when there is no such run */
    Path folder() {
        if (run.equals(LAST)) {
            List<RunEntry> all = catalog().list();
            if (all.isEmpty()) {
                throw new UserErrors("last: no runs in " + runs.path());
            }
            return all.get(all.size() - 1).folder();
        }
        return catalog()
                .find(run)
                .orElseThrow(() -> new UserErrors(run + ": no such run in " + runs.path()
                        + " and no such folder; 'reweave runs' lists what there is"));
    }

    /** @throws UserErrors when the run has no journal, or still writes it */
    JournalReader journal() {
        Path folder = folder();
        return JournalReader.open(idlePlace(folder), RunCatalog.id(folder));
    }

    /** @throws UserErrors when the record is missing that says what was run */
    Network network(JournalReader journal) {
        return JournalReplay.networkOf(run, journal)
                .orElseThrow(() ->
                        new UserErrors(run + ": its journal does not say what was run: its first record is missing"));
    }

    /**
     * Where the run's journal is, which nobody writes.
     *
     * @throws UserErrors when the run has no journal, or still writes it
     */
    JournalPlace idlePlace(Path folder) {
        JournalPlace place = journalPlace(folder).orElseThrow(() -> new UserErrors(run + ": " + whyNoJournal(folder)));
        if (place.isLocked()) {
            throw new UserErrors(run + ": it is in progress; wait until it is over");
        }
        return place;
    }

    private String whyNoJournal(Path folder) {
        Path ofFinding = folder.resolve("run");
        return JournalPlace.in(ofFinding).exists()
                ? "is a finding; its run is " + ofFinding
                : "it has no journal; it was run with --no-journal, or killed before it began";
    }

    /** Where the run's journal is; empty when it has none. */
    Optional<JournalPlace> journalPlace(Path folder) {
        return JournalPlace.of(folder, server.place());
    }
}
