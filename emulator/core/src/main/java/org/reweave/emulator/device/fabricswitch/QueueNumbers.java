package org.reweave.emulator.device.fabricswitch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.reweave.emulator.link.PortLanes;

/**
 * Numbers the input queues of a switch: those of the pair {@code port * lanes + lane} are {@code pair * q} to
 * {@code pair * q + q - 1}, for q queues per pair. With one queue per pair a queue has its pair's number.
 */
final class QueueNumbers {
    /** By kind of switch: a fabric has few. */
    private static final Map<Key, QueueNumbers> SHARED = new ConcurrentHashMap<>();

    private record Key(int ports, int lanes, int perPair) {}

    private final int perPair;
    private final int pairCount;
    private final PortLanes pairs;
    private final PortLanes queues;

    QueueNumbers(int ports, int lanes, int perPair) {
        this.perPair = perPair;
        this.pairCount = ports * lanes;
        this.pairs = PortLanes.of(lanes);
        this.queues = PortLanes.of(perPair);
    }

    /** The numbers of a switch: one object for all switches that are alike. */
    static QueueNumbers of(SwitchConfig config) {
        int ports = config.identity().plan().ports();
        SwitchParameters parameters = config.parameters();
        int perPair = parameters.queues().queues(ports, parameters.queueCount());
        return SHARED.computeIfAbsent(
                new Key(ports, parameters.lanes(), perPair),
                key -> new QueueNumbers(key.ports(), key.lanes(), key.perPair()));
    }

    /** Pairs of a port and a VL. */
    int pairs() {
        return pairCount;
    }

    /** Queues of each pair. */
    int perPair() {
        return perPair;
    }

    /** Queues of the switch. */
    int count() {
        return pairCount * perPair;
    }

    /** The first queue of a pair; those of the next pair begin behind the pair's own. */
    int first(int pair) {
        return pair * perPair;
    }

    /** The pair of a queue. */
    int pair(int queue) {
        return queues.port(queue);
    }

    /** The port of a queue, from 0. */
    int port(int queue) {
        return pairs.port(queues.port(queue));
    }

    /** The VL of a queue. */
    int lane(int queue) {
        return pairs.lane(queues.port(queue));
    }
}
