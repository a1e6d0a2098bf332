package org.reweave.reconfig.doublescheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.doublescheme.Word.Kind;
import org.reweave.reconfig.spi.RecordingSite;
import org.reweave.reconfig.spi.Recount;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * The rules of the Double Scheme in a switch of four ports and two VLs (thesis §7.4; reconfig/docs/double-scheme.md).
 * Port 4 leads to a NIC.
 */
class DoubleSwitchAgentTest {
    private static final long EMPTY = Word.of(Kind.EMPTY, 1).encode();
    private static final long USE = Word.of(Kind.USE, 1).encode();

    private final RecordingSite site = new RecordingSite();
    private final Heading packet = new Heading();
    private final Routes routes = new Routes();
    private DoubleSwitchAgent agent;

    @BeforeEach
    void create() {
        agent = new DoubleSwitchAgent(site);
    }

    /**
     * A packet for LID 2, whose SL says VL {@code level}, comes in and is routed.
     *
     * @return its marks in the switch
     */
    private long arrives(int inPort, int lane, int level, long marks) {
        packet.marks = agent.arrived(inPort, lane, marks);
        packet.inPort = inPort;
        packet.lane = lane;
        packet.level = level;
        packet.destination = 2;
        again();
        return packet.marks;
    }

    private void again() {
        routes.clear();
        agent.route(packet, routes);
    }

    private void marked(int lane, long word) {
        for (int port = 1; port <= 4; port++) {
            agent.separator(port, lane, word);
        }
    }

    @Test
    void whileVl1IsEmptiedEveryPacketGoesOnByTheOldTableOnVl0() {
        agent.receiveControl(EMPTY);
        assertThat(site.reroutings).as("packets that wait").isOne();
        for (int lane = 0; lane < 2; lane++) {
            arrives(1, lane, 1, 0);
            assertThat(routes.count()).isOne();
            assertThat(routes.port(0)).isEqualTo(2);
            assertThat(routes.lane(0)).isZero();
        }
    }

    @Test
    void everyOutputIsMarkedOnceOnVl1AndTheFirstMarkIsAsGoodAsTheManagersWord() {
        agent.separator(3, 1, EMPTY);
        agent.receiveControl(EMPTY);
        assertThat(site.separators).containsExactly("1/1:" + EMPTY, "2/1:" + EMPTY, "3/1:" + EMPTY, "4/1:" + EMPTY);
    }

    @Test
    void vl1IsEmptyWhenAllInputsAreMarkedAndItsLastPacketHasLeft() {
        long last = arrives(1, 1, 1, 0);
        agent.receiveControl(EMPTY);
        marked(1, EMPTY);
        assertThat(site.reports).isEmpty();
        agent.granted(1, 1, 2, 0, last);
        assertThat(site.reports).containsExactly(EMPTY);
        agent.receiveControl(EMPTY);
        assertThat(site.reports).as("told again: the report was lost").containsExactly(EMPTY, EMPTY);
    }

    @Test
    void aPacketBehindTheMarkStaysOnVl1ByTheNewTable() {
        agent.receiveControl(EMPTY);
        agent.separator(1, 1, EMPTY);
        arrives(1, 1, 1, 0);
        assertThat(routes.isHeld()).as("its table is still to come").isTrue();
        agent.stored(1);
        again();
        assertThat(routes.port(0)).isEqualTo(3);
        assertThat(routes.lane(0)).isOne();
    }

    @Test
    void thenVl1IsTheEscapeOfPacketsOnVl0AndIsNeverLeft() {
        agent.stored(1);
        agent.receiveControl(EMPTY);
        marked(1, EMPTY);
        agent.receiveControl(USE);
        assertThat(site.tablesUsed).isOne();
        assertThat(site.separators).endsWith("4/0:" + USE);
        long marks = arrives(1, 0, 0, 0);
        assertThat(routes.count()).isEqualTo(2);
        assertThat(routes.lane(0)).isZero();
        assertThat(routes.lane(1)).isOne();
        long escaped = agent.forwarded(agent.granted(1, 0, 2, 1, marks));

        DoubleSwitchAgent complete = new DoubleSwitchAgent(site); // a switch further on, as usual
        packet.marks = complete.arrived(1, 1, escaped);
        packet.lane = 1;
        routes.clear();
        complete.route(packet, routes);
        assertThat(routes.count()).isOne();
        assertThat(routes.lane(0)).isOne();
    }

