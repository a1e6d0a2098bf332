package org.reweave.emulator.journal.format;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * A fact about how a run was carried on, which no replay of the run can find again: who ran it from where, how far its
 * records are safe, what somebody wished, and which checkpoints there are.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
    @JsonSubTypes.Type(value = CoordinatorEvent.TermStarted.class, name = "term-started"),
    @JsonSubTypes.Type(value = CoordinatorEvent.PermitExtended.class, name = "permit-extended"),
    @JsonSubTypes.Type(value = CoordinatorEvent.Decided.class, name = "decided"),
    @JsonSubTypes.Type(value = CoordinatorEvent.CheckpointCompleted.class, name = "checkpoint-completed"),
    @JsonSubTypes.Type(value = CoordinatorEvent.RunOver.class, name = "run-over")
})
public sealed interface CoordinatorEvent {
    /** All of it in one line, which the digests of the history are computed from; no two events share one. */
    String text();

    /**
     * A process runs the run from a cut, 0 = from its start. What earlier terms have written of later cuts is void.
     *
     * @param run its id
     * @param term from 1
     * @param at wall clock, milliseconds since 1970
     */
    record TermStarted(String run, long term, long cut, long cycle, long at) implements CoordinatorEvent {
        @Override
        public String text() {
            return "term-started " + term + " " + cut + " " + cycle + " " + at + " " + run;
        }
    }

    /** All events and cuts up to a cut are in the database: the run may go on as far as permits reach from there. */
    record PermitExtended(long cut, long cycle) implements CoordinatorEvent {
        @Override
        public String text() {
            return "permit-extended " + cut + " " + cycle;
        }
    }

    /** A request of a user to a run that is on. */
    enum Wish {
        STOP
    }

    /**
     * A wish was granted.
     *
     * @param cut the last one that was safe then
     */
    record Decided(Wish wish, long cut) implements CoordinatorEvent {
        @Override
        public String text() {
            return "decided " + wish + " " + cut;
        }
    }

    /**
     * A checkpoint is in the run's folder, and every record before its cut is in the database.
     *
     * @param size of its file, in bytes
     * @param digest SHA-256 of them, in hexadecimal
     */
    record CheckpointCompleted(long cut, long cycle, long size, String digest) implements CoordinatorEvent {
        @Override
        public String text() {
            return "checkpoint-completed " + cut + " " + cycle + " " + size + " " + digest;
        }
    }

    /** The run's last record, which says how it ended, is in the database. */
    record RunOver(long cut, long cycle) implements CoordinatorEvent {
        @Override
        public String text() {
            return "run-over " + cut + " " + cycle;
        }
    }
}
