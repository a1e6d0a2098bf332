package org.reweave.emulator.benchmarks;

import java.util.Arrays;

/**
 * The model of {@link SizeBenchmark} as a plain loop over events: a k x k torus of virtual cut-through switches with a
 * NIC each, dimension-order routing with a dateline for each ring, credits, round-robin arbitration, uniform traffic,
 * and sums of latencies. It has no faults, tables, control packets, logs, cuts or checkpoints: its cost is the limit
 * for an emulator of this model in this language.
 *
 * <p>Everything that is kept of a switch and its NIC lies in one run of words, and all runs in one array.
 */
final class PlainTorus {
    private static final int LANES = 2;
    private static final int NIC_PORT = 4; // after +x, -x, +y, -y
    private static final int PORTS = 5;
    private static final int QUEUES = PORTS * LANES;
    private static final int INJECTION = QUEUES; // output of the NIC; the switch's outputs come before it
    private static final int OUTPUTS = QUEUES + 1;
    private static final int DEPTH = 4; // packets of an input queue

    // the words of a node: its input queues, its outputs, its links, and the packets that wait in its NIC
    private static final int SIZE = 0; // of a queue; its packets follow
    private static final int QUEUE_WORDS = 1 + DEPTH;
    private static final int CREDITS = 0; // of an output, and next to it
    private static final int ASKING = 1; // queues whose head asks for the output, as bits
    private static final int TURN = 2; // the queue after which the output looks first
    private static final int OUTPUT_WORDS = 3;
    private static final int OUTPUT = QUEUES * QUEUE_WORDS;
    private static final int LINK = OUTPUT + OUTPUTS * OUTPUT_WORDS; // cycles at which links are free
    private static final int AWAITED = LINK + PORTS + 1; // links whose end is an event, as bits
    private static final int TOUCHED = AWAITED + 1; // links to look at in this cycle, as bits
    private static final int LANE_TURN = TOUCHED + 1; // of each link, as bits
    private static final int FIRST = LANE_TURN + 1; // packet that waits in the NIC; -1 = none
    private static final int LAST = FIRST + 1;
    private static final int NODE_WORDS = (LAST + 1 + 15) / 16 * 16;

    // the words of a packet
    private static final int DESTINATION = 0;
    private static final int GENERATED = 1;
    private static final int TAIL = 2; // cycle at which the last flit comes
    private static final int NEXT = 3;
    private static final int PACKET_WORDS = 4;

    // kinds of events; an event is kind << 28 | node << 4 | queue, output or link, and a word more
    private static final int GENERATE = 0;
    private static final int ARRIVE = 1;
    private static final int RELEASE = 2;
    private static final int CREDIT = 3;
    private static final int LINK_FREE = 4;
    private static final int WHEEL = 256; // cycles, a power of two

    private final int side;
    private final int flits;
    private final int hop; // cycles from a grant to the head's request at the next switch
    private final double load;
    private final int[] nodes;
    private final int[][] events = new int[WHEEL][64];
    private final int[] eventWords = new int[WHEEL];
    private int[] packets = new int[1024];
    private int freePacket = -1;
    private int usedPackets;
    private int[] touched = new int[64];
    private int touchedNodes;
    private long random = 0x9E3779B97F4A7C15L;
    private int now;
    private long visits;
    private long delivered;
    private long latency;

    /**
     * @param side of the square, at most 4,096
     * @param load flits a cycle and NIC
     * @param hop cycles from a grant to the head's request at the next switch, link and routing included
     */
    PlainTorus(int side, double load, int flits, int hop) {
        this.side = side;
        this.load = load;
        this.flits = flits;
        this.hop = hop;
        this.nodes = new int[side * side * NODE_WORDS];
        for (int node = 0; node < side * side; node++) {
            int at = node * NODE_WORDS;
            nodes[at + FIRST] = -1;
            for (int output = 0; output < OUTPUTS; output++) {
                nodes[at + OUTPUT + output * OUTPUT_WORDS + CREDITS] = DEPTH;
            }
            add(gap(), GENERATE, node, 0, 0);
        }
    }

    /** Packets at devices, NICs included, so far. */
    long visits() {
        return visits;
    }

    /** Packets that have come to their NICs so far. */
    long delivered() {
        return delivered;
    }

    /** Mean cycles of the delivered packets from generation to the last flit. */
    double meanLatency() {
        return (double) latency / delivered;
    }

