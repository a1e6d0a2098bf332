package org.reweave.reconfig.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.spi.PlainNicSite;
import org.reweave.reconfig.spi.PlainSite;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.Verdict;

/** EBR's agents as a packet meets them: labelled by its NIC, routed, offered, forwarded. */
class EpochAgentsTest {
    private static final SchemeOptions AS_PRINTED =
            SchemeOptions.DEFAULT.with(EpochOptions.MARK, EpochOptions.ForwardingMark.AS_PRINTED);

    private static SwitchAgent switchAt(SchemeOptions options, long change) {
        SwitchAgent agent = new EpochSwitchAgent(options, new PlainSite());
        agent.installed(change);
        return agent;
    }

    private static long labelled(long change) {
        NicAgent agent = new EpochNicAgent(SchemeOptions.DEFAULT, new PlainNicSite());
        agent.installed(change);
        return agent.injected();
    }

    private static int offered(SwitchAgent agent, long marks, boolean room) {
        return agent.offer(1, 0, 2, 0, marks, room);
    }

    @Test
    void aNicTakesTheNewestEpochWhoeverTellsItFirst() {
        List<Long> told = new ArrayList<>();
        NicAgent agent = new EpochNicAgent(SchemeOptions.DEFAULT, new PlainNicSite() {
            @Override
            public void told(long change) {
                told.add(change);
            }
        });
        agent.receiveControl(2);
        agent.separator(0, 1);
        agent.separator(0, 3);
        assertThat(agent.injected()).isEqualTo(labelled(3));
        assertThat(told).as("an older word is no news").containsExactly(2L, 3L);
    }

    @Test
    void aSwitchTellsItsNicsWhenItsTableComesAndWhenTheirLinkComesUp() {
        List<Long> separators = new ArrayList<>();
        PlainSite site = new PlainSite() {
            @Override
            public boolean leadsToSwitch(int port) {
                return port != 1;
            }

            @Override
            public void separate(int outPort, int lane, long mark) {
                separators.add(100L * outPort + mark);
            }
        };
        SwitchAgent agent = new EpochSwitchAgent(
                SchemeOptions.DEFAULT.with(EpochOptions.NIC_NOTICE, EpochOptions.NicNotice.SWITCH), site);
        agent.linkChanged(1, true);
        agent.installed(7);
        agent.linkChanged(2, true);
        agent.linkChanged(1, true);
        assertThat(separators).containsExactly(107L, 107L);
    }

    @Test
    void aSwitchThatMissedSoManyChangesThatItsPacketsLookNewerThanItsTablesRoutesThemAnew() {
        List<String> reroutings = new ArrayList<>();
        SwitchAgent agent = new EpochSwitchAgent(SchemeOptions.DEFAULT, new PlainSite() {
            @Override
            public void rerouteWaiting() {
                reroutings.add("once more");
            }
        });
        agent.installed(1);
        agent.installed(4);
        assertThat(reroutings).isEmpty();
        agent.installed(8);
        assertThat(reroutings).hasSize(1);
    }

    @Test
    void withRoomEveryPacketGoesWhateverItsEpochs() {
        for (long packet = 0; packet < 3; packet++) {
            for (long routed = 0; routed < 3; routed++) {
                for (long scheduled = routed; scheduled < 3; scheduled++) {
                    SwitchAgent agent = switchAt(SchemeOptions.DEFAULT, routed);
                    long marks = PlainSite.routed(agent, labelled(packet));
                    agent.installed(scheduled);
                    assertThat(offered(agent, marks, true)).isEqualTo(Verdict.FORWARD);
                }
            }
        }
    }

    @Test
    void anOldPacketThatLacksRoomWaitsUntilTheNewTableComesAndIsThenDiscarded() {
        SwitchAgent agent = switchAt(SchemeOptions.DEFAULT, 0);
        long marks = PlainSite.routed(agent, labelled(0));
        assertThat(offered(agent, marks, false)).as("case 1").isEqualTo(Verdict.HOLD);
        agent.installed(1);
        assertThat(offered(agent, marks, false)).as("case 2").isEqualTo(Verdict.discard(2));
    }

    @Test
    void aNewPacketInAnOldSwitchIsTransientUntilTheSwitchIsUpdated() {
        SwitchAgent agent = switchAt(SchemeOptions.DEFAULT, 0);
        long marks = PlainSite.routed(agent, labelled(1));
        assertThat(offered(agent, marks, false)).as("case 10").isEqualTo(Verdict.HOLD);
        agent.installed(1);
        assertThat(offered(agent, marks, false)).as("case 11").isEqualTo(Verdict.discard(11));
    }

