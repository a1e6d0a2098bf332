package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.epoch.EpochOptions;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;

/** A switch restarts at any step: its packets, tables and agent's state are lost, and the manager finds out later. */
class RestartsModelTest {
    private static Stream<Model> switchAway(String... schemes) {
        return Stream.of(schemes).map(scheme -> SmallFabrics.switchAway(Schemes.get(scheme), 10));
    }

    private static Stream<Model> neighbourAway(String... schemes) {
        return Stream.of(schemes).flatMap(scheme -> Stream.of(1, 10)
                .map(packet -> SmallFabrics.neighbourAway(Schemes.get(scheme), packet)));
    }

    private static Stream<Model> withOldTables(Stream<Model> models) {
        return models.map(Model::withOldTables);
    }

    static Stream<Model> models() {
        return Stream.of(
                        switchAway("naive", "ebr", "ebrd", "static", "sr-la"),
                        Stream.of(SmallFabrics.switchAway(Schemes.get("ebr"), 10)
                                .with(SchemeOptions.DEFAULT.with(EpochOptions.OVERLAP, true))),
                        neighbourAway("naive", "ebr", "ebrd", "static"),
                        withOldTables(switchAway("naive", "ebr", "ebrd", "static", "sr-la")),
                        withOldTables(neighbourAway("naive", "ebr", "ebrd", "static")),
                        neighbourAway("naive", "ebr", "ebrd").map(Model::withAway),
                        withOldTables(neighbourAway("naive", "ebr").map(Model::withAway)))
                .flatMap(models -> models);
    }

    @ParameterizedTest
    @MethodSource("models")
    void promisesAreKeptThoughASwitchRestarts(Model model) {
        Explored.kept(model);
    }

    static Stream<Model> largerModels() {
        return Stream.of(
                        switchAway("sr-pda"),
                        neighbourAway("sr-la", "sr-pda", "double-scheme"),
                        withOldTables(switchAway("sr-pda")),
                        withOldTables(neighbourAway("sr-la", "sr-pda", "double-scheme")),
                        neighbourAway("sr-la").map(Model::withAway))
                .flatMap(models -> models);
    }

    @ParameterizedTest
    @Tag("campaign")
    @MethodSource("largerModels")
    void promisesAreKeptInLargerModels(Model model) {
        Explored.kept(model);
    }

    /** Steps are left out only when no switch restarts any more and the manager has dealt with those that did. */
    @ParameterizedTest
    @MethodSource("models")
    void aFullSearchFindsTheSameEndsAndBrokenPromises(Model model) {
        Explored.sameAsFullSearch(model);
    }

    @Test
    void aSearchWithARestartReachesEndsThatOneWithoutDoesNot() {
        Model model = SmallFabrics.switchAway(Schemes.get("static"), 10);
        Explored.reachesMoreEnds(model, model.with(model.bounds().withRestarts(0)));
    }

    /** The manager is not told that a device has refused its update. */
    private static Scheme waiting(String scheme) {
        return Mutant.inputs(
                scheme, input -> input instanceof ManagerInput.Unreachable ? List.of() : List.<ManagerInput>of(input));
    }

    /** Packets are lost for want of a way where the switch has no tables, and the manager may look late. */
    @Test
    void aSwitchWithTheTablesOfTheStartForwardsBeforeAnybodySendsItOthers() {
        Model model = SmallFabrics.switchAway(Schemes.get("naive"), 10);
        Set<Promise> lost = Set.of(Promise.LOST_ONLY_WITH_FAULT);
        assertThat(Explorer.explore(model.withOldTables(), lost).ends())
                .isLessThan(Explorer.explore(model, lost).ends());
    }

    @Test
    void aSwitchThatHasRestartedTakesNoDifferenceToTheTablesThatItHad() {
        Model model = SmallFabrics.switchAway(waiting("naive"), 10);
        Explored.kept(model.with(model.bounds().withRestarts(0)));
        Exploration found = Explored.broken(model, Promise.RUN_ENDS);
        assertThat(Replay.of(model, found.trace()).lines())
                .anyMatch(line -> line.startsWith("s0 restarts, without tables"))
                .contains("s0 is given up: it takes no difference to tables that it has no more");
    }

    /** The manager's claim leaves out a switch that it has sent nothing since a restart; the end does not. */
    @Test
    void aSwitchThatIsSentNoTablesAfterItsRestartIsFoundAtTheEnd() {
        int restarting = 1;
        Scheme forgetful = Mutant.inputs(
                "naive",
                input -> input instanceof ManagerInput.TablesReady ready
                        ? List.of(
                                new ManagerInput.TablesReady(ready.change(), without(ready, restarting), ready.nics()))
                        : List.of(input));
        Model model = Model.failing(
                        "nothing but a restart",
                        forgetful,
                        faults -> SmallFabrics.upDown(SmallFabrics.PAIR, faults, "s0"),
                        List.of(),
                        SmallFabrics.packets(10))
                .with(Bounds.LEAST);
        Explored.kept(model);
        Explored.mutantIsFound(
                "a manager that sends s1 no tables",
                model.withRestarts(List.of(restarting)),
                Set.of(Promise.ALL_ON_NEW));
    }

    private static List<Integer> without(ManagerInput.TablesReady ready, int device) {
        return ready.switches().stream().filter(each -> each != device).toList();
    }

    @Test
    void eachRefusalNamesWhatToLeaveOut() {
        Model paths = SmallFabrics.twoLinks(Schemes.get("rftr"), 1);
        Model model = SmallFabrics.switchAway(Schemes.get("ebr"), 10);
        assertThatThrownBy(() -> paths.withRestarts(List.of(1)))
                .hasMessageContaining("switches that restart for rftr, which has no manager or adds paths");
        assertThatThrownBy(() -> model.withTablesPerBlock(true))
                .hasMessageContaining("switches that restart with tables block by block; leave one of them out");
        assertThatThrownBy(() -> model.with(model.bounds().withTakeovers(1)))
                .hasMessageContaining("restarts = 1 with late SMPs or two managers; leave one of them out");
        assertThatThrownBy(() -> model.withRestarts(List.of(1)))
                .hasMessageContaining("n0_0 restarts, which is no switch");
        Model neighbour = SmallFabrics.neighbourAway(Schemes.get("ebr"), 10);
        assertThatThrownBy(model::withAway)
                .hasMessageContaining("s0 is away, which the manager is behind; let another switch restart");
        assertThatThrownBy(() -> neighbour.withAway().with(neighbour.bounds().withFaults(1, 1, 0)))
                .hasMessageContaining("a switch that is away with links that fail; leave one of them out");
        assertThatThrownBy(SmallFabrics.neighbourAway(Schemes.get("static"), 10)::withAway)
                .hasMessageContaining("a switch that is away for static, which counts packets");
        assertThatThrownBy(() -> model.withRestarts(List.of(0, 1, 2)))
                .hasMessageContaining("restarts = 3 is not in 0..2");
    }
}
