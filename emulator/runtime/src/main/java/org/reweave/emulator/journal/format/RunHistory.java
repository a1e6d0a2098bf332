package org.reweave.emulator.journal.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.journal.format.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.format.CoordinatorEvent.Decided;
import org.reweave.emulator.journal.format.CoordinatorEvent.PermitExtended;
import org.reweave.emulator.journal.format.CoordinatorEvent.RunOver;
import org.reweave.emulator.journal.format.CoordinatorEvent.TermStarted;

/**
 * How a run was carried on so far: the state of its coordinator, and what a resume knows of the past.
 *
 * @param entries that the coordinator has persisted
 * @param terms processes that ran it, in their order
 * @param permitted the last cut that is known to be safe
 * @param checkpoints that are not void, by cut; files of some may have been removed
 * @param decisions in the last term
 * @param isOver whether the last term came to its end
 * @param seal of the records at the last entry
 * @param digest of all entries
 */
public record RunHistory(
        long entries,
        List<Term> terms,
        long permitted,
        List<CheckpointCompleted> checkpoints,
        List<Decided> decisions,
        boolean isOver,
        Seal seal,
        String digest) {
    /** A process ran the run from a cut, with the records behind those that were there. */
    public record Term(TermStarted started, long recordsBefore) {}

    public static final RunHistory NONE =
            new RunHistory(0, List.of(), 0, List.of(), List.of(), false, Seal.NOTHING, DigestChain.START);

    /** The entries that persist some events next. */
    public List<CoordinatorEntry> entries(List<CoordinatorEvent> events, Seal newSeal) {
        List<CoordinatorEntry> next = new ArrayList<>();
        String before = digest;
        for (CoordinatorEvent event : events) {
            before = CoordinatorEntry.digest(before, event, newSeal);
            next.add(new CoordinatorEntry(event, newSeal, before));
        }
        return next;
    }

    /**
     * This history with another entry.
     *
     * @throws IllegalArgumentException when the entry does not have the digest of itself and those before
     */
    public RunHistory with(CoordinatorEntry entry) {
        String due = CoordinatorEntry.digest(digest, entry.event(), entry.seal());
        if (!due.equals(entry.digest())) {
            throw new IllegalArgumentException("it does not have the digest of itself and the entries before");
        }
        return with(entry.event(), entry.seal()).persisted(entries + 1, due);
    }

    /**
     * This history with another entry, given as the row that stores the entry.
     *
     * @throws IllegalArgumentException naming the entry, when it is damaged or not the next one
     */
    public RunHistory with(Row row) {
        try {
            if (row.number() != entries + 1) {
                throw new IllegalArgumentException("entry " + (entries + 1) + " is missing before");
            }
            return with(CoordinatorEntry.decode(row));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "entry " + row.number() + " of the coordinator's history is damaged: " + e.getMessage(), e);
        }
    }

    private RunHistory persisted(long newEntries, String newDigest) {
        return new RunHistory(newEntries, terms, permitted, checkpoints, decisions, isOver, seal, newDigest);
    }

    private RunHistory with(CoordinatorEvent event, Seal newSeal) {
        List<Term> newTerms = new ArrayList<>(terms);
        List<CheckpointCompleted> newCheckpoints = new ArrayList<>(checkpoints);
        List<Decided> newDecisions = new ArrayList<>(decisions);
        long newPermitted = permitted;
        boolean over = isOver;
        if (event instanceof TermStarted started) {
            newTerms.add(new Term(started, newSeal.records()));
            newCheckpoints.removeIf(one -> one.cut() > started.cut());
            newDecisions.clear();
            newPermitted = started.cut();
            over = false;
        } else if (event instanceof PermitExtended permit) {
            newPermitted = permit.cut();
        } else if (event instanceof Decided decided) {
            newDecisions.add(decided);
        } else if (event instanceof CheckpointCompleted completed) {
            newCheckpoints.add(completed);
        } else if (event instanceof RunOver end) {
            newPermitted = end.cut();
            over = true;
        }
        return new RunHistory(
                entries,
                List.copyOf(newTerms),
                newPermitted,
                List.copyOf(newCheckpoints),
                List.copyOf(newDecisions),
                over,
                newSeal,
                digest);
    }

    /** The term that the run is in, or was in at last. */
    public Optional<Term> term() {
        return terms.isEmpty() ? Optional.empty() : Optional.of(terms.get(terms.size() - 1));
    }

    /** Whether a record is of an earlier term than the last one. */
    public boolean isEarlier(long record) {
        return terms.size() > 1 && record <= terms.get(terms.size() - 1).recordsBefore();
    }
}
