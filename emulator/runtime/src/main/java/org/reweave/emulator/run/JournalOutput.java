package org.reweave.emulator.run;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.journal.format.CoordinatorEvent;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.writing.RunJournal;
import org.reweave.emulator.network.FabricDigest;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.Summary;

/** The journal of a run, from its first record to its last one. */
final class JournalOutput implements RunOutput {
    private final RunJournal journal;
    private final RunListener cuts;
    private final RunFolder folder;
    private final Supplier<byte[]> results;

    private JournalOutput(RunJournal journal, RunFolder folder, Supplier<byte[]> results) {
        this.journal = journal;
        this.folder = folder;
        this.results = results;
        this.cuts = journal.listener((totals, events) -> {});
    }

    /**
     * @param folder of the run, for checkpoints, and for results that the end of the journal seals
     * @param results their state, for checkpoints
     */
    static JournalOutput begin(
            JournalPlace place, RunFolder folder, String run, Network network, Supplier<byte[]> results) {
        return new JournalOutput(
                RunJournal.begin(
                                place,
                                new JournalRecord.RunStarted(
                                        JournalRecord.Header.single(run),
                                        network.resolved().scenario().resolved(),
                                        network.resolved().scenario().seed(),
                                        SoftwareVersion.read(),
                                        FabricDigest.of(network),
                                        Instant.now().toEpochMilli()))
                        .keepCheckpoints(folder.unfinished(), List.of()),
                folder,
                results);
    }

    /** Goes on with the journal of a run. */
    static JournalOutput resume(JournalPlace place, RunFolder folder, Resumption resumption, Supplier<byte[]> results) {
        return new JournalOutput(
                RunJournal.resume(
                                place,
                                resumption.header(),
                                resumption.cut(),
                                resumption.cycle(),
                                Instant.now().toEpochMilli(),
                                resumption.history(),
                                resumption.records())
                        .keepCheckpoints(folder.unfinished(), resumption.kept()),
                folder,
                results);
    }

    @Override
    public void readings(long cycle, Readings readings) {
        cuts.readings(cycle, readings);
    }

    @Override
    public void cut(CutTotals totals, List<Event> events) {
        cuts.cut(totals, events);
    }

    @Override
    public void checkpoint(Checkpoint checkpoint) {
        journal.checkpoint(checkpoint, results.get());
    }

    @Override
    public void stopping() {
        journal.granted(CoordinatorEvent.Wish.STOP);
    }

    @Override
    public boolean isKept() {
        return journal.acknowledged() > 0;
    }

    @Override
    public void abandon() {
        journal.close();
    }

    @Override
    public void complete(Summary summary) throws IOException {
        journal.end(new JournalRecord.RunEnded(
                journal.header(),
                summary.outcome().label(),
                summary.interrupted(),
                summary.failure() == null ? "" : summary.failure(),
                summary.cycles(),
                summary.fingerprint(),
                JsonText.line(summary),
                folder.seal()));
        journal.close();
    }
}
