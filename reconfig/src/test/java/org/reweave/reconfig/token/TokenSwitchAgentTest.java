package org.reweave.reconfig.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.spi.RecordingSite;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * The rules of Simple Reconfiguration in a switch of four ports and two VLs (thesis §2.1.8; reconfig/docs/token.md).
 * Port 4 leads to a NIC.
 */
class TokenSwitchAgentTest {
    private final RecordingSite site = new RecordingSite();
    private final Heading packet = new Heading();
    private final Routes routes = new Routes();
    private TokenSwitchAgent agent;

    @BeforeEach
    void create() {
        agent = new TokenSwitchAgent(site);
    }

    /** A packet for LID {@code to} comes in by a port on VL 0. */
    private long arrives(int inPort, int to) {
        long marks = agent.arrived(inPort, 0, 0);
        packet.inPort = inPort;
        packet.lane = 0;
        packet.destination = to;
        packet.level = 0;
        packet.marks = marks;
        routes.clear();
        agent.route(packet, routes);
        return marks;
    }

    private int offer(int inPort, int outPort, long marks, boolean room) {
        return agent.offer(inPort, 0, outPort, 0, marks, room);
    }

    private void absorbAll(long mark) {
        for (int port = 1; port <= 4; port++) {
            agent.separator(port, 0, mark);
            agent.separator(port, 1, mark);
        }
    }

    @Test
    void anOutputOnWhichNoInputDependsSendsItsTokenAtOnce() {
        agent.receiveControl(1);
        assertThat(site.separators)
                .containsExactly("1/0:1", "1/1:1", "2/0:1", "2/1:1", "3/0:1", "3/1:1", "4/0:1", "4/1:1");
    }

    @Test
    void everyOutputFiresOnceAfterItsLastDependencyForAllArrivalOrders() {
        // output 2/0 depends on inputs 1/0 and 3/0, and two old packets wait for it
        List<Consumer<TokenSwitchAgent>> events = List.of(
                a -> a.separator(1, 0, 1),
                a -> a.separator(3, 0, 1),
                a -> a.granted(1, 0, 2, 0, 0),
                a -> a.lost(3, 0, 2, 0, 0));
        for (List<Integer> order : permutations(events.size())) {
            RecordingSite here = new RecordingSite();
            here.depend(1, 0, 2, 0);
            here.depend(3, 0, 2, 0);
            TokenSwitchAgent fresh = new TokenSwitchAgent(here);
            agent = fresh;
            arrives(1, 2);
            arrives(3, 2);
            fresh.receiveControl(1);
            assertThat(here.separators).doesNotContain("2/0:1").hasSize(7);
            for (int i = 0; i < order.size(); i++) {
                assertThat(here.separators)
                        .as("order %s, before event %d", order, i)
                        .doesNotContain("2/0:1");
                events.get(order.get(i)).accept(fresh);
            }
            assertThat(here.separators)
                    .as("order %s", order)
                    .containsOnlyOnce("2/0:1")
                    .hasSize(8);
        }
    }

