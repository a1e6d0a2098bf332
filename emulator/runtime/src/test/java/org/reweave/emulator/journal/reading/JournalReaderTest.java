package org.reweave.emulator.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.journal.format.BatchBuilder;
import org.reweave.emulator.journal.format.CoordinatorEntry;
import org.reweave.emulator.journal.format.CoordinatorEvent;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.EventBatch;
import org.reweave.emulator.journal.format.JournalRecord.Header;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.RecordSerializer;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.journal.format.RunHistory;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.RecordSource;
import org.reweave.emulator.journal.store.UnusableJournalException;
import org.reweave.emulator.stats.EventKind;

/** Reading a journal from a cycle on gives what reading all of it gives from there, and reads few records. */
class JournalReaderTest {
    private static final Header HEADER = Header.single("a");
    private static final int INTERVAL = 10;
    private static final JournalPlace PLACE = JournalPlace.in(Path.of("nowhere"));

    /** Records and entries in memory. */
    private static final class Rows implements RecordSource {
        private final TreeMap<Long, Row> records = new TreeMap<>();
        private final List<Row> entries = new ArrayList<>();
        private RunHistory history = RunHistory.NONE;
        private int read;

        void add(JournalRecord record) {
            long number = records.size() + 1L;
            records.put(
                    number,
                    new Row(
                            number,
                            RecordSerializer.IDENTIFIER,
                            RecordCodec.manifest(record),
                            RecordCodec.encode(record)));
        }

        void term(long cut) throws JsonProcessingException {
            CoordinatorEvent started = new CoordinatorEvent.TermStarted(
                    HEADER.run(), history.terms().size() + 1L, cut, cut * INTERVAL, 1);
            CoordinatorEntry entry = history.entries(
                            List.of(started), new CoordinatorEntry.Seal(records.size(), "a digest"))
                    .get(0);
            history = history.with(entry);
            entries.add(new Row(
                    entries.size() + 1L,
                    CoordinatorEntry.SERIALIZER,
                    CoordinatorEntry.MANIFEST,
                    new CBORMapper().writeValueAsBytes(entry)));
        }

        @Override
        public long last() {
            return records.isEmpty() ? 0 : records.lastKey();
        }

        @Override
        public Iterator<Row> rows(long from, long to) {
            return records.subMap(from, true, to, true).values().stream()
                    .peek(row -> read++)
                    .iterator();
        }

        @Override
        public Iterator<Row> entries() {
            return entries.iterator();
        }

        @Override
        public int strays() {
            return 0;
        }

        @Override
        public void close() {}
    }

    private static JournalReader reader(Rows rows) {
        return new JournalReader(PLACE, rows);
    }

    private static void begin(Rows rows) throws JsonProcessingException {
        rows.term(0);
        rows.add(new JournalRecord.RunStarted(HEADER, "", 1, "", "", 1));
    }

    /** Cuts with events before them, in records of any length. */
    private static void write(Rows rows, long from, long to, int itemsOfRecord, Random random) {
        BatchBuilder batch = new BatchBuilder();
        int items = 0;
        for (long cut = from + 1; cut <= to; cut++) {
            for (long cycle = (cut - 1) * INTERVAL; cycle <= cut * INTERVAL; cycle++) {
                if (cycle == cut * INTERVAL) {
                    batch.cut(cut, cycle, "00");
                    items++;
                } else if (random.nextInt(10) == 0) {
                    batch.event(new Event(
                            cycle, random.nextInt(9), 1, EventKind.of(0), rows.records.size(), 0, 0, 0, 0, 0));
                    items++;
                }
                if (items >= itemsOfRecord && random.nextInt(3) == 0) {
                    rows.add(new EventBatch(HEADER, batch.take()));
                    items = 0;
                }
            }
        }
        if (items > 0 && random.nextBoolean()) { // else they were lost with the process
            rows.add(new EventBatch(HEADER, batch.take()));
        }
    }

    private static List<Item> behindTheCutAt(long cycle, Iterator<Item> items) {
        List<Item> behind = new ArrayList<>();
        boolean before = cycle > 0;
        while (items.hasNext()) {
            Item item = items.next();
            if (!before) {
                behind.add(item);
            }
            before = before && !(item instanceof Cut cut && cut.cycle() >= cycle);
        }
        return behind;
    }

