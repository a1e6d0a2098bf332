package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.time.Frame;

/** Frames on their way to other islands. An island of several devices collects them, so that one message carries all that one step made for
 *  a neighbour; a single device has a link to each of its neighbours and sends at once. */
final class Outgoing {
    private static final Frame[] NONE = new Frame[0];

    private final boolean atOnce;
    private int[] islandOfDevice = new int[0];
    private List<ActorRef<IslandActor.Command>> islands = List.of();
    private List<List<Frame>> waiting = List.of();
    private final List<Integer> touched = new ArrayList<>();
    private long messages;

    Outgoing(boolean atOnce) {
        this.atOnce = atOnce;
    }

    void connect(IslandActor.Neighbours neighbours) {
        islandOfDevice = neighbours.islandOfDevice();
        islands = neighbours.islands();
        waiting = new ArrayList<>();
        islands.forEach(island -> waiting.add(new ArrayList<>(2)));
    }

    void add(Frame frame) {
        int to = islandOfDevice[frame.device()];
        if (atOnce) {
            islands.get(to).tell(new IslandActor.OneFrame(frame));
            messages++;
            return;
        }
        List<Frame> frames = waiting.get(to);
        if (frames.isEmpty()) {
            touched.add(to);
        }
        frames.add(frame);
    }

    void flush() {
        for (int to : touched) {
            List<Frame> frames = waiting.get(to);
            islands.get(to).tell(new IslandActor.Frames(frames.toArray(NONE)));
            frames.clear();
            messages++;
        }
        touched.clear();
    }

    /** Messages sent so far. */
    long messages() {
        return messages;
    }
}
