package org.reweave.emulator.device.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.device.Smp;
import org.reweave.reconfig.manager.Reach;
import org.reweave.reconfig.spi.UpdateOrder;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Discovery and the order of updates on fabrics whose truth is known: what answers is computed from the failures, what
 * is found must be what a walk over the fabric reaches.
 */
class FabricDiscoveryTest {
    /** A sweep of a fabric by the manager at its first NIC. */
    private static final class Discovery {
        final Fabric fabric;
        final Faults truth;
        FabricDiscovery sweep;
        final Deque<Integer> asked = new ArrayDeque<>();
        int questions;

        Discovery(Fabric fabric, Faults truth) {
            this.fabric = fabric;
            this.truth = truth;
            this.sweep = new FabricDiscovery(fabric);
            int nic = fabric.nicDevice(0);
            sweep.start(nic, fabric.attachedPort(nic), this::ask);
        }

        private void ask(int device, byte[] route) {
            assertThat(followed(route))
                    .as("where the question to %s goes", fabric.deviceName(device))
                    .isEqualTo(device);
            asked.add(device);
            questions++;
        }

        /** @return the device that a route leads to from the manager's NIC over working links, or -1 */
        int followed(byte[] route) {
            int at = fabric.nicDevice(0);
            for (byte port : route) {
                at = truth.portUp(fabric, at, port & 0xff) ? fabric.peer(at, port & 0xff) : -1;
                if (at < 0) {
                    return -1;
                }
            }
            return at;
        }

        Discovery answerAll(Random random) {
            while (!asked.isEmpty()) {
                assertThat(sweep.isComplete()).isFalse();
                int device = random.nextBoolean() ? asked.removeFirst() : asked.removeLast();
                long[] up = new long[Smp.PORT_MASK_WORDS];
                for (int port = 1; port <= fabric.portCount(device); port++) {
                    if (truth.portUp(fabric, device, port)) {
                        up[port - 1 >> 6] |= 1L << port - 1;
                    }
                }
                sweep.answered(device, up, this::ask);
            }
            assertThat(sweep.isComplete()).isTrue();
            return this;
        }

        Set<Integer> found() {
            Set<Integer> found = new TreeSet<>();
            for (int device = 0; device < fabric.deviceCount(); device++) {
                if (sweep.route(device) != null) {
                    found.add(device);
                }
            }
            return found;
        }

        /** The oracle: everything that a walk over working links reaches. */
        Set<Integer> reachable() {
            Set<Integer> seen = new TreeSet<>(Set.of(fabric.nicDevice(0)));
            Deque<Integer> next = new ArrayDeque<>(seen);
            while (!next.isEmpty()) {
                int device = next.remove();
                for (int port = 1; port <= fabric.portCount(device); port++) {
                    int peer = fabric.peer(device, port);
                    if (peer >= 0 && truth.portUp(fabric, device, port) && seen.add(peer) && fabric.isSwitch(peer)) {
                        next.add(peer);
                    }
                }
            }
            return seen;
        }
    }

