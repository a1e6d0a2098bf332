package org.reweave.reconfig.explore;

import java.util.Set;
import org.reweave.reconfig.manager.ManagerState.Phase;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Reduction;

/**
 * The reduction for schemes whose devices get tables from a manager. Steps that touch nothing that another step now or
 * later depends on are
 *
 * <ul>
 *   <li>an SMP or a separator that comes to a NIC that has nothing left to inject, or a packet that makes no room by
 *       that;
 *   <li>an SMP or a separator that comes to a switch that no packet can come to any more, by any tables of the model;
 *   <li>a report that comes to the manager;
 *   <li>where separators and reports only tell that old packets are gone ({@link Reduction#SEPARATORS_THAT_ONLY_TELL}):
 *       any separator or report; a late one only keeps the manager waiting;
 *   <li>a question for counts to a device whose counts cannot change any more;
 *   <li>where devices change by the manager's SMPs alone ({@link Reduction#SMPS_ALONE}): the choice of a way in a
 *       switch that nothing is under way to and that the manager is through with.
 * </ul>
 *
 * All this holds for devices that may not fall silent any more, whose way from the manager is not among the links that
 * may fail; for things on links only when no link changes any more; for SMPs of schemes with separators or reports, for
 * reports, and for ways, only when nothing can go wrong any more.
 */
final class DistributionSteps implements LocalSteps {
    private final Model model;
    private final World world;
    private final Tables tables;
    private final SmpRoutes ways;
    private final boolean passive;
    private final boolean watched; // separators and reports only tell which old epochs a switch is clean of
    private final boolean noDrops; // a drop in a switch would break a promise, unless it is for a dead link
    private final Onward onward;

    DistributionSteps(Model model, World world, Tables tables, SmpRoutes ways, Onward onward, Set<Promise> promises) {
        this.model = model;
        this.world = world;
        this.tables = tables;
        this.ways = ways;
        this.passive = model.reduction() == Reduction.SMPS_ALONE || model.reduction() == Reduction.TABLES_ALONE;
        this.watched = model.reduction() == Reduction.SEPARATORS_THAT_ONLY_TELL;
        this.noDrops = promises.contains(Promise.NO_DISCARD) && promises.contains(Promise.ALWAYS_A_WAY);
        this.onward = onward;
    }

    @Override
    public void reduce(Steps steps, boolean news) {
        boolean linksStay = world.faultsLeft == 0 && (world.recoveriesLeft == 0 || world.linksDown == 0);
        boolean calm = linksStay && world.lossesLeft + world.hasteLeft == 0;
        long comingTo = switchesToCome();
        steps.keepFirst(step -> isLocal(step, comingTo, linksStay, calm, news));
    }

    private boolean isLocal(int step, long comingTo, boolean linksStay, boolean calm, boolean news) {
        return switch (Step.kind(step)) {
            case SMP -> (passive || calm) && isLocalSmp(Step.b(step), comingTo);
            case REPORT -> calm || watched;
            case CROSS -> watched && isSeparator(Step.a(step)) || linksStay && isLocalCrossing(Step.a(step), comingTo);
            case ROUTE -> passive && calm && !news && isLocalRoute(world.to(Step.a(step)));
            default -> false;
        };
    }

    private boolean isLocalSmp(int at, long comingTo) {
        int device = world.desk.smps.device(at);
        if (world.lossesLeft > 0 && model.mute().contains(device) || ways.mayBeLost(at)) {
            return false;
        }
        if (world.fabric.isSwitch(device)) {
            boolean constant = world.desk.smps.what(at) == Smps.COUNTS && noDrops && !isAtDeadLink(device);
            return constant || (comingTo >>> device & 1) == 0;
        }
        int nic = device - world.fabric.switchCount();
        if (world.nextOf(nic) >= 0) {
            return false;
        }
        return world.desk.smps.what(at) != Smps.COUNTS || !isExpecting(nic);
    }

    /** Whether a link here is dead or may die. */
    private boolean isAtDeadLink(int device) {
        for (int port = 1; port <= world.fabric.portCount(device); port++) {
            int link = world.fabric.link(device, port);
            if (link >= 0 && (!world.isUp(link) || model.fragile().contains(link))) {
                return true;
            }
        }
        return false;
    }

    private boolean isSeparator(int channel) {
        return !Queues.isPacket(Queues.get(world.outputs[channel], 0));
    }

    /**
     * Whether a packet may leave an output queue as a local step: the crossing makes room there, for which other
     * packets may wait.
     */
    private boolean isLocalCrossing(int channel, long comingTo) {
        int device = world.to(channel);
        if (model.bounds().outputSlots() > 0 && Queues.isPacket(Queues.get(world.outputs[channel], 0))) {
            return false;
        }
        return world.fabric.isSwitch(device)
                ? (comingTo >>> device & 1) == 0
                : world.nextOf(device - world.fabric.switchCount()) < 0;
    }

    private boolean isExpecting(int nic) {
        for (int packet = 0; packet < world.fate.length; packet++) {
            if (world.packets.get(packet).destination() == nic && !world.fate[packet].isOver()) {
                return true;
            }
        }
        return false;
    }

    private boolean isLocalRoute(int switchDevice) {
        return (world.desk.manager.phase() == Phase.UPDATING || world.desk.manager.phase() == Phase.IDLE)
                && world.desk.manager.known() == world.linksDown
                && world.tables[switchDevice] == tables.at(switchDevice, world.desk.target)
                && !world.isMixed(switchDevice)
                && !world.desk.smps.isFor(switchDevice);
    }

    /** Every switch that a packet may still come to. */
    private long switchesToCome() {
        long all = 0;
        for (int packet = 0; packet < world.fate.length; packet++) {
            if (world.fate[packet] == Fate.WAITING) {
                all |= onward.all(packet, world.fabric.attachedSwitch(world.sourceDevice(packet)));
            }
        }
        for (int channel = 0; channel < world.inputs.length; channel++) {
            all |= from(world.inputs[channel], world.to(channel));
            all |= from(world.outputs[channel], world.to(channel));
        }
        return all;
    }

    private long from(long queue, int device) {
        long all = 0;
        for (long rest = queue; rest != 0; rest = Queues.withoutFirst(rest)) {
            if (!Queues.isPacket(Queues.get(rest, 0))) {
                continue;
            }
            int packet = Queues.get(rest, 0) - 1;
            if (world.fabric.isSwitch(device)) {
                all |= onward.all(packet, device);
            }
            all |= onward.byWays(packet);
        }
        return all;
    }
}
