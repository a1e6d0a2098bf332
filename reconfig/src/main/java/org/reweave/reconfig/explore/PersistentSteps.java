package org.reweave.reconfig.explore;

import java.util.Set;
import org.reweave.reconfig.explore.Step.Kind;
import org.reweave.reconfig.manager.ManagerState.Phase;
import org.reweave.reconfig.spi.ManagerTimer;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Reduction;

/**
 * Partial-order reduction: in place of all steps from a state a persistent set of them is explored (P. Godefroid,
 * "Partial-Order Methods for the Verification of Concurrent Systems", LNCS 1032, chapter 4). No step outside of the set
 * that is taken before one in the set has another outcome before than after that step, so that every end of a run, and
 * every step that breaks a promise, is found all the same.
 *
 * <p>The set is closed over packets and over devices that an SMP is under way to:
 *
 * <ul>
 *   <li>with a packet the SMPs to its switch, and the packets before it in its queue;
 *   <li>with a packet that has ways the packets that are or may come into the input queues that it may go to, which
 *       give or take their room, and the packets that may come into its own queue, which have room when it has left;
 *   <li>with a packet that is not injected the SMPs to its NIC, and the packets that are injected before it;
 *   <li>with a packet the others from its NIC to its destination, where the order of packets is judged;
 *   <li>with an SMP to a switch the packets that are or may come there, and with an SMP to a NIC its next packet.
 * </ul>
 *
 * <p>This is used with one queue for each input port and VL, when no link and no message can be lost any more, and the
 * manager knows of all links that are down: then only SMPs that are under way change a device
 * ({@link Reduction#TABLES_ALONE}). Before tables are sent, the manager's own step is a persistent set.
 */
final class PersistentSteps {
    private static final int PATIENCE = 1 << ManagerTimer.PATIENCE.ordinal();

    private final World world;
    private final Onward onward;
    private final boolean isDeclared;
    private final boolean managerReadsPackets; // what is judged in the manager's steps does
    private final int[] flow; // by packet: packets that must not come out in another order, a bit each
    private final int slots;
    private final int[] channel; // by packet: behind which it is in the fabric; -1 = none
    private final int[] ahead; // by packet: packets before it in its queue, a bit each
    private final long[] reach; // by packet: switches where it is or may come to
    private int packets; // of the set, a bit each
    private long devices; // of the set, a bit each
    private int openPackets; // of these, that others may have to follow
    private long openDevices;

    PersistentSteps(Model model, World world, Onward onward, Set<Promise> promises) {
        this.world = world;
        this.onward = onward;
        this.isDeclared = model.reduction() == Reduction.TABLES_ALONE
                && model.bounds().losses()
                                + model.bounds().haste()
                                + model.bounds().outputSlots()
                        == 0
                && model.bounds().queueing() == Queueing.FIFO;
        this.managerReadsPackets =
                promises.contains(Promise.TABLES_TO_EMPTY_FABRIC) || promises.contains(Promise.DRAINED_IS_EMPTY);
        this.flow = new int[world.fate.length];
        for (int packet = 0; packet < flow.length && promises.contains(Promise.ORDER); packet++) {
            for (int other = 0; other < flow.length; other++) {
                boolean isSame = world.packets.get(other).equals(world.packets.get(packet));
                flow[packet] |= isSame && other != packet ? 1 << other : 0;
            }
        }
        this.slots = model.bounds().inputSlots();
        this.channel = new int[world.fate.length];
        this.ahead = new int[world.fate.length];
        this.reach = new long[world.fate.length];
    }

