package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.IslandInput;

/**
 * Frames on their way to other islands. An island of several devices collects them, so that one message carries all
 * that one step made for a neighbour; a single device sends each at once.
 */
final class Outgoing {
    private static final Frame[] NONE = new Frame[0];

    private final boolean atOnce;
    private final Placement placement;
    private List<ActorRef<IslandInput>> islands = List.of();
    private final Int2ObjectOpenHashMap<List<Frame>> waiting = new Int2ObjectOpenHashMap<>();
    private final List<List<Frame>> filled = new ArrayList<>();
    private long messages;

    Outgoing(boolean atOnce, Placement placement) {
        this.atOnce = atOnce;
        this.placement = placement;
    }

    void connect(IslandActor.Neighbours neighbours) {
        islands = neighbours.islands();
    }

    void add(Frame frame) {
        int to = placement.islandOf()[frame.device()];
        if (atOnce) {
            send(to, frame);
            return;
        }
        List<Frame> frames = waiting.get(to);
        if (frames == null) {
            frames = new ArrayList<>();
            waiting.put(to, frames);
        }
        if (frames.isEmpty()) {
            filled.add(frames);
        }
        frames.add(frame);
    }

    void flush() {
        for (List<Frame> frames : filled) {
            int to = placement.islandOf()[frames.get(0).device()];
            send(to, frames.size() == 1 ? frames.get(0) : new IslandActor.Frames(frames.toArray(NONE)));
            frames.clear();
        }
        filled.clear();
    }

    private void send(int to, IslandInput message) {
        islands.get(to).tell(message);
        messages++;
    }

    /** Messages sent so far. */
    long messages() {
        return messages;
    }
}
