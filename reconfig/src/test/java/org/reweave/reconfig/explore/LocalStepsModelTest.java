package org.reweave.reconfig.explore;

import static org.reweave.reconfig.explore.PathFabrics.COMPLETE;
import static org.reweave.reconfig.explore.SmallFabrics.triangle;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.epoch.EpochOptions;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.stopped.Static;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.topology.Fabric;

/** The reduction of the search leaves out orders of steps, and no outcome. */
@Tag("slow")
class LocalStepsModelTest {
    private static final SchemeOptions OVERLAP = SchemeOptions.DEFAULT.with(EpochOptions.OVERLAP, true);

    static Stream<Model> tables() {
        return Stream.of(
                triangle(Schemes.get("naive"), 2, 10, 21),
                triangle(Schemes.get("static"), 2),
                triangle(Schemes.get("static"), 2)
                        .with(SchemeOptions.DEFAULT.with(Static.DISTRIBUTION, Static.Distribution.AT_ONCE)),
                triangle(Schemes.get("ebr"), 10),
                triangle(Schemes.get("ebrd"), 2),
                triangle(Schemes.get("ebr"), 2).withLoss(List.of(1)),
                triangle(Schemes.get("ebr"), 2, 10).with(Bounds.LEAST.withSlots(1, 1)),
                triangle(Schemes.get("ebrd"), 10, 21).with(Bounds.LEAST.withSlots(2, 0)),
                triangle(Schemes.get("ebr"), 2, 21)
                        .with(SchemeOptions.DEFAULT.with(EpochOptions.MARK, EpochOptions.ForwardingMark.AS_PRINTED)),
                Examples.twoLanes(Schemes.get("ebr"), SmallFabrics.packets(1, 2)),
                failsTwice("naive"),
                failsTwice("ebr"),
                failsTwice("static"));
    }

    /** The same link twice, each time for a while. */
    private static Model failsTwice(String scheme) {
        Model model = SmallFabrics.twoLinks(Schemes.get(scheme), 1);
        return model.with(model.bounds().withFaults(2, 1, 2));
    }

    static Stream<Model> separators() {
        return Stream.of(
                SmallFabrics.pair(Schemes.get("ebrd"), 1).with(OVERLAP),
                SmallFabrics.pair(Schemes.get("sr-la"), 1),
                SmallFabrics.pair(Schemes.get("sr-la"), 1).withLoss(List.of(1)),
                SmallFabrics.pair(Schemes.get("sr-pda"), 1),
                SmallFabrics.pair(Schemes.get("double-scheme"), 1),
                SmallFabrics.twoLinks(Schemes.get("sr-la"), 1),
                SmallFabrics.twoLinks(Schemes.get("sr-pda"), 1));
    }

    static Stream<Model> trees() {
        return Stream.of(
                tree("dlr", LocalRerouting.DETERMINISTIC_LINK, 20, 30, 2),
                tree("dlr", LocalRerouting.ADAPTIVE_SWITCH, 20, 30),
                tree("ddrc", LocalRerouting.DETERMINISTIC_LINK, 20, 2),
                tree("hybrid", LocalRerouting.DETERMINISTIC_LINK, 20, 2));
    }

    static Stream<Model> paths() {
        return Stream.of(
                PathFabrics.rftr(Schemes.get("rftr"), Examples.RING, 2, List.of("s0-s1"), 2)
                        .withLoss(List.of(0, 3, 4)),
                PathFabrics.refused(Schemes.get("rftr"), 20),
                PathFabrics.apm(Schemes.get("apm"), COMPLETE, 3, List.of("s0-s1"), 1, 10),
                PathFabrics.apm(Schemes.get("apm"), Examples.RING, 2, List.of("s0-s1"), 2)
                        .withLoss(List.of(4)),
                PathFabrics.combined(Schemes.get("combined"), COMPLETE, 2, 2, List.of("s0-s1"), 1)
                        .withLoss(List.of(0, 2, 4)));
    }

    private static Model tree(String scheme, LocalRerouting rule, int... packets) {
        return FatTrees.smallTree(Schemes.get(scheme), rule, packets);
    }

    static Stream<Model> sourceRoutes() {
        return Stream.of(sourceRouted(20), sourceRouted(20).withLoss(List.of(SmallFabrics.SMALL_TREE.nicDevice(2))));
    }

    /** A link that packets from NICs 2 and 3 to NIC 0 go down fails and comes back. */
    private static Model sourceRouted(int... sourcesAndDestinations) {
        Fabric tree = SmallFabrics.SMALL_TREE;
        List<Integer> link = List.of(Examples.link(tree, "t0_0", "t1_0"));
        return SmallFabrics.sourceRouted(
                Schemes.get("ddrc"), tree, Bounds.LEAST.withFaults(1, 1, 1), link, sourcesAndDestinations);
    }

    static Stream<Model> largerModels() {
        return Stream.of(
                        tree("dlr", LocalRerouting.ADAPTIVE_LINK, 20, 30, 2, 21),
                        tree("dlr", LocalRerouting.DETERMINISTIC_SWITCH, 20, 30, 2, 21, 3),
                        tree("ddrc", LocalRerouting.DETERMINISTIC_LINK, 20, 30, 2),
                        tree("hybrid", LocalRerouting.DETERMINISTIC_LINK, 20, 30, 2),
                        triangle(Schemes.get("ebr"), 2, 10),
                        triangle(Schemes.get("static"), 2, 10),
                        PathFabrics.rftr(Schemes.get("rftr"), Examples.RING, 2, List.of("s0-s1"), 2, 13),
                        PathFabrics.refused(Schemes.get("combined"), 21),
                        triangle(Schemes.get("sr-la"), 2),
                        SmallFabrics.twoLinks(Schemes.get("sr-la"), 1).withLoss(List.of(1)),
                        SmallFabrics.twoLinks(Schemes.get("sr-pda"), 1, 10),
                        SmallFabrics.twoLinks(Schemes.get("double-scheme"), 1),
                        triangle(Schemes.get("ebr"), 2).with(OVERLAP),
                        SmallFabrics.triangleTwice(Schemes.get("ebr"), 2).with(OVERLAP),
                        sourceRouted(20, 30))
                .map(model -> model.withBudget(30_000_000));
    }

    @ParameterizedTest
    @Tag("campaign")
    @MethodSource("largerModels")
    void aFullSearchOfLargerModelsFindsTheSameEndsAndBrokenPromises(Model model) {
        aFullSearchFindsTheSameEndsAndBrokenPromises(model);
    }

    @ParameterizedTest
    @MethodSource({"tables", "separators", "trees", "paths", "sourceRoutes"})
    void aFullSearchFindsTheSameEndsAndBrokenPromises(Model model) {
        Explored.sameAsFullSearch(model);
    }
}