    @RepeatedTest(100)
    void nothingFromTheCycleOnIsLeftOutHoweverOftenTheRunWasResumed(RepetitionInfo repetition)
            throws JsonProcessingException {
        Random random = new Random(repetition.getCurrentRepetition());
        Rows rows = new Rows();
        begin(rows);
        long last = 0;
        for (int term = random.nextInt(4); term >= 0; term--) {
            write(rows, last, last + 1 + random.nextInt(40), 1 + random.nextInt(20), random);
            last = reader(rows).lastItem().map(Item::cycle).orElse(0L) / INTERVAL;
            if (term > 0) {
                last = random.nextLong(last + 1);
                rows.term(last);
            }
        }
        if (rows.entries.size() == 1 && random.nextBoolean()) { // a record is missing
            rows.records.remove(1 + random.nextLong(rows.last()));
        }

        for (long cycle = 0; cycle <= last * INTERVAL; cycle += INTERVAL) {
            JournalReader reader = reader(rows);
            assertThat(behindTheCutAt(cycle, reader.items(cycle)))
                    .as("from cycle %d of %d", cycle, last * INTERVAL)
                    .isEqualTo(behindTheCutAt(cycle, reader.items(0)));
        }
    }

    private static EventBatch batch(long... cuts) {
        BatchBuilder batch = new BatchBuilder();
        for (long cut : cuts) {
            batch.cut(cut, cut * INTERVAL, "00");
        }
        return new EventBatch(HEADER, batch.take());
    }

    @Test
    void theLastItemIsThatOfTheLastBatchHoweverFewRecordsFollowIt() throws JsonProcessingException {
        Rows rows = new Rows();
        begin(rows);
        assertThat(reader(rows).lastItem()).isEmpty();
        rows.add(batch(1, 2));
        JournalRecord ended = new JournalRecord.RunEnded(HEADER, "completed", false, "", 1, "", "", "");
        for (int behind = 0; behind < 16; behind++) {
            assertThat(reader(rows).lastItem())
                    .as("with %d behind it", behind)
                    .containsInstanceOf(Cut.class)
                    .map(Item::cycle)
                    .contains(2L * INTERVAL);
            rows.add(ended);
        }
        assertThat(reader(rows).lastItem()).as("too far before the end").isEmpty();
    }

    @Test
    void aTermThatHasWrittenNothingYetEndsWithTheCutThatItGoesOnFrom() throws JsonProcessingException {
        Rows rows = new Rows();
        begin(rows);
        rows.add(batch(1, 2));
        rows.add(new JournalRecord.RunEnded(HEADER, "completed", false, "", 1, "", "", ""));
        assertThat(reader(rows).ended()).isPresent();
        rows.term(1);
        assertThat(reader(rows).lastItem()).contains(new Cut(1, INTERVAL, ""));
        assertThat(reader(rows).ended()).as("it is void").isEmpty();
    }

    @Test
    void aFewOfManyRecordsAreRead() throws JsonProcessingException {
        Rows rows = new Rows();
        begin(rows);
        write(rows, 0, 20_000, 20, new Random(1));
        int all = rows.records.size();
        JournalReader reader = reader(rows);

        reader.items(190_000).next();

        assertThat(all).isGreaterThan(800);
        assertThat(rows.read).isLessThan(30);
    }

    @Test
    void aRecordOfAnotherVersionIsRefusedInOneLineWithTheRemedy() {
        byte[] bytes = RecordCodec.encode(new EventBatch(HEADER, new byte[0]));
        byte ours = bytes[0];
        for (byte version : new byte[] {(byte) (ours - 1), (byte) (ours + 1)}) {
            bytes[0] = version;
            CRC32C sum = new CRC32C();
            sum.update(RecordCodec.BATCH.getBytes(StandardCharsets.UTF_8));
            sum.update(bytes, 0, bytes.length - Integer.BYTES);
            ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES, (int) sum.getValue());
            Rows rows = new Rows();
            rows.records.put(1L, new Row(1, RecordSerializer.IDENTIFIER, RecordCodec.BATCH, bytes));
            assertThatThrownBy(() -> reader(rows).records().next())
                    .isInstanceOf(UnusableJournalException.class)
                    .hasMessage(PLACE.label() + ": record 1 is of version " + version
                            + ", and this software reads version " + ours + " only; use the software that wrote it");
        }
    }
}
