package org.reweave.emulator.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.reweave.emulator.link.Wiring;

/**
 * Divides devices into islands of neighbours. Results never depend on the partition, which decides only how many frames
 * are sent as messages between actors.
 */
public final class Partition {
    private Partition() {}

    /**
     * Islands grown breadth-first: each begins beside the ones before it, and a device draws in the neighbours that
     * only it leads to (its NICs) before any other.
     *
     * @param size devices per island; the last one may have fewer
     * @return device numbers by island, each ascending; every device once
     */
    public static List<List<Integer>> ofSize(Wiring wiring, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("island size " + size + " < 1");
        }
        List<Integer> order = growthOrder(wiring);
        List<List<Integer>> islands = new ArrayList<>();
        for (int from = 0; from < order.size(); from += size) {
            List<Integer> island = new ArrayList<>(order.subList(from, Math.min(from + size, order.size())));
            island.sort(null);
            islands.add(island);
        }
        return islands;
    }

    /** @param count islands of nearly equal size */
    public static List<List<Integer>> into(Wiring wiring, int count) {
        return ofSize(wiring, (wiring.devices() + count - 1) / count);
    }

    private static List<Integer> growthOrder(Wiring wiring) {
        List<Integer> order = new ArrayList<>();
        boolean[] seen = new boolean[wiring.devices()];
        for (int start = 0; start < wiring.devices(); start++) {
            if (!seen[start]) {
                grow(wiring, start, seen, order);
            }
        }
        return order;
    }

    private static void grow(Wiring wiring, int start, boolean[] seen, List<Integer> order) {
        Deque<Integer> next = new ArrayDeque<>();
        seen[start] = true;
        next.add(start);
        while (!next.isEmpty()) {
            int device = next.remove();
            order.add(device);
            for (int peer : wiring.peerDevice()[device]) {
                if (peer >= 0 && !seen[peer]) {
                    seen[peer] = true;
                    if (degree(wiring, peer) == 1) {
                        next.addFirst(peer);
                    } else {
                        next.addLast(peer);
                    }
                }
            }
        }
    }

    private static int degree(Wiring wiring, int device) {
        int degree = 0;
        for (int peer : wiring.peerDevice()[device]) {
            degree += peer >= 0 ? 1 : 0;
        }
        return degree;
    }
}
