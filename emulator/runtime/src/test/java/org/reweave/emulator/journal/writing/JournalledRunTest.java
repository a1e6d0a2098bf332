package org.reweave.emulator.journal.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.disk.SimulatedDisk;
import org.reweave.emulator.disk.SimulatedH2Path;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.journal.JournalCuts;
import org.reweave.emulator.journal.format.BatchBuilder;
import org.reweave.emulator.journal.format.CoordinatorEntry;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.format.CoordinatorEvent.Decided;
import org.reweave.emulator.journal.format.CoordinatorEvent.PermitExtended;
import org.reweave.emulator.journal.format.CoordinatorEvent.RunOver;
import org.reweave.emulator.journal.format.CoordinatorEvent.TermStarted;
import org.reweave.emulator.journal.format.CoordinatorEvent.Wish;
import org.reweave.emulator.journal.format.JournalRecord.Admitted;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.Happened;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.format.RunHistory;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalRenewal;
import org.reweave.emulator.journal.store.JournalStore;
import org.reweave.emulator.journal.store.RecordSource;
import org.reweave.emulator.lax.AdmissionRecord;
import org.reweave.routing.table.ForwardingTable;

/** What a run hands to its journal is there, in its order, in batches within their limit. */
@Timeout(60)
class JournalledRunTest {
    private static final long[] NONE = {};

    /** A wait that no batch of a test reaches. */
    private static final long LONG = TimeUnit.HOURS.toNanos(1);

    @TempDir
    private Path folder;

    private static Cut read(CutTotals totals) {
        return new Cut(totals.cut(), totals.cycle(), totals.fingerprint());
    }

    /** Writes a journal whose batches go when they are full, or something must stand behind them. */
    private void written(Consumer<RunJournal> run) {
        try (RunJournal journal = RunJournal.begin(JournalPlace.in(folder), JournalCuts.STARTED, LONG)) {
            run.accept(journal);
            journal.end(JournalCuts.ended());
        }
    }

