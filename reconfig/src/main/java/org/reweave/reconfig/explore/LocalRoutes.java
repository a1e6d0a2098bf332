package org.reweave.reconfig.explore;

import java.util.Arrays;
import org.reweave.reconfig.spi.Reduction;
import org.reweave.routing.rerouting.TreeGeometry;

/**
 * The reduction for schemes whose agents forward every packet that has room, and keep no state
 * ({@link Reduction#FORWARDING}). These steps touch nothing that another step depends on, and no other step changes
 * what they do:
 *
 * <ul>
 *   <li>a packet goes to its NIC, which always takes it;
 *   <li>a packet is routed, where every table of the model says the same for its NIC, and a link that fails or recovers
 *       has it routed again anyway; but not while it may still be on the wire of a link that may fail, and not where it
 *       may turn back by what adaptive rerouting has learned;
 *   <li>tables come to a switch where they change nothing for any packet of the model.
 * </ul>
 */
final class LocalRoutes implements LocalSteps {
    private static final byte UNKNOWN = 0;
    private static final byte SAME = 1;
    private static final byte DIFFERENT = 2;

    private final Model model;
    private final World world;
    private final Tables tables;
    private final SmpRoutes ways;
    private final boolean routesByTables;
    private final boolean remembersTurns;
    private final byte[][] agreement; // [switch][NIC]

    LocalRoutes(Model model, World world, Tables tables, SmpRoutes ways) {
        this.model = model;
        this.world = world;
        this.tables = tables;
        this.ways = ways;
        this.routesByTables = model.hasManager();
        this.remembersTurns = model.reduction() == Reduction.FORWARDING_WITH_TURNS;
        this.agreement = new byte[world.fabric.switchCount()][world.fabric.nicCount()];
    }

    @Override
    public void reduce(Steps steps, boolean news) {
        steps.keepFirst(this::isLocal);
    }

    private boolean isLocal(int step) {
        return switch (Step.kind(step)) {
            case OFFER -> leadsToNic(step);
            case ROUTE -> isLocalRoute(step);
            case SMP -> isLocalSmp(Step.b(step));
            default -> false;
        };
    }

    private boolean leadsToNic(int step) {
        return !world.fabric.isSwitch(world.to(world.offeredWay(step)));
    }

    private boolean isLocalRoute(int step) {
        int channel = Step.a(step);
        int packet = world.toRoute(step);
        boolean mayBeLost = world.faultsLeft > 0
                && (model.fragile().contains(world.link(channel))
                        || model.fragileSwitches().contains(world.from(channel)));
        if (mayBeLost && world.ways[packet] == World.UNROUTED) {
            return false;
        }
        if (remembersTurns && comesFromAbove(channel)) {
            return false;
        }
        return !routesByTables
                || isSettled(world.to(channel), world.packets.get(packet).destination());
    }

    /** Tier 0 is on top. */
    private boolean comesFromAbove(int channel) {
        int from = world.from(channel);
        return !TreeGeometry.isTree(world.fabric.shape())
                || world.fabric.isSwitch(from)
                        && world.fabric.coordinate(from, 0) < world.fabric.coordinate(world.to(channel), 0);
    }

    private boolean isLocalSmp(int at) {
        int device = world.desk.smps.device(at);
        if (world.desk.smps.what(at) != Smps.TABLES
                || ways.mayBeLost(at)
                || world.lossesLeft > 0 && model.mute().contains(device)) {
            return false;
        }
        for (int packet = 0; packet < world.fate.length; packet++) {
            if (!world.fate[packet].isOver()
                    && !isSettled(device, world.packets.get(packet).destination())) {
                return false;
            }
        }
        return true;
    }

    /** Whether all tables of the model send packets for a NIC the same way from here. */
    private boolean isSettled(int device, int nic) {
        if (agreement[device][nic] == UNKNOWN) {
            int end = world.fabric.nicDevice(nic);
            int lid = world.fabric.nicLid(end, world.fabric.attachedPort(end));
            int out = tables.outPort(Tables.BEFORE, device, lid);
            boolean same = Arrays.stream(FaultSets.of(model))
                    .map(down -> tables.next(Tables.BEFORE, down).number())
                    .allMatch(number -> tables.outPort(number, device, lid) == out);
            agreement[device][nic] = same ? SAME : DIFFERENT;
        }
        return agreement[device][nic] == SAME;
    }
}