    private static void assertFindsTheTruth(Fabric fabric, Faults truth, long seed) {
        Discovery discovery = new Discovery(fabric, truth).answerAll(new Random(seed));
        Set<Integer> reachable = discovery.reachable();
        assertThat(discovery.found()).as("%s, %s", fabric.name(), truth).isEqualTo(reachable);
        for (int device : reachable) {
            assertThat(discovery.followed(discovery.sweep.route(device))).isEqualTo(device);
        }
        long switches = reachable.stream().filter(fabric::isSwitch).count();
        assertThat(discovery.questions).as("one question a switch").isEqualTo((int) switches);
        assertThat(discovery.sweep.switchesFound()).isEqualTo((int) switches);
        Faults found = discovery.sweep.faults();
        for (int device = 0; device < fabric.switchCount(); device++) {
            assertThat(found.deviceUp(device)).isEqualTo(reachable.contains(device));
        }
        for (int link = 0; link < fabric.linkCount(); link++) {
            boolean seen =
                    reachable.contains(fabric.linkDevice(link, 0)) && reachable.contains(fabric.linkDevice(link, 1));
            assertThat(found.linkUp(fabric, link))
                    .as("link %s", fabric.linkName(link))
                    .isEqualTo(seen && truth.linkUp(fabric, link));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus:4x4", "mesh:5x3", "k-ary-n-tree:2,3", "irregular:16,3,seed=4", "mesh:20x1"})
    void everyDeviceOfAWholeFabricIsFoundByAWorkingRoute(String text) {
        Fabric fabric = FabricGenerators.parse(text);
        assertFindsTheTruth(fabric, Faults.none(), 1);
        assertThat(new Discovery(fabric, Faults.none())
                        .answerAll(new Random(2))
                        .sweep
                        .faults()
                        .isEmpty())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus:3x3", "mesh:3x3", "k-ary-n-tree:2,3"})
    void anyFailedLinkOrSwitchIsFoundOutByItsNeighboursAnswers(String text) {
        Fabric fabric = FabricGenerators.parse(text);
        int nic = fabric.nicDevice(0);
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (fabric.link(nic, fabric.attachedPort(nic)) != link) {
                assertFindsTheTruth(fabric, Faults.none().withLink(link), link);
            }
        }
        for (int device = 0; device < fabric.switchCount(); device++) {
            if (device != fabric.attachedSwitch(nic)) {
                assertFindsTheTruth(fabric, Faults.none().withDevice(device), device);
            }
        }
    }

    @Test
    void aSwitchThatDoesNotAnswerCountsAsFailedAndTheOthersAreStillFound() {
        Fabric fabric = FabricGenerators.parse("torus:3x3");
        Discovery discovery = new Discovery(fabric, Faults.none());
        int silent = fabric.peer(fabric.attachedSwitch(fabric.nicDevice(0)), 1);
        discovery.sweep.answered(discovery.asked.remove(), allUp(), discovery::ask);
        discovery.asked.remove(silent);
        discovery.sweep.silent(silent);
        discovery.answerAll(new Random(1));
        assertThat(discovery.sweep.switchesFound()).isEqualTo(8);
        assertThat(discovery.sweep.route(silent)).isNull();
        assertThat(discovery.sweep.faults()).isEqualTo(Faults.none().withDevice(silent));
    }

    private static long[] allUp() {
        return new long[] {-1, -1, -1, -1};
    }

    @Test
    void aSweepGoesOnFromItsEncodedStateAfterEveryAnswer() {
        Fabric fabric = FabricGenerators.parse("mesh:4x3");
        Faults truth = Faults.none().withLink(3).withDevice(7);
        Discovery discovery = new Discovery(fabric, truth);
        while (!discovery.asked.isEmpty()) {
            int device = discovery.asked.remove();
            long[] up = new long[Smp.PORT_MASK_WORDS];
            for (int port = 1; port <= fabric.portCount(device); port++) {
                up[0] |= truth.portUp(fabric, device, port) ? 1L << port - 1 : 0;
            }
            discovery.sweep.answered(device, up, discovery::ask);
            StateWriter out = new StateWriter();
            discovery.sweep.visit(out);
            discovery.sweep = new FabricDiscovery(fabric);
            StateReader in = new StateReader(out.toArray());
            discovery.sweep.visit(in);
            in.end();
        }
        assertThat(discovery.sweep.isComplete()).isTrue();
        assertThat(discovery.found()).isEqualTo(discovery.reachable());
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus:4x4", "mesh:5x3", "irregular:16,3,seed=4"})
    void updatesGoFromTheEndsOfTheFailedLinkOutwardsSwitchesBeforeNics(String text) {
        Fabric fabric = FabricGenerators.parse(text);
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (!fabric.isTrunk(link)) {
                continue;
            }
            Faults after = Faults.none().withLink(link);
            FabricDiscovery found = new Discovery(fabric, after).answerAll(new Random(link)).sweep;
            Reach ready = UpdateSequence.of(UpdateOrder.NEAR_TO_FAR, fabric, found, Faults.none(), after);
            assertOrder(fabric, ready, distances(fabric, after, link));
        }
    }

    private static void assertOrder(Fabric fabric, Reach ready, int[] distance) {
        List<Integer> switches = new ArrayList<>();
        for (int device = 0; device < fabric.switchCount(); device++) {
            switches.add(device);
        }
        switches.sort((a, b) ->
                distance[a] != distance[b] ? Integer.compare(distance[a], distance[b]) : Integer.compare(a, b));
        assertThat(ready.switches()).isEqualTo(switches);
        assertThat(ready.nics()).hasSize(fabric.nicCount());
        List<Integer> ofNics = ready.nics().stream()
                .map(nic -> distance[fabric.attachedSwitch(nic)])
                .toList();
        assertThat(ofNics).isSorted();
    }

    /** Switch to switch by the routing module's own search, the nearer end counting. */
    private static int[] distances(Fabric fabric, Faults faults, int link) {
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        int[] nearest = new int[fabric.switchCount()];
        int[] fromOther = new int[fabric.switchCount()];
        graph.distances(fabric.linkDevice(link, 0), nearest);
        graph.distances(fabric.linkDevice(link, 1), fromOther);
        for (int device = 0; device < nearest.length; device++) {
            nearest[device] = Math.min(nearest[device], fromOther[device]);
        }
        return nearest;
    }

    @Test
    void aSwitchThatCannotBeReachedIsNotUpdatedAndTheOneThatCameBackIsFirst() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        Faults dead = Faults.none().withDevice(10);
        FabricDiscovery without = new Discovery(fabric, dead).answerAll(new Random(1)).sweep;
        Reach failed = UpdateSequence.of(UpdateOrder.NEAR_TO_FAR, fabric, without, Faults.none(), dead);
        assertThat(failed.switches()).hasSize(15).doesNotContain(10);
        assertThat(failed.switches().subList(0, 4))
                .as("its neighbours at (2,2) first")
                .containsExactly(6, 9, 11, 14);
        assertThat(failed.nics()).hasSize(15);

        FabricDiscovery with = new Discovery(fabric, Faults.none()).answerAll(new Random(1)).sweep;
        Reach back = UpdateSequence.of(UpdateOrder.NEAR_TO_FAR, fabric, with, dead, Faults.none());
        assertThat(back.switches().subList(0, 5)).containsExactly(6, 9, 10, 11, 14);
    }
}
