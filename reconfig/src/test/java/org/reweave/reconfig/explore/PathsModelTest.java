package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.reconfig.explore.Examples.RING;
import static org.reweave.reconfig.explore.PathFabrics.COMPLETE;
import static org.reweave.reconfig.explore.PathFabrics.MESH;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.paths.Path;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;

/** Schemes that add paths, when links fail: one or two, with losses, and with links that work again. */
@Tag("slow")
class PathsModelTest {
    private static final Scheme RFTR = Schemes.get("rftr");
    private static final Scheme APM = Schemes.get("apm");
    private static final Scheme COMBINED = Schemes.get("combined");

    private static final Bounds TWO_FAULTS = Bounds.LEAST.withFaults(2);
    private static final Bounds BACK_AGAIN = Bounds.LEAST.withFaults(1, 1, 1);
    private static final Bounds ONE_AFTER_THE_OTHER = Bounds.LEAST.withFaults(2, 1, 1);

    private static final List<String> MIDDLE = List.of("s0_1-s1_1");
    private static final List<String> ONE = List.of("s0-s1");
    private static final List<String> TWO = List.of("s0-s1", "s0-s2");
    private static final List<String> ANY_OF_THREE = List.of("s0-s1", "s0-s2", "s1-s2");
    private static final List<String> OPPOSITE = List.of("s0-s1", "s2-s3");

    /** On the mesh one LID for each path that RFTR adds is not enough for the second fault. */
    private static Model meshWithTwoLids(int... packets) {
        return PathFabrics.rftr(RFTR, MESH, 1, List.of("s0_1-s1_1", "s0_0-s1_0"), packets)
                .with(TWO_FAULTS);
    }

    /** Both disjoint paths of a pair fail. */
    private static Model exhausted(int lmc, int... packets) {
        return PathFabrics.combined(COMBINED, COMPLETE, 2, lmc, TWO, packets).with(TWO_FAULTS);
    }

    static Stream<Model> joined() {
        return Stream.of(
                PathFabrics.rftr(RFTR, MESH, 2, MIDDLE, 14, 41, 14, 41),
                PathFabrics.rftr(RFTR, MESH, 2, MIDDLE, 14, 41).withLoss(List.of(4, 9, 10)),
                meshWithTwoLids(14),
                PathFabrics.rftr(RFTR, RING, 2, ONE, 2, 13, 20, 31),
                PathFabrics.rftr(RFTR, RING, 2, ONE, 2, 10, 31).with(BACK_AGAIN),
                PathFabrics.rftr(RFTR, RING, 0, ONE, 2, 13).withLoss(List.of(0, 1, 4, 5)),
                PathFabrics.rftr(RFTR, COMPLETE, 2, ANY_OF_THREE, 1, 10)
                        .with(TWO_FAULTS)
                        .withLoss(List.of(0, 2, 4, 5)),
                PathFabrics.rftr(RFTR, COMPLETE, 1, TWO, 1, 10).with(ONE_AFTER_THE_OTHER));
    }

    static Stream<Model> disjoint() {
        return Stream.of(
                PathFabrics.apm(APM, RING, 2, ONE, 2, 13).withLoss(List.of(4, 5)),
                PathFabrics.apm(APM, RING, 2, OPPOSITE, 1, 2).with(TWO_FAULTS),
                PathFabrics.apm(APM, COMPLETE, 3, TWO, 1, 10).with(TWO_FAULTS),
                PathFabrics.apm(APM, COMPLETE, 3, TWO, 1).with(TWO_FAULTS).withLoss(List.of(4)),
                PathFabrics.apm(APM, COMPLETE, 2, TWO, 1, 10).with(ONE_AFTER_THE_OTHER));
    }

    static Stream<Model> combined() {
        return Stream.of(
                PathFabrics.combined(COMBINED, COMPLETE, 2, 2, ONE, 1, 10).withLoss(List.of(0, 1, 4)),
                exhausted(2, 1, 10),
                exhausted(2, 1).withLoss(List.of(0, 4)),
                exhausted(0, 1, 10),
                PathFabrics.combined(COMBINED, RING, 2, 2, OPPOSITE, 1, 30).with(TWO_FAULTS),
                PathFabrics.combined(COMBINED, COMPLETE, 2, 1, TWO, 1, 10).with(ONE_AFTER_THE_OTHER));
    }

