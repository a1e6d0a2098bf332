package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;

/** A search that was broken off goes on from its parts, and finds what it finds without a break. */
class SearchStoreModelTest {
    /** Keeps parts in memory, after twice as many batches each time, and breaks the search off after so many parts. */
    private static final class Memory implements SearchStore {
        private final List<SearchMoment> moments = new ArrayList<>();
        private final List<byte[]> parts = new ArrayList<>();
        private final int fewest; // batches before the first part
        private int asked;
        private int partsLeft;

        Memory(int fewest) {
            this.fewest = fewest;
        }

        Memory endsAfter(int more) {
            partsLeft = more;
            return this;
        }

        @Override
        public void restore(Reader reader) {
            try {
                for (int i = 0; i < parts.size(); i++) {
                    DataInputStream in = new DataInputStream(new ByteArrayInputStream(parts.get(i)));
                    reader.read(moments.get(i), in);
                    assertThat(in.available()).isZero();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean isDue() {
            return ++asked >= fewest && Integer.bitCount(asked) == 1;
        }

        @Override
        public void keep(SearchMoment until, Writer writer) {
            ByteArrayOutputStream part = new ByteArrayOutputStream();
            try {
                writer.write(new DataOutputStream(part));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            moments.add(until);
            parts.add(part.toByteArray());
            if (partsLeft-- == 1) {
                throw new BrokenOff();
            }
        }
    }

    private static final class BrokenOff extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static Stream<Model> models() {
        Scheme neverInjects = Mutant.effects("static", (input, effects) -> effects.stream()
                .filter(effect -> !(effect instanceof ManagerEffect.SendControl tell
                        && tell.device() == 3
                        && input instanceof ManagerInput.Acknowledged))
                .toList());
        return Stream.of(
                SmallFabrics.triangle(Schemes.get("ebr"), 2, 10), // keeps all promises; persistent sets
                SmallFabrics.triangle(Schemes.get("naive"), 2, 10, 21), // deadlocks
                SmallFabrics.triangle(neverInjects, 2, 10), // a run has no end
                SmallFabrics.twoLinks(Schemes.get("sr-la"), 1),
                PathFabrics.rftr(Schemes.get("rftr"), Examples.RING, 2, List.of("s0-s1"), 2));
    }

    @ParameterizedTest
    @MethodSource("models")
    void aSearchThatIsBrokenOffAgainAndAgainEndsAsAnUndisturbedOne(Model model) {
        int most = 0;
        for (Promise promise : List.of(Promise.RUN_ENDS, Promise.NO_DEADLOCK)) {
            Exploration undisturbed = explore(model, promise, 1, SearchStore.NONE);
            Memory memory = new Memory(2);
            int breaks = 0;
            Exploration found = null;
            while (found == null) {
                try {
                    found = explore(model, promise, 1 + 2 * (breaks % 2), memory.endsAfter(1));
                } catch (BrokenOff e) {
                    breaks++;
                }
            }
            assertEqual(found, undisturbed);
            most = Math.max(most, breaks);
        }
        assertThat(most).as("times that a search was broken off").isPositive();
    }

    @Test
    void aSearchThatItsBudgetEndsGoesOnWithALargerOne() {
        Model model = SmallFabrics.triangle(Schemes.get("ebr"), 2, 10);
        Exploration undisturbed = explore(model, Promise.RUN_ENDS, 1, SearchStore.NONE);
        int budget = undisturbed.states() / 2;
        Memory memory = new Memory(Integer.MAX_VALUE);
        String[] messages = new String[2];
        for (int i = 0; i < messages.length; i++) {
            int which = i;
            assertThatThrownBy(() -> explore(model.withBudget(budget), Promise.RUN_ENDS, 1, memory))
                    .isInstanceOf(StateBudgetException.class)
                    .satisfies(error -> messages[which] = error.getMessage());
        }
        assertThat(messages[1]).isEqualTo(messages[0]).contains("Every step of");
        assertThat(memory.moments).singleElement().satisfies(moment -> assertThat(moment.states())
                .isBetween(budget - 4 * ExpanderPool.BATCH, budget));
        assertThatThrownBy(() ->
                        explore(model.withBudget(memory.moments.get(0).states() - 1), Promise.RUN_ENDS, 1, memory))
                .hasMessageContaining("states are kept, more than");
        assertEqual(explore(model, Promise.RUN_ENDS, 1, memory), undisturbed);
        assertThat(memory.moments).hasSize(2);
        assertEqual(explore(model, Promise.RUN_ENDS, 3, memory), undisturbed);
        assertThat(memory.moments).as("nothing was searched again").hasSize(2);
    }

    private static Exploration explore(Model model, Promise promise, int threads, SearchStore store) {
        return Explorer.explore(model, Set.of(promise), threads, states -> {}, store);
    }

    private static void assertEqual(Exploration found, Exploration expected) {
        assertThat(found).hasToString(expected.toString());
        assertThat(found.trace()).isEqualTo(expected.trace());
        assertThat(found.transitions()).isEqualTo(expected.transitions());
        assertThat(List.of(found.states(), found.depth(), found.ends()))
                .isEqualTo(List.of(expected.states(), expected.depth(), expected.ends()));
    }
}
