package org.reweave.emulator.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.reading.ReplayReport.Comparison;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.UnusableJournalException;
import org.reweave.routing.model.Mix;

/** A journal's file that is cut or changed is called damaged, and never a run that differs. */
@Timeout(120)
class DamagedJournalTest {
    private static final int MOST_SEEDS = 24;

    @TempDir
    private static Path original;

    private static byte[] whole;
    private static int damaged;
    private static int refused;

    @TempDir
    private Path folder;

    @BeforeAll
    static void write() throws IOException {
        JournalRuns.write(JournalPlace.in(original), JournalRuns.network());
        whole = Files.readAllBytes(original.resolve("journal.mv.db"));
    }

    @AfterAll
    static void print() {
        System.out.println("damaged journals, seeds 1 to " + MOST_SEEDS + ": " + damaged + " damaged, " + refused
                + " of them refused, the others replayed as far as they go");
    }

    private void check(byte[] bytes, String how) throws IOException {
        Files.write(folder.resolve("journal.mv.db"), bytes);
        damaged++;
        try {
            assertThat(JournalRuns.replay(folder).verdict()).as(how).isNotEqualTo(Comparison.DIFFERENT);
        } catch (UnusableJournalException e) {
            refused++;
            assertThat(e.getMessage()).as(how).contains("damaged").doesNotContain("java.", "\n");
        }
    }

    @RepeatedTest(MOST_SEEDS)
    void changedBytes(RepetitionInfo repetition) throws IOException {
        int seed = repetition.getCurrentRepetition();
        byte[] bytes = whole.clone();
        for (int i = 0; i < 1 + seed % 8; i++) {
            bytes[Mix.below(Mix.mix(seed, i, 0, 0), bytes.length)] ^=
                    (byte) (1 << Mix.below(Mix.mix(seed, i, 1, 0), 8));
        }
        check(bytes, "bits flipped, seed " + seed);
    }

    @RepeatedTest(10)
    void aFileCutShort(RepetitionInfo repetition) throws IOException {
        int seed = repetition.getCurrentRepetition();
        check(Arrays.copyOf(whole, Mix.below(Mix.mix(seed, 2, 0, 0), whole.length)), "cut short, seed " + seed);
    }

    @RepeatedTest(10)
    void aBlockOfZeros(RepetitionInfo repetition) throws IOException {
        int seed = repetition.getCurrentRepetition();
        byte[] bytes = whole.clone();
        int from = Mix.below(Mix.mix(seed, 3, 0, 0), bytes.length / 4096) * 4096;
        Arrays.fill(bytes, from, from + 4096, (byte) 0);
        check(bytes, "zeros, seed " + seed);
    }

    /** MVStore would make an array for the text. */
    @Test
    void aTextOfTwoGigabytesThatIsNotThere() throws IOException {
        String text = new String(whole, StandardCharsets.ISO_8859_1);
        assertThat(text).contains("\25name.torus");
        String longer = text.replace("\25name.torus", "\377\377\377\377\7.torus");
        Files.write(folder.resolve("journal.mv.db"), longer.getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> JournalReader.open(JournalPlace.in(folder), Optional.empty()))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageContaining("the file is damaged, or needs more than the heap's")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aShortFileOfOtherBytesIsDamaged() throws IOException {
        for (int length : new int[] {1, 5000, 8192}) {
            byte[] other = new byte[length];
            for (int i = 0; i < length; i++) {
                other[i] = (byte) Mix.mix(length, i, 0, 0);
            }
            Files.write(folder.resolve("journal.mv.db"), other);
            assertThatThrownBy(() -> JournalReader.open(JournalPlace.in(folder), Optional.empty()))
                    .as("%d bytes", length)
                    .isInstanceOf(UnusableJournalException.class)
                    .hasMessageContaining("the file is damaged: it does not begin as an MVStore does; replay");
        }
    }

    @Test
    void aFileOfAProcessThatWasKilledWhileItMadeTheFileHoldsNothing() throws IOException {
        for (int length : new int[] {0, 1, 4096, 8192}) {
            Files.write(folder.resolve("journal.mv.db"), Arrays.copyOf(whole, length));
            try (JournalReader reader = JournalReader.open(JournalPlace.in(folder), Optional.empty())) {
                assertThat(reader.last()).as("%d bytes", length).isZero();
            }
        }
    }
}
