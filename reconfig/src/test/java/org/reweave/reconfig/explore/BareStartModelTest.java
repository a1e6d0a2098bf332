package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.epoch.EpochOptions;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.engine.spi.UnroutableException;

/** No device has tables at first: the manager brings the fabric up, and changes come after that or meanwhile. */
class BareStartModelTest {
    private static final SchemeOptions OVERLAP = SchemeOptions.DEFAULT.with(EpochOptions.OVERLAP, true);

    private static Stream<Model> of(Function<Scheme, Model> model, String... schemes) {
        return Stream.of(schemes).map(scheme -> model.apply(Schemes.get(scheme)).withBareStart());
    }

    /** A planned change, which becomes due at any step. */
    private static Model single(Scheme scheme) {
        return SmallFabrics.single(scheme, 10);
    }

    private static Model twoLinks(Scheme scheme) {
        return SmallFabrics.twoLinks(scheme, 1);
    }

    private static Model linkComesBack(Scheme scheme) {
        Model model = SmallFabrics.twoLinks(scheme, 10);
        return model.with(model.bounds().withFaults(1, 1, 1));
    }

    /** Nothing but the bring-up, with an SMP to any device lost in spite of all repetitions. */
    private static Model loss(Scheme scheme) {
        Model model = SmallFabrics.twoLinks(scheme, 1, 10);
        return model.with(model.bounds().withFaults(0, 0, 0)).withLoss(List.of(0, 1, 2, 3));
    }

    private static Model nicAway(Scheme scheme) {
        return SmallFabrics.nicAway(scheme, 10);
    }

    private static Model silentNicAway(Scheme scheme) {
        Model model = SmallFabrics.nicAway(scheme, 10);
        return model.withLoss(List.of(model.fabric().nicDevice(1)));
    }

    private static Model switchAway(Scheme scheme) {
        return SmallFabrics.switchAway(scheme, 10);
    }

    private static Model neighbourAway(Scheme scheme) {
        return SmallFabrics.neighbourAway(scheme, 10);
    }

    /** The engine finds no first tables while the link is down, and the second NIC may be silent. */
    private static Model noTablesAtFirst(Scheme scheme) {
        return Model.failing(
                        "pair without tables for a time",
                        scheme,
                        faults -> {
                            if (faults.links().length > 0) {
                                throw new UnroutableException("a pair without its link");
                            }
                            return SmallFabrics.upDown(SmallFabrics.PAIR, faults, "s0");
                        },
                        List.of(Examples.link(SmallFabrics.PAIR, "s0", "s1")),
                        SmallFabrics.packets(10))
                .with(Bounds.LEAST.withFaults(1, 1, 1))
                .withLoss(List.of(SmallFabrics.PAIR.nicDevice(1)));
    }

    static Stream<Model> models() {
        return Stream.of(
                        of(BareStartModelTest::single, "naive", "ebr", "ebrd", "static", "sr-la", "sr-pda"),
                        of(BareStartModelTest::twoLinks, "naive", "ebr", "ebrd", "static"),
                        of(BareStartModelTest::linkComesBack, "naive", "ebr"),
                        of(BareStartModelTest::loss, "naive", "ebr", "static", "sr-la", "double-scheme"),
                        of(BareStartModelTest::nicAway, "naive", "ebr", "static"),
                        of(BareStartModelTest::silentNicAway, "naive"),
                        of(BareStartModelTest::switchAway, "naive", "ebr"),
                        of(BareStartModelTest::noTablesAtFirst, "naive", "ebr"),
                        Stream.of(single(Schemes.get("ebr")).with(OVERLAP).withBareStart()))
                .flatMap(models -> models);
    }

    @ParameterizedTest
    @MethodSource("models")
    void promisesAreKeptFromABareStartOn(Model model) {
        Explored.kept(model);
    }

    /** Steps are left out only when every device has tables and the manager knows that. */
    @ParameterizedTest
    @Tag("slow")
    @MethodSource("models")
    void aFullSearchFindsTheSameEndsAndBrokenPromises(Model model) {
        Explored.sameAsFullSearch(model);
    }

