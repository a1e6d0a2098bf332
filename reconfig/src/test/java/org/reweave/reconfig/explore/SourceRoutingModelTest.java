package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.reconfig.explore.SmallFabrics.sourceRouted;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.state.StateReader;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/** DDRC with source routing on the 2-ary 3-tree: a link fails and comes back while NICs are told in any order. */
@Tag("slow")
class SourceRoutingModelTest {
    private static final Fabric TREE = FabricGenerators.parse("k-ary-n-tree:2,3");

    /** Links that NICs 6 and 2 go down to NIC 0, one between each two tiers. */
    private static final int LOW = Examples.link(TREE, "t1_00", "t2_00");

    private static final int HIGH = Examples.link(TREE, "t0_00", "t1_00");

    /** A link fails and comes back. */
    private static final Bounds THERE_AND_BACK = Bounds.LEAST.withFaults(1, 1, 1);

    private static final Bounds TWO_FAULTS = Bounds.LEAST.withFaults(2);

    @Test
    void nicsLearnOfALinkThatFailsAndComesBackAndNothingWorseHappensThanLossesMeanwhile() {
        Explored.kept(sourceRouted(Schemes.get("ddrc"), TREE, THERE_AND_BACK, List.of(LOW), 60, 20));
    }

    @Test
    void nicsLearnOfALinkBetweenTheUpperTiersThatFailsAndComesBack() {
        Explored.kept(sourceRouted(Schemes.get("ddrc"), TREE, THERE_AND_BACK, List.of(HIGH), 60, 43));
    }

    @Test
    void twoLinksOfOneWayFail() {
        Explored.kept(sourceRouted(Schemes.get("ddrc"), TREE, TWO_FAULTS, List.of(LOW, HIGH), 60));
    }

    @Tag("campaign")
    @Test
    void threePacketsThatMeet() {
        Explored.kept(sourceRouted(Schemes.get("ddrc"), TREE, THERE_AND_BACK, List.of(LOW), 60, 20, 60)
                .withBudget(40_000_000));
    }

    @Test
    void aNicThatMissesABroadcastMayKeepTheDeadWay() {
        Model model = sourceRouted(Schemes.get("ddrc"), TREE, Bounds.LEAST.withFaults(1), List.of(LOW), 60)
                .withLoss(List.of(TREE.nicDevice(6)));
        Explored.kept(model);
        Explored.broken(model, Promise.NICS_KNOW);
    }

    static Stream<Arguments> mutants() {
        return Stream.of(
                Arguments.of("a NIC that does not listen", Mutant.nics("ddrc", real -> new NicWrap(real) {
                    @Override
                    public void receiveBroadcast(int from, long control) {
                        // it knows best
                    }
                })),
                Arguments.of("a NIC that believes in no recovery", Mutant.nics("ddrc", real -> new NicWrap(real) {
                    @Override
                    public void receiveBroadcast(int from, long control) {
                        if ((control >>> 62 & 1) == 0) {
                            real.receiveBroadcast(from, control);
                        }
                    }
                })),
                Arguments.of("a switch that tells nobody", Mutant.switches("ddrc", real -> new SwitchWrap(real) {
                    @Override
                    public void timerFired(SwitchTimer timer) {
                        // it keeps it to itself
                    }
                })),
                Arguments.of(
                        "a switch that does not notice recoveries",
                        Mutant.switches("ddrc", real -> new SwitchWrap(real) {
                            @Override
                            public boolean linkChanged(int port, boolean up) {
                                return !up && real.linkChanged(port, up);
                            }
                        })));
    }

    @Test
    void aNicThatTakesTheLatestWordForTheStateOfTheWholeFabricIsFoundOutByASecondFault() {
        Scheme forgetful = Mutant.nics("ddrc", real -> new NicWrap(real) {
            @Override
            public void receiveBroadcast(int from, long control) {
                StateReader.read(new long[Restored.words(real).length], real::visit);
                real.receiveBroadcast(from, control);
            }
        });
        Explored.broken(sourceRouted(forgetful, TREE, TWO_FAULTS, List.of(LOW, HIGH), 60), Promise.NICS_KNOW);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void mutantsAreFoundOut(String what, Scheme mutant) {
        Exploration found =
                Explored.broken(sourceRouted(mutant, TREE, THERE_AND_BACK, List.of(LOW), 60), Promise.NICS_KNOW);
        assertThat(found.broken()).as(what).isEqualTo(Promise.NICS_KNOW);
    }
}
