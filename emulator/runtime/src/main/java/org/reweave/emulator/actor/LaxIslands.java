package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.lax.Admissions;
import org.reweave.emulator.lax.LaxIsland;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.link.Wiring;

/** Islands of a lax run, or of its replay. */
final class LaxIslands implements IslandActors {
    private final Placement placement;
    private final Wiring wiring;
    private final long interval;
    private final Laxity laxity;
    private final IntFunction<Optional<byte[]>> borders;
    private final IntFunction<Admissions> admissions;
    private final CutReports reports;
    private final FrameMailbox[] mailboxes; // by island; null = the island is elsewhere
    private final LinkFrames[] takers; // by island
    private final SortedMap<Integer, LaxCrossing> crossings = new TreeMap<>(); // by the other process

    /**
     * @param partition device numbers by island
     * @param hosting which of them are here
     * @param interval cycles between cuts
     * @param borders by device, as {@link LaxIsland} has them
     * @param admissions by island
     */
    LaxIslands(
            List<List<Integer>> partition,
            Hosting hosting,
            Wiring wiring,
            long interval,
            Laxity laxity,
            IntFunction<Optional<byte[]>> borders,
            IntFunction<Admissions> admissions) {
        this.placement = Placement.of(partition);
        this.wiring = wiring;
        this.interval = interval;
        this.laxity = laxity;
        this.borders = borders;
        this.admissions = admissions;
        this.reports = new CutReports(hosting.count());
        this.mailboxes = new FrameMailbox[partition.size()];
        this.takers = new LinkFrames[partition.size()];
        for (int island = 0; island < takers.length; island++) {
            if (hosting.isHere(island)) {
                mailboxes[island] = new FrameMailbox();
                takers[island] = mailboxes[island];
            } else {
                takers[island] =
                        crossings.computeIfAbsent(hosting.nodeOf()[island], node -> new LaxCrossing(this::put));
            }
        }
    }

    @Override
    public String dispatcher() {
        return "reweave.lax-dispatcher";
    }

    @Override
    public Behavior<IslandActor.Command> create(
            int island, List<Device> devices, ActorRef<FabricCoordinator.Command> coordinator) {
        return LaxIslandActor.create(this, island, devices, reports, coordinator);
    }

    @Override
    public SortedMap<Integer, LaxCrossing> crossings() {
        return crossings;
    }

    @Override
    public void started(int island, ActorRef<IslandActor.Command> actor) {
        mailboxes[island].belongsTo(actor);
    }

    FrameMailbox mailbox(int island) {
        return mailboxes[island];
    }

    /** @return whether that has cost a message */
    boolean put(LinkFrame frame) {
        return takers[placement.islandOf()[frame.device()]].put(frame);
    }

    LaxIsland island(int island, List<Device> devices, LaxIsland.Outside outside) {
        return new LaxIsland(devices, borders, placement, wiring, interval, laxity, admissions.apply(island), outside);
    }
}
