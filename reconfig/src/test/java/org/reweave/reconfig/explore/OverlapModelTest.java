package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.reconfig.explore.SmallFabrics.triangle;
import static org.reweave.reconfig.explore.SmallFabrics.triangleThenNoTables;
import static org.reweave.reconfig.explore.SmallFabrics.triangleTwice;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.epoch.EpochOptions;
import org.reweave.reconfig.epoch.NarrowEpochs;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.Verdict;

/** EBR where old epochs are watched: changes that overlap (thesis §6.7), and epochs of one bit. */
@Tag("slow")
class OverlapModelTest {
    private static final SchemeOptions OVERLAP = SchemeOptions.DEFAULT.with(EpochOptions.OVERLAP, true);
    private static final SchemeOptions ONE_BIT = SchemeOptions.DEFAULT.with(EpochOptions.BITS, 1);
    private static final int[] ALL = {2, 10, 21};
    private static final NarrowEpochs NARROW = new NarrowEpochs(2);

    // ---- promises are kept ----

    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd"})
    void oneChangeKeepsItsPromisesWhenOldEpochsAreWatched(String scheme) {
        Explored.kept(triangle(Schemes.get(scheme), ALL).with(OVERLAP));
    }

    @Test
    void oneChangeKeepsItsPromisesWithEpochsOfOneBit() {
        Explored.kept(triangle(Schemes.get("ebr"), ALL).with(ONE_BIT));
    }

