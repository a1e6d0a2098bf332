package org.reweave.emulator.device.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.reconfig.manager.Reach;
import org.reweave.reconfig.spi.UpdateOrder;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.Sighting;
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
            this.sweep = new FabricDiscovery(fabric.deviceCount(), fabric.switchCount());
            int nic = fabric.nicDevice(0);
            sweep.start(nic, fabric.attachedPort(nic), fabric.attachedSwitch(nic), this::ask);
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
                sweep.answered(device, sighting(device), this::ask);
            }
            assertThat(sweep.isComplete()).isTrue();
            return this;
        }

        /** The answer of a device. */
        Sighting sighting(int device) {
            long[] neighbours = new long[fabric.portCount(device)];
            for (int port = 1; port <= neighbours.length; port++) {
                neighbours[port - 1] = truth.portUp(fabric, device, port)
                        ? Sighting.neighbour(fabric.peer(device, port), fabric.peerPort(device, port))
                        : Sighting.NONE;
            }
            return new Sighting(device, neighbours);
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
        Faults found = discovery.sweep.faults(FabricMap.of(fabric));
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
                        .faults(FabricMap.of(fabric))
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
        int first = discovery.asked.remove();
        discovery.sweep.answered(first, discovery.sighting(first), discovery::ask);
        discovery.asked.remove(silent);
        discovery.sweep.silent(silent);
        discovery.answerAll(new Random(1));
        assertThat(discovery.sweep.switchesFound()).isEqualTo(8);
        assertThat(discovery.sweep.route(silent)).isNull();
        assertThat(discovery.sweep.faults(FabricMap.of(fabric)))
                .isEqualTo(Faults.none().withDevice(silent));
    }

    @Test
    void aSweepGoesOnFromItsEncodedStateAfterEveryAnswer() {
        Fabric fabric = FabricGenerators.parse("mesh:4x3");
        Faults truth = Faults.none().withLink(3).withDevice(7);
        Discovery discovery = new Discovery(fabric, truth);
        while (!discovery.asked.isEmpty()) {
            int device = discovery.asked.remove();
            discovery.sweep.answered(device, discovery.sighting(device), discovery::ask);
            StateWriter out = new StateWriter();
            discovery.sweep.visit(out);
            discovery.sweep = new FabricDiscovery(fabric.deviceCount(), fabric.switchCount());
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
            Reach ready = UpdateSequence.of(UpdateOrder.NEAR_TO_FAR, FabricMap.of(fabric), found, Faults.none(), after);
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
        Reach failed = UpdateSequence.of(UpdateOrder.NEAR_TO_FAR, FabricMap.of(fabric), without, Faults.none(), dead);
        assertThat(failed.switches()).hasSize(15).doesNotContain(10);
        assertThat(failed.switches().subList(0, 4))
                .as("its neighbours at (2,2) first")
                .containsExactly(6, 9, 11, 14);
        assertThat(failed.nics()).hasSize(15);

        FabricDiscovery with = new Discovery(fabric, Faults.none()).answerAll(new Random(1)).sweep;
        Reach back = UpdateSequence.of(UpdateOrder.NEAR_TO_FAR, FabricMap.of(fabric), with, dead, Faults.none());
        assertThat(back.switches().subList(0, 5)).containsExactly(6, 9, 10, 11, 14);
    }

    /** The cables of the truth are all that answers can tell of: the map plays no part in where questions go. */
    @Test
    void whatNobodyPlannedIsFoundByAnswersAndCorrectsTheMap() {
        Fabric wired = FabricGenerators.parse("irregular:16,3,seed=4");
        for (int seed = 1; seed < 20; seed++) {
            Fabric plan = FabricGenerators.parse("irregular:16,3,seed=" + (4 + seed));
            FabricMap map = FabricMap.planned(wired, plan);
            Discovery discovery = new Discovery(wired, Faults.none()).answerAll(new Random(seed));
            FabricMap corrected = map.with(discovery.sweep.sightings());
            assertThat(cables(corrected.forEngines())).containsAll(cables(wired));
            Faults faults = discovery.sweep.faults(corrected);
            assertThat(faults.deviceCount()).isZero();
            for (int link = 0; link < corrected.linkCount(); link++) {
                assertThat(corrected.linkUp(faults, link))
                        .isEqualTo(cables(wired).contains(cable(corrected.forEngines(), link)));
            }
        }
    }

    private static Set<String> cables(Fabric fabric) {
        Set<String> all = new TreeSet<>();
        for (int link = 0; link < fabric.linkCount(); link++) {
            all.add(cable(fabric, link));
        }
        return all;
    }

    private static String cable(Fabric fabric, int link) {
        return Stream.of(0, 1)
                .map(end -> fabric.portName(fabric.linkDevice(link, end), fabric.linkPort(link, end)))
                .sorted()
                .collect(Collectors.joining("-"));
    }

    @Test
    void theSwitchBehindTheManagersNicIsTheOneThatAnswersWhoeverWasExpected() {
        Fabric fabric = FabricGenerators.parse("torus:3x3");
        int nic = fabric.nicDevice(0);
        FabricDiscovery sweep = new FabricDiscovery(fabric.deviceCount(), fabric.switchCount());
        List<Integer> asked = new ArrayList<>();
        sweep.start(nic, fabric.attachedPort(nic), 5, (device, route) -> asked.add(device));
        Discovery truth = new Discovery(fabric, Faults.none());
        int behind = fabric.attachedSwitch(nic);
        sweep.answered(5, truth.sighting(behind), (device, route) -> asked.add(device));
        assertThat(sweep.route(behind)).containsExactly(fabric.attachedPort(nic));
        assertThat(sweep.switchesFound()).isOne();
        assertThat(asked.subList(1, asked.size()))
                .as("the neighbours of the switch that answered")
                .allMatch(device -> IntStream.rangeClosed(1, fabric.portCount(behind))
                        .anyMatch(port -> fabric.peer(behind, port) == device));
    }
}
