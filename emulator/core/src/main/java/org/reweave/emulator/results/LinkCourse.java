package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.Cabling;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;

/**
 * The load of each directed link between switches over the whole run, in frames. A frame ends at a cut; when there are
 * too many frames, two become one, so that memory and files are bounded whatever the run's length.
 */
public final class LinkCourse {
    /** Frames of a small fabric at most; a run of many cuts has at least half as many. */
    static final int MOST_FRAMES = 128;
    /** Frames of any fabric, at most. */
    private static final int FEWEST_FRAMES = 16;
    /** Loads kept over all frames and links, as far as {@code FEWEST_FRAMES} allows. */
    private static final int MOST_LOADS = 1_200_000;

    /**
     * A part of the run.
     *
     * @param to cycle of its end; the first frame begins at 0, each other one where the frame before ends
     * @param busy cycles for which each directed link was taken, by packets, SMPs and flow control
     */
    public record Frame(long to, int[] busy) {}

    private final int[] device; // by directed link between switches
    private final int[] counter; // index of the port's first counter among the device's
    private final int most;
    private final List<Frame> frames = new ArrayList<>();
    private final long[] before; // counters at the end of the last frame
    private final long[] now; // counters at the last cut
    private long cycle;
    private long width = 1; // cycles of a frame at least

    LinkCourse(Network network) {
        Fabric fabric = network.fabric();
        List<int[]> links = new ArrayList<>();
        for (int link = 0; link < fabric.linkCount(); link++) {
            for (int end = 0; fabric.isTrunk(link) && end < 2; end++) {
                links.add(new int[] {
                    fabric.linkDevice(link, end), (fabric.linkPort(link, end) - 1) * Transmitter.BUSY_KINDS
                });
            }
        }
        for (Cabling.Later cable : network.resolved().cabling().later()) {
            if (cable.isTrunk(fabric)) {
                FabricCopy.Link link = cable.link();
                links.add(new int[] {link.device(), (link.port() - 1) * Transmitter.BUSY_KINDS});
                links.add(new int[] {link.peer(), (link.peerPort() - 1) * Transmitter.BUSY_KINDS});
            }
        }
        device = links.stream().mapToInt(link -> link[0]).toArray();
        counter = links.stream().mapToInt(link -> link[1]).toArray();
        most = Math.max(FEWEST_FRAMES, Math.min(MOST_FRAMES, MOST_LOADS / Math.max(1, device.length)));
        before = new long[device.length];
        now = new long[device.length];
    }

    void readings(long atCycle, Readings readings) {
        cycle = atCycle;
        for (int i = 0; i < device.length; i++) {
            now[i] = readings.busy(device[i], counter[i] + Transmitter.BUSY_DATA)
                    + readings.busy(device[i], counter[i] + Transmitter.BUSY_CONTROL);
        }
        if (cycle - end() >= width) {
            frames.add(open());
            System.arraycopy(now, 0, before, 0, now.length);
            if (frames.size() > most) {
                join();
            }
        }
    }

    /** Where the last complete frame ends. */
    private long end() {
        return frames.isEmpty() ? 0 : frames.get(frames.size() - 1).to();
    }

    private Frame open() {
        int[] busy = new int[now.length];
        for (int i = 0; i < busy.length; i++) {
            busy[i] = (int) Math.min(Integer.MAX_VALUE, now[i] - before[i]);
        }
        return new Frame(cycle, busy);
    }

    /** Makes one frame of two; the last one stays as it is when their number is odd. */
    private void join() {
        List<Frame> joined = new ArrayList<>();
        for (int i = 0; i + 1 < frames.size(); i += 2) {
            int[] busy = frames.get(i + 1).busy();
            for (int link = 0; link < busy.length; link++) {
                busy[link] += frames.get(i).busy()[link];
            }
            joined.add(frames.get(i + 1));
        }
        if (frames.size() % 2 == 1) {
            joined.add(frames.get(frames.size() - 1));
        }
        frames.clear();
        frames.addAll(joined);
        width = Math.max(2 * width, frames.get(0).to());
    }

    /**
     * The frames of the run so far, by time. Directed links are in the order of the fabric's links between switches,
     * each from its end 0 and then from its end 1; then come the later cables of the run, whose loads are those of
     * their ports, whatever cable is in these.
     */
    public List<Frame> frames() {
        List<Frame> all = new ArrayList<>(frames);
        if (cycle > end()) {
            all.add(open());
        }
        return all;
    }

    /** Saves or restores the frames so far. */
    void visit(StateVisitor state) {
        int count = state.count(frames.size());
        List<Frame> visited = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Frame frame = state.isReading() ? new Frame(0, new int[device.length]) : frames.get(i);
            long to = state.value(frame.to());
            state.values(frame.busy());
            visited.add(new Frame(to, frame.busy()));
        }
        frames.clear();
        frames.addAll(visited);
        state.values(before);
        state.values(now);
        cycle = state.value(cycle);
        width = state.value(width);
    }
}
