package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.epoch.EpochOptions;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;

/** The link of a NIC fails and works again: the NIC misses what it is sent, and the manager misses the NIC. */
class NicLinksModelTest {
    private static Model nicAway(String scheme, SchemeOptions options) {
        return SmallFabrics.nicAway(Schemes.get(scheme), 10).with(options);
    }

    static Stream<Model> models() {
        return Stream.of(
                        Stream.of("naive", "ebr", "ebrd", "static", "sr-la", "sr-pda")
                                .flatMap(scheme -> Stream.of(1, 10)
                                        .map(packet -> SmallFabrics.nicAway(Schemes.get(scheme), packet))),
                        Stream.of("static", "ebr").map(scheme -> SmallFabrics.nicAway(Schemes.get(scheme), 10, 1)),
                        Stream.of("naive", "ebr", "ebrd")
                                .map(scheme -> SmallFabrics.linkAndNicAway(Schemes.get(scheme), 10)),
                        Stream.of(
                                nicAway("ebr", SchemeOptions.DEFAULT.with(EpochOptions.BITS, 1)),
                                nicAway("ebr", SchemeOptions.DEFAULT.with(EpochOptions.OVERLAP, true)),
                                nicAway(
                                        "ebr",
                                        SchemeOptions.DEFAULT.with(
                                                EpochOptions.NIC_NOTICE, EpochOptions.NicNotice.SWITCH)),
                                nicAway(
                                        "ebr",
                                        SchemeOptions.DEFAULT.with(
                                                EpochOptions.NIC_NOTICE, EpochOptions.NicNotice.BROADCAST))))
                .flatMap(models -> models);
    }

    @ParameterizedTest
    @MethodSource("models")
    void promisesAreKeptThoughANicIsAwayForATime(Model model) {
        Explored.kept(model);
    }

    static Stream<Model> largerModels() {
        return Stream.of(
                SmallFabrics.nicAway(Schemes.get("double-scheme"), 10),
                SmallFabrics.linkAndNicAway(Schemes.get("static"), 10),
                SmallFabrics.linkAndNicAway(Schemes.get("static"), 1));
    }

    @ParameterizedTest
    @Tag("campaign")
    @MethodSource("largerModels")
    void promisesAreKeptInLargerModels(Model model) {
        Explored.kept(model);
    }

    static Stream<Model> withMutants() {
        return Stream.concat(
                models(), Stream.of("sr-la", "sr-pda").map(scheme -> SmallFabrics.nicAway(deaf(scheme), 10)));
    }

    /** Steps are left out only when all links of NICs work and go on working. */
    @ParameterizedTest
    @MethodSource("withMutants")
    void aFullSearchFindsTheSameEndsAndBrokenPromises(Model model) {
        Explored.sameAsFullSearch(model);
    }

    @Test
    void aSearchWithTheLinkOfANicReachesEndsThatOneWithoutDoesNot() {
        Model model = SmallFabrics.nicAway(Schemes.get("static"), 10);
        Explored.reachesMoreEnds(model, model.with(model.bounds().withFaults(0, 0, 0)));
    }

    /** NICs' agents that are not told when the link comes back. */
    private static Scheme deaf(String scheme) {
        return Mutant.nics(scheme, agent -> new NicWrap(agent) {
            @Override
            public void linkChanged(boolean up) {
                // as if nothing had happened
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"sr-la", "sr-pda"})
    void aNicThatDoesNotRepeatItsTokenIsWaitedForInVain(String scheme) {
        Explored.mutantIsFound(
                scheme + " whose NICs repeat no token",
                SmallFabrics.nicAway(deaf(scheme), 10),
                Set.of(Promise.NO_WAIT_IN_VAIN));
    }

    @Test
    void schemesThatAddPathsAndTheManagersOwnNicAreRefused() {
        Model paths = SmallFabrics.twoLinks(Schemes.get("rftr"), 1);
        int other = paths.fabric().link(paths.fabric().nicDevice(1), 1);
        int own = paths.fabric().link(paths.fabric().nicDevice(0), 1);
        assertThatThrownBy(() -> paths.withFragile(List.of(other)))
                .hasMessageContaining("links of NICs that fail for rftr, which has no manager or adds paths");
        assertThatThrownBy(() -> SmallFabrics.twoLinks(Schemes.get("ebr"), 1).withFragile(List.of(own)))
                .hasMessageContaining("the link of n0 fails, which the manager is behind; use another NIC's");
        assertThatThrownBy(() -> {
                    Model model = SmallFabrics.nicAway(Schemes.get("ebr"), 1);
                    model.with(model.bounds().withTakeovers(1));
                })
                .hasMessageContaining("links of NICs that fail with two managers; leave one of them out");
    }
}