    private List<Item> items() {
        List<Item> items = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(JournalPlace.in(folder), Optional.empty())) {
            reader.records().forEachRemaining(stored -> items.addAll(stored.items()));
        }
        return items;
    }

    private RunHistory history() {
        try (JournalReader reader = JournalReader.open(JournalPlace.in(folder), Optional.empty())) {
            return reader.history();
        }
    }

    private List<CoordinatorEntry> entries() {
        List<CoordinatorEntry> entries = new ArrayList<>();
        try (RecordSource source = RecordSource.open(JournalPlace.in(folder), Optional.empty())) {
            source.entries().forEachRemaining(row -> entries.add(CoordinatorEntry.decode(row)));
        }
        return entries;
    }

    private List<Integer> sizes() {
        List<Integer> sizes = new ArrayList<>();
        try (RecordSource source = RecordSource.open(JournalPlace.in(folder), Optional.empty())) {
            source.rows().forEachRemaining(row -> sizes.add(row.bytes().length));
        }
        return sizes;
    }

    /** Batches are full but for the last one, and none is beyond the limit. */
    private void checkSizes(int least) {
        List<Integer> batches = sizes().subList(1, sizes().size() - 1);
        assertThat(batches)
                .hasSizeGreaterThan(1)
                .allMatch(size -> size <= BatchBuilder.LIMIT + 100); // and their header
        assertThat(batches.subList(0, batches.size() - 1)).allMatch(size -> size > least);
    }

    /**
     * Readings that have nothing but admissions.
     *
     * @param of by device
     */
    private record AdmissionReadings(List<long[]> of) implements Readings {
        private static UnsupportedOperationException unread() {
            return new UnsupportedOperationException("a journal keeps none of it");
        }

        @Override
        public int devices() {
            return of.size();
        }

        @Override
        public long[] admissions(int device) {
            return of.get(device);
        }

        @Override
        public void copyBusy(int device, long[] to, int at) {
            throw unread();
        }

        @Override
        public long busy(int device, int counter) {
            throw unread();
        }

        @Override
        public long injectedFlits(int nic) {
            throw unread();
        }

        @Override
        public boolean hasDelivery(int nic) {
            throw unread();
        }

        @Override
        public long delivered(int nic) {
            throw unread();
        }

        @Override
        public long deliveredSince(int nic) {
            throw unread();
        }

        @Override
        public long deliveredAt(int nic) {
            throw unread();
        }

        @Override
        public ForwardingTable table(int device) {
            throw unread();
        }
    }

    private static long[] admissions(int records, long seed) {
        return LongStream.range(0, records)
                .flatMap(i -> LongStream.of(
                        AdmissionRecord.place(5 * i, (int) ((i * seed) % 900)),
                        AdmissionRecord.value((i * i * 7919 * seed) & 0x3fff_ffffL, (int) i & 0xffff)))
                .toArray();
    }

    @Test
    void eventsStandBeforeTheirCutInBatchesWithinTheirLimit() {
        List<Event> events = JournalCuts.events(10_000);
        written(journal -> {
            journal.cut(JournalCuts.totals(1), events);
            journal.cut(JournalCuts.totals(2), List.of());
        });
        List<Item> expected = new ArrayList<>();
        events.forEach(event -> expected.add(new Happened(event)));
        expected.add(read(JournalCuts.totals(1)));
        expected.add(read(JournalCuts.totals(2)));
        assertThat(items()).isEqualTo(expected);
        checkSizes(BatchBuilder.LIMIT - 200);
    }

    @Test
    void admissionsStandBeforeTheEventsOfTheirCut() {
        List<long[]> admissions = new ArrayList<>(List.of(NONE));
        List<Item> expected = new ArrayList<>();
        for (int device = 1; device <= 6; device++) {
            long[] all = admissions(2_500, device);
            admissions.add(all);
            for (int from = 0; from < all.length; from += 2_000) {
                int to = Math.min(all.length, from + 2_000);
                expected.add(new Admitted(JournalCuts.INTERVAL, device, Arrays.copyOfRange(all, from, to)));
            }
        }
        admissions.add(NONE);
        List<Event> events = JournalCuts.events(3);
        events.forEach(event -> expected.add(new Happened(event)));
        expected.add(read(JournalCuts.totals(1)));
        List<String> next = new ArrayList<>();
        written(journal -> {
            RunListener listener = journal.listener(new RunListener() {
                @Override
                public void readings(long cycle, Readings of) {
                    next.add("readings");
                }

                @Override
                public void cut(CutTotals totals, List<Event> of) {
                    next.add("cut");
                }
            });
            listener.readings(JournalCuts.INTERVAL, new AdmissionReadings(admissions));
            listener.cut(JournalCuts.totals(1), events);
        });
        assertThat(items()).isEqualTo(expected);
        assertThat(next).containsExactly("readings", "cut");
        checkSizes(BatchBuilder.LIMIT / 4);
    }

    @Test
    void cutsWaitForOthersOfTheirBatch() {
        written(journal -> {
            journal.cut(JournalCuts.totals(1), List.of());
            journal.cut(JournalCuts.totals(2), List.of());
        });
        assertThat(sizes()).as("the first record, a batch, the end").hasSize(3);
    }

    private static Checkpoint checkpoint(long cut) {
        return Checkpoint.of(cut, cut * JournalCuts.INTERVAL, new byte[] {1}, List.of(new byte[] {2}));
    }

    @Test
    void aCheckpointCountsBehindTheRecordsBeforeItsCut() {
        written(journal -> {
            journal.keepCheckpoints(folder, List.of());
            journal.cut(JournalCuts.totals(1), List.of());
            journal.checkpoint(checkpoint(1), new byte[] {3});
            journal.cut(JournalCuts.totals(2), List.of());
            journal.checkpoint(checkpoint(2), new byte[] {3}); // waits for the one before
        });
        List<CoordinatorEntry> entries = entries();
        assertThat(entries)
                .extracting(entry -> (Object) entry.event().getClass())
                .containsSubsequence(
                        TermStarted.class, CheckpointCompleted.class, CheckpointCompleted.class, RunOver.class);
        assertThat(entries)
                .extracting(CoordinatorEntry::event)
                .contains(new PermitExtended(2, 2 * JournalCuts.INTERVAL));
        assertThat(history().checkpoints()).extracting(CheckpointCompleted::cut).containsExactly(1L, 2L);
        assertThat(entries.stream()
                        .filter(entry -> entry.event() instanceof CheckpointCompleted)
                        .findFirst())
                .as("the first checkpoint stands behind the first record, and the batch with its cut")
                .map(entry -> entry.seal().records())
                .contains(2L);
        assertThat(CheckpointFile.of(folder, 1)).exists();
    }

    @Test
    void aCheckpointThatIsUnderWayAtTheEndCounts() {
        written(journal -> {
            journal.keepCheckpoints(folder, List.of());
            journal.cut(JournalCuts.totals(1), List.of());
            journal.checkpoint(checkpoint(1), new byte[] {3});
        });
        assertThat(history().checkpoints()).extracting(CheckpointCompleted::cut).containsExactly(1L);
        assertThat(history().isOver()).isTrue();
    }

    @Test
    void aRunThatGoesOnKeepsACheckpointBeforeItHasWrittenARecord() throws IOException {
        written(journal -> journal.cut(JournalCuts.totals(1), List.of()));
        JournalRenewal.renew(folder);
        try (RunJournal journal = RunJournal.resume(
                JournalPlace.in(folder), JournalCuts.HEADER, 1, JournalCuts.INTERVAL, 9, history(), sizes().size())) {
            journal.keepCheckpoints(folder, List.of()).checkpoint(checkpoint(1), new byte[] {3});
            journal.end(JournalCuts.ended());
        }
        assertThat(history().checkpoints()).extracting(CheckpointCompleted::cut).containsExactly(1L);
    }

    @Test
    void aWishIsKept() {
        written(journal -> {
            journal.cut(JournalCuts.totals(1), List.of());
            journal.granted(Wish.STOP);
        });
        assertThat(history().decisions()).containsExactly(new Decided(Wish.STOP, 0));
    }

    /** Cuts, fewer than a batch has room for. */
    private static void cutUntil(RunJournal journal, BooleanSupplier isEnough) {
        for (long cut = 0; !isEnough.getAsBoolean(); cut++) {
            assertThat(cut).as("cuts without effect").isLessThan(1_000);
            journal.cut(JournalCuts.totals(cut), List.of());
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void cutOn(RunJournal journal) {
        cutUntil(journal, () -> false);
    }

    @Test
    void aJournalThatCannotBeOpenedStopsTheRunAtACutAndLeavesNoCheckpoint() {
        assertThatThrownBy(() -> {
                    try (RunJournal journal =
                            RunJournal.begin(JournalPlace.in(Path.of("/proc")), JournalCuts.STARTED, LONG)) {
                        journal.keepCheckpoints(folder, List.of()).checkpoint(checkpoint(1), new byte[] {3});
                        cutOn(journal);
                    }
                })
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(": cannot be opened: ");
        assertThat(folder).isEmptyDirectory();
    }

    private static void await(RunJournal journal, long records) {
        cutUntil(journal, () -> journal.acknowledged() >= records); // throws when the journal has failed
    }

    @Test
    void acknowledgedRecordsAreInTheFileWithoutTheirProcess() throws IOException {
        Path left = Files.createDirectory(folder.resolve("left"));
        try (RunJournal journal = RunJournal.begin(JournalPlace.in(folder), JournalCuts.STARTED, LONG)) {
            for (long cut = 1; cut <= 3; cut++) {
                journal.cut(JournalCuts.totals(cut), JournalCuts.events(10_000));
            }
            await(journal, 8);
            Files.copy(folder.resolve("journal.mv.db"), left.resolve("journal.mv.db"));
        }
        try (RecordSource source = RecordSource.open(JournalPlace.in(left), Optional.empty())) {
            assertThat(source.last()).isGreaterThanOrEqualTo(8);
        }
    }

    @Test
    void aWriteThatFailsStopsTheRunWithItsReason() throws IOException {
        SimulatedH2Path.register();
        SimulatedDisk disk = SimulatedDisk.over(folder.toRealPath());
        try (RunJournal journal = RunJournal.begin(JournalPlace.in(disk.root()), JournalCuts.STARTED, 0)) {
            await(journal, 1);
            disk.before(() -> {
                throw new IOException("No space left on device");
            });
            assertThatThrownBy(() -> cutOn(journal))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining(": cannot be written: no space left on the device; make room");
        }
    }

    @Test
    void aCheckpointIsToldAtACutOnceItIsThere() {
        written(journal -> {
            journal.keepCheckpoints(folder, List.of());
            journal.cut(JournalCuts.totals(1), List.of());
            journal.checkpoint(checkpoint(1), new byte[] {3});
            await(journal, 2); // the batch before the checkpoint goes with it
        });
        assertThat(history().checkpoints()).extracting(CheckpointCompleted::cut).containsExactly(1L);
    }

    @Test
    void aJournalThatFailedStopsTheRunAtACut() {
        assertThatThrownBy(() -> {
                    try (RunJournal journal =
                            RunJournal.begin(JournalPlace.in(Path.of("/proc")), JournalCuts.STARTED, LONG)) {
                        cutOn(journal);
                    }
                })
                .isInstanceOf(JournalException.class);
    }

    @Test
    void aJournalThatIsClosedAtOnceIsFree() {
        RunJournal.begin(JournalPlace.in(folder), JournalCuts.STARTED).close();
        assertThatCode(() -> JournalStore.open(JournalPlace.in(folder)).close()).doesNotThrowAnyException();
    }

    @Test
    void aDiskThatIsFullOnceTheJournalIsOpenStopsTheRunBeforeItsFirstRecord() throws IOException {
        SimulatedH2Path.register();
        SimulatedDisk other = SimulatedDisk.over(
                Files.createDirectory(folder.resolve("other")).toRealPath());
        JournalStore opened = JournalStore.open(JournalPlace.in(other.root()));
        int calls = other.calls();
        opened.close();
        SimulatedDisk disk =
                SimulatedDisk.over(Files.createDirectory(folder.resolve("full")).toRealPath());
        disk.before(() -> {
            if (disk.calls() >= calls) {
                throw new IOException("No space left on device");
            }
        });
        try (RunJournal journal = RunJournal.begin(JournalPlace.in(disk.root()), JournalCuts.STARTED, LONG)) {
            assertThatThrownBy(() -> cutOn(journal))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining(": cannot be written: no space left on the device; make room");
            assertThat(journal.acknowledged()).isZero();
        }
    }

    /** A journal whose begin fails stops the run. */
    private void beginFails(Error failure, String ending) throws IOException {
        SimulatedH2Path.register();
        SimulatedDisk disk = SimulatedDisk.over(folder.toRealPath());
        disk.before(() -> {
            throw failure;
        });
        assertThatThrownBy(() -> {
                    try (RunJournal journal =
                            RunJournal.begin(JournalPlace.in(disk.root()), JournalCuts.STARTED, LONG)) {
                        cutOn(journal);
                    }
                })
                .isInstanceOf(JournalException.class)
                .hasMessageEndingWith(ending);
    }

    @Test
    void aJournalWithoutMemoryToBeginStopsTheRunWithThat() throws IOException {
        beginFails(new OutOfMemoryError("Java heap space"), ": out of memory");
    }

    @Test
    void aJournalWithoutMemoryToTellWhyItDoesNotBeginStopsTheRunAsWell() throws IOException {
        Error untold = new Error() {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new OutOfMemoryError("Java heap space");
            }
        };
        beginFails(untold, ": its threads ended before the run was over, as they do when memory ends");
    }

    @Test
    void aJournalWhoseThreadsEndedStopsTheRun() {
        RunJournal journal = RunJournal.begin(JournalPlace.in(folder), JournalCuts.STARTED, LONG);
        journal.close();
        assertThatThrownBy(() -> cutOn(journal))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining(": its threads ended before the run was over");
    }

    @Test
    void aJournalThatIsClosedWhileItBeginsIsFreeWhenItIsClosed() throws IOException, InterruptedException {
        SimulatedH2Path.register();
        SimulatedDisk disk = SimulatedDisk.over(folder.toRealPath());
        CountDownLatch answers = new CountDownLatch(1);
        disk.before(() -> {
            try {
                answers.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        JournalPlace place = JournalPlace.in(disk.root());
        RunJournal journal = RunJournal.begin(place, JournalCuts.STARTED);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(journal::close);
        Thread.sleep(50);
        assertThat(closed).isNotDone();
        answers.countDown();
        closed.join();
        assertThatCode(() -> JournalStore.open(place).close()).doesNotThrowAnyException();
    }

    @Test
    void aThreadThatIsInterruptedWhileItClosesAJournalStaysInterrupted() {
        RunJournal journal = RunJournal.begin(JournalPlace.in(folder), JournalCuts.STARTED, LONG);
        Thread.currentThread().interrupt();
        journal.close();
        assertThat(Thread.interrupted()).isTrue();
        journal.close();
    }

    @Test
    void aRunWithoutCheckpointsKeepsOnceASecondHowFarItIs() {
        long begin = System.nanoTime();
        try (RunJournal journal = RunJournal.begin(JournalPlace.in(folder), JournalCuts.STARTED, 0)) {
            long begun = System.nanoTime();
            cutUntil(journal, () -> System.nanoTime() - begun > 1_000_000_000);
            journal.cut(JournalCuts.totals(1_000), List.of());
            journal.end(JournalCuts.ended());
        }
        int seconds = (int) ((System.nanoTime() - begin) / 1_000_000_000);
        assertThat(entries())
                .filteredOn(entry -> entry.event() instanceof PermitExtended)
                .hasSizeBetween(1, seconds);
    }
}
