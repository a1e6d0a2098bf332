package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.reconfig.explore.FatTrees.LOW;
import static org.reweave.reconfig.explore.FatTrees.ringOfTurns;
import static org.reweave.reconfig.explore.FatTrees.tree;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.localreroute.Dlr;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateReader;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.rerouting.Reroute;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/** The schemes for fat trees broken on purpose: the explorer finds out each one, by the promise that it breaks. */
@Tag("slow")
class FatTreeMutantsModelTest {
    private static Arguments mutant(
            String what, Scheme scheme, LocalRerouting rule, Promise broken, int... sourcesAndDestinations) {
        return mutant(what, tree(scheme, rule, List.of(LOW), sourcesAndDestinations), broken);
    }

    private static Arguments mutant(String what, Model model, Promise broken) {
        String rule = model.scheme().name().equals("ddrc")
                ? ""
                : " " + model.options().text(Dlr.ALGORITHM);
        return Arguments.of(model.scheme().name() + rule + ": " + what, model, EnumSet.of(broken));
    }

    static Stream<Arguments> mutants() {
        List<Arguments> all = new ArrayList<>();
        rerouting(all, "dlr");
        rerouting(all, "hybrid");
        all.add(mutant(
                "all layers on one VL",
                ringOfTurns(onOneLane("dlr"), LocalRerouting.DETERMINISTIC_SWITCH),
                Promise.NO_DEADLOCK));
        all.add(mutant(
                "a U-turn goes back up to where the packet came from",
                turningBack("dlr"),
                LocalRerouting.ADAPTIVE_LINK,
                Promise.RUN_ENDS,
                20));
        all.add(mutant(
                "the vector is ignored",
                FatTrees.wideTree(withoutVector(), LocalRerouting.ADAPTIVE_LINK, 30),
                Promise.NO_LIVELOCK));
        managed(all, "hybrid");
        managed(all, "ddrc");
        all.add(mutant(
                "drops what has no room",
                Mutant.switches("ddrc", real -> new SwitchWrap(real) {
                    @Override
                    public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
                        return room ? Verdict.FORWARD : Verdict.discard(1);
                    }
                }),
                LocalRerouting.DETERMINISTIC_LINK,
                Promise.NO_DISCARD,
                40,
                20));
        all.add(mutant(
                "new tables lead down and up again",
                FatTrees.tablesThatTurn(Schemes.get("ddrc")),
                Promise.NO_DEADLOCK));
        return all.stream();
    }

    private static void rerouting(List<Arguments> all, String scheme) {
        LocalRerouting rule = LocalRerouting.DETERMINISTIC_LINK;
        all.add(mutant(
                "waiting packets are not routed again when a link fails",
                Mutant.switches(scheme, real -> new SwitchWrap(real) {
                    @Override
                    public boolean linkChanged(int port, boolean up) {
                        real.linkChanged(port, up);
                        return false;
                    }
                }),
                rule,
                Promise.LOST_ONLY_WITH_FAULT,
                20));
        all.add(mutant(
                "switches believe that all links work",
                Mutant.sites(scheme, real -> new SiteWrap(real) {
                    @Override
                    public boolean isUp(int port) {
                        return true;
                    }
                }),
                rule,
                Promise.LOST_ONLY_WITH_FAULT,
                20));
        all.add(mutant("all layers on one VL", onOneLane(scheme), rule, Promise.NO_DEADLOCK, 20, 60));
        all.add(mutant(
                "the header is forgotten at each switch, so that a U-turn begins its order anew",
                Mutant.switches(scheme, real -> new SwitchWrap(real) {
                    @Override
                    public void route(Heading packet, Routes routes) {
                        packet.trail = 0;
                        real.route(packet, routes);
                    }
                }),
                rule,
                Promise.RUN_ENDS,
                20));
    }

    private static void managed(List<Arguments> all, String scheme) {
        LocalRerouting rule = LocalRerouting.DETERMINISTIC_LINK;
        all.add(mutant(
                "a switch is forgotten",
                MutantsModelTest.without(scheme, FatTrees.TREE.deviceByName("t2_10")),
                rule,
                Promise.DONE_MEANS_INSTALLED,
                20));
        all.add(mutant(
                "announces the end at once",
                MutantsModelTest.doneAtOnce(scheme),
                rule,
                Promise.DONE_MEANS_INSTALLED,
                20));
    }

    private static Scheme onOneLane(String scheme) {
        return Mutant.switches(scheme, real -> new SwitchWrap(real) {
            @Override
            public void route(Heading packet, Routes routes) {
                Routes asTold = new Routes();
                real.route(packet, asTold);
                for (int i = 0; i < asTold.count(); i++) {
                    routes.add(asTold.port(i), 0, asTold.trail(i));
                }
            }
        });
    }

    private static Scheme withoutVector() {
        return Mutant.switches("dlr", real -> new SwitchWrap(real) {
            @Override
            public void route(Heading packet, Routes routes) {
                StateReader.read(new long[] {0}, real::visit);
                real.route(packet, routes);
            }
        });
    }

    private static Scheme turningBack(String scheme) {
        return Mutant.switches(scheme, real -> new SwitchWrap(real) {
            @Override
            public void route(Heading packet, Routes routes) {
                Routes asTold = new Routes();
                real.route(packet, asTold);
                for (int i = 0; i < asTold.count(); i++) {
                    boolean turn = asTold.note() == Routes.TURN;
                    routes.add(turn ? packet.inPort : asTold.port(i), asTold.lane(i), asTold.trail(i));
                }
            }
        });
    }

    /**
     * With two ports up the one that the packet did not come by is all there is to try, so the vector decides nothing;
     * and with one switch fault a bit would do for the port field (fat-tree paper §VI.B, §VII), which in three tiers
     * the bottom switch stands for.
     */
    @ParameterizedTest
    @EnumSource(LocalRerouting.class)
    void inATwoAryThreeTreeNeitherTheVectorNorThePortFieldIsNeeded(LocalRerouting rule) {
        Scheme mutant = Mutant.switches("dlr", real -> new SwitchWrap(real) {
            @Override
            public void route(Heading packet, Routes routes) {
                packet.trail = Reroute.header(Reroute.layer((int) packet.trail ^ Reroute.INITIAL), Reroute.PORT_NONE)
                        ^ Reroute.INITIAL;
                StateReader.read(new long[] {0}, real::visit);
                real.route(packet, routes);
            }
        });
        boolean links = rule == LocalRerouting.DETERMINISTIC_LINK || rule == LocalRerouting.ADAPTIVE_LINK;
        List<Integer> switches = links ? List.of() : FatTrees.upperSwitches();
        Explored.kept(FatTrees.returning(
                tree(mutant, rule, FatTrees.trunks(), 20, 40, 4).withFragileSwitches(switches)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void aBrokenSchemeIsFoundOutAndItsStepsReplay(String what, Model model, Set<Promise> expected) {
        System.out.print(what + ": ");
        Exploration found = Explored.broken(model);
        assertThat(expected).as(found::toString).contains(found.broken());
        assertThat(Replay.of(model, found.trace()).lines()).hasSameSizeAs(found.trace());
    }
}