    /** Does everything before a cycle. */
    void run(int to) {
        for (; now < to; now++) {
            int slot = now & WHEEL - 1;
            int[] due = events[slot];
            int words = eventWords[slot];
            eventWords[slot] = 0;
            for (int i = 0; i < words; i += 2) {
                treat(due[i] >>> 28, due[i] >>> 4 & 0xffffff, due[i] & 15, due[i + 1]);
            }
            for (int i = 0; i < touchedNodes; i++) {
                settle(touched[i]);
            }
            touchedNodes = 0;
        }
    }

    private void treat(int kind, int node, int index, int word) {
        int at = node * NODE_WORDS;
        switch (kind) {
            case GENERATE -> generate(node, at, word);
            case ARRIVE -> arrive(node, at, index, word);
            case RELEASE -> release(node, at, index);
            case CREDIT -> {
                nodes[at + OUTPUT + index * OUTPUT_WORDS + CREDITS]++;
                touch(node, at, index / LANES);
            }
            default -> {
                nodes[at + AWAITED] &= ~(1 << index);
                touch(node, at, index);
            }
        }
    }

    private void add(int cycle, int kind, int node, int index, int word) {
        if (cycle - now >= WHEEL) { // only packets to be generated: they are looked at again
            add(now + WHEEL - 1, kind, node, index, cycle - (now + WHEEL - 1));
            return;
        }
        int slot = cycle & WHEEL - 1;
        int size = eventWords[slot];
        if (size == events[slot].length) {
            events[slot] = Arrays.copyOf(events[slot], 2 * size);
        }
        events[slot][size] = kind << 28 | node << 4 | index;
        events[slot][size + 1] = word;
        eventWords[slot] = size + 2;
    }

