package org.reweave.reconfig.explore;

/**
 * Which packets behind a channel are at the front of a queue. With several queues behind a channel the packets are kept
 * in the order of arrival all the same, and a packet is a head if none before it waits in the same queue. A packet
 * whose way is to be chosen again waits by its destination until then.
 */
final class QueueHeads {
    private static final int QUEUES_BY_DESTINATION = 2;

    private final World world;
    private final Queueing queueing;

    QueueHeads(Model model, World world) {
        this.world = world;
        this.queueing = model.bounds().queueing();
    }

    boolean areSeveral() {
        return queueing != Queueing.FIFO;
    }

    /** The place of the next head behind a channel, at {@code from} or later; -1 = there is none. */
    int next(int channel, int from) {
        long queue = world.inputs[channel];
        for (int place = from; place < Queues.size(queue); place++) {
            if (before(queue, place) < 0) {
                return place;
            }
        }
        return -1;
    }

    /** The place of the packet before one in its queue, among all packets behind a channel; -1 = there is none. */
    int before(long queue, int place) {
        int number = number(Queues.get(queue, place) - 1);
        for (int before = place - 1; before >= 0; before--) {
            if (!areSeveral() || number(Queues.get(queue, before) - 1) == number) {
                return before;
            }
        }
        return -1;
    }

    /** Outputs count from 1, so that queues by destination come below them. */
    private int number(int packet) {
        if (queueing == Queueing.VIRTUAL_OUTPUT && world.ways[packet] > 0) {
            return world.fromPort(world.way[packet * World.WAYS]);
        }
        int device = world.destinationDevice(packet);
        int lid = world.fabric.nicLid(device, world.fabric.attachedPort(device));
        return -lid % QUEUES_BY_DESTINATION;
    }
}
