package org.reweave.emulator.journal.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.Machine;
import org.reweave.emulator.disk.SimulatedDisk;
import org.reweave.emulator.disk.SimulatedH2Path;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.journal.JournalCuts;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.format.BatchBuilder;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.reading.ReplayReport.Comparison;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.stats.EventKind;

/** The writer when the database is slow, fails, or is not there. */
@Tag("slow")
@Timeout(120)
class RunJournalTest {
    private static final int EVENTS = 1000;

    @TempDir
    private Path folder;

    private SimulatedDisk disk;

    @BeforeEach
    void disk() throws IOException {
        SimulatedH2Path.register();
        disk = SimulatedDisk.over(folder.toRealPath());
    }

    private JournalPlace onDisk() {
        return JournalPlace.in(disk.root());
    }

    /** Incompressible enough: a few cuts fill a batch. */
    private static List<Event> events(long cut) {
        return LongStream.range(0, EVENTS)
                .mapToObj(i -> new Event(cut * 500, (int) i, cut, EventKind.DROPPED, i, ~i << 20, 3, i << 40))
                .toList();
    }

    /**
     * Feeds cuts until told to stop.
     *
     * @param accepted counts those that the journal has taken
     */
    private static Thread producer(RunJournal journal, AtomicLong accepted, long most) {
        Thread thread = new Thread(() -> {
            for (long cut = 1; cut <= most; cut++) {
                journal.cut(JournalCuts.totals(cut), events(cut));
                accepted.set(cut);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void aSlowDatabaseSlowsTheRunAndMemoryStaysBounded() throws InterruptedException {
        Semaphore calls = new Semaphore(1_000_000);
        disk.before(calls::acquireUninterruptibly);
        AtomicLong accepted = new AtomicLong();
        long most = 400;
        try (RunJournal journal = RunJournal.begin(onDisk(), JournalRuns.started(JournalRuns.network()))) {
            while (journal.acknowledged() == 0) {
                Thread.sleep(10);
            }
            calls.drainPermits();
            Thread producer = producer(journal, accepted, most);
            long before;
            do {
                before = accepted.get();
                producer.join(1000);
            } while (accepted.get() != before || before == 0);

            long perBatch = BatchBuilder.LIMIT / (EVENTS * 10L);
            assertThat(accepted.get())
                    .as("cuts that waiting batches hold")
                    .isLessThan(10 * perBatch)
                    .isPositive();
            assertThat(journal.acknowledged()).isOne();
            assertThat(producer.getState()).isEqualTo(Thread.State.TIMED_WAITING);

            calls.release(1_000_000);
            producer.join(TimeUnit.SECONDS.toMillis(100));
            assertThat(accepted.get()).isEqualTo(most);
            journal.end(JournalCuts.ended());
            assertThat(journal.acknowledged()).isGreaterThan(50);
        }
        try (JournalReader reader = JournalReader.open(JournalPlace.in(folder), java.util.Optional.empty())) {
            AtomicLong items = new AtomicLong();
            reader.records()
                    .forEachRemaining(stored -> items.addAndGet(stored.items().size()));
            assertThat(items.get()).isEqualTo(most * (EVENTS + 1));
        }
    }

    @Test
    void aRunOverASlowDatabaseIsTheSameRun() {
        disk.before(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        JournalRuns.write(onDisk(), JournalRuns.network());

        assertThat(JournalRuns.replay(folder).verdict()).isEqualTo(Comparison.EQUAL);
    }

    /**
     * Runs until the journal stops it: while it is opened, if that is known by then, or at the first batch that finds
     * it closed.
     */
    private void stopsWith(JournalPlace place, String... words) {
        Network network = JournalRuns.network("run.duration=100ms", "run.limit=1s", "traffic.load=0.05");
        assertThatThrownBy(() -> {
                    try (RunJournal journal = RunJournal.begin(place, JournalRuns.started(network), 0)) {
                        JournalRuns.actors(network, journal.listener((cut, events) -> {}), 1, 4)
                                .run();
                    }
                })
                .isInstanceOf(JournalException.class)
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aFailingWriteStopsTheRunWithItsReason() {
        disk.before(() -> {
            if (disk.calls() > 20) {
                throw new IOException("No space left on device");
            }
        });

        stopsWith(onDisk(), "journal.mv.db", "no space left on the device; make room");
        assertThat(JournalRuns.replay(folder).verdict()).isNotNull();
    }

    @Test
    void aFolderThatTakesNoFilesStopsTheRun() {
        stopsWith(JournalPlace.in(Path.of("/proc")), "journal /proc/journal.mv.db: cannot be opened: ");
    }

    @Test
    void aServerThatIsNotThereStopsTheRun() {
        stopsWith(
                JournalPlace.server("jdbc:postgresql://127.0.0.1:1/reweave", Map.of()),
                "journal jdbc:postgresql://127.0.0.1:1/reweave: cannot be opened: ",
                "refused");
    }

    @Test
    void aRunsJournalIsItsOwn() {
        JournalRuns.write(JournalPlace.in(folder), JournalRuns.network());

        stopsWith(JournalPlace.in(folder), "cannot be written", "already holds " + JournalRuns.RUN);
    }

    @Test
    void aFullDiskStopsTheRun() throws IOException, InterruptedException {
        Machine.require(
                system("mount", "-t", "tmpfs", "-o", "size=512k", "reweave-test", folder.toString()),
                "this user may not mount a small file system");
        try {
            stopsWith(JournalPlace.in(folder), "journal.mv.db", "no space left on the device; make room");
            assertThat(JournalRuns.replay(folder).verdict()).isNotEqualTo(Comparison.EQUAL);
        } finally {
            // lazily, because the database may still be closing its file
            assertThat(system("umount", "--lazy", folder.toString())).isTrue();
        }
    }

    private static boolean system(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