    private long draw() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return random;
    }

    private int gap() {
        double uniform = ((draw() >>> 11) + 1) * 0x1.0p-53;
        return 1 + (int) Math.min(1 << 24, Math.log(uniform) / Math.log1p(-load / flits));
    }

    private void generate(int node, int at, int later) {
        if (later > 0) {
            add(now + later, GENERATE, node, 0, 0);
            return;
        }
        int others = side * side - 1;
        int destination = (int) Long.remainderUnsigned(draw(), others);
        int packet = freePacket;
        if (packet >= 0) {
            freePacket = packets[packet + NEXT];
        } else {
            packet = usedPackets++ * PACKET_WORDS;
            if (packet == packets.length) {
                packets = Arrays.copyOf(packets, 2 * packet);
            }
        }
        packets[packet + DESTINATION] = destination < node ? destination : destination + 1;
        packets[packet + GENERATED] = now;
        packets[packet + TAIL] = now;
        packets[packet + NEXT] = -1;
        if (nodes[at + FIRST] < 0) {
            nodes[at + FIRST] = packet;
        } else {
            packets[nodes[at + LAST] + NEXT] = packet;
        }
        nodes[at + LAST] = packet;
        visits++;
        touch(node, at, PORTS);
        add(now + gap(), GENERATE, node, 0, 0);
    }

    private void arrive(int node, int at, int queue, int packet) {
        int place = at + queue * QUEUE_WORDS;
        int size = nodes[place + SIZE]++;
        nodes[place + 1 + size] = packet;
        visits++;
        if (size == 0) {
            ask(node, at, queue);
        }
    }

    /** The head of a queue asks for its output. */
    private void ask(int node, int at, int queue) {
        int destination = packets[nodes[at + queue * QUEUE_WORDS + 1] + DESTINATION];
        int output = NIC_PORT * LANES;
        int x = steps(node % side, destination % side);
        int y = steps(node / side, destination / side);
        if (x != 0) {
            output = turn(queue, x > 0 ? 0 : 1, node % side);
        } else if (y != 0) {
            output = turn(queue, y > 0 ? 2 : 3, node / side);
        }
        nodes[at + OUTPUT + output * OUTPUT_WORDS + ASKING] |= 1 << queue;
        touch(node, at, output / LANES);
    }

    private int steps(int from, int to) {
        int up = to - from + (to < from ? side : 0);
        return 2 * up <= side ? up : up - side;
    }

    /** The output of a port: its second lane from the link between the last and the first node of a ring on. */
    private int turn(int queue, int port, int coordinate) {
        boolean crosses = coordinate == (port % 2 == 0 ? side - 1 : 0);
        boolean crossed = queue / LANES == (port ^ 1) && queue % LANES == 1;
        return port * LANES + (crosses || crossed ? 1 : 0);
    }

    /** A queue's head has left: its place goes back to the sender, and the next packet asks. */
    private void release(int node, int at, int queue) {
        int place = at + queue * QUEUE_WORDS;
        int size = --nodes[place + SIZE];
        for (int i = 1; i <= size; i++) {
            nodes[place + i] = nodes[place + i + 1];
        }
        int port = queue / LANES;
        int sender = port == NIC_PORT ? node : neighbour(node, port);
        int output = port == NIC_PORT ? INJECTION : (port ^ 1) * LANES + queue % LANES;
        add(now + 2, CREDIT, sender, output, 0);
        if (size > 0) {
            ask(node, at, queue);
        }
    }

    private int neighbour(int node, int port) {
        int x = node % side;
        int y = node / side;
        return switch (port) {
            case 0 -> y * side + (x + 1 == side ? 0 : x + 1);
            case 1 -> y * side + (x == 0 ? side - 1 : x - 1);
            case 2 -> (y + 1 == side ? 0 : y + 1) * side + x;
            default -> (y == 0 ? side - 1 : y - 1) * side + x;
        };
    }

    private void touch(int node, int at, int link) {
        if (nodes[at + TOUCHED] == 0) {
            if (touchedNodes == touched.length) {
                touched = Arrays.copyOf(touched, 2 * touchedNodes);
            }
            touched[touchedNodes++] = node;
        }
        nodes[at + TOUCHED] |= 1 << link;
    }

    private void settle(int node) {
        int at = node * NODE_WORDS;
        for (int links = nodes[at + TOUCHED]; links != 0; links &= links - 1) {
            int link = Integer.numberOfTrailingZeros(links);
            if (!waits(at, link)) {
                continue;
            }
            if (nodes[at + LINK + link] <= now) {
                boolean sent = link == PORTS ? inject(node, at) : grant(node, at, link);
                if (!sent || !waits(at, link)) {
                    continue; // without credits, or with nothing more to send
                }
            }
            if ((nodes[at + AWAITED] & 1 << link) == 0) {
                nodes[at + AWAITED] |= 1 << link;
                add(nodes[at + LINK + link], LINK_FREE, node, link, 0);
            }
        }
        nodes[at + TOUCHED] = 0;
    }

    private boolean waits(int at, int link) {
        if (link == PORTS) {
            return nodes[at + FIRST] >= 0;
        }
        int output = at + OUTPUT + link * LANES * OUTPUT_WORDS + ASKING;
        return (nodes[output] | nodes[output + OUTPUT_WORDS]) != 0;
    }

    private boolean inject(int node, int at) {
        int credits = at + OUTPUT + INJECTION * OUTPUT_WORDS + CREDITS;
        if (nodes[credits] == 0) {
            return false;
        }
        nodes[credits]--;
        int packet = nodes[at + FIRST];
        nodes[at + FIRST] = packets[packet + NEXT];
        nodes[at + LINK + PORTS] = now + flits;
        packets[packet + TAIL] = now + hop + flits - 1;
        add(now + hop, ARRIVE, node, NIC_PORT * LANES, packet);
        return true;
    }

    /** A link takes the head of a queue, lanes and queues in turns. */
    private boolean grant(int node, int at, int link) {
        int lane = nodes[at + LANE_TURN] >>> link & 1;
        for (int i = 0; i < LANES; i++, lane ^= 1) {
            int output = link * LANES + lane;
            int words = at + OUTPUT + output * OUTPUT_WORDS;
            int asking = nodes[words + ASKING];
            if (asking != 0 && nodes[words + CREDITS] > 0) {
                int later = asking & -2 << nodes[words + TURN];
                int queue = Integer.numberOfTrailingZeros(later != 0 ? later : asking);
                nodes[words + ASKING] = asking & ~(1 << queue);
                nodes[words + TURN] = queue;
                nodes[at + LANE_TURN] = nodes[at + LANE_TURN] & ~(1 << link) | (lane ^ 1) << link;
                nodes[at + LINK + link] = now + flits;
                send(node, at, queue, output);
                return true;
            }
        }
        return false;
    }

    private void send(int node, int at, int queue, int output) {
        int packet = nodes[at + queue * QUEUE_WORDS + 1];
        add(Math.max(now + flits, packets[packet + TAIL] + 1), RELEASE, node, queue, 0);
        int port = output / LANES;
        if (port == NIC_PORT) {
            deliver(packet);
        } else {
            nodes[at + OUTPUT + output * OUTPUT_WORDS + CREDITS]--;
            packets[packet + TAIL] = now + hop + flits - 1;
            add(now + hop, ARRIVE, neighbour(node, port), (port ^ 1) * LANES + output % LANES, packet);
        }
    }

    private void deliver(int packet) {
        visits++;
        delivered++;
        latency += now + 2 + flits - 1 - packets[packet + GENERATED];
        packets[packet + NEXT] = freePacket;
        freePacket = packet;
    }
}
