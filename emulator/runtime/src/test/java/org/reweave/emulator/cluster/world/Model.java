package org.reweave.emulator.cluster.world;

import java.util.ArrayList;
import java.util.List;

/**
 * The emulation behind a world's protocols: devices in a ring, each of which takes one message from either neighbour
 * for each cycle. Messages carry no numbers, so a protocol that loses or repeats one changes every later fingerprint.
 */
final class Model {
    static final int DEVICES = 6;

    /** Cycles from cut to cut. */
    static final int INTERVAL = 2;

    /** Cuts that devices may be ahead of the last one that was accepted. */
    static final int DELAY = 2;

    private Model() {}

    static long mix(long... values) {
        long hash = 0x9E3779B97F4A7C15L;
        for (long value : values) {
            hash = (hash ^ value) * 0xBF58476D1CE4E5B9L;
            hash ^= hash >>> 29;
        }
        return hash;
    }

    static int left(int device) {
        return (device + DEVICES - 1) % DEVICES;
    }

    static int right(int device) {
        return (device + 1) % DEVICES;
    }

    static List<Long> states(long seed) {
        List<Long> states = new ArrayList<>();
        for (int device = 0; device < DEVICES; device++) {
            states.add(mix(seed, device));
        }
        return states;
    }

    /** The message of a device for a neighbour, in the cycle in which the device has this state. */
    static long message(long state, int to) {
        return mix(state, to);
    }

    static long next(long state, long fromLeft, long fromRight) {
        return mix(state, fromLeft, fromRight);
    }

    static String fingerprint(List<Long> states) {
        return Long.toHexString(mix(states.stream().mapToLong(Long::longValue).toArray()));
    }

    /** Fingerprints of all cuts of a run in one process, by number less one. */
    static List<String> undisturbed(List<Long> first, int cuts) {
        List<Long> states = first;
        List<String> fingerprints = new ArrayList<>();
        for (int cycle = 1; cycle <= cuts * INTERVAL; cycle++) {
            List<Long> next = new ArrayList<>();
            for (int device = 0; device < DEVICES; device++) {
                next.add(next(
                        states.get(device),
                        message(states.get(left(device)), device),
                        message(states.get(right(device)), device)));
            }
            states = next;
            if (cycle % INTERVAL == 0) {
                fingerprints.add(fingerprint(states));
            }
        }
        return fingerprints;
    }

    /** The node that hosts a device. */
    static int nodeOf(int device, int nodes) {
        return device * nodes / DEVICES;
    }
}