    /**
     * Leaves the smallest persistent set that is found.
     *
     * @param news whether the manager will look at the fabric again
     * @return whether any step is left out
     */
    boolean reduce(Steps steps, boolean news) {
        if (!isDeclared || steps.count() < 2 || !isCalm()) {
            return false;
        }
        Phase phase = world.desk.manager.phase();
        if (phase == Phase.COMPUTING || phase == Phase.IDLE && news) {
            return world.desk.smps.count() == 0 && !managerReadsPackets && steps.keepOnly(PersistentSteps::isOfManager);
        }
        if (news || world.desk.manager.known() != world.linksDown || !locate()) {
            return false;
        }
        return keepSmallest(steps);
    }

    /** Whether nothing but packets, SMPs that are under way, and the manager's next step can change anything. */
    private boolean isCalm() {
        return world.faultsLeft == 0
                && (world.recoveriesLeft == 0 || world.linksDown == 0)
                && (world.desk.timers & ~PATIENCE) == 0
                && world.desk.reports.count() == 0
                && (world.desk.manager.phase() != Phase.UPDATING
                        || !world.desk.manager.hasReasonToLook() && world.desk.manager.silentNics() == 0);
    }

    private static boolean isOfManager(int step) {
        return Step.kind(step) == Kind.DETECT || Step.kind(step) == Kind.COMPUTE;
    }

    // ---- where packets are and may come to ----

    /** Notes where packets are; returns false where an agent holds one. */
    private boolean locate() {
        for (int packet = 0; packet < channel.length; packet++) {
            channel[packet] = -1;
            ahead[packet] = 0;
            reach[packet] = world.fate[packet] == Fate.WAITING
                    ? onward.all(packet, world.fabric.attachedSwitch(world.sourceDevice(packet)))
                    : 0;
        }
        for (int behind = 0; behind < world.inputs.length; behind++) {
            int before = 0;
            for (long rest = world.inputs[behind]; rest != 0; rest = Queues.withoutFirst(rest)) {
                int packet = Queues.get(rest, 0) - 1;
                int here = world.to(behind);
                if (world.ways[packet] == World.HELD) {
                    return false;
                }
                channel[packet] = behind;
                ahead[packet] = before;
                before |= 1 << packet;
                reach[packet] = world.ways[packet] > 0 ? 1L << here | onward.byWays(packet) : onward.all(packet, here);
            }
        }
        return true;
    }

    /** Whether a packet may come into an input queue that it is not in now. */
    private boolean mayEnter(int packet, int queue) {
        int from = world.from(queue);
        int there = world.to(queue);
        if (!world.fabric.isSwitch(from) || (reach[packet] >>> from & 1) == 0) {
            return false;
        }
        boolean isRoutedThere = channel[packet] >= 0 && world.to(channel[packet]) == from && world.ways[packet] > 0;
        if (isRoutedThere && (onward.byWays(packet) >>> from & 1) == 0) {
            return hasWay(packet, queue);
        }
        return (onward.next(packet, from) >>> there & 1) != 0;
    }

    private boolean hasWay(int packet, int queue) {
        for (int i = 0; i < world.ways[packet]; i++) {
            if (world.way[packet * World.WAYS + i] == queue) {
                return true;
            }
        }
        return false;
    }

    // ---- sets ----

    private boolean keepSmallest(Steps steps) {
        int bestPackets = 0;
        long bestDevices = 0;
        int least = steps.count();
        int seeds = channel.length + world.desk.smps.count();
        for (int seed = 0; seed < seeds && least > 1; seed++) {
            begin(seed);
            close();
            int size = size(steps);
            if (size > 0 && size < least) {
                least = size;
                bestPackets = packets;
                bestDevices = devices;
            }
        }
        if (least == steps.count()) {
            return false;
        }
        packets = bestPackets;
        devices = bestDevices;
        return steps.keepOnly(this::isInSet);
    }

    /** Begins with a packet in the fabric, or with an SMP. */
    private void begin(int seed) {
        packets = 0;
        devices = 0;
        openPackets = 0;
        openDevices = 0;
        if (seed >= channel.length) {
            addDevice(world.desk.smps.device(seed - channel.length));
        } else if (channel[seed] >= 0) {
            addPackets(1 << seed);
        }
    }

