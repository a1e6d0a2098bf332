package org.reweave.reconfig.explore;

import static org.reweave.reconfig.explore.Examples.RING;
import static org.reweave.reconfig.explore.PathFabrics.COMPLETE;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.Verdict;

/** Schemes that add paths, broken on purpose: the explorer finds out each one, by the promise that it breaks. */
@Tag("slow")
class PathMutantsModelTest {
    private static final int[] ACROSS = {2, 13, 20, 31};

    private static Arguments mutant(String what, Model model, Promise first, Promise... others) {
        return Arguments.of(model.scheme().name() + ": " + what, model, EnumSet.of(first, others));
    }

    static Stream<Arguments> mutants() {
        List<Arguments> all = new ArrayList<>();
        joined(all);
        disjoint(all);
        combined(all);
        return all.stream();
    }

    // ---- models ----

    private static Model onRing(Scheme scheme, int... packets) {
        return PathFabrics.rftr(scheme, RING, 2, List.of("s0-s1"), packets);
    }

    private static Model onTwoPaths(Scheme scheme, int... packets) {
        return PathFabrics.apm(scheme, RING, 2, List.of("s0-s1"), packets);
    }

    private static Model onThreePaths(Scheme scheme, int... packets) {
        return PathFabrics.apm(scheme, COMPLETE, 3, List.of("s0-s1"), packets);
    }

    private static Model onBothKinds(Scheme scheme, int... packets) {
        return PathFabrics.combined(scheme, COMPLETE, 2, 2, List.of("s0-s1"), packets);
    }

    // ---- mutants ----

    private static void joined(List<Arguments> all) {
        all.add(mutant(
                "NICs are told before the entries are acknowledged",
                onRing(switchesAnswerAtOnce("rftr"), 1),
                Promise.PATHS_COMPLETE,
                Promise.DONE_MEANS_INSTALLED));
        all.add(mutant("a switch is forgotten", onRing(without("rftr", 3), 1), Promise.DONE_MEANS_INSTALLED));
        all.add(mutant("a NIC is forgotten", onRing(without("rftr", 4), 1), Promise.NICS_SWITCHED_OVER));
        all.add(mutant(
                "announces the end at once",
                onRing(MutantsModelTest.doneAtOnce("rftr"), 1),
                Promise.DONE_MEANS_INSTALLED));
        all.add(mutant("a path raises the epoch", onRing(raisedEpoch("rftr"), ACROSS), Promise.PATHS_DISCARD_NOTHING));
        all.add(mutant(
                "a silent switch counts as one that has answered",
                onRing(silenceIsAnAnswer("rftr"), 1).withLoss(List.of(3)),
                Promise.PATHS_COMPLETE));
        all.add(withoutEpochs("rftr"));
    }

    private static void disjoint(List<Arguments> all) {
        all.add(mutant("a NIC is forgotten", onTwoPaths(without("apm", 4), 1), Promise.NICS_SWITCHED_OVER));
        all.add(mutant(
                "announces the end at once",
                onThreePaths(MutantsModelTest.doneAtOnce("apm"), 1),
                Promise.NICS_SWITCHED_OVER));
        all.add(mutant(
                "drops what has no room",
                onTwoPaths(
                        Mutant.switches("apm", real -> new SwitchWrap(real) {
                            @Override
                            public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
                                return room ? Verdict.FORWARD : Verdict.discard(1);
                            }
                        }),
                        2,
                        2),
                Promise.NO_DISCARD));
    }

    private static void combined(List<Arguments> all) {
        all.add(mutant(
                "NICs are told before the entries are acknowledged",
                onBothKinds(switchesAnswerAtOnce("combined"), 1),
                Promise.PATHS_COMPLETE,
                Promise.DONE_MEANS_INSTALLED));
        all.add(mutant("a switch is forgotten", onBothKinds(without("combined", 2), 1), Promise.DONE_MEANS_INSTALLED));
        all.add(mutant("a NIC is forgotten", onBothKinds(without("combined", 4), 1), Promise.NICS_SWITCHED_OVER));
        all.add(mutant(
                "announces the end at once",
                onBothKinds(MutantsModelTest.doneAtOnce("combined"), 1),
                Promise.DONE_MEANS_INSTALLED,
                Promise.NICS_SWITCHED_OVER));
        all.add(withoutEpochs("combined"));
    }

    private static Arguments withoutEpochs(String scheme) {
        Scheme broken = Mutant.switches(scheme, real -> new SwitchWrap(real) {
            @Override
            public void installed(long argument) {
                // keeps its epoch
            }
        });
        return mutant(
                "the routing changes without epochs", PathFabrics.refused(broken, 2, 10, 21), Promise.NO_DEADLOCK);
    }

    /** The manager takes it that switches have their entries once they are sent. */
    private static Scheme switchesAnswerAtOnce(String scheme) {
        return Mutant.inputs(scheme, input -> {
            if (input instanceof ManagerInput.Acknowledged answer && answer.device() < 4) {
                return List.of();
            }
            List<ManagerInput> all = new ArrayList<>(List.of(input));
            if (input instanceof ManagerInput.TablesReady ready) {
                ready.switches().forEach(device -> all.add(new ManagerInput.Acknowledged(device)));
            }
            return all;
        });
    }

    private static Scheme without(String scheme, int device) {
        return Mutant.inputs(
                scheme,
                input -> input instanceof ManagerInput.TablesReady ready
                        ? List.of(new ManagerInput.TablesReady(
                                ready.change(),
                                ready.switches().stream()
                                        .filter(s -> s != device)
                                        .toList(),
                                ready.nics().stream().filter(n -> n != device).toList()))
                        : List.of(input));
    }

    private static Scheme raisedEpoch(String scheme) {
        return Mutant.effects(scheme, (input, effects) -> effects.stream()
                .map(effect -> effect instanceof ManagerEffect.SendTables send
                                && input instanceof ManagerInput.TablesReady ready
                                && ready.change() == Change.PATHS
                        ? new ManagerEffect.SendTables(send.device(), send.extent(), send.use(), send.argument() + 1)
                        : effect)
                .toList());
    }

    private static Scheme silenceIsAnAnswer(String scheme) {
        return Mutant.inputs(
                scheme,
                input -> List.of(
                        input instanceof ManagerInput.Unreachable silent
                                ? new ManagerInput.Acknowledged(silent.device())
                                : input));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void aBrokenSchemeIsFoundOutAndItsStepsReplay(String what, Model model, Set<Promise> expected) {
        Explored.mutantIsFound(what, model, expected);
    }
}
