package org.reweave.emulator.actor;

import java.util.Arrays;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.Scenario;

/**
 * Predicts what an actor a device costs, as a multiple of the sequential driver's processor time.
 *
 * <p>The sequential driver's cost is taken as one for each packet at each device on its way, flits being a cycle long.
 * Actors add to that what the packet's records cost as parts of frames; and for each switch, as often as the shortest
 * of its links makes it wait, a wake-up, with packets or without. So short links and little traffic make actors dear.
 * NICs sleep until they have something to do, which is part of a packet's cost. How the two costs were measured, and
 * how to measure them again: emulator/docs/performance.md.
 */
public final class ActorCost {
    /** Above this multiple a run has an island per thread by default. */
    public static final double MOST = 3;

    private static final double RECORDS_OF_A_PACKET = 1.3;
    private static final double WAKE = 0.35;
    private static final int SAMPLED = 16; // devices from which distances are measured

    private ActorCost() {}

    /** What a run with an actor a device is predicted to cost; infinite without traffic. */
    public static double ofDeviceEach(Network network) {
        return 1 + RECORDS_OF_A_PACKET + WAKE * wakeUpsPerCycle(network.wiring()) / packetsPerCycle(network);
    }

    private static double wakeUpsPerCycle(Wiring wiring) {
        double sum = 0;
        for (int device = 0; device < wiring.devices(); device++) {
            int links = 0;
            int shortest = Integer.MAX_VALUE - Device.MIN_REACTION;
            for (int port = 0; port < wiring.ports(device); port++) {
                if (wiring.peerDevice()[device][port] >= 0) {
                    links++;
                    shortest = Math.min(shortest, wiring.latency()[device][port]);
                }
            }
            sum += links > 1 ? 1.0 / (shortest + Device.MIN_REACTION) : 0; // one link: a NIC
        }
        return sum;
    }

    /** Packets that come to a device in a cycle, over all devices; a trace counts as a tenth of what links carry. */
    private static double packetsPerCycle(Network network) {
        Scenario scenario = network.resolved().scenario();
        double load = scenario.traffic().trace().isPresent()
                ? 0.1
                : scenario.traffic().load();
        double sent = network.fabric().nicCount() * load / scenario.nics().packetFlits();
        return sent * (1 + meanDistance(network.wiring()));
    }

    /** Mean number of links between two devices. */
    private static double meanDistance(Wiring wiring) {
        int devices = wiring.devices();
        int[] distance = new int[devices];
        int[] queue = new int[devices];
        double sum = 0;
        long pairs = 0;
        for (int from = 0; from < devices; from += Math.max(1, devices / SAMPLED)) {
            Arrays.fill(distance, -1);
            distance[from] = 0;
            queue[0] = from;
            int tail = 1;
            for (int head = 0; head < tail; head++) {
                for (int peer : wiring.peerDevice()[queue[head]]) {
                    if (peer >= 0 && distance[peer] < 0) {
                        distance[peer] = distance[queue[head]] + 1;
                        sum += distance[peer];
                        queue[tail++] = peer;
                    }
                }
            }
            pairs += tail - 1;
        }
        return pairs == 0 ? 0 : sum / pairs;
    }
}