    static Stream<Model> largerModels() {
        return Stream.of(
                        of(BareStartModelTest::twoLinks, "sr-la", "sr-pda"),
                        of(BareStartModelTest::linkComesBack, "static"),
                        of(BareStartModelTest::silentNicAway, "ebr", "static"),
                        of(BareStartModelTest::switchAway, "static", "sr-la"),
                        of(BareStartModelTest::neighbourAway, "naive", "ebr", "static"),
                        of(BareStartModelTest::neighbourAway, "naive", "ebr").map(Model::withAway))
                .flatMap(models -> models);
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("largerModels")
    void promisesAreKeptInLargerModels(Model model) {
        Explored.kept(model);
    }

    @Test
    void aSearchFromABareStartReachesEndsThatOneFromTablesDoesNot() {
        Model model = silentNicAway(Schemes.get("naive"));
        Explored.reachesMoreEnds(model.withBareStart(), model);
    }

    /** What is left out is left out after the bring-up, where the search is that of a model with tables. */
    @Test
    void stepsAreLeftOutAfterTheBringUp() {
        Model model = twoLinks(Schemes.get("naive")).withBareStart();
        assertThat(Explorer.explore(model).states())
                .isLessThan(Explorer.explore(model.withLocalFirst(false)).states());
    }

    @Test
    void nothingIsInjectedBeforeANicHasPathsAndNoAgentIsToldOfFirstTables() {
        Play play = new Play(loss(Schemes.get("ebr")).withBareStart(), Set.of(Promise.RUN_ENDS));
        List<List<Long>> state = play.state();
        for (String step : List.of("DETECT", "COMPUTE")) {
            assertThat(play.all(state).keySet()).noneMatch(name -> name.startsWith("INJECT"));
            state = Play.cast(play.after(state, only(play, state, step)));
        }
        assertThat(play.all(state).keySet())
                .as("switches get tables first")
                .noneMatch(name -> name.startsWith("INJECT"))
                .anyMatch(name -> name.startsWith("SMP"));
    }

    private static int only(Play play, List<List<Long>> state, String kind) {
        return play.all(state).entrySet().stream()
                .filter(step -> step.getKey().startsWith(kind))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    /** A NIC whose link comes back takes that for the beginning of a change that nobody has told it of. */
    @Test
    void aNicThatBeginsAChangeWhileTheFabricComesUpIsFound() {
        Scheme hasty = Mutant.nics("sr-la", agent -> new NicWrap(agent) {
            @Override
            public void linkChanged(boolean up) {
                super.linkChanged(up);
                if (up) {
                    receiveControl(1);
                }
            }
        });
        Explored.mutantIsFound(
                "an sr-la whose NICs begin a change by themselves",
                nicAway(hasty).withBareStart(),
                Set.of(Promise.FIRST_TABLES_UNTOLD));
    }

    @Test
    void eachRefusalNamesWhatToLeaveOut() {
        Model model = twoLinks(Schemes.get("ebr"));
        Model bare = model.withBareStart();
        assertThatThrownBy(() -> SmallFabrics.twoLinks(Schemes.get("rftr"), 1).withBareStart())
                .hasMessageContaining("a bare start for rftr, which has no manager or adds paths");
        assertThatThrownBy(() -> bare.withTablesPerBlock(true))
                .hasMessageContaining("a bare start with tables block by block; leave one of them out");
        assertThatThrownBy(() -> bare.with(bare.bounds().withTakeovers(1)))
                .hasMessageContaining("a bare start with two managers; leave one of them out");
        assertThatThrownBy(() -> bare.withRestarts(List.of(1)).withOldTables())
                .hasMessageContaining("with old tables after a restart; leave one of them out");
        assertThatThrownBy(
                        () -> SmallFabrics.triangleTwice(Schemes.get("ebr"), 2).withBareStart())
                .hasMessageContaining("for which there are no first tables; leave the planned change out");
    }
}