    private static List<List<Integer>> permutations(int count) {
        List<List<Integer>> all = new ArrayList<>(List.of(List.of()));
        for (int next = 0; next < count; next++) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> order : all) {
                for (int at = 0; at <= order.size(); at++) {
                    List<Integer> more = new ArrayList<>(order);
                    more.add(at, next);
                    longer.add(more);
                }
            }
            all = longer;
        }
        return all;
    }

    @Test
    void anOldPacketWithoutAnOutputKeepsItsInputsTokenFromCounting() {
        site.depend(1, 0, 2, 0);
        agent.arrived(1, 0, 0);
        agent.receiveControl(1);
        agent.separator(1, 0, 1);
        assertThat(site.separators).doesNotContain("2/0:1");
        packet.inPort = 1;
        packet.destination = 3;
        routes.clear();
        agent.route(packet, routes); // it goes elsewhere
        assertThat(site.separators).contains("2/0:1");
    }

    @Test
    void aDeadInputCountsAsAbsorbed() {
        site.depend(1, 0, 2, 0);
        agent.receiveControl(1);
        site.downPorts.add(1);
        agent.linkChanged(1, false);
        assertThat(site.separators).contains("2/0:1");
    }

    @Test
    void packetsBehindTheTokenUseTheNewTableAndWaitForTheOutputsToken() {
        site.depend(1, 0, 3, 0);
        agent.stored(1);
        agent.separator(2, 0, 1); // the first sign of the change
        long behind = arrives(2, 2);
        assertThat(routes.port(0)).as("by the stored tables").isEqualTo(3);
        assertThat(offer(2, 3, behind, true)).isEqualTo(Verdict.HOLD);
        assertThat(agent.waitsForSeparator(3, 0, behind)).isTrue();
        assertThat(agent.waitsForSeparator(3, 0, 0)).as("an old packet").isFalse();
        agent.separator(1, 0, 1);
        assertThat(offer(2, 3, behind, true)).isEqualTo(Verdict.FORWARD);
        assertThat(agent.waitsForSeparator(3, 0, behind)).isFalse();
        assertThat(offer(2, 3, behind, false)).isEqualTo(Verdict.HOLD);
    }

    @Test
    void packetsAheadOfTheTokenUseTheOldTable() {
        site.depend(1, 0, 2, 0);
        agent.stored(1);
        agent.receiveControl(1);
        long ahead = arrives(1, 2);
        assertThat(routes.port(0)).isEqualTo(2);
        assertThat(offer(1, 2, ahead, true)).isEqualTo(Verdict.FORWARD);
    }

    @Test
    void aTokenBeforeItsTableHoldsNewPackets() {
        agent.separator(1, 0, 1);
        arrives(1, 2);
        assertThat(routes.isHeld()).isTrue();
        agent.stored(1);
        packet.marks = 1;
        routes.clear();
        agent.route(packet, routes);
        assertThat(routes.isHeld()).isFalse();
        assertThat(routes.port(0)).isEqualTo(3);
    }

    @Test
    void tablesComeInForceAndAreReportedWhenAllTokensAreInAndOutAndNoOldPacketIsLeft() {
        long old = arrives(1, 2);
        agent.stored(1);
        absorbAll(1);
        assertThat(site.tablesUsed).isZero();
        assertThat(site.reports).isEmpty();
        assertThat(offer(1, 2, old, true))
                .as("its output depends on nothing and has sent its token")
                .satisfies(v -> assertThat(Verdict.isDiscard(v)).isTrue());
        agent.lost(1, 0, 2, 0, old);
        assertThat(site.tablesUsed).isOne();
        assertThat(site.reports).containsExactly(1L);
        agent.receiveControl(1);
        assertThat(site.reports).as("told again: the report was lost").containsExactly(1L, 1L);
    }

    @Test
    void aChangeOnTopOfAnUnfinishedOneSendsAllTokensAtOnceAndGivesUpOldPackets() {
        site.depend(1, 0, 2, 0);
        long old = arrives(1, 2);
        agent.receiveControl(1);
        assertThat(site.separators).doesNotContain("2/0:1");
        agent.receiveControl(2);
        assertThat(site.separators).contains("2/0:2");
        assertThat(offer(1, 2, old, true)).isEqualTo(Verdict.discard(TokenSwitchAgent.OVERTAKEN));
    }

    @Test
    void aChangeOnTopOfAFinishedOneWaitsAgain() {
        site.depend(1, 0, 2, 0);
        agent.stored(1);
        agent.receiveControl(1);
        absorbAll(1);
        assertThat(site.tablesUsed).isOne();
        agent.receiveControl(2);
        assertThat(site.separators).contains("1/0:2").doesNotContain("2/0:2");
        agent.separator(1, 0, 2);
        assertThat(site.separators).contains("2/0:2");
    }

    @Test
    void aLinkThatComesUpBeginsWithTheLastToken() {
        agent.receiveControl(1);
        site.separators.clear();
        site.downPorts.add(2);
        agent.linkChanged(2, false);
        site.downPorts.clear();
        agent.linkChanged(2, true);
        assertThat(site.separators).containsExactly("2/0:1", "2/1:1");
        assertThat(agent.arrived(2, 0, 0)).as("old until the far end's token").isZero();
        agent.linkChanged(4, true);
        assertThat(agent.arrived(4, 0, 0))
                .as("a NIC's packets wait behind nothing")
                .isOne();
    }

    /** @param isTold whether the agent learns that the packet is lost, which is not in the switch any more */
    private void recount(boolean isTold) {
        site.depend(1, 0, 2, 0);
        agent.receiveControl(1);
        agent.separator(1, 0, 1);
        agent.stored(1);
        long marks = arrives(1, 2);
        if (isTold) {
            agent.lost(1, 0, routes.port(0), routes.lane(0), marks);
        }
        agent.recount().orElseThrow().end();
    }

    @Test
    void aSwitchHoldsThePacketsThatItsAgentCounts() {
        recount(true);
        assertThatIllegalStateException()
                .isThrownBy(() -> recount(false))
                .withMessage("port 1 VL 0: 0 new packets that wait, and 1 are counted");
    }
}
