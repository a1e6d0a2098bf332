package org.reweave.reconfig.explore;

/**
 * The ways of the manager's SMPs and of their answers: those by which the manager's last discovery found each device,
 * the shortest ones. What has not come when a link on the way fails never comes, and is repeated in vain.
 */
final class SmpRoutes {
    private static final long NOTHING_YET = -1;

    private final World world;
    private final long fragile; // links that may fail, a bit each
    private long[] links; // by device: those on the way there, a bit each
    private long known = NOTHING_YET; // links down that these ways avoid
    private int nic; // of the manager whose ways they are

    SmpRoutes(Model model, World world) {
        this.world = world;
        this.fragile = model.fragile().stream().mapToLong(link -> 1L << link).reduce(0, (a, b) -> a | b);
    }

    /** Whether an SMP or its answer has a link on its way that is down. Broadcasts go all ways and are not lost. */
    boolean isLost(int at) {
        return (world.linksDown & ~world.desk.manager.known()) != 0
                && world.desk.smps.isAnswered(at)
                && (way(world.desk.smps.device(at)) & world.linksDown) != 0;
    }

    /** Whether an SMP or its answer is lost, or may be before it comes. */
    boolean mayBeLost(int at) {
        return isLost(at)
                || world.faultsLeft > 0
                        && world.desk.smps.isAnswered(at)
                        && (way(world.desk.smps.device(at)) & fragile) != 0;
    }

    /** Whether the way of a device's SMPs and reports has one of some links. */
    boolean leadsOver(long some, int device) {
        return (way(device) & some) != 0;
    }

    private long way(int device) {
        if (known != world.desk.manager.known() || nic != world.desk.manager.nic()) {
            known = world.desk.manager.known();
            nic = world.desk.manager.nic();
            links = Discovery.ways(world.fabric, nic, known);
        }
        return links[device];
    }
}
