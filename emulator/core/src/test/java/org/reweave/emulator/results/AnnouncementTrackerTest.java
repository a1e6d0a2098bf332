package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.scenario.TimeBase;
import org.reweave.emulator.stats.EventKind;

/** Two switches, 0 and 1, and two NICs, 2 and 3. */
class AnnouncementTrackerTest {
    private final AnnouncementTracker tracker =
            new AnnouncementTracker("ddrc", 2, 2, new Scale(new TimeBase(2000, 1), 2, 2, 2));

    private void event(long cycle, int device, EventKind kind, long... arguments) {
        long[] all = Arrays.copyOf(arguments, 4);
        tracker.accept(new Event(cycle, device, 0, kind, all[0], all[1], all[2], all[3]));
    }

    private void linkFails(long cycle) {
        event(cycle, 0, EventKind.PORT_DOWN, 1);
        event(cycle, 1, EventKind.PORT_DOWN, 1);
    }

    @Test
    void aChangeIsCompleteWhenTheLastNicHasHeardTheLastAnnouncement() {
        assertThat(tracker.phase()).isEqualTo(Phase.IDLE);
        linkFails(100);
        assertThat(tracker.phase()).isEqualTo(Phase.FAULT);
        event(110, 0, EventKind.ANNOUNCED, 1);
        event(110, 1, EventKind.ANNOUNCED, 1);
        assertThat(tracker.phase()).isEqualTo(Phase.UPDATING);
        event(120, 2, EventKind.BROADCAST_RECEIVED, 0, 1);
        event(121, 2, EventKind.BROADCAST_RECEIVED, 1, 1);
        event(122, 3, EventKind.BROADCAST_RECEIVED, 0, 1);
        assertThat(tracker.progress(2)).isEqualTo("1 of 2 NICs");
        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> {
            assertThat(one.isComplete()).isFalse();
            assertThat(one.devices()).isEqualTo(1);
        });
        event(130, 3, EventKind.BROADCAST_RECEIVED, 1, 1);
        assertThat(tracker.phase()).isEqualTo(Phase.DONE);
        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> {
            assertThat(one.faultAt()).isEqualTo(100);
            assertThat(one.detectedAt()).isEqualTo(110);
            assertThat(one.tablesReadyAt()).isNull();
            assertThat(one.distributedAt()).isNull();
            assertThat(one.completedAt()).isEqualTo(130);
            assertThat(one.ns().completedAt()).isEqualTo(260);
            assertThat(one.smps()).isEqualTo(2);
            assertThat(one.devices()).isEqualTo(2);
        });
    }

    @Test
    void aLaterAnnouncementOfTheSameSwitchIsAsGoodAsAMissedOne() {
        linkFails(100);
        event(110, 0, EventKind.ANNOUNCED, 1);
        event(120, 2, EventKind.BROADCAST_RECEIVED, 0, 1);
        event(200, 0, EventKind.PORT_UP, 1);
        event(210, 0, EventKind.ANNOUNCED, 2);
        event(220, 2, EventKind.BROADCAST_RECEIVED, 0, 2);
        event(225, 3, EventKind.BROADCAST_RECEIVED, 0, 2);
        assertThat(tracker.reconfigurations())
                .extracting(Reconfiguration::completedAt)
                .containsExactly(225L, 225L);
    }

    @Test
    void nobodyWaitsForANicThatIsCutOffNorForASwitchThatHasFailed() {
        event(100, 1, EventKind.DEVICE_DOWN);
        linkFails(100);
        event(100, 3, EventKind.PORT_DOWN, 1);
        event(110, 0, EventKind.ANNOUNCED, 1);
        event(110, 1, EventKind.ANNOUNCED, 1);
        event(120, 2, EventKind.BROADCAST_RECEIVED, 0, 1);
        assertThat(tracker.reconfigurations()).singleElement().satisfies(one -> {
            assertThat(one.completedAt()).isEqualTo(120);
            assertThat(one.smps()).isEqualTo(1);
        });
    }

    @Test
    void packetsWithoutARouteCountForTheLatestChange() {
        linkFails(100);
        event(110, 0, EventKind.ANNOUNCED, 1);
        event(150, 0, EventKind.DISCARDED, 1, 7, 1, 2);
        assertThat(tracker.reconfigurations().get(0).discardedByCase()).containsEntry(1L, 1L);
    }
}
