package org.reweave.emulator.journal.format;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.journal.format.JournalRecord.EventBatch;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.emulator.lax.AdmissionRecord;
import org.reweave.emulator.network.FabricDigest;

/**
 * A record of a journal. A journal contains one {@link RunStarted}, batches, and, when the run came to its end, one
 * {@link RunEnded}. Who wrote them when, and what of it is void, is in the {@link RunHistory}.
 */
public sealed interface JournalRecord permits RunStarted, EventBatch, RunEnded {
    Header header();

    <R> R fold(Function<RunStarted, R> started, Function<EventBatch, R> batch, Function<RunEnded, R> ended);

    /**
     * The run and the writer of a record; part of every record.
     *
     * @param run its id
     * @param term of the coordinator
     * @param incarnation of the writer; a later one continues from a checkpoint of an earlier one
     */
    record Header(String run, long term, long incarnation) {
        /** Header of the records of a run in one process, which has one coordinator and one writer. */
        public static Header single(String run) {
            return new Header(run, 1, 1);
        }
    }

    /**
     * The data for running the run again.
     *
     * @param scenario as resolved: every key with its value
     * @param software version
     * @param fabricDigest see {@link FabricDigest}
     * @param startedAt wall clock, milliseconds since 1970
     */
    record RunStarted(Header header, String scenario, long seed, String software, String fabricDigest, long startedAt)
            implements JournalRecord {
        @Override
        public <R> R fold(Function<RunStarted, R> started, Function<EventBatch, R> batch, Function<RunEnded, R> ended) {
            return started.apply(this);
        }
    }

    /**
     * Events and cuts in their order, at most {@link BatchBuilder#LIMIT} bytes.
     *
     * @param bytes as {@link BatchBuilder} has encoded them
     */
    record EventBatch(Header header, byte[] bytes) implements JournalRecord {
        /** @throws IllegalArgumentException when the bytes are not a batch */
        public List<Item> items() {
            return BatchReader.items(bytes);
        }

        @Override
        public <R> R fold(Function<RunStarted, R> started, Function<EventBatch, R> batch, Function<RunEnded, R> ended) {
            return batch.apply(this);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof EventBatch batch
                    && header.equals(batch.header)
                    && Arrays.equals(bytes, batch.bytes);
        }

        @Override
        public int hashCode() {
            return 31 * header.hashCode() + Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "EventBatch[" + header + ", " + bytes.length + " bytes]";
        }
    }

    /**
     * How the run ended.
     *
     * @param outcome label of {@link org.reweave.emulator.governor.Outcome}
     * @param interrupted whether the user stopped it
     * @param failure the reason why the run broke off, or empty
     * @param cycle of the last cut
     * @param fingerprint there
     * @param summary JSON
     * @param seal of the files with the run's results, as {@link org.reweave.emulator.results.FileDigests#seal} has it
     */
    record RunEnded(
            Header header,
            String outcome,
            boolean interrupted,
            String failure,
            long cycle,
            String fingerprint,
            String summary,
            String seal)
            implements JournalRecord {
        @Override
        public <R> R fold(Function<RunStarted, R> started, Function<EventBatch, R> batch, Function<RunEnded, R> ended) {
            return ended.apply(this);
        }
    }

    /** A part of a batch. */
    sealed interface Item permits Happened, Admitted, Cut {
        long cycle();
    }

    /** A significant event. */
    record Happened(Event event) implements Item {
        @Override
        public long cycle() {
            return event.cycle();
        }
    }

    /**
     * Admissions of an island of a lax run in the steps before a cut. The records of one island and cut may be in
     * several items.
     *
     * @param cycle of the cut
     * @param device the first one of the island
     * @param records as {@link org.reweave.emulator.lax.AdmissionRecord} packs them
     */
    record Admitted(long cycle, int device, long[] records) implements Item {
        @Override
        public boolean equals(Object other) {
            return other instanceof Admitted admitted
                    && cycle == admitted.cycle
                    && device == admitted.device
                    && Arrays.equals(records, admitted.records);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(records) + 31 * (device + 31 * Long.hashCode(cycle));
        }

        @Override
        public String toString() {
            return "Admitted[cycle " + cycle + ", device " + device + ", " + records.length / AdmissionRecord.WORDS
                    + " records]";
        }
    }

    /**
     * A cut: the events before it are those up to it.
     *
     * @param fingerprint of the run up to here, in hexadecimal
     */
    record Cut(long cut, long cycle, String fingerprint) implements Item {}
}