    @Test
    void aPacketLabelledAndRoutedByTheNewestTablesWaitsForRoom() {
        SwitchAgent agent = switchAt(SchemeOptions.DEFAULT, 2);
        assertThat(offered(agent, PlainSite.routed(agent, labelled(2)), false)).isEqualTo(Verdict.HOLD);
    }

    @Test
    void aForwardedPacketTakesTheEpochOfItsRoutingSoThatItStaysOldDownstream() {
        assertThat(verdictDownstream(SchemeOptions.DEFAULT)).isEqualTo(Verdict.discard(5));
    }

    @Test
    void asPrintedAForwardedPacketTakesTheSwitchsEpochAndLooksNewDownstream() {
        assertThat(verdictDownstream(AS_PRINTED)).isEqualTo(Verdict.HOLD);
    }

    /** Routed by old tables, forwarded after the update; the next switch is new. */
    private static int verdictDownstream(SchemeOptions options) {
        SwitchAgent first = switchAt(options, 0);
        long marks = PlainSite.routed(first, labelled(0));
        first.installed(1);
        SwitchAgent second = switchAt(options, 1);
        return offered(second, PlainSite.routed(second, first.forwarded(marks)), false);
    }

    @Test
    void aNicLabelsWithItsOwnEpochFromTheNoticeOn() {
        NicAgent agent = new EpochNicAgent(SchemeOptions.DEFAULT, new PlainNicSite());
        SwitchAgent newSwitch = switchAt(SchemeOptions.DEFAULT, 1);
        assertThat(offered(newSwitch, PlainSite.routed(newSwitch, agent.injected()), false))
                .isEqualTo(Verdict.discard(5));
        agent.installed(1);
        assertThat(offered(newSwitch, PlainSite.routed(newSwitch, agent.injected()), false))
                .isEqualTo(Verdict.HOLD);
    }

    @ParameterizedTest(name = "{0} bits")
    @ValueSource(ints = {3, 5, 16})
    void epochsWrapInNicsAndSwitchesAlike(int bits) {
        SchemeOptions options = SchemeOptions.DEFAULT.with(EpochOptions.BITS, bits);
        long lastBeforeWrap = (1L << bits) - 1;
        NicAgent nic = new EpochNicAgent(options, new PlainNicSite());
        nic.installed(lastBeforeWrap);
        SwitchAgent agent = switchAt(options, lastBeforeWrap);
        long marks = PlainSite.routed(agent, nic.injected());
        assertThat(offered(agent, marks, false)).isEqualTo(Verdict.HOLD);
        agent.installed(lastBeforeWrap + 1);
        assertThat(offered(agent, marks, false)).isEqualTo(Verdict.discard(2));
        assertThat(EpochMarks.packet(marks))
                .as("all bits of the epoch are in the marks")
                .isEqualTo((int) lastBeforeWrap);
        assertThat(EpochMarks.routed(marks)).isEqualTo((int) lastBeforeWrap);
    }

    @Test
    void aRestartedAgentGoesOnFromItsEncodedState() {
        SwitchAgent original = switchAt(SchemeOptions.DEFAULT, 3);
        SwitchAgent restored = new EpochSwitchAgent(SchemeOptions.DEFAULT, new PlainSite());
        Restored.copy(original, restored);
        long marks = PlainSite.routed(restored, labelled(2));
        assertThat(marks).isEqualTo(PlainSite.routed(original, labelled(2)));
        assertThat(offered(restored, marks, false)).isEqualTo(Verdict.discard(5));

        NicAgent nic = new EpochNicAgent(SchemeOptions.DEFAULT, new PlainNicSite());
        nic.installed(6);
        NicAgent restoredNic = new EpochNicAgent(SchemeOptions.DEFAULT, new PlainNicSite());
        Restored.copy(nic, restoredNic);
        assertThat(restoredNic.injected()).isEqualTo(labelled(6));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, 2, 17, Integer.MAX_VALUE})
    void epochFieldsThatCannotCompareThreeEpochsAreRefusedWithTheLimit(int bits) {
        assertThatThrownBy(() -> SchemeOptions.DEFAULT.with(EpochOptions.BITS, bits))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("epoch-bits = " + bits)
                .hasMessageContaining("1, or 3 to 16");
    }
}
