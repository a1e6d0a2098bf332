package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.reconfig.explore.SmallFabrics.triangle;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.Verdict;

/** Schemes broken on purpose: the explorer finds out each one, by the promise that it breaks. */
class MutantsModelTest {
    /** The packets that turn. */
    private static final int[] ALL = {2, 10, 21};

    private static Arguments mutant(String what, Scheme scheme, Promise broken, int... packets) {
        return Arguments.of(scheme.name() + ": " + what, triangle(scheme, packets), EnumSet.of(broken));
    }

    private static Arguments mutant(String what, Scheme scheme, Set<Promise> broken, int... packets) {
        return Arguments.of(scheme.name() + ": " + what, triangle(scheme, packets), broken);
    }

    static Stream<Arguments> mutants() {
        List<Arguments> all = new ArrayList<>();
        naive(all);
        stopped(all);
        epochs(all);
        tokens(all);
        doubleScheme(all);
        TriangleModelTest.explored().forEach(scheme -> anyScheme(all, scheme));
        return all.stream();
    }

    /**
     * Ways in which every scheme can be broken that a manager drives; some promise of the scheme's own must show it.
     */
    private static void anyScheme(List<Arguments> all, String name) {
        Model whole = TriangleModelTest.model(name);
        Model real = whole.withPackets(whole.packets().subList(0, 1));
        Map<String, Scheme> broken = Map.of(
                "as any other that announces the end at once", doneAtOnce(name),
                "as any other that never announces the end", neverDone(name),
                "as any other that discards with room", discarding(name));
        new TreeMap<>(broken)
                .forEach((what, mutant) ->
                        all.add(Arguments.of(name + ": " + what, real.with(mutant), real.promises())));
    }

    private static Scheme neverDone(String scheme) {
        return Mutant.effects(scheme, (input, effects) -> effects.stream()
                .filter(effect -> !(effect instanceof ManagerEffect.Done))
                .toList());
    }