    static Stream<Model> larger() {
        return Stream.of(
                meshWithTwoLids(14, 41),
                PathFabrics.rftr(RFTR, MESH, 2, MIDDLE, 14, 41, 14, 41).withLoss(List.of(4, 9, 10)),
                PathFabrics.rftr(RFTR, COMPLETE, 1, ANY_OF_THREE, 1, 10)
                        .with(TWO_FAULTS)
                        .withLoss(List.of(0, 1, 4, 5)),
                PathFabrics.rftr(RFTR, COMPLETE, 2, ANY_OF_THREE, 1, 10, 12, 20).with(TWO_FAULTS),
                PathFabrics.refused(RFTR, 2, 10, 21).withLoss(List.of(0, 3)),
                PathFabrics.apm(APM, RING, 2, ONE, 2, 13, 20, 31),
                PathFabrics.apm(APM, COMPLETE, 3, TWO, 1, 10, 20).with(TWO_FAULTS),
                PathFabrics.refused(COMBINED, 2, 10, 21).withLoss(List.of(0, 3)),
                exhausted(1, 1, 10, 20),
                exhausted(2, 1, 10, 12));
    }

    @ParameterizedTest
    @MethodSource({"joined", "disjoint", "combined"})
    void whatASchemePromisesHolds(Model model) {
        Explored.kept(model.withBudget(1_000_000));
    }

    @ParameterizedTest
    @Tag("campaign")
    @MethodSource("larger")
    void whatASchemePromisesHoldsOnLargerModels(Model model) {
        Explored.kept(model.withBudget(60_000_000));
    }

    // ---- what the models are about ----

    private static Tables.Target after(Model model, Tables tables, long target, int... fragile) {
        long down = 0;
        for (int link : fragile) {
            down |= 1L << model.fragile().get(link);
        }
        return tables.next(target, down);
    }

    @Test
    void rftrAddsPathsForTheFirstFaultOfTheMeshAndGivesWayToEpochsAtTheSecond() {
        Model model = meshWithTwoLids();
        Tables tables = Tables.of(model, model.laneCount());
        Tables.Target first = after(model, tables, Tables.BEFORE, 0);
        assertThat(first.change()).isEqualTo(Change.PATHS);
        assertThat(after(model, tables, first.number(), 0, 1).change()).isEqualTo(Change.ROUTING);
    }

    @Test
    void aPairWithoutDisjointPathsGetsOneOfRftrsAsLongAsThereAreLids() {
        for (int lmc = 0; lmc <= 2; lmc += 2) {
            Model model = exhausted(lmc);
            Tables tables = Tables.of(model, model.laneCount());
            Tables.Target first = after(model, tables, Tables.BEFORE, 0);
            assertThat(first.change()).isEqualTo(Change.PATHS);
            Change second = after(model, tables, first.number(), 0, 1).change();
            assertThat(second).isEqualTo(lmc == 0 ? Change.ROUTING : Change.PATHS);
        }
    }

    /**
     * What the manager computed after a failure, judged as if the failed link worked: the new path would be of no use.
     */
    @Test
    void aPathThatGoesBackWhileItWorksIsNotLeftAlone() {
        Model model = PathFabrics.rftr(RFTR, RING, 2, ONE, 2);
        Set<Promise> promise = EnumSet.of(Promise.UNAFFECTED_KEEP_PATHS);
        assertThat(model.promises()).containsAll(promise);
        Tables tables = Tables.of(model, model.laneCount());
        World world = new World(model, false);
        Watch watch = new Watch(promise, Set.of(), world, tables);
        long down = 1L << model.fragile().get(0);
        long rerouted = after(model, tables, Tables.BEFORE, 0).number();
        watch.computed(Tables.BEFORE, rerouted, down);
        assertThat(watch.broken()).isNull();
        watch.computed(rerouted, Tables.BEFORE, down);
        assertThat(watch.how()).contains("by LID");
    }

    @Test
    void aNicFillsTheRegisterOfAFailedPathWithItsThird() {
        Model model = PathFabrics.apm(APM, COMPLETE, 3, ONE);
        Tables tables = Tables.of(model, model.laneCount());
        long down = 1L << model.fragile().get(0);
        long marked = tables.marked(Tables.BEFORE, down);
        long filled = tables.next(marked, down).number();
        int usable = 0;
        for (int register = 0; register < tables.registers(); register++) {
            usable += Path.isUsable(tables.held(marked, 0, 1, register)) ? 1 : 0;
            assertThat(Path.isUsable(tables.held(filled, 0, 1, register))).isTrue();
        }
        assertThat(usable).isEqualTo(1);
        for (int device = 0; device < 4; device++) {
            assertThat(tables.at(device, filled)).as("switches hear nothing").isEqualTo(Tables.BEFORE);
        }
    }
}
