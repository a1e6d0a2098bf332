package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.reconfig.explore.FatTrees.HIGH;
import static org.reweave.reconfig.explore.FatTrees.LOW;
import static org.reweave.reconfig.explore.FatTrees.inTurn;
import static org.reweave.reconfig.explore.FatTrees.link;
import static org.reweave.reconfig.explore.FatTrees.returning;
import static org.reweave.reconfig.explore.FatTrees.ringOfTurns;
import static org.reweave.reconfig.explore.FatTrees.tree;
import static org.reweave.reconfig.explore.FatTrees.trunks;
import static org.reweave.reconfig.explore.FatTrees.upperSwitches;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.localreroute.Dlr;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.rerouting.LocalRerouting;

/**
 * A link or a switch of a 2-ary 3-tree fails, and perhaps works again, under packets that cross the tree: the schemes
 * for fat trees.
 */
@Tag("slow")
class FatTreeModelTest {
    /** Within both halves and between them, most of them for NIC 0. */
    private static final int[] TO_ZERO = {4, 50, 40, 20, 2, 60};

    /** Over all top switches, for many NICs. */
    private static final int[] ALL_OVER = {70, 7, 53, 36, 14, 61};

    private static int[] first(int count, int... packets) {
        return java.util.Arrays.copyOf(packets, count);
    }

    private static boolean twoHop(LocalRerouting rule) {
        return rule == LocalRerouting.DETERMINISTIC_SWITCH || rule == LocalRerouting.ADAPTIVE_SWITCH;
    }

    @ParameterizedTest
    @EnumSource(LocalRerouting.class)
    void anyLinkFailsAndOnlyWhatItHeldIsLost(LocalRerouting rule) {
        int[] packets = first(rule.adaptive() ? 3 : 5, TO_ZERO);
        Explored.kept(returning(tree(Schemes.get("dlr"), rule, trunks(), packets)));
    }

    /** A link that two packets turn back from: between the lower tiers, and between the upper ones. */
    @ParameterizedTest
    @EnumSource(LocalRerouting.class)
    void morePacketsMeetOneLinkThatFails(LocalRerouting rule) {
        int[] packets = first(rule.adaptive() ? 4 : 5, TO_ZERO);
        for (int link : List.of(LOW, HIGH)) {
            Explored.kept(returning(tree(Schemes.get("dlr"), rule, List.of(link), packets)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DETERMINISTIC_SWITCH", "ADAPTIVE_SWITCH"})
    void anySwitchFailsAndOnlyWhatItHeldIsLost(LocalRerouting rule) {
        Model model = tree(Schemes.get("dlr"), rule, List.of(), first(rule.adaptive() ? 3 : 5, TO_ZERO));
        Explored.kept(returning(model.withFragileSwitches(upperSwitches())));
    }

    /** k - 1 faults in a tree with k = 3, where the order of trying and what switches have learned matter. */
    @ParameterizedTest
    @EnumSource(LocalRerouting.class)
    void twoLinksFailWhereThreePortsLeadUp(LocalRerouting rule) {
        int[] packets = first(rule.adaptive() ? 2 : 4, 30, 60, 31, 3);
        Explored.kept(FatTrees.wideTree(Schemes.get("dlr"), rule, packets));
    }

    /** They turn back one tier down, from where every way leads to the same switch (fat-tree paper §V.B). */
    @ParameterizedTest
    @EnumSource(names = {"DETERMINISTIC_LINK", "ADAPTIVE_LINK"})
    void whatIsMadeForLinksDoesNotSurviveASwitch(LocalRerouting rule) {
        Model model = tree(Schemes.get("dlr"), rule, List.of(), 20).withFragileSwitches(upperSwitches());
        assertThat(Explored.broken(model).broken()).isEqualTo(Promise.LOST_ONLY_WITH_FAULT);
    }

    /**
     * The layers keep turns round two faults apart, although more than one is more than a 2-ary tree promises to
     * connect: channel numbers increase all the same (fat-tree paper §VI.C).
     */
    @ParameterizedTest
    @EnumSource(names = {"DETERMINISTIC_LINK", "DETERMINISTIC_SWITCH"})
    void packetsThatTurnRoundTwoFaultsDoNotWaitForEachOther(LocalRerouting rule) {
        Explored.kept(ringOfTurns(Schemes.get("dlr"), rule));
    }

    /**
     * What a packet or a switch has learned of the first fault is wrong when the second comes: the packet's header says
     * that it has tried the way that works now, and so does the switch's vector until its timer has run out. So only
     * one fault, over or not, is promised.
     */
    @ParameterizedTest
    @EnumSource(names = {"DETERMINISTIC_LINK", "ADAPTIVE_LINK"})
    void aFaultSoonAfterAnotherInTheSameGroupCanCostAPacket(LocalRerouting rule) {
        Model model = inTurn(tree(Schemes.get("dlr"), rule, List.of(LOW, link("t1_10", "t2_00")), 20, 20));
        Explored.broken(model, Promise.LOST_ONLY_WITH_FAULT);
        Explored.kept(model);
    }

    /** Both ways down to NICs 0 and 1 fail, so that switches have sources to tell, while others tell and try again. */
    @Test
    void sourcesThatAreToldLoseNothingElse() {
        Model model = tree(
                Schemes.get("dlr"),
                LocalRerouting.DETERMINISTIC_LINK,
                List.of(LOW, link("t1_10", "t2_00")),
                20,
                20,
                23);
        Explored.kept(model.with(model.bounds().withFaults(2, 2, 0))
                .with(SchemeOptions.DEFAULT
                        .with(Dlr.ALGORITHM, LocalRerouting.DETERMINISTIC_LINK)
                        .with(Dlr.SOURCE_NOTICE, 1)));
    }

    static Stream<Arguments> managed() {
        return Stream.of(
                Arguments.of("ddrc", LOW),
                Arguments.of("ddrc", HIGH),
                Arguments.of("hybrid", LOW),
                Arguments.of("hybrid", HIGH));
    }

    @ParameterizedTest
    @MethodSource("managed")
    void newTablesTakeTheirPlaceInAnyOrder(String scheme, int link) {
        int[] packets = link == LOW ? new int[] {40, 20} : new int[] {20, 60, 40};
        Explored.kept(returning(tree(Schemes.get(scheme), LocalRerouting.DETERMINISTIC_LINK, List.of(link), packets)));
    }

    @ParameterizedTest
    @Tag("campaign")
    @MethodSource("managed")
    void newTablesTakeTheirPlaceUnderMorePackets(String scheme, int link) {
        int[] packets = link == LOW ? new int[] {40, 20, 60} : new int[] {20, 60, 40, 2, 50};
        Explored.kept(returning(tree(Schemes.get(scheme), LocalRerouting.DETERMINISTIC_LINK, List.of(link), packets))
                .withBudget(40_000_000));
    }

    @ParameterizedTest
    @Tag("campaign")
    @EnumSource(LocalRerouting.class)
    void anyLinkFailsUnderOtherPackets(LocalRerouting rule) {
        int[] packets = first(rule.adaptive() ? 4 : 6, ALL_OVER);
        Explored.kept(
                returning(tree(Schemes.get("dlr"), rule, trunks(), packets)).withBudget(30_000_000));
        if (twoHop(rule)) {
            Model model = tree(Schemes.get("dlr"), rule, List.of(), packets);
            Explored.kept(returning(model.withFragileSwitches(upperSwitches())).withBudget(30_000_000));
        }
    }
}
