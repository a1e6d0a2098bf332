package org.reweave.emulator.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.checkpoint.PartList;
import org.reweave.emulator.checkpoint.PartStates;
import org.reweave.emulator.cluster.messages.CheckpointPlace;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.Parcel;
import org.reweave.emulator.cluster.protocol.CutProtocol;
import org.reweave.emulator.cluster.protocol.RunProtocol;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last checkpoint of a run and the cuts since, as {@link CutProtocol} says: what a run needs to begin again. Where
 * the nodes reach the run's folder they write the states of their devices, and a checkpoint is the governor's state and
 * the list of their files; else it has the states. The threads of the run's actors, of its listener, and of whoever
 * interrupts it meet here.
 */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger("reweave");

    /** Wall time between two checkpoints: about the most that is emulated twice. */
    private static final CutProtocol.Pace PACE = new CutProtocol.Pace(
            Duration.ofSeconds(2).toNanos(), Duration.ofSeconds(10).toNanos());

    /** The same where all states go through this process. */
    private static final CutProtocol.Pace PACE_OF_STATES = new CutProtocol.Pace(PACE.most(), PACE.most());

    private final Network network;
    private final RunListener listener;
    private final Optional<CheckpointFolder> folder;
    private final Map<Long, CheckpointPart[]> written = new HashMap<>(); // by cut of the present incarnation, by node
    private CutProtocol.State state;
    private Optional<Kept> last;
    private Optional<Kept> storing = Optional.empty();
    private long incarnation; // 0 = there is none yet
    private NodePlacement placement; // of the present incarnation; null = there is none yet
    private Governor governor; // the same
    private Runnable kept = () -> {};
    private volatile boolean writes; // nodes do, as far as the last checkpoint says
    private volatile boolean isRepeating; // no cut of the present incarnation was new

    /**
     * A checkpoint, and where the states of devices are.
     *
     * @param checkpoint with the states, or without
     * @param files that nodes have written; empty = the checkpoint has the states, or nodes are still writing
     * @param fileOf by device, which of the files has its state; null = that is asked of no device, as there are none
     */
    private record Kept(Checkpoint checkpoint, List<CheckpointPart> files, int[] fileOf) {
        /** A checkpoint of an earlier process. */
        static Kept of(Checkpoint resumed) {
            return resumed.files()
                    .map(read -> new Kept(resumed, read.parts(), read.fileOf()))
                    .orElseGet(() -> new Kept(resumed, List.of(), null));
        }
    }

    /** Work that is done in the thread and under the lock of whoever has an input. */
    private class Outside implements CutProtocol.Outside {
        private final Optional<Checkpoint> taken;
        private boolean isNew; // the listener is to be called, without the lock

        Outside(Optional<Checkpoint> taken) {
            this.taken = taken;
        }

        @Override
        public void show() {
            isNew = true;
        }

        @Override
        public void interrupt() {
            governor.interrupt();
        }

        @Override
        public void take() {
            governor.wantCheckpoint();
        }

        @Override
        public void offer(boolean isLast) {
            isNew = isLast;
            Checkpoint here = taken.orElseThrow();
            storing = Optional.of(new Kept(here, List.of(), here.hasStates() ? null : placement.nodeOfDevice()));
        }

        @Override
        public void giveUp() {
            Recovery.this.giveUp();
        }

        @Override
        public void keep() {
            Optional<Kept> before = last;
            last = storing;
            storing = Optional.empty();
            before.ifPresent(Recovery.this::removeUnlessClaimed);
            kept.run();
        }

        @Override
        public void diverged(String line) {
            throw new IllegalStateException(line);
        }
    }

    /**
     * @param from where the first incarnation begins; the files of a checkpoint are in the folder
     * @param listener of the run, which has seen all cuts up to there
     * @param folder that nodes write to; empty = none
     */
    Recovery(Start from, RunListener listener, Optional<CheckpointFolder> folder) {
        this.network = from.network();
        this.listener = listener;
        this.folder = folder;
        this.writes = folder.isPresent();
        this.last = from.checkpoint().map(Kept::of);
        this.state = CutProtocol.State.at(
                !network.resolved().scenario().run().isLax(),
                from.checkpoint().map(Checkpoint::cut).orElse(0L),
                from.cycle(),
                System.nanoTime());
    }

    /** @return whether the listener sees what has come */
    private synchronized boolean advance(CutProtocol.Input input) {
        return advance(input, Optional.empty());
    }

    private synchronized boolean advance(CutProtocol.Input input, Optional<Checkpoint> taken) {
        Outside outside = new Outside(taken);
        CutProtocol.Step step = CutProtocol.step(state, input);
        state = step.next();
        step.effects().forEach(effect -> effect.perform(outside));
        return outside.isNew;
    }

    Network network() {
        return network;
    }

    /** @param call made after each checkpoint, in the listener's thread */
    synchronized void whenKept(Runnable call) {
        kept = call;
    }

    /** Whether the run can begin again. A lax run cannot: nothing would repeat what the schedulers have decided. */
    synchronized boolean isPossible() {
        return state.isRepeatable();
    }

    /**
     * Begins, or begins again; the listener of before is called no more.
     *
     * @param number of the incarnation
     * @param where its devices are
     */
    synchronized Governor begin(long number, NodePlacement where) {
        incarnation = number;
        placement = where;
        forget(Long.MAX_VALUE);
        governor = start().governor();
        isRepeating = true;
        LOG.info(
                "incarnation {} begins at cycle {}, behind which {} have been seen",
                number,
                checkpoint().map(Checkpoint::cycle).orElse(0L),
                state.cuts().seenCycle());
        advance(new CutProtocol.Begin());
        return governor;
    }

    private Start start() {
        return last.map(from -> Start.at(network, from.checkpoint())).orElseGet(() -> Start.atZero(network));
    }

    /** The checkpoint that the run begins at, with or without states; empty at cycle 0. */
    synchronized Optional<Checkpoint> checkpoint() {
        return last.map(Kept::checkpoint);
    }

    /** Where nodes write the states of their devices. */
    CheckpointPlace place() {
        return folder.map(CheckpointFolder::place).orElse(CheckpointPlace.NONE);
    }

    /**
     * What a node is sent to begin at the checkpoint: states, or the files that have them.
     *
     * @param devices that it hosts
     * @param reaches whether it reaches the run's folder
     * @throws ClusterException when a file is to be read here that is not as it was written
     */
    List<Parcel> parcels(List<Integer> devices, boolean reaches, long ofIncarnation) {
        Kept from;
        synchronized (this) {
            from = last.orElseThrow();
        }
        Checkpoint checkpoint = from.checkpoint();
        if (from.files().isEmpty()) {
            return StateParcels.of(checkpoint, devices, ofIncarnation);
        }
        List<CheckpointPart> files = filesOf(from, devices);
        if (reaches) {
            return StateParcels.ofFiles(checkpoint, files, ofIncarnation);
        }
        try {
            SortedSet<Integer> wanted = new TreeSet<>(devices);
            PartStates states = PartStates.read(
                    folder.orElseThrow().path(), files, checkpoint.cut(), checkpoint.devices(), wanted::contains);
            Checkpoint read = Checkpoint.of(
                    checkpoint.cut(), checkpoint.cycle(), checkpoint.governor(), checkpoint.devices(), states);
            return StateParcels.of(read, devices, ofIncarnation);
        } catch (IOException e) {
            throw new ClusterException(
                    StateParcels.unreadable(folder.orElseThrow().path(), e));
        }
    }

    /** The files that have the states of some devices, or records that are under way to them. */
    private List<CheckpointPart> filesOf(Kept from, List<Integer> devices) {
        int[] fileOf = from.fileOf();
        SortedSet<Integer> files = new TreeSet<>();
        for (int device : devices) {
            files.add(fileOf[device]);
            for (int peer : network.wiring().peerDevice()[device]) {
                if (peer >= 0) {
                    files.add(fileOf[peer]);
                }
            }
        }
        return files.stream().map(from.files()::get).toList();
    }

    /** A node of the present incarnation, or of one before, has written the states of its devices at a cut. */
    synchronized void written(long ofIncarnation, int node, long cut, CheckpointPart file) {
        if (ofIncarnation != incarnation || folder.isEmpty()) {
            return;
        }
        if (!file.file().equals(CheckpointFile.part(cut, incarnation, node))) {
            throw new IllegalStateException("a file " + file.file() + " of cut " + cut);
        }
        written.computeIfAbsent(cut, one -> new CheckpointPart[placement.threads().length])[node] = file;
        storeIfWritten();
    }

    private void storeIfWritten() {
        storing.filter(one -> !one.checkpoint().hasStates()).ifPresent(one -> {
            long cut = one.checkpoint().cut();
            CheckpointPart[] files = written.getOrDefault(cut, new CheckpointPart[1]);
            if (Arrays.stream(files).allMatch(Objects::nonNull)) {
                List<CheckpointPart> all = List.of(files);
                written.remove(cut);
                forget(cut);
                one.checkpoint().parts().orElseThrow().complete(all);
                storing = Optional.of(new Kept(one.checkpoint(), all, one.fileOf()));
                advance(new CutProtocol.Stored(cut, System.nanoTime()));
            }
        });
    }

    /** Removes files of nodes that no checkpoint needs, of cuts before one. */
    private void forget(long cut) {
        written.forEach((other, files) -> {
            if (other < cut) {
                Arrays.stream(files).filter(Objects::nonNull).forEach(file -> folder.orElseThrow()
                        .remove(List.of(file)));
            }
        });
        written.keySet().removeIf(other -> other < cut);
    }

    /** The listener has taken the files of a checkpoint over, or they are removed. */
    private void removeUnlessClaimed(Kept old) {
        old.checkpoint().parts().ifPresent(list -> {
            CheckpointFolder in = folder.orElseThrow();
            if (list.isClaimed()) {
                in.claim(old.files());
            } else {
                in.remove(old.files());
            }
        });
    }

    private void giveUp() {
        storing.flatMap(one -> one.checkpoint().parts()).ifPresent(PartList::giveUp);
        storing = Optional.empty();
    }

    /** The run is over: nobody waits any more for what nodes write, and what nobody needs is removed. */
    synchronized void end() {
        giveUp();
        last.ifPresent(this::removeUnlessClaimed);
        folder.ifPresent(CheckpointFolder::close);
    }

    /** Cycle of the last cut that the listener has seen. */
    long seenCycle() {
        return reached().seenCycle();
    }

    synchronized RunProtocol.Reached reached() {
        return new RunProtocol.Reached(
                state.cuts().seen(),
                state.cuts().seenCycle(),
                checkpoint().map(Checkpoint::cycle).orElse(0L));
    }

    synchronized Governor governor() {
        return governor;
    }

    /** Ends the run, not before the cuts that the listener has seen. */
    void interrupt() {
        advance(new CutProtocol.End());
    }

    /** A run whose nodes are not there yet has nothing to take a checkpoint of. */
    void wantCheckpoint() {
        advance(new CutProtocol.Ask(System.nanoTime()));
    }

    /** Follows the present incarnation for the run's listener. */
    RunListener listener() {
        return new RunListener() {
            @Override
            public void readings(long cycle, Readings readings) {
                if (cycle > seenCycle()) {
                    listener.readings(cycle, readings);
                }
            }

            @Override
            public void cut(CutTotals totals, List<Event> events) {
                if (advance(new CutProtocol.Complete(totals.cut(), totals.fingerprint()))) {
                    sayFirst(totals.cut());
                    listener.cut(totals, events);
                    advance(new CutProtocol.Seen(
                            totals.cut(),
                            totals.cycle(),
                            totals.fingerprint(),
                            System.nanoTime(),
                            writes ? PACE : PACE_OF_STATES));
                }
            }

            @Override
            public void checkpoint(Checkpoint taken) {
                writes = !taken.hasStates();
                Checkpoint here = taken.hasStates() ? taken : taken.with(new PartList());
                if (take(here)) {
                    listener.checkpoint(here);
                }
                synchronized (Recovery.this) {
                    storeIfWritten();
                }
            }
        };
    }

    private void sayFirst(long cut) {
        if (isRepeating) {
            isRepeating = false;
            LOG.info("cut {} is new", cut);
        }
    }

    /** @return whether the listener takes the checkpoint too */
    private synchronized boolean take(Checkpoint taken) {
        boolean isNew = advance(new CutProtocol.Taken(taken.cut(), System.nanoTime()), Optional.of(taken));
        if (taken.hasStates()) {
            storing = storing.map(one -> new Kept(taken.packed(), List.of(), null));
            advance(new CutProtocol.Stored(taken.cut(), System.nanoTime()));
        }
        return isNew;
    }
}
