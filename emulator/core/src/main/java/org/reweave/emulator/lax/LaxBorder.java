package org.reweave.emulator.lax;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Queue;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.drive.Exits;
import org.reweave.reconfig.state.StateVisitor;

/** The links that leave an island of a lax run: the frames that have come, and which of them are admitted when. */
final class LaxBorder {
    private static final long[] NO_RECORDS = {};

    private final Exits exits;
    private final Laxity laxity;
    private final Admissions admissions;
    private final Drift drift;
    private final Queue<LinkFrame>[] waiting; // per link
    private final LateRecords[] late;
    private final long[] arrived; // per link: frames so far
    private final long[] admitted;

    /** @throws IllegalArgumentException when there are too many links */
    LaxBorder(Exits exits, Laxity laxity, Admissions admissions, Drift drift) {
        int count = exits.count();
        if (count > AdmissionRecord.MOST_LINKS) {
            throw new IllegalArgumentException("an island of a lax run has " + count + " links to others, more than "
                    + AdmissionRecord.MOST_LINKS + "; lower run.lax.island-size");
        }
        this.exits = exits;
        this.laxity = laxity;
        this.admissions = admissions;
        this.drift = drift;
        this.waiting = queues(count);
        this.late = new LateRecords[count];
        this.arrived = new long[count];
        this.admitted = new long[count];
        for (int link = 0; link < count; link++) {
            long[] outages = exits.device(link).outages(exits.device(link).portOf(exits.channel(link)));
            late[link] = new LateRecords(
                    receiver(exits.device(link), exits.channel(link)), exits.latency(link), outages, drift);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of queues
    private static Queue<LinkFrame>[] queues(int count) {
        Queue<LinkFrame>[] queues = new Queue[count];
        Arrays.setAll(queues, i -> new ArrayDeque<>());
        return queues;
    }

    private static LateRecords.Receiver receiver(Device device, int channel) {
        int port = device.portOf(channel);
        return new LateRecords.Receiver() {
            @Override
            public boolean takesFlits() {
                return device.takesFlits();
            }

            @Override
            public int packetCycles(int flits) {
                return device.links().cyclesFor(port, flits);
            }

            @Override
            public int smpCycles(int extraFlits) {
                return device.links().smpCycles(port, extraFlits);
            }

            @Override
            public void accept(long[] words, int length) {
                device.accept(channel, words, 0, length);
            }
        };
    }

    void accept(int member, LinkFrame frame) {
        acceptOn(exits.link(member, frame.port()), frame);
    }

    private void acceptOn(int link, LinkFrame frame) {
        if (frame.number() != arrived[link]) {
            throw new IllegalStateException(exits.place(link) + ": frame " + frame.number() + " after " + arrived[link]
                    + " frames; one is missing or came twice");
        }
        arrived[link]++;
        waiting[link].add(frame);
    }

    /** Whether the frames of all steps before one are there: everything that neighbours have sent until then. */
    boolean hasAllBefore(long step) {
        return Arrays.stream(arrived).allMatch(frames -> frames >= step);
    }

    /**
     * Saves or restores what concerns the links of a member at a checkpoint, where the frames of all steps before one
     * are there: those that no step has admitted yet. A neighbour may be beyond the checkpoint; its later frames are no
     * part of the state.
     */
    void visit(int member, long step, StateVisitor state) {
        for (int channel = 0; channel < exits.channels(member); channel++) {
            if (exits.leaves(member, channel)) {
                visitLink(exits.link(member, channel), step, state);
            }
        }
    }

    private void visitLink(int link, long step, StateVisitor state) {
        late[link].visit(state);
        admitted[link] = state.value(admitted[link]);
        arrived[link] = state.isReading() ? admitted[link] : arrived[link];
        Iterator<LinkFrame> frames = waiting[link].iterator();
        for (long number = admitted[link]; number < step; number++) {
            if (state.isReading()) {
                int device = exits.device(link).id();
                long[] words = state.array(NO_RECORDS);
                acceptOn(link, new LinkFrame(device, exits.channel(link), number, end(number), words));
            } else {
                state.array(frames.next().words());
            }
        }
    }

    /** The run goes on with a step, at a checkpoint at which everything sent before was there. */
    void resume(long step) {
        for (int link = 0; link < arrived.length; link++) {
            admissions.resume(link, laxity.needed(step - 1, exits.latency(link)) - admitted[link]);
        }
    }

    /** First cycle whose stamps the frame of a step does not cover. */
    private long end(long step) {
        return (step + 1) * laxity.step() + Device.MIN_REACTION;
    }

    /** Whether the frames without which a step must not be taken are there. */
    boolean isReady(long step) {
        admissions.begin(step);
        for (int link = 0; link < arrived.length; link++) {
            long needed = laxity.needed(step, exits.latency(link));
            if (arrived[link] < admissions.least(link, step, needed, exits.latency(link))) {
                return false;
            }
            if (arrived[link] < needed && late[link].comesUp(step * laxity.step(), (step + 1) * laxity.step())) {
                return false;
            }
        }
        return true;
    }

    /** Hands the members what is admitted before a step, which is ready. */
    void admit(long step) {
        long beyond = 0;
        for (int link = 0; link < arrived.length; link++) {
            long needed = laxity.needed(step, exits.latency(link));
            long frames = admissions.admitted(link, step, needed, arrived[link]);
            admissions.note(
                    link, step, needed - frames, exits.device(link).log().hash());
            if (frames < admitted[link] || frames > arrived[link]) {
                throw new IllegalStateException(exits.place(link) + ": " + frames + " frames are admitted at step "
                        + step + " after " + admitted[link] + " of " + arrived[link]);
            }
            beyond = Math.max(beyond, laxity.beyond(step, exits.latency(link), frames));
        }
        drift.step(beyond);
        for (int link = 0; link < arrived.length; link++) {
            long needed = laxity.needed(step, exits.latency(link));
            long frames = admissions.admitted(link, step, needed, arrived[link]);
            while (admitted[link] < frames) {
                LinkFrame frame = waiting[link].remove();
                long from = admitted[link]++ * laxity.step() + Device.MIN_REACTION;
                late[link].deliver(frame.words(), from, step * laxity.step());
            }
        }
    }

    /** Sends the frame of a step that has been taken on every link. */
    void send(long step, LaxIsland.Outside outside) {
        long to = end(step);
        for (int link = 0; link < arrived.length; link++) {
            long[] words = exits.device(link).outbox().take(exits.channel(link), to);
            outside.send(new LinkFrame(exits.peerDevice(link), exits.peerChannel(link), step, to, words));
        }
    }
}