    @Test
    void aPacketThatWasOfferedTheEscapeKeepsItWhenTheChangeIsOverByThen() {
        agent.stored(1);
        agent.receiveControl(EMPTY);
        marked(1, EMPTY);
        agent.receiveControl(USE);
        agent.separator(1, 0, USE);
        long marks = arrives(1, 0, 0, 0);
        marked(0, USE);
        assertThat(site.reports).as("no packet is left that needs it").contains(USE);
        packet.marks = agent.forwarded(agent.granted(1, 0, 2, 1, marks));
        packet.lane = 1;
        packet.marks = agent.arrived(2, 1, packet.marks);
        again();
        assertThat(routes.lane(0)).isOne();
    }

    @Test
    void aSwitchIsAsBeforeWhenNoPacketAheadOfAMarkOnVl0IsLeft() {
        agent.stored(1);
        agent.receiveControl(EMPTY);
        marked(1, EMPTY);
        long ahead = arrives(1, 0, 0, 0);
        agent.receiveControl(USE);
        site.reports.clear();
        marked(0, USE);
        assertThat(site.reports).isEmpty();
        agent.granted(1, 0, 2, 0, ahead);
        assertThat(site.reports).containsExactly(USE);
        arrives(1, 0, 0, 0);
        assertThat(routes.count()).as("no escape any more").isOne();
    }

    @Test
    void withoutTablesBothVlsAreUsedAsBefore() {
        agent.receiveControl(EMPTY);
        agent.receiveControl(Word.of(Kind.RESUME, 1).encode());
        arrives(1, 1, 1, 0);
        assertThat(routes.port(0)).isEqualTo(2);
        assertThat(routes.lane(0)).isOne();
        assertThat(site.tablesUsed).isZero();
    }

    @Test
    void afterAHalfFinishedChangeHeadsWithoutRoomAreGivenUpUntilTheNextOneIsUsed() {
        agent.stored(1);
        agent.receiveControl(EMPTY);
        agent.receiveControl(USE);
        agent.receiveControl(new Word(Kind.EMPTY, 2, true).encode());
        assertThat(agent.offer(1, 0, 2, 0, 0, false)).isEqualTo(Verdict.discard(DoubleSwitchAgent.ABANDONED));
        assertThat(agent.offer(1, 0, 2, 0, 0, true)).isEqualTo(Verdict.FORWARD);
        agent.stored(2);
        agent.receiveControl(Word.of(Kind.USE, 2).encode());
        assertThat(agent.offer(1, 0, 2, 0, 0, false)).isEqualTo(Verdict.HOLD);
    }

    @Test
    void aLinkThatComesUpBeginsWithTheLastMarks() {
        agent.stored(1);
        agent.receiveControl(EMPTY);
        agent.receiveControl(USE);
        site.separators.clear();
        agent.linkChanged(2, true);
        assertThat(site.separators).containsExactly("2/1:" + EMPTY, "2/0:" + USE);
    }

    @Test
    void aSwitchHoldsThePacketsThatItsAgentCounts() {
        long marks = arrives(1, 1, 1, 0);
        Recount there = agent.recount().orElseThrow();
        there.packet(1, 1, 2, 1, marks);
        there.end();
        assertThatIllegalStateException()
                .isThrownBy(() -> agent.recount().orElseThrow().end())
                .withMessage("VL 1: 0 packets ahead of a mark, 0 behind it, and 0 and 1 are counted");
    }

    /** The manager's word that a change is over has overtaken the one with which it began. */
    @Test
    void packetsAreThoseFromBeforeAChangeOfWhichASwitchHearsAtItsEnd() {
        long marks = arrives(1, 0, 0, 0);
        agent.receiveControl(Word.of(Kind.RESUME, 1).encode());
        agent.receiveControl(EMPTY);
        Recount there = agent.recount().orElseThrow();
        there.packet(1, 0, 2, 0, marks);
        there.end();
    }
}
