package org.reweave.reconfig.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.spi.NicSite;
import org.reweave.reconfig.spi.PlainNicSite;
import org.reweave.reconfig.spi.PlainSite;
import org.reweave.reconfig.spi.RecordingSite;
import org.reweave.reconfig.spi.Recount;
import org.reweave.reconfig.spi.SchemeOptions;

/** A switch whose ports 1 to 3 lead to switches and port 4 to a NIC, with two VLs, that watches old epochs. */
class ClearanceTest {
    private static final SchemeOptions OVERLAP = SchemeOptions.DEFAULT.with(EpochOptions.OVERLAP, true);
    private static final String[] TO_SWITCHES = {"1/0:1", "1/1:1", "2/0:1", "2/1:1", "3/0:1", "3/1:1"};

    private final RecordingSite site = new RecordingSite();
    private final EpochSwitchAgent agent = new EpochSwitchAgent(OVERLAP, site);

    private long packet() {
        return PlainSite.routed(agent, agent.arrived(1, 0, 0));
    }

    private void separators(int mark, int... ports) {
        for (int port : ports) {
            agent.separator(port, 0, mark);
            agent.separator(port, 1, mark);
        }
    }

    @Test
    void anEmptySwitchSendsItsSeparatorsWithItsEpochToSwitchesOnly() {
        agent.installed(1);
        assertThat(site.separators).containsExactly(TO_SWITCHES);
    }

    @Test
    void separatorsWaitForEveryPacketThatCameBeforeTheEpochAndForNoneThatCameLater() {
        long first = packet();
        long second = packet();
        agent.installed(1);
        packet();
        agent.granted(1, 0, 2, 0, first);
        assertThat(site.separators).isEmpty();
        agent.lost(1, 0, 2, 0, second);
        assertThat(site.separators).containsExactly(TO_SWITCHES);
    }

    @Test
    void aPacketThatIsRoutedAnewStaysOneOfTheOldOnes() {
        long old = packet();
        agent.installed(1);
        long again = PlainSite.routed(agent, old);
        assertThat(EpochMarks.routed(again)).isOne();
        assertThat(site.separators).isEmpty();
        agent.granted(1, 0, 2, 0, again);
        assertThat(site.separators).isNotEmpty();
    }

    @Test
    void whatASwitchNotesOfAPacketDoesNotLeaveIt() {
        agent.installed(1);
        packet();
        agent.installed(2);
        assertThat(agent.forwarded(packet())).isEqualTo(EpochMarks.of(2, 0));
    }

    @Test
    void aSwitchIsCleanAfterTheLastSeparatorAndTheLastPacketThatCameBeforeIt() {
        agent.installed(1);
        separators(1, 1, 2, 3);
        agent.separator(4, 0, 1);
        long late = packet();
        assertThat(site.reports).isEmpty();
        agent.separator(4, 1, 1);
        packet();
        assertThat(site.reports).isEmpty();
        agent.granted(1, 0, 2, 0, late);
        assertThat(site.reports).containsExactly(1L);
    }

    @Test
    void aSwitchIsNotCleanBeforeItHasTheEpochItself() {
        separators(1, 1, 2, 3, 4);
        assertThat(site.reports).isEmpty();
        agent.installed(1);
        assertThat(site.reports).containsExactly(1L);
    }

    @Test
    void aSwitchThatSkippedEpochsIsAsCleanAsItsOldestInput() {
        agent.installed(3);
        separators(3, 1, 2, 3);
        separators(2, 4);
        assertThat(site.reports).containsExactly(2L);
        separators(3, 4);
        assertThat(site.reports).containsExactly(2L, 3L);
    }

    @Test
    void aDeadLinkBringsNothingAndALivingOneIsAwaitedFromItsFirstSeparatorOn() {
        agent.installed(1);
        separators(1, 1, 2, 4);
        site.downPorts.add(3);
        agent.linkChanged(3, false);
        assertThat(site.reports).containsExactly(1L);

        site.separators.clear();
        site.downPorts.remove(3);
        agent.linkChanged(3, true);
        assertThat(site.separators).as("its own last one").containsExactly("3/0:1", "3/1:1");
        agent.installed(2);
        separators(2, 1, 2, 4);
        assertThat(site.reports).containsExactly(1L);
        separators(2, 3);
        assertThat(site.reports).containsExactly(1L, 2L);
    }

    @Test
    void whenAskedItSaysOnceMoreHowCleanItIs() {
        agent.receiveControl(EpochSwitchAgent.ASK);
        agent.installed(1);
        separators(1, 1, 2, 3, 4);
        agent.receiveControl(EpochSwitchAgent.ASK);
        assertThat(site.reports).containsExactly(0L, 1L, 1L);
    }

    @Test
    void aRestoredAgentGoesOnWaiting() {
        long old = packet();
        agent.installed(1);
        separators(1, 1, 2, 3, 4);
        EpochSwitchAgent restored = new EpochSwitchAgent(OVERLAP, site);
        Restored.copy(agent, restored);
        restored.granted(1, 0, 2, 0, old);
        assertThat(site.separators).containsExactly(TO_SWITCHES);
        assertThat(site.reports).containsExactly(1L);
    }

    @Test
    void aSwitchThatMissedHalfOfAllEpochsRoutesWhatItHoldsAnew() {
        agent.installed(3);
        assertThat(site.reroutings).isZero();
        agent.installed(7);
        assertThat(site.reroutings).isOne();
    }

    @Test
    void withoutOverlapNobodySendsSeparators() {
        EpochSwitchAgent plain = new EpochSwitchAgent(SchemeOptions.DEFAULT, site);
        plain.installed(1);
        plain.linkChanged(1, true);
        assertThat(site.separators).isEmpty();
        assertThat(marksOfNic(SchemeOptions.DEFAULT)).isEmpty();
    }

    @Test
    void aNicSeparatesItsEpochsAndOnceMoreWhenItsLinkComesUp() {
        assertThat(marksOfNic(OVERLAP)).containsExactly(4L, 4L, 4L, 4L);
    }

    /** What a NIC sends on its VLs when its link comes up, when epoch 4 comes, and when its link comes up again. */
    private static List<Long> marksOfNic(SchemeOptions options) {
        List<Long> marks = new ArrayList<>();
        NicSite nic = new PlainNicSite() {
            @Override
            public void separate(int lane, long mark) {
                marks.add(mark);
            }
        };
        EpochNicAgent agent = new EpochNicAgent(options, nic);
        agent.linkChanged(true);
        agent.installed(4);
        agent.linkChanged(false);
        agent.linkChanged(true);
        return marks;
    }

    @Test
    void aSwitchHoldsThePacketsThatItsAgentCounts() {
        packet();
        agent.installed(1);
        long young = packet();
        Recount there = agent.recount().orElseThrow();
        there.packet(1, 0, 2, 0, young);
        assertThatIllegalStateException()
                .isThrownBy(there::end)
                .withMessage("packets by group, awaited for separators: [0, 1], and [1, 1] are counted");
    }
}
