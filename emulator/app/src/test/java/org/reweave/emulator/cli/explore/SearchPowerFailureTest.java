package org.reweave.emulator.cli.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.batch.BatchIdentity;
import org.reweave.emulator.cli.common.InterruptedWork;
import org.reweave.reconfig.explore.SearchMoment;

/**
 * The power fails while a search of {@code explore --out} keeps its parts: the same command goes on from every part
 * that was kept.
 */
class SearchPowerFailureTest {
    private static final int SOME = 40;
    private static final int MANY = Integer.getInteger("reweave.power-failures", 2_000);
    private static final int PARTS = 8;
    private static final BatchIdentity IDENTITY = new BatchIdentity("1", 2, Map.of(), "", Map.of());

    @TempDir
    private static Path folder;

    private static InterruptedWork work;

    private static SearchMoment moment(int part) {
        return new SearchMoment(part, 2 * part, part, part, 3L * part, 0, false, false);
    }

    private static int words(int part) {
        return 100 * part + 7;
    }

    private static void write(int part, DataOutput out) throws IOException {
        for (int word = 0; word < words(part); word++) {
            out.writeInt(1_000_000 * part + word);
        }
    }

    private static final class Search implements InterruptedWork.Work {
        @Override
        public void goOn(Path folder, IntConsumer kept) throws Exception {
            try (KeptSearch search = KeptSearch.open(folder, IDENTITY)) {
                for (int part = search.states() / 2 + 1; part <= PARTS; part++) {
                    int number = part;
                    search.keep(moment(number), out -> write(number, out));
                    kept.accept(number - 1);
                }
            }
        }

        @Override
        public int parts(Path folder) throws Exception {
            int[] parts = new int[1];
            try (KeptSearch search = KeptSearch.open(folder, IDENTITY)) {
                search.restore((until, in) -> {
                    int part = ++parts[0];
                    assertThat(until).isEqualTo(moment(part));
                    for (int word = 0; word < words(part); word++) {
                        assertThat(in.readInt()).isEqualTo(1_000_000 * part + word);
                    }
                });
            }
            return parts[0];
        }

        @Override
        public void checkResults(Path folder, boolean isDone) throws Exception {
            if (isDone) {
                assertThat(parts(folder)).isEqualTo(PARTS);
            }
        }
    }

    @BeforeAll
    static void search() throws Exception {
        work = new InterruptedWork(folder, new Search());
    }

    @Test
    void aSearchGoesOnFromThePartsThatItKept() throws Exception {
        work.fails(52, SOME);
    }

    @Tag("campaign")
    @Test
    void aSearchGoesOnAfterThousandsOfPowerFailures() throws Exception {
        work.fails(53, MANY);
    }
}
