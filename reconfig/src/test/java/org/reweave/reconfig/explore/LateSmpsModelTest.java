package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;

/** SMPs that the manager has given up come to their devices all the same. */
class LateSmpsModelTest {
    private static final int SWITCH = 0;
    private static final int NIC = 2;

    private static Model late(Model model) {
        return model.with(model.bounds().withLate(1));
    }

    private static Model twoLinks(String scheme) {
        return SmallFabrics.twoLinks(Schemes.get(scheme), 1);
    }

    private static Model comesBack(Model model) {
        return model.with(model.bounds().withFaults(1, 1, 1));
    }

    static Stream<Model> models() {
        return Stream.concat(
                Stream.of("naive", "ebr", "ebrd", "static", "rftr", "apm", "combined", "sr-la")
                        .map(LateSmpsModelTest::twoLinks)
                        .flatMap(model -> Stream.of(model.withLoss(List.of(SWITCH)), model.withLoss(List.of(NIC)))),
                Stream.of("naive", "ebr", "ebrd", "static", "rftr", "apm", "combined")
                        .map(LateSmpsModelTest::twoLinks)
                        .flatMap(model -> Stream.of(
                                comesBack(model).withLoss(List.of(SWITCH)),
                                model.with(model.bounds().withFaults(2, 1, 1)))));
    }

    private static Stream<Model> single(int mute, String... schemes) {
        return Stream.of(schemes)
                .map(scheme -> SmallFabrics.single(Schemes.get(scheme), 10).withLoss(List.of(mute)));
    }

    /** Schemes with so many separators that two links have too many states; NIC 1 of the one switch is device 2. */
    static Stream<Model> singleSwitches() {
        return Stream.concat(single(SWITCH, "sr-la", "sr-pda"), single(NIC, "sr-la", "sr-pda", "double-scheme"));
    }

    @ParameterizedTest
    @MethodSource({"models", "singleSwitches"})
    void promisesAreKeptThoughAnSmpComesAfterItWasGivenUp(Model model) {
        Explored.kept(late(model));
    }

    static Stream<Model> schemesThatGiveUp() {
        return Stream.of("naive", "ebr", "ebrd", "rftr", "combined")
                .map(scheme -> comesBack(twoLinks(scheme)).withLoss(List.of(SWITCH)));
    }

    @ParameterizedTest
    @MethodSource("schemesThatGiveUp")
    void aSearchWithLateSmpsHasStatesThatOneWithoutDoesNotHave(Model model) {
        Model full = model.withLocalFirst(false);
        assertThat(Explored.kept(late(full)).states())
                .isGreaterThan(Explored.kept(full).states());
    }

    @Test
    void aNewerSmpHasADeviceDropTheOlderOnesOfItsKind() {
        Smps late = new Smps();
        late.add(0, Smps.TABLES, 1, 1);
        late.add(1, Smps.TABLES, 2, 1);
        late.add(1, Smps.CONTROL, 3, 0);
        late.add(1, Smps.NOTICE, 4, 1);
        late.dropOlder(1, false, 3);
        assertThat(arguments(late)).containsExactly(1L, 3L, 4L);
        late.dropOlder(1, true, late.count());
        assertThat(arguments(late)).containsExactly(1L, 4L);
    }

    @Test
    void onlyWhatHasNotComeAndChangesItsDeviceIsKeptForLater() {
        Smps sent = new Smps();
        sent.add(0, Smps.TABLES, 1, 7);
        sent.add(0, Smps.CONTROL, 2, 0);
        sent.add(0, Smps.COUNTS, 3, 0);
        sent.add(0, Smps.BROADCAST, 4, 0);
        sent.add(1, Smps.TABLES, 5, 7);
        sent.setCome(1);
        Smps late = new Smps();
        late.addUnderWay(sent, 0);
        assertThat(arguments(late)).containsExactly(1L);
        assertThat(late.tables(0)).isEqualTo(7);
    }

    @Test
    void lateSmpsWhereNothingIsGivenUpAreRefused() {
        Bounds calm = Bounds.LEAST;
        assertThatThrownBy(() -> calm.withLate(1))
                .hasMessageContaining("late = 1 where the manager gives nothing up; raise losses, faults or haste");
    }

    private static List<Long> arguments(Smps smps) {
        return java.util.stream.IntStream.range(0, smps.count())
                .mapToObj(smps::argument)
                .toList();
    }
}
