package org.reweave.emulator.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.link.Wiring;

/** Parts of networks whose smallest cuts are known, and of random ones. */
class PartsByLoadTest {
    /** @param links pairs of devices, each with a latency */
    private static Wiring wiring(int devices, List<int[]> links) {
        List<List<int[]>> ends = new ArrayList<>();
        for (int device = 0; device < devices; device++) {
            ends.add(new ArrayList<>());
        }
        for (int[] link : links) {
            int port = ends.get(link[0]).size();
            int peerPort = ends.get(link[1]).size();
            ends.get(link[0]).add(new int[] {link[1], peerPort, link[2]});
            ends.get(link[1]).add(new int[] {link[0], port, link[2]});
        }
        int[][] peers = new int[devices][];
        int[][] peerPorts = new int[devices][];
        int[][] latency = new int[devices][];
        for (int device = 0; device < devices; device++) {
            peers[device] = ends.get(device).stream().mapToInt(end -> end[0]).toArray();
            peerPorts[device] =
                    ends.get(device).stream().mapToInt(end -> end[1]).toArray();
            latency[device] = ends.get(device).stream().mapToInt(end -> end[2]).toArray();
        }
        return new Wiring(peers, peerPorts, latency);
    }

    private static List<int[]> grid(int columns, int rows) {
        List<int[]> links = new ArrayList<>();
        for (int device = 0; device < columns * rows; device++) {
            if (device % columns < columns - 1) {
                links.add(new int[] {device, device + 1, 10});
            }
            if (device + columns < columns * rows) {
                links.add(new int[] {device, device + columns, 10});
            }
        }
        return links;
    }

    private static int[] parts(Wiring wiring, int... shares) {
        return Partition.parts(
                wiring, IntStream.range(0, wiring.devices()).mapToObj(List::of).toList(), shares);
    }

    private static long cut(List<int[]> links, int[] partOf) {
        return links.stream().filter(link -> partOf[link[0]] != partOf[link[1]]).count();
    }

    @Test
    void aLongGridIsCutAcrossItsShortSide() {
        List<int[]> links = grid(40, 6);

        assertThat(cut(links, parts(wiring(240, links), 1, 1))).isEqualTo(6);
        assertThat(cut(links, parts(wiring(240, links), 1, 1, 1))).isLessThanOrEqualTo(16);
    }

    @Test
    void ofTwoCutsTheOneThroughLongLinksIsTaken() {
        List<int[]> links = grid(16, 4);
        links.forEach(link -> link[2] = link[0] % 16 == 7 && link[1] % 16 == 8 ? 50 : 2);

        int[] partOf = parts(wiring(64, links), 1, 1);

        assertThat(links).filteredOn(link -> partOf[link[0]] != partOf[link[1]]).allMatch(link -> link[2] == 50);
    }

    @Test
    void partsOfRandomNetworksHaveTheirSharesOfTheLoadAndAreTheSameEachTime() {
        for (int seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int devices = 100 + random.nextInt(200);
            List<int[]> links = new ArrayList<>();
            for (int device = 1; device < devices; device++) {
                links.add(new int[] {random.nextInt(device), device, 1 + random.nextInt(20)});
            }
            for (int more = 0; more < devices; more++) {
                int from = random.nextInt(devices - 1);
                links.add(new int[] {from, from + 1 + random.nextInt(devices - 1 - from), 1 + random.nextInt(20)});
            }
            Wiring wiring = wiring(devices, links);
            int[] shares = {1, 3, 2};

            int[] partOf = parts(wiring, shares);

            long[] load = new long[shares.length];
            for (int device = 0; device < devices; device++) {
                load[partOf[device]] += wiring.ports(device);
            }
            long all = Arrays.stream(load).sum();
            for (int part = 0; part < shares.length; part++) {
                assertThat((double) load[part] * 6 / all / shares[part])
                        .as("seed %d, part %d, beside its share", seed, part)
                        .isBetween(0.85, 1.15);
            }
            assertThat(parts(wiring, shares)).as("seed %d", seed).isEqualTo(partOf);
        }
    }

    @Test
    void islandsOfAPartAreTogetherAndHaveEveryDeviceOnce() {
        Wiring wiring = wiring(240, grid(40, 6));

        List<List<Integer>> islands = Partition.islands(wiring, new int[] {2, 1});

        assertThat(islands).hasSize(3);
        assertThat(islands.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 240).boxed().toList());
        assertThat(islands.get(2).size()).isBetween(70, 90);
    }
}
