package org.reweave.emulator.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.reweave.emulator.checkpoint.KeptCheckpoint;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.RunHistory;
import org.reweave.emulator.journal.reading.JournalItems;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalRenewal;
import org.reweave.emulator.journal.store.UnusableJournalException;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;

/**
 * The run and the checkpoint from which a run goes on.
 *
 * @param folder where its files are
 * @param journal where its journal is read; in the folder, or in a server
 * @param header of the journal's records
 * @param scenario that the journal's first record has
 * @param from the checkpoint; empty = its start
 * @param kept cuts of the checkpoints until there
 * @param history of the run before
 * @param records that the journal has
 */
record Resumption(
        Path folder,
        JournalPlace journal,
        JournalRecord.Header header,
        String scenario,
        Optional<KeptCheckpoint> from,
        List<Long> kept,
        RunHistory history,
        long records) {
    Start start(Network network) {
        return from.map(kept -> Start.at(network, kept.checkpoint())).orElseGet(() -> Start.atZero(network));
    }

    long cut() {
        return from.map(kept -> kept.checkpoint().cut()).orElse(0L);
    }

    /** Cycles at which a lax run becomes another branch, those of earlier resumes included. */
    List<Long> branches() {
        List<Long> branches = new ArrayList<>();
        Stream<Long> before =
                history.terms().stream().skip(1).map(term -> term.started().cycle());
        Stream.concat(before, Stream.of(cycle())).forEach(begin -> {
            branches.removeIf(branch -> branch >= begin); // void, or the same again
            branches.add(begin);
        });
        return branches;
    }

    long cycle() {
        return from.map(kept -> kept.checkpoint().cycle()).orElse(0L);
    }

    /** Where the journal is when the folder's files are in another one. */
    JournalPlace placeIn(Path unfinished) {
        return journal.file().isPresent() ? JournalPlace.in(unfinished) : journal;
    }

    /** Makes a journal in the folder fit to be written on. */
    void renewJournal(Path unfinished) throws IOException {
        if (journal.file().isPresent()) {
            JournalRenewal.renew(unfinished);
        }
    }

    /** Gives a consumer all events until the cut, in order. */
    void past(Path unfinished, Consumer<Iterator<Event>> consumer) {
        try (JournalReader reader = JournalReader.open(placeIn(unfinished), Optional.of(header.run()))) {
            consumer.accept(new Past(reader.items(0), cut()));
        }
    }

    /** The events of a journal up to a cut. */
    private static final class Past implements Iterator<Event> {
        private final JournalItems items;
        private final long last;
        private boolean over;
        private Event next;

        Past(JournalItems items, long last) {
            this.items = items;
            this.last = last;
            this.over = last == 0;
            advance();
        }

        private void advance() {
            next = null;
            while (next == null && !over) {
                if (!items.hasNext() || items.missing() > 0) {
                    throw new UnusableJournalException(
                            items.missing() > 0
                                    ? "record " + items.missing() + " of the journal is missing"
                                    : "the journal ends before cut " + last);
                }
                JournalRecord.Item item = items.next();
                if (item instanceof JournalRecord.Happened happened) {
                    next = happened.event();
                }
                over = item instanceof JournalRecord.Cut cut && cut.cut() >= last;
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Event next() {
            if (next == null) {
                throw new NoSuchElementException("the past has no more events");
            }
            Event event = next;
            advance();
            return event;
        }
    }
}
