package org.reweave.reconfig.explore;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.reweave.routing.topology.Fabric;

/**
 * The ways of the manager's SMPs and of their answers: those by which the manager's last discovery found each device,
 * the shortest ones. What has not come when a link on the way fails never comes, and is repeated in vain.
 */
final class SmpRoutes {
    private static final long NOTHING_YET = -1;

    private final World world;
    private final long fragile; // links that may fail, a bit each
    private final long[] links; // by device: those on the way there, a bit each
    private long known = NOTHING_YET; // links down that these ways avoid

    SmpRoutes(Model model, World world) {
        this.world = world;
        this.fragile = model.fragile().stream().mapToLong(link -> 1L << link).reduce(0, (a, b) -> a | b);
        this.links = new long[world.fabric.deviceCount()];
    }

    /** Whether an SMP or its answer has a link on its way that is down. Broadcasts go all ways and are not lost. */
    boolean isLost(int at) {
        return world.linksDown != world.manager.known()
                && world.smps.isAnswered(at)
                && (way(world.smps.device(at)) & world.linksDown) != 0;
    }

    /** Whether an SMP or its answer is lost, or may be before it comes. */
    boolean mayBeLost(int at) {
        return isLost(at)
                || world.faultsLeft > 0 && world.smps.isAnswered(at) && (way(world.smps.device(at)) & fragile) != 0;
    }

    private long way(int device) {
        if (known != world.manager.known()) {
            known = world.manager.known();
            find();
        }
        return links[device];
    }

    private void find() {
        Fabric fabric = world.fabric;
        Arrays.fill(links, 0);
        boolean[] seen = new boolean[links.length];
        Deque<Integer> next = new ArrayDeque<>();
        next.add(fabric.nicDevice(0));
        seen[fabric.nicDevice(0)] = true;
        while (!next.isEmpty()) {
            int device = next.remove();
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int peer = fabric.peer(device, port);
                int link = fabric.link(device, port);
                if (peer >= 0 && !seen[peer] && (known >>> link & 1) == 0) {
                    seen[peer] = true;
                    links[peer] = links[device] | 1L << link;
                    next.add(peer);
                }
            }
        }
    }
}