    private void addPackets(int more) {
        openPackets |= more & ~packets;
        packets |= more;
    }

    private void addDevice(int device) {
        if (world.desk.smps.isFor(device)) {
            openDevices |= 1L << device & ~devices;
            devices |= 1L << device;
        }
    }

    private void close() {
        while (openPackets != 0 || openDevices != 0) {
            if (openPackets != 0) {
                int packet = Integer.numberOfTrailingZeros(openPackets);
                openPackets &= openPackets - 1;
                addPackets(flow[packet]);
                if (channel[packet] >= 0) {
                    followTravelling(packet);
                } else if (world.fate[packet] == Fate.WAITING) {
                    followWaiting(packet);
                }
            } else {
                int device = Long.numberOfTrailingZeros(openDevices);
                openDevices &= openDevices - 1;
                followDevice(device);
            }
        }
    }

    private void followTravelling(int packet) {
        int queue = channel[packet];
        addDevice(world.to(queue));
        addPackets(ahead[packet]);
        if (world.ways[packet] <= 0 || ahead[packet] != 0) {
            return;
        }
        addRivals(packet, queue);
        for (int i = 0; i < world.ways[packet]; i++) {
            int out = world.way[packet * World.WAYS + i];
            if (world.fabric.isSwitch(world.to(out))) {
                addInside(out);
                addRivals(packet, out);
            }
        }
    }

    private void addInside(int queue) {
        for (long rest = world.inputs[queue]; rest != 0; rest = Queues.withoutFirst(rest)) {
            addPackets(1 << Queues.get(rest, 0) - 1);
        }
    }

    private void addRivals(int packet, int queue) {
        for (int other = 0; other < channel.length; other++) {
            if (other != packet && (packets >>> other & 1) == 0 && mayEnter(other, queue)) {
                addPackets(1 << other);
            }
        }
    }

    private void followWaiting(int packet) {
        int nic = world.packets.get(packet).source();
        int first = world.nextOf(nic);
        int device = world.fabric.nicDevice(nic);
        addPackets(1 << first);
        addDevice(device);
        for (int lane = 0; lane < world.lanes; lane++) {
            addInside(world.channel(device, world.fabric.attachedPort(device), lane));
        }
    }

    private void followDevice(int device) {
        if (!world.fabric.isSwitch(device)) {
            int next = world.nextOf(device - world.fabric.switchCount());
            addPackets(next < 0 ? 0 : 1 << next);
            return;
        }
        for (int packet = 0; packet < reach.length; packet++) {
            addPackets((reach[packet] >>> device & 1) != 0 ? 1 << packet : 0);
        }
    }

    /** Steps of the set; 0 = none that a run must take. */
    private int size(Steps steps) {
        int size = 0;
        boolean isTaken = false;
        for (int i = 0; i < steps.count(); i++) {
            if (isInSet(steps.get(i))) {
                size++;
                isTaken |= mustBeTaken(steps.get(i));
            }
        }
        return isTaken ? size : 0;
    }

    private boolean isInSet(int step) {
        int a = Step.a(step);
        return switch (Step.kind(step)) {
            case INJECT -> (packets >>> world.nextOf(a) & 1) != 0;
            case ROUTE -> (packets >>> world.toRoute(step) & 1) != 0;
            case OFFER -> (packets >>> world.offered(step) & 1) != 0;
            case SMP -> (devices >>> a & 1) != 0;
            case BLOCK -> (devices >>> world.desk.smps.device(a) & 1) != 0;
            default -> true; // none is known here
        };
    }

    private boolean mustBeTaken(int step) {
        if (Step.kind(step) != Kind.OFFER) {
            return !Step.isOptional(step);
        }
        int out = world.offeredWay(step);
        return !world.fabric.isSwitch(world.to(out)) || Queues.size(world.inputs[out]) < slots;
    }
}