    private static Scheme discarding(String scheme) {
        return Mutant.switches(scheme, real -> new SwitchWrap(real) {
            @Override
            public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
                return room ? Verdict.discard(1) : real.offer(inPort, lane, outPort, outLane, marks, false);
            }
        });
    }

    private static void naive(List<Arguments> all) {
        all.add(mutant("a switch is forgotten", without("naive", 2), Promise.DONE_MEANS_INSTALLED, 2));
        all.add(mutant("announces the end at once", doneAtOnce("naive"), Promise.DONE_MEANS_INSTALLED, 2));
        all.add(mutant(
                "drops what has no room",
                Mutant.switches("naive", real -> new SwitchWrap(real) {
                    @Override
                    public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
                        return room ? Verdict.FORWARD : Verdict.discard(1);
                    }
                }),
                Promise.NO_DISCARD,
                ALL));
    }

    private static void stopped(List<Arguments> all) {
        all.add(mutant(
                "NICs do not halt",
                Mutant.nics("static", real -> new NicWrap(real) {
                    @Override
                    public boolean mayInject() {
                        return true;
                    }
                }),
                EnumSet.of(Promise.DRAINED_IS_EMPTY, Promise.TABLES_TO_EMPTY_FABRIC),
                ALL));
        all.add(mutant(
                "one look at the counts is enough",
                Mutant.inputs("static", MutantsModelTest::countsOfBothLooks),
                EnumSet.of(Promise.DRAINED_IS_EMPTY, Promise.TABLES_TO_EMPTY_FABRIC),
                ALL));
        all.add(mutant(
                "a NIC does not hear that it may inject again",
                Mutant.effects("static", (input, effects) -> effects.stream()
                        .filter(effect -> !(effect instanceof ManagerEffect.SendControl tell
                                && tell.device() == 3
                                && input instanceof ManagerInput.Acknowledged))
                        .toList()),
                EnumSet.of(Promise.ALL_INJECT, Promise.RUN_ENDS),
                2));
    }

    /** Whatever has entered is said to have left. */
    private static List<ManagerInput> countsOfBothLooks(ManagerInput input) {
        return input instanceof ManagerInput.CountsReported counts
                ? List.of(new ManagerInput.CountsReported(counts.device(), counts.entered(), counts.entered()))
                : List.of(input);
    }

    private static void epochs(List<Arguments> all) {
        for (String scheme : List.of("ebr", "ebrd")) {
            all.add(mutant("row 5 is left out", withoutRow(scheme, 5), Promise.NO_DEADLOCK, ALL));
            all.add(mutant("row 2 is left out", withoutRow(scheme, 2), Promise.NO_DEADLOCK, ALL));
            all.add(mutant(
                    "tables come in force without their epoch",
                    Mutant.switches(scheme, real -> new SwitchWrap(real) {
                        @Override
                        public void installed(long argument) {
                            // keeps its epoch
                        }
                    }),
                    Promise.NO_DEADLOCK,
                    ALL));
            all.add(mutant(
                    "discards with room",
                    Mutant.switches(scheme, real -> new SwitchWrap(real) {
                        @Override
                        public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
                            int verdict = real.offer(inPort, lane, outPort, outLane, marks, false);
                            return Verdict.isDiscard(verdict) || !room ? verdict : Verdict.FORWARD;
                        }
                    }),
                    Promise.NO_DISCARD_WITH_ROOM,
                    2));
            all.add(mutant("a switch is forgotten", without(scheme, 2), Promise.DONE_MEANS_INSTALLED, 2));
        }
    }

    private static void tokens(List<Arguments> all) {
        for (String scheme : List.of("sr-la", "sr-pda")) {
            all.add(mutant(
                    "tokens do not wait for old packets",
                    Mutant.sites(scheme, real -> new SiteWrap(real) {
                        @Override
                        public boolean hasDependency(int inPort, int inLane, int outPort, int outLane) {
                            return false;
                        }
                    }),
                    Promise.NO_DISCARD,
                    2));
            all.add(mutant(
                    "a switch never sends its tokens",
                    Mutant.sites(scheme, real -> new SiteWrap(real) {
                        @Override
                        public void separate(int outPort, int lane, long mark) {
                            if (device() != 1) {
                                real.separate(outPort, lane, mark);
                            }
                        }
                    }),
                    Promise.NO_WAIT_IN_VAIN,
                    2));
            all.add(mutant("announces the end at once", doneAtOnce(scheme), Promise.DONE_MEANS_INSTALLED, 2));
        }
        all.add(mutant(
                "calls all tables stored when it sends them",
                Mutant.effects("sr-la", (input, effects) -> Stream.concat(
                                effects.stream(),
                                input instanceof ManagerInput.TablesReady
                                        ? Stream.of(new ManagerEffect.Reached(Milestone.STORED))
                                        : Stream.empty())
                        .toList()),
                Promise.STORED_AS_SAID,
                2));
    }

    private static void doubleScheme(List<Arguments> all) {
        all.add(pairMutant(
                "packets of VL 1 stay on it while it is emptied, uncounted",
                Mutant.switches("double-scheme", real -> new SwitchWrap(real) {
                    @Override
                    public long arrived(int inPort, int lane, long marks) {
                        return lane == 1 ? real.arrived(inPort, 0, marks) : real.arrived(inPort, lane, marks);
                    }
                }),
                EnumSet.of(Promise.NO_WAIT_IN_VAIN)));
        all.add(pairMutant(
                "a switch never sends its marks",
                Mutant.sites("double-scheme", real -> new SiteWrap(real) {
                    @Override
                    public void separate(int outPort, int lane, long mark) {
                        if (device() != 1) {
                            real.separate(outPort, lane, mark);
                        }
                    }
                }),
                EnumSet.of(Promise.NO_WAIT_IN_VAIN)));
        all.add(pairMutant(
                "announces the end at once", doneAtOnce("double-scheme"), EnumSet.of(Promise.DONE_MEANS_INSTALLED)));
        all.add(pairMutant(
                "switches do not report",
                Mutant.sites("double-scheme", real -> new SiteWrap(real) {
                    @Override
                    public void report(long message) {
                        // the manager never hears of it
                    }
                }),
                EnumSet.of(Promise.NO_WAIT_IN_VAIN)));
    }

    private static Arguments pairMutant(String what, Scheme scheme, Set<Promise> broken) {
        return Arguments.of(scheme.name() + ": " + what, SmallFabrics.pair(scheme, 10), broken);
    }

    private static Scheme withoutRow(String scheme, int row) {
        return Mutant.switches(scheme, real -> new SwitchWrap(real) {
            @Override
            public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
                int verdict = real.offer(inPort, lane, outPort, outLane, marks, room);
                return verdict == Verdict.discard(row) ? Verdict.HOLD : verdict;
            }
        });
    }

    /** The manager believes that a switch has been told. */
    static Scheme without(String scheme, int device) {
        return Mutant.inputs(
                scheme,
                input -> input instanceof ManagerInput.TablesReady ready
                        ? List.of(new ManagerInput.TablesReady(
                                ready.switches().stream()
                                        .filter(s -> s != device)
                                        .toList(),
                                ready.nics()))
                        : List.of(input));
    }

    static Scheme doneAtOnce(String scheme) {
        return Mutant.effects(scheme, (input, effects) -> {
            List<ManagerEffect> more = new ArrayList<>(effects);
            more.removeIf(effect -> effect instanceof ManagerEffect.Done);
            if (input instanceof ManagerInput.TablesReady) {
                more.add(new ManagerEffect.Done());
            }
            return more;
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void aBrokenSchemeIsFoundOutAndItsStepsReplay(String what, Model model, Set<Promise> expected) {
        Explored.mutantIsFound(what, model, expected);
    }

    @Test
    void everySchemeHasThreeMutants() {
        Map<String, Set<String>> names = new TreeMap<>();
        Stream.of(mutants(), FatTreeMutantsModelTest.mutants(), PathMutantsModelTest.mutants())
                .flatMap(some -> some)
                .forEach(each -> {
                    Model model = (Model) each.get()[1];
                    names.computeIfAbsent(model.scheme().name(), key -> new TreeSet<>())
                            .add((String) each.get()[0]);
                });
        assertThat(names.keySet()).containsExactlyInAnyOrderElementsOf(Schemes.names());
        assertThat(names).allSatisfy((scheme, mutants) -> assertThat(mutants).hasSizeGreaterThanOrEqualTo(3));
    }
}