    @Test
    void twoChangesThatOverlapKeepWhatOneDoesAndDiscardByRowsOfThreeEpochs() {
        Set<Integer> rows = new TreeSet<>();
        Scheme watched = Mutant.switches("ebr", real -> new SwitchWrap(real) {
            @Override
            public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
                int verdict = real.offer(inPort, lane, outPort, outLane, marks, room);
                if (Verdict.isDiscard(verdict)) {
                    rows.add(Verdict.ruleCase(verdict));
                }
                return verdict;
            }
        });
        Explored.kept(triangleTwice(watched, 2, 10).with(OVERLAP).withBudget(3_000_000));
        System.out.println("rows of Table 6.2 by which packets are discarded: " + rows);
        assertThat(rows).contains(2, 3, 5, 11);
    }

    @Test
    void twoChangesWithEpochsOfOneBitKeepWhatOneDoes() {
        Explored.kept(triangleTwice(Schemes.get("ebr"), 2, 10).with(ONE_BIT).withBudget(3_000_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd"})
    void aChangeThatEndedEarlyIsFinishedWhereTheNextFindsNoTables(String scheme) {
        Explored.kept(triangleThenNoTables(Schemes.get(scheme), 10).with(OVERLAP));
    }

    /** Switch 1 need not answer; whatever it has, it has what the others have once the manager is idle. */
    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd", "naive", "static"})
    void aSwitchThatMissedAChangeGetsItsTablesWhereTheNextFindsNone(String scheme) {
        Explored.kept(triangleThenNoTables(Schemes.get(scheme), 10).withLoss(List.of(1)));
    }

    /** Their models are too large to be searched. */
    @ParameterizedTest
    @ValueSource(strings = {"sr-la", "sr-pda", "double-scheme"})
    void soItDoesInRandomWalksOfSchemesThatReport(String scheme) {
        Model model = triangleThenNoTables(Schemes.get(scheme), 10).withLoss(List.of(1));
        Walks found = Walks.of(model, model.promises(), 2_000, 1, states -> {});
        System.out.println(found);
        assertThat(found.broken()).as(found::toString).isNull();
    }

    @ParameterizedTest
    @Tag("campaign")
    @ValueSource(strings = {"ebr", "ebrd"})
    void twoChangesAndTheOtherPairsOfPackets(String scheme) {
        for (int[] pair : new int[][] {{2, 21}, {10, 21}}) {
            Explored.kept(triangleTwice(Schemes.get(scheme), pair).with(OVERLAP).withBudget(3_000_000));
            Explored.kept(triangleTwice(Schemes.get(scheme), pair).with(ONE_BIT).withBudget(3_000_000));
        }
    }

    @Test
    void aGuardForNarrowFieldsKeepsEveryPacketWithinThem() {
        Explored.kept(
                narrow(NARROW.manager(OVERLAP), (agent, site) -> agent, 2, 10).withBudget(3_000_000));
    }

    @Test
    void aDeviceThatDoesNotAnswerDelaysTheGuardButDoesNotMislead() {
        Explored.kept(narrow(NARROW.manager(OVERLAP), (agent, site) -> agent, 2).withLoss(List.of(1, 4)));
        Explored.kept(triangleTwice(Schemes.get("ebr"), 2).with(ONE_BIT).withLoss(List.of(1, 4)));
    }

    // ---- mutants ----

    static Stream<Arguments> mutants() {
        return Stream.of(
                mutant("no guard", NarrowEpochs.guarding(8), (agent, site) -> agent),
                mutant("separators go out with the tables", NARROW.manager(OVERLAP), Early::new),
                mutant("a switch reports as soon as it has its tables", NARROW.manager(OVERLAP), Hasty::new),
                mutant("packets that have come in count as gone", NARROW.manager(OVERLAP), Uncounted::new));
    }

    private static Arguments mutant(
            String what, ManagerProtocol<?> manager, BiFunction<SwitchAgent, SwitchSite, SwitchAgent> switches) {
        return Arguments.of(what, narrow(manager, switches, 2, 10));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void aGuardThatIsBrokenIsFoundOut(String what, Model model) {
        System.out.print(what + ": ");
        Exploration found = Explored.broken(model);
        assertThat(found.broken()).isEqualTo(Promise.NO_BROKEN_INVARIANT);
        assertThat(found.toString()).contains("has a packet of epochs");
    }

    @Test
    void withoutARowOverlappingChangesDeadlock() {
        Scheme withoutRow5 = Mutant.switches("ebr", real -> new SwitchWrap(real) {
            @Override
            public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
                int verdict = real.offer(inPort, lane, outPort, outLane, marks, room);
                return verdict == Verdict.discard(5) ? Verdict.HOLD : verdict;
            }
        });
        Explored.broken(triangle(withoutRow5, ALL).with(OVERLAP), Promise.NO_DEADLOCK);
    }

    private static final class Early extends SwitchWrap {
        private final SwitchSite site;

        Early(SwitchAgent real, SwitchSite site) {
            super(real);
            this.site = site;
        }

        @Override
        public void installed(long argument) {
            real.installed(argument);
            for (int port = 1; port <= site.portCount(); port++) {
                if (site.isUp(port) && site.leadsToSwitch(port)) {
                    site.separate(port, 0, argument);
                }
            }
        }
    }

    private static final class Hasty extends SwitchWrap {
        private final SwitchSite site;

        Hasty(SwitchAgent real, SwitchSite site) {
            super(real);
            this.site = site;
        }

        @Override
        public void installed(long argument) {
            real.installed(argument);
            site.report(argument);
        }
    }

    private static final class Uncounted extends SwitchWrap {
        Uncounted(SwitchAgent real, SwitchSite site) {
            super(real);
        }

        @Override
        public long arrived(int inPort, int lane, long marks) {
            long own = real.arrived(inPort, lane, marks);
            real.granted(inPort, lane, 1, 0, own);
            return own;
        }

        @Override
        public long granted(int inPort, int lane, int outPort, int outLane, long marks) {
            return marks;
        }

        @Override
        public void lost(int inPort, int lane, int outPort, int outLane, long marks) {
            // counted already
        }
    }

    /**
     * Two changes under a guard that lets two epochs be in the fabric at a time, whose switches look at each packet.
     */
    private static Model narrow(
            ManagerProtocol<?> manager, BiFunction<SwitchAgent, SwitchSite, SwitchAgent> switches, int... packets) {
        return triangleTwice(
                        new Scheme() {
                            @Override
                            public SchemeDescription description() {
                                return NARROW.description();
                            }

                            @Override
                            public ManagerProtocol<?> manager(SchemeOptions options) {
                                return manager;
                            }

                            @Override
                            public SwitchAgent switchAgent(SchemeOptions options, SwitchSite site) {
                                return new Looking(switches.apply(NARROW.switchAgent(options, site), site));
                            }

                            @Override
                            public NicAgent nicAgent(SchemeOptions options, NicSite site) {
                                return NARROW.nicAgent(options, site);
                            }
                        },
                        packets)
                .with(OVERLAP);
    }

    /** Looks at the epochs of every packet that is offered. */
    private static final class Looking extends SwitchWrap {
        Looking(SwitchAgent real) {
            super(real);
        }

        @Override
        public long arrived(int inPort, int lane, long marks) {
            NARROW.check(real, marks, false);
            return real.arrived(inPort, lane, marks);
        }

        @Override
        public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
            NARROW.check(real, marks, true);
            return real.offer(inPort, lane, outPort, outLane, marks, room);
        }
    }
}
