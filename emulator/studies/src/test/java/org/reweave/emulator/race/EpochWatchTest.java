package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Verdict;

/** Steps of a NIC and a switch as they could be: one packet, tables of changes 1 and 2. */
class EpochWatchTest {
    private static final long PACKET = 77;
    private final Set<Promise> broken = EnumSet.noneOf(Promise.class);
    private final EpochWatch watch = new EpochWatch(4, (promise, cycle) -> broken.add(promise));
    private final DeviceLog.Witness nic = watch.ofNext();
    private final DeviceLog.Witness device = watch.ofNext();

    @BeforeEach
    void bothHaveTheTablesOfChangeOne() {
        nic.event(1, EventKind.INSTALLED, 1, 1, 0, 0);
        device.event(1, EventKind.INSTALLED, 1, 1, 0, 0);
        nic.step(5, DeviceLog.INJECTION, 0, PACKET);
    }

    private void noRoom(int verdict) {
        device.fact(20, Fact.NO_ROOM, PACKET, verdict, 0);
    }

    @Test
    void aHeadOfTheTablesInForceIsKept() {
        device.fact(10, Fact.ROUTED, PACKET, 0, 0);
        noRoom(Verdict.HOLD);
        assertThat(broken).isEmpty();
        noRoom(Verdict.discard(2));
        assertThat(broken).containsExactly(Promise.OLD_HEADS_DISCARDED);
    }

    @Test
    void aHeadThatWasSentBeforeTheTablesIsDiscarded() {
        device.event(9, EventKind.INSTALLED, 2, 2, 0, 0);
        device.fact(10, Fact.ROUTED, PACKET, 0, 0);
        noRoom(Verdict.discard(2));
        assertThat(broken).isEmpty();
        noRoom(Verdict.HOLD);
        assertThat(broken).containsExactly(Promise.OLD_HEADS_DISCARDED);
    }

    @Test
    void aHeadThatWasRoutedBeforeTheTablesIsDiscardedThoughItWasSentUnderThem() {
        nic.event(6, EventKind.NIC_TOLD, 2, 0, 0, 0);
        nic.step(7, DeviceLog.INJECTION, 0, PACKET);
        device.fact(10, Fact.ROUTED, PACKET, 0, 0);
        noRoom(Verdict.HOLD);
        device.event(11, EventKind.INSTALLED, 2, 2, 0, 0);
        noRoom(Verdict.discard(5));
        assertThat(broken).isEmpty();
        noRoom(Verdict.HOLD);
        assertThat(broken).containsExactly(Promise.OLD_HEADS_DISCARDED);
    }

    @Test
    void aHeadThatIsRoutedAnewGoesByTheNewTables() {
        nic.event(6, EventKind.INSTALLED, 2, 2, 0, 0);
        nic.step(7, DeviceLog.INJECTION, 0, PACKET);
        device.fact(10, Fact.ROUTED, PACKET, 0, 0);
        device.event(11, EventKind.INSTALLED, 2, 2, 0, 0);
        device.fact(12, Fact.ROUTED, PACKET, 0, 0);
        noRoom(Verdict.HOLD);
        assertThat(broken).isEmpty();
    }

    @Test
    void aHeadWhoseMarkMeansAnotherEpochByNowIsNotJudged() {
        device.event(11, EventKind.INSTALLED, 5, 5, 0, 0);
        device.fact(12, Fact.ROUTED, PACKET, 0, 0);
        noRoom(Verdict.HOLD);
        assertThat(broken).isEmpty();
    }

    @Test
    void aSwitchThatMissedAsManyChangesAsEpochsAreToldApartRoutesItsPacketsAnew() {
        DeviceLog.Witness farBehind = watch.ofNext();
        farBehind.event(1, EventKind.INSTALLED, 1, 1, 0, 0);
        watch.ofNext().step(5, DeviceLog.INJECTION, 0, PACKET);
        farBehind.fact(10, Fact.ROUTED, PACKET, 0, 0);
        farBehind.event(11, EventKind.INSTALLED, 5, 5, 0, 0);
        farBehind.fact(11, Fact.ROUTED, PACKET, 0, 0);
        farBehind.fact(20, Fact.NO_ROOM, PACKET, Verdict.discard(2), 0);
        assertThat(broken).isEmpty();
        farBehind.event(21, EventKind.INSTALLED, 9, 9, 0, 0);
        farBehind.fact(22, Fact.NO_ROOM, PACKET, Verdict.discard(2), 0);
        assertThat(broken).containsExactly(Promise.OLD_HEADS_DISCARDED);
    }

    @Test
    void aHeadOfTablesThatASwitchTakesForOlderOnesSinceItMissedSoManyChangesIsNotJudged() {
        nic.event(6, EventKind.INSTALLED, 5, 5, 0, 0);
        nic.step(7, DeviceLog.INJECTION, 0, PACKET);
        device.fact(10, Fact.ROUTED, PACKET, 0, 0);
        noRoom(Verdict.discard(2));
        assertThat(broken).isEmpty();
    }

    @Test
    void aHeadThatAPartKeptWhichMissedChangesIsNotJudgedOnceItsMarkMeansAnotherEpochElsewhere() {
        device.event(9, EventKind.INSTALLED, 2, 2, 0, 0);
        device.fact(10, Fact.ROUTED, PACKET, 0, 0);
        nic.fact(11, Fact.CONTROL_SENT, 3, 4, 0);
        noRoom(Verdict.discard(2));
        assertThat(broken).isEmpty();
        nic.fact(12, Fact.CONTROL_SENT, 3, 5, 0); // change 5 is announced: epochs 2 to 5 are told apart
        noRoom(Verdict.HOLD);
        assertThat(broken).isEmpty();
    }

    @Test
    void aSwitchOfOneBitEpochsJudgesThoseThatItHasHeardOf() {
        EpochWatch oneBit = new EpochWatch(2, (promise, cycle) -> broken.add(promise));
        DeviceLog.Witness behind = oneBit.ofNext();
        DeviceLog.Witness ahead = oneBit.ofNext();
        ahead.event(1, EventKind.INSTALLED, 1, 1, 0, 0);
        ahead.step(5, DeviceLog.INJECTION, 0, PACKET);
        behind.fact(6, Fact.ROUTED, PACKET, 0, 0);
        behind.fact(7, Fact.NO_ROOM, PACKET, Verdict.discard(5), 0);
        assertThat(broken).isEmpty();
        behind.fact(8, Fact.CONTROL_TAKEN, 1, 0, 0);
        behind.fact(9, Fact.NO_ROOM, PACKET, Verdict.discard(5), 0);
        assertThat(broken).containsExactly(Promise.OLD_HEADS_DISCARDED);
    }

    @Test
    void aSwitchThatRestartsHasTheTablesOfTheStart() {
        device.event(8, EventKind.DEVICE_DOWN, 0, 0, 0, 0);
        device.fact(10, Fact.ROUTED, PACKET, 0, 0);
        noRoom(Verdict.HOLD);
        assertThat(broken).isEmpty();
    }
}
