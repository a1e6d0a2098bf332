package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.reconfig.explore.SmallFabrics.triangle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.epoch.EpochOptions;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.SchemeOptions;

/**
 * Persistent sets are what the name says: from a state every run without a step of its set is taken, and at each state
 * on the way every step of the set is still possible and commutes with every other step.
 */
@Tag("slow")
class PersistentStepsModelTest {
    private static final Set<Promise> ALL = EnumSet.allOf(Promise.class);
    private static final int MOST_SETS = 25;
    private static final int MOST_AHEAD = 30;

    static Stream<Model> models() {
        SchemeOptions asPrinted = SchemeOptions.DEFAULT.with(EpochOptions.MARK, EpochOptions.ForwardingMark.AS_PRINTED);
        return Stream.of(
                triangle(Schemes.get("naive"), 2, 10, 21),
                triangle(Schemes.get("ebr"), 2, 10, 21),
                triangle(Schemes.get("ebr"), 2, 10, 21).with(asPrinted),
                triangle(Schemes.get("ebrd"), 2, 1, 10).with(Bounds.LEAST.withSlots(2, 0)),
                SmallFabrics.reRootedRing(Schemes.get("ebr"), 2, 13, 20, 31),
                SmallFabrics.mesh(Schemes.get("ebr"), MeshModelTest.across(2)),
                MeshModelTest.fromCorners("naive", 8, 80),
                Examples.twoLanes(Schemes.get("ebr"), List.of(new Packet(0, 1), new Packet(0, 2), new Packet(2, 0))),
                Examples.twoFaults(Schemes.get("ebrd"), List.of(new Packet(0, 1), new Packet(3, 2))));
    }

    @ParameterizedTest
    @MethodSource("models")
    void noRunWithoutAStepOfASetChangesWhatTheStepsOfTheSetDo(Model model) {
        Play play = new Play(model, ALL);
        Map<List<List<Long>>, Boolean> known = new HashMap<>();
        Deque<List<List<Long>>> open = new ArrayDeque<>(List.of(play.state()));
        int sets = 0;
        int pairs = 0;
        int passed = 0;
        while (!open.isEmpty() && sets < MOST_SETS) {
            List<List<Long>> state = passed % 2 == 0 ? open.removeFirst() : open.removeLast(); // early and late ones
            if (known.putIfAbsent(state, true) != null) {
                continue;
            }
            passed++;
            Map<String, Integer> set = play.persistent(state);
            if (!set.isEmpty() && passed % 3 == 0) {
                sets++;
                pairs += judge(play, state, set, MOST_AHEAD);
            }
            play.searched(state).values().forEach(step -> {
                if (play.after(state, step) instanceof List<?> next) {
                    open.add(cast(next));
                }
            });
        }
        System.out.println(model.name() + ", " + model.scheme().name() + ": " + sets + " sets, " + pairs
                + " pairs of steps commute");
        assertThat(sets).isEqualTo(MOST_SETS);
        assertThat(pairs).isGreaterThan(sets);
    }

    static Stream<Model> smallestModels() {
        return Stream.concat(
                Stream.of(
                        triangle(Schemes.get("naive"), 1, 10),
                        triangle(Schemes.get("ebr"), 1, 10),
                        triangle(Schemes.get("ebrd"), 1, 21)),
                Stream.of("naive", "ebr", "ebrd").map(Schemes::get).flatMap(scheme -> {
                    Model pair = SmallFabrics.twoLinks(scheme, 1);
                    return Stream.of(
                            pair,
                            pair.with(pair.bounds().withFaults(1, 1, 1)),
                            SmallFabrics.twoLinks(scheme, 1, 10),
                            SmallFabrics.reRootedRing(scheme, 2),
                            SmallFabrics.reRootedRing(scheme, 2, 13),
                            SmallFabrics.mesh(scheme, 14));
                }));
    }

