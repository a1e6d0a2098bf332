package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.spi.Promise;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;

/** Several queues behind one input buffer: no deadlock is added, and those that one queue makes by itself are gone. */
class QueuesModelTest {
    private static final Bounds TWO = Bounds.LEAST.withSlots(2, 0);

    /** Four in a ring on one lane, where every packet goes the same way round: the routing has a cycle. */
    private static Model ring(List<Packet> packets, Queueing queueing) {
        RoutingTables tables = Examples.dimensionOrder(Examples.RING);
        byte[][] lfts = new byte[tables.fabric().switchCount()][];
        for (int s = 0; s < lfts.length; s++) {
            lfts[s] = tables.lft(s);
        }
        RoutingTables bare =
                new RoutingTables(tables.fabric(), "bare", lfts, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        return Examples.unchanged("4-ring", Schemes.get("static"), bare, packets)
                .with(TWO.withQueueing(queueing));
    }

    /** From each NIC a packet to the one {@code far} switches on, then one to the one {@code near} switches on. */
    private static List<Packet> pairs(int far, int near) {
        List<Packet> packets = new ArrayList<>();
        for (int nic = 0; nic < 4; nic++) {
            packets.add(new Packet(nic, (nic + far) % 4));
            packets.add(new Packet(nic, (nic + near) % 4));
        }
        return packets;
    }

    @ParameterizedTest
    @EnumSource
    void buffersFullOfPacketsThatGoOnAreADeadlockWhateverTheQueues(Queueing queueing) {
        Model model = ring(pairs(2, 2), queueing);
        Exploration found = Explored.broken(model, Promise.NO_DEADLOCK);
        assertThat(Replay.of(model, found.trace()).cycle()).hasSizeGreaterThanOrEqualTo(4);
    }

    /** Behind a packet that goes on waits one that leaves the ring, and would make room. */
    @Test
    void aPacketOfAnotherQueuePassesTheOneThatWaitsAndMakesRoom() {
        Explored.broken(ring(pairs(2, 1), Queueing.FIFO), Promise.NO_DEADLOCK);
        Explored.kept(ring(pairs(2, 1), Queueing.VIRTUAL_OUTPUT));
        Explored.kept(ring(pairs(2, 1), Queueing.DESTINATION));
    }

    @ParameterizedTest
    @CsvSource({"ebr, VIRTUAL_OUTPUT", "ebr, DESTINATION", "ebrd, VIRTUAL_OUTPUT", "static, VIRTUAL_OUTPUT"})
    void schemesKeepTheirPromisesWithSeveralQueues(String scheme, Queueing queueing) {
        Explored.kept(SmallFabrics.triangle(Schemes.get(scheme), 2, 10, 21).with(TWO.withQueueing(queueing)));
    }

    /** Two packets for each buffer: as many as old and new tables need for a deadlock. */
    @ParameterizedTest
    @EnumSource(names = {"VIRTUAL_OUTPUT", "DESTINATION"})
    void tablesThatChangeUnderPacketsDeadlockWhateverTheQueues(Queueing queueing) {
        Model model = SmallFabrics.triangle(Schemes.get("naive"), 2, 2, 10, 10, 21, 21);
        Explored.broken(model.with(TWO.withQueueing(queueing)), Promise.NO_DEADLOCK);
    }

    @Test
    void oneSlotForSeveralQueuesIsRefused() {
        assertThatThrownBy(() -> Bounds.LEAST.withQueueing(Queueing.DESTINATION))
                .hasMessageContaining("several queues for inputSlots = 1; raise it to 2");
    }
}
