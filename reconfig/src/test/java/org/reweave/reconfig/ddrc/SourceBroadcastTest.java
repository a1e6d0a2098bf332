package org.reweave.reconfig.ddrc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.ddrc.SourceTree.Broadcast;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** What switches tell and what NICs make of it. */
class SourceBroadcastTest {
    private final Fabric fabric = FabricGenerators.parse("k-ary-n-tree:2,3");
    private final int lower = fabric.deviceByName("t2_00");
    private final int upper = fabric.deviceByName("t1_00");
    private final int failing = link(lower, upper);
    private final Faults broken = Faults.none().withLink(failing);
    private final SourceTree tree = new SourceTree(fabric, Faults.none());

    private int link(int a, int b) {
        for (int port = 1; port <= fabric.portCount(a); port++) {
            if (fabric.peer(a, port) == b) {
                return fabric.link(a, port);
            }
        }
        throw new AssertionError("no link");
    }

    /** A destination to which NIC 0 goes by the link that fails, and the state of not knowing. */
    private int victim() {
        for (int to = 2; to < fabric.nicCount(); to++) {
            tree.send(0, to);
            int first = tree.channels.get(0);
            if (fabric.link(first / 64, first % 64) == failing) {
                return to;
            }
        }
        throw new AssertionError("nobody goes there");
    }

    @Test
    void bothEndsOfALinkThatFailsTellWhichPortIsDownAndAgainWhenItIsBack() {
        tree.become(broken);
        tree.fireAll();
        long atLower = 1L << fabric.linkPort(failing, fabric.linkDevice(failing, 0) == lower ? 0 : 1) - 1;
        long atUpper = 1L << fabric.linkPort(failing, fabric.linkDevice(failing, 0) == upper ? 0 : 1) - 1;
        assertThat(tree.broadcasts)
                .containsExactlyInAnyOrder(new Broadcast(lower, atLower), new Broadcast(upper, atUpper));
        tree.broadcasts.clear();
        tree.become(Faults.none());
        tree.fireAll();
        assertThat(tree.broadcasts)
                .containsExactlyInAnyOrder(
                        new Broadcast(lower, SourceSwitchAgent.RECOVERED),
                        new Broadcast(upper, SourceSwitchAgent.RECOVERED));
    }

    @Test
    void theWordOfEitherEndIsEnoughToAvoidALinkAndThatOfBothIsNeededToUseItAgain() {
        int to = victim();
        for (int informer : List.of(lower, upper)) {
            tree.become(broken);
            assertThat(tree.send(0, to)).as("not told").isEqualTo(-1);
            tree.fireAll();
            tree.broadcasts.stream().filter(one -> one.from() == informer).forEach(one -> tree.nic(0)
                    .receiveBroadcast(one.from(), one.control()));
            tree.broadcasts.clear();
            assertThat(tree.send(0, to)).as("told by %d", informer).isEqualTo(5);
            tree.become(Faults.none());
            tree.settle();
        }
        tree.become(broken);
        tree.settle();
        long detour = tree.nic(0).trail(tree.lid(to), 0);
        tree.become(Faults.none());
        tree.fireAll();
        Broadcast first = tree.broadcasts.remove();
        tree.nic(0).receiveBroadcast(first.from(), first.control());
        assertThat(tree.nic(0).trail(tree.lid(to), 0)).isEqualTo(detour);
        Broadcast second = tree.broadcasts.remove();
        tree.nic(0).receiveBroadcast(second.from(), second.control());
        assertThat(tree.nic(0).trail(tree.lid(to), 0)).isNotEqualTo(detour);
        assertThat(tree.send(0, to)).isEqualTo(5);
    }

    @Test
    void aSwitchThatFailsIsToldOfByItsNeighboursAndTellsOfItselfWhenItIsBack() {
        tree.become(Faults.none().withDevice(upper));
        tree.settle();
        for (int to = 2; to < fabric.nicCount(); to++) {
            assertThat(tree.send(0, to)).isPositive();
        }
        tree.become(Faults.none());
        tree.fireAll();
        assertThat(tree.broadcasts).contains(new Broadcast(upper, SourceSwitchAgent.RECOVERED));
        tree.settle();
        assertThat(Restored.words(tree.nic(0))).isEqualTo(Restored.words(new SourceTree(fabric, Faults.none()).nic(0)));
    }

    @Test
    void changesOfOneMomentAreToldTogether() {
        tree.become(broken.withLink(link(lower, fabric.deviceByName("t1_10"))));
        tree.fireAll();
        assertThat(tree.broadcasts)
                .filteredOn(one -> one.from() == lower)
                .singleElement()
                .satisfies(one -> assertThat(Long.bitCount(one.control())).isEqualTo(2));
    }

    @Test
    void whoHasMissedBroadcastsHearsThemAgainWhenAnyLinkComesUp() {
        int to = victim();
        int attached = fabric.link(fabric.nicDevice(0), 1);
        tree.become(broken.withLink(attached));
        tree.fireAll();
        List<Broadcast> missed = List.copyOf(tree.broadcasts);
        tree.broadcasts.clear();
        missed.forEach(tree::tellSwitches);
        assertThat(tree.timers).as("nothing has come up yet").isEmpty();

        tree.become(broken);
        tree.settle();
        assertThat(tree.send(0, to)).as("NIC 0 was told when its link came up").isEqualTo(5);
    }

    @Test
    void aSwitchThatHasNeverHadAnythingToTellRepeatsNothing() {
        tree.switchAgent(lower).receiveBroadcast(upper, SourceSwitchAgent.RECOVERED);
        assertThat(tree.timers).isEmpty();
        tree.become(broken);
        tree.settle();
        tree.switchAgent(lower).receiveBroadcast(3, 1L);
        assertThat(tree.timers).as("nothing has come up").isEmpty();
        tree.switchAgent(lower).receiveBroadcast(3, SourceSwitchAgent.RECOVERED);
        tree.switchAgent(lower).receiveBroadcast(5, SourceSwitchAgent.RECOVERED);
        assertThat(tree.timers).containsExactly(lower);
    }
}