    /** Nothing is left out here: neither a state of the search without sets, nor a state that lies ahead of a set. */
    @ParameterizedTest
    @MethodSource("smallestModels")
    void everySetOfASmallestModelIsPersistentAtEveryStateAheadOfIt(Model model) {
        Play play = new Play(model, ALL);
        Map<List<List<Long>>, Boolean> known = new HashMap<>();
        Deque<List<List<Long>>> open = new ArrayDeque<>(List.of(play.state()));
        int sets = 0;
        int pairs = 0;
        while (!open.isEmpty()) {
            List<List<Long>> state = open.removeFirst();
            if (known.putIfAbsent(state, true) != null) {
                continue;
            }
            Map<String, Integer> set = play.persistent(state);
            if (!set.isEmpty()) {
                sets++;
                pairs += judge(play, state, set, Integer.MAX_VALUE);
            }
            play.searched(state).values().forEach(step -> {
                if (play.after(state, step) instanceof List<?> next) {
                    open.add(cast(next));
                }
            });
        }
        System.out.println(model.name() + ", " + model.scheme().name() + ": all " + sets + " sets of " + known.size()
                + " states, " + pairs + " pairs of steps commute");
        assertThat(pairs).isGreaterThan(sets);
        assertThat(sets).isPositive();
    }

    @SuppressWarnings("unchecked")
    private static List<List<Long>> cast(Object state) {
        return (List<List<Long>>) state;
    }

    /** Returns how many pairs of steps were compared. */
    private static int judge(Play play, List<List<Long>> from, Map<String, Integer> set, int most) {
        assertThat(set.values()).anyMatch(step -> !Step.kind(step).optional);
        Map<List<List<Long>>, Boolean> known = new HashMap<>();
        Deque<List<List<Long>>> open = new ArrayDeque<>(List.of(from));
        int pairs = 0;
        while (!open.isEmpty() && known.size() < most) {
            List<List<Long>> here = open.remove();
            if (known.putIfAbsent(here, true) != null) {
                continue;
            }
            Map<String, Integer> all = play.all(here);
            assertThat(all.keySet()).containsAll(set.keySet());
            for (String other : all.keySet()) {
                if (set.containsKey(other)) {
                    continue;
                }
                for (String inside : set.keySet()) {
                    assertThat(both(play, here, all.get(other), inside))
                            .as("%s and %s", other, inside)
                            .isEqualTo(both(play, here, all.get(inside), other));
                    pairs++;
                }
                if (play.after(here, all.get(other)) instanceof List<?> next) {
                    open.add(cast(next));
                }
            }
        }
        return pairs;
    }

    /** Where two steps lead, or the promise that one of them breaks. */
    private static Object both(Play play, List<List<Long>> state, int first, String second) {
        Object once = play.after(state, first);
        if (once instanceof Promise) {
            return once;
        }
        Integer step = play.named(cast(once)).get(second);
        assertThat(step).as("%s is possible after %s", second, first).isNotNull();
        Object twice = play.after(cast(once), step);
        assertThat(twice).as("%s has an effect after %s", second, first).isNotEqualTo(once);
        return twice;
    }

    static Stream<Model> largerModels() {
        return Stream.of(
                SmallFabrics.mesh(Schemes.get("ebr"), MeshModelTest.across(3)),
                SmallFabrics.mesh(Schemes.get("naive"), MeshModelTest.across(4)),
                MeshModelTest.fromCorners("ebrd", 8, 80),
                SmallFabrics.reRootedRing(Schemes.get("ebr"), 2, 13, 20),
                Examples.twoFaults(Schemes.get("ebr"), List.of(new Packet(0, 1))));
    }

    /** All answers of the manager's devices come in one order here, so that the other search is not too large. */
    @ParameterizedTest
    @MethodSource("largerModels")
    void endsAndBrokenPromisesAreThoseOfASearchWithoutPersistentSets(Model model) {
        Set<String> all = Explorer.outcomes(model, ALL, false);
        assertThat(all).isNotEmpty();
        assertThat(Explorer.outcomes(model, ALL, true)).isEqualTo(all);
    }

    @Tag("campaign")
    @Test
    void twoFaultsUnderTwoPacketsEndAsInASearchWithoutPersistentSets() {
        endsAndBrokenPromisesAreThoseOfASearchWithoutPersistentSets(
                Examples.twoFaults(Schemes.get("ebr"), List.of(new Packet(0, 1), new Packet(3, 2))));
    }

    static Stream<Arguments> mutants() {
        Set<String> schemes = Set.of("naive", "ebr"); // the agents of ebrd are those of ebr
        return MutantsModelTest.mutants()
                .filter(each ->
                        schemes.contains(((Model) each.get()[1]).scheme().name()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void aBrokenSchemeBreaksTheSamePromisesInAFullSearch(String what, Model model, Set<Promise> expected) {
        Set<String> full = Explorer.outcomes(model.withLocalFirst(false), model.promises());
        assertThat(Explorer.outcomes(model, model.promises())).as(what).isEqualTo(full);
    }
}
