package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.epoch.EpochOptions;
import org.reweave.reconfig.epoch.EpochOptions.ForwardingMark;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.explore.Step.Kind;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.SchemeOptions;

/** Entries of a switch's new table come into force one by one, in any order: races of half-written tables. */
class TablesPerBlockModelTest {
    private static final List<Packet> ROUND = List.of(new Packet(1, 0), new Packet(2, 1), new Packet(0, 2));

    private static Model example(String name, String scheme) {
        Examples.Example example = Examples.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        return example.build().apply(Schemes.get(scheme), example.packets());
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "ebrd"})
    void aSchemeKeepsItsPromisesWhereverATableIsHalfWritten(String scheme) {
        for (String model : List.of("triangle", "two-links", "two-lanes")) {
            Exploration whole = Explored.kept(example(model, scheme));
            Exploration half = Explored.kept(example(model, scheme).withTablesPerBlock(true));
            assertThat(half.states()).as(model).isGreaterThan(whole.states());
        }
    }

    /** EBR marks a packet with the new epoch only where all of the new table is there, and discards the others. */
    @Test
    void halfWrittenTablesBringEbrFurtherEndsAndTakeNoneAway() {
        Model staged = example("triangle", "ebr");
        Set<Promise> all = staged.promises();
        Set<String> whole = Explorer.outcomes(staged, all);
        Set<String> half = Explorer.outcomes(staged.withTablesPerBlock(true), all);
        assertThat(half).containsAll(whole).hasSizeGreaterThan(whole.size());
    }

    @Test
    void theMarkAsPrintedDeadlocksWithHalfWrittenTablesToo() {
        SchemeOptions printed = SchemeOptions.DEFAULT.with(EpochOptions.MARK, ForwardingMark.AS_PRINTED);
        Model ring = example("ring", "ebr").with(printed).withTablesPerBlock(true);
        Exploration found = Explored.broken(ring, Promise.NO_DEADLOCK);
        assertThat(Replay.of(ring, found.trace()).cycle()).isNotEmpty();
    }

    @Test
    void theStepsSayWhichEntryHasCome() {
        Model model = example("triangle", "naive").withTablesPerBlock(true);
        Machine machine = new Machine(model, model.promises());
        List<Integer> trace = new ArrayList<>();
        for (Kind kind : List.of(Kind.DETECT, Kind.COMPUTE, Kind.BLOCK)) {
            int step = first(machine, kind);
            machine.perform(step);
            trace.add(step);
        }
        assertThat(Replay.of(model, trace).lines().get(2)).matches("s\\d gets the entry for n\\d of its new tables");
    }

    private static int first(Machine machine, Kind kind) {
        Steps steps = new Steps();
        machine.collectAll(steps);
        for (int i = 0; i < steps.count(); i++) {
            if (Step.kind(steps.get(i)) == kind) {
                return steps.get(i);
            }
        }
        throw new AssertionError("no step " + kind);
    }

    /** Tables that are stored beside those in force are used as a whole. */
    @Test
    void aSchemeThatStoresTablesIsNotTouched() {
        List<Packet> two = ROUND.subList(0, 2);
        Model staged = example("triangle", "sr-la").withPackets(two);
        Exploration whole = Explored.kept(staged);
        Exploration half = Explored.kept(staged.withTablesPerBlock(true));
        assertThat(half.states()).isEqualTo(whole.states());
        assertThat(half.transitions()).isEqualTo(whole.transitions());
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr"})
    void fewerOrdersOfStepsThatCommuteFindTheSameEnds(String scheme) {
        for (String name : List.of("triangle", "two-lanes")) {
            Model model = example(name, scheme).withTablesPerBlock(true);
            Model two = model.withPackets(model.packets().subList(0, 2));
            Set<Promise> promises = EnumSet.copyOf(two.promises());
            assertThat(Explorer.outcomes(two, promises))
                    .as(name)
                    .isEqualTo(Explorer.outcomes(two.withLocalFirst(false), promises));
        }
    }

    @Test
    void aSchemeThatAddsEntriesForFurtherPathsIsRefused() {
        Model apm = example("two-lanes", "apm");
        assertThatThrownBy(() -> apm.withTablesPerBlock(true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tables block by block for apm");
    }
}
