package org.reweave.emulator.actor;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;

/**
 * The channels between islands here and islands of another process. Each has two halves, one in either process, in the
 * same order: so a channel's index names it in both.
 */
final class FrameCrossing implements Crossing, Bell {
    private final List<FrameChannel> outgoing = new ArrayList<>();
    private final List<Long> promised = new ArrayList<>(); // by outgoing channel: what the other process knows
    private final List<FrameChannel> incoming = new ArrayList<>();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private Runnable wake; // known before any island has a permit

    void addOutgoing(FrameChannel channel) {
        outgoing.add(channel);
        promised.add(channel.promised());
    }

    void addIncoming(FrameChannel channel) {
        incoming.add(channel);
    }

    @Override
    public void wakeBy(Runnable call) {
        wake = call;
    }

    /** An island here has promised more to the other process. */
    @Override
    public boolean ring() {
        boolean first = asleep.compareAndSet(true, false);
        if (first) {
            wake.run();
        }
        return first;
    }

    @Override
    public void take(FrameWriter piece, int budget) {
        for (int i = 0; i < outgoing.size(); i++) {
            FrameChannel channel = outgoing.get(i);
            long promise = channel.promised();
            for (Frame frame = channel.next(); frame != null && piece.size() < budget; frame = channel.next()) {
                piece.write(i, frame, promise);
                channel.giveBack();
            }
            if (promise > promised.get(i) && piece.size() < budget) { // the frames before it are in this piece
                piece.write(i, promise);
                promised.set(i, promise);
            }
        }
    }

    @Override
    public boolean sleep() {
        asleep.set(true);
        for (int i = 0; i < outgoing.size(); i++) {
            outgoing.get(i).await(promised.get(i) + 1);
        }
        VarHandle.fullFence(); // either this end sees what was promised, or the sender sees that it is waited for
        boolean more = false;
        for (FrameChannel channel : outgoing) {
            more |= channel.isWaitOver();
        }
        return !more || !asleep.compareAndSet(true, false);
    }

    @Override
    public void give(FrameReader piece) {
        while (piece.hasNext()) {
            FrameChannel channel = incoming.get(piece.channel(incoming.size()));
            if (piece.isPromise()) {
                channel.promise(piece.readPromise());
            } else {
                piece.read(channel.open());
                channel.send();
            }
        }
        VarHandle.fullFence(); // either this end sees that it is waited for, or the receiver sees what was promised
        incoming.forEach(FrameChannel::signal);
    }
}
