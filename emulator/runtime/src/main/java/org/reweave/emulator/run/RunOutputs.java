package org.reweave.emulator.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.results.SummaryWriter;
import org.reweave.emulator.stats.Latencies;

/**
 * What a run leaves behind: its folder and its journal, from the begin to an end that both agree on. The journal has
 * the end, with a seal of the results, before the folder gets its name; where one of them cannot be written, the folder
 * keeps its unfinished name, and a resume gives it the other.
 */
final class RunOutputs {
    /** The place of the journal, given the folder in which the run is written. */
    interface JournalChoice extends Function<Path, JournalPlace> {}

    /**
     * What is asked for.
     *
     * @param id of the run
     * @param target the run's folder; empty = nothing is written
     * @param journal where the run's events are kept, if anywhere
     * @param resumption of the run that is gone on with, if there is one
     * @param command line that reproduces the run
     */
    record Wanted(
            String id,
            Optional<Path> target,
            Optional<JournalChoice> journal,
            Optional<Resumption> resumption,
            String command) {
        static Wanted nothing(String id) {
            return new Wanted(id, Optional.empty(), Optional.empty(), Optional.empty(), "");
        }

        /** The rest of a run that broke off. */
        static Wanted rest(String id, Resumption resumption, String command) {
            return new Wanted(
                    id,
                    Optional.of(OutputFolder.target(resumption.folder())),
                    Optional.of(resumption::placeIn),
                    Optional.of(resumption),
                    command);
        }
    }

    /** The run, as far as its outputs need it. */
    interface Owner {
        /** Gets a line for the user about the run that broke off. */
        void broken(String remark);

        /** What the run has cost until it broke off. Lets its devices go: what is left to do may need their memory. */
        Summary.Cost end();
    }

    private static final int RESERVE = 8 << 20;
    private static final byte[] GIVEN_UP = {};

    private final Wanted wanted;
    private final Owner owner;
    private final Network network;
    private final Drivers drivers;
    private final RunRecorder recorder;
    private final SummaryWriter summaries;
    private final List<RunOutput> outputs = new CopyOnWriteArrayList<>(); // Ctrl-C looks at them, too
    /** Memory that is given up when the run breaks off, for the results that are still to be written. */
    private final AtomicReference<byte[]> reserve = new AtomicReference<>(GIVEN_UP);

    private Optional<RunFolder> folder = Optional.empty(); // that is written to, once the run has begun
    private boolean isEnding; // the results are written, and the end is on its way into the journal

    RunOutputs(
            Wanted wanted,
            Owner owner,
            Network network,
            Drivers drivers,
            RunRecorder recorder,
            SummaryWriter summaries) {
        this.wanted = wanted;
        this.owner = owner;
        this.network = network;
        this.drivers = drivers;
        this.recorder = recorder;
        this.summaries = summaries;
    }

    /** The folder under the name that it has while the run goes on; empty before the begin, and where there is none. */
    Optional<Path> unfinished() {
        return folder.map(RunFolder::unfinished);
    }

    /** Whether a kill of this process would leave a journal that says what was run; true where none is kept. */
    boolean isKept() {
        return (wanted.target().isEmpty() || !outputs.isEmpty())
                && outputs.stream().allMatch(RunOutput::isKept);
    }

    /** The user has stopped the run, which ends soon; any thread may say so. */
    void stopping() {
        outputs.forEach(RunOutput::stopping);
    }

    /** The listener and all outputs behind it, which use what it knows. */
    RunListener behind(RunListener first) {
        RunListener all = first;
        for (RunOutput output : outputs) {
            all = RunListener.inTurn(all, output);
        }
        return all;
    }

    // ---- begin ----

    /** Makes or takes up the folder and the journal. */
    void begin() {
        wanted.target().ifPresent(this::begin);
    }

    private void begin(Path results) {
        reserve.set(new byte[RESERVE]);
        Optional<Resumption> resumption = wanted.resumption();
        RunFolder begun;
        try {
            begun = resumption.isPresent()
                    ? RunFolder.resume(
                            resumption.get().folder(), resumption.get().scenario())
                    : RunFolder.create(results, network.resolved().scenario().resolved());
            folder = Optional.of(begun);
            if (resumption.isPresent()) {
                resumption.get().renewJournal(begun.unfinished());
                CheckpointFile.removeParts(begun.unfinished(), resumption.get().kept());
                rebuild(resumption.get(), begun);
            }
        } catch (IOException e) {
            throw new ResultsException(results + ": cannot be written: " + FileFailure.reason(e), e);
        }
        if (wanted.journal().isPresent()) {
            JournalPlace place = wanted.journal().get().apply(begun.unfinished());
            place.note(begun.unfinished(), wanted.id());
            outputs.add(
                    resumption.isPresent()
                            ? JournalOutput.resume(place, begun, resumption.get(), recorder::state)
                            : beginJournal(place, begun));
        }
        outputs.add(new FolderOutput(begun, network, recorder, wanted.command()));
    }

    /** A journal may tell at once, or at some later cut, that it cannot be opened: either leaves the same behind. */
    private RunOutput beginJournal(JournalPlace place, RunFolder begun) {
        try {
            return JournalOutput.begin(place, begun, wanted.id(), network, recorder::state);
        } catch (JournalException e) {
            keep(e);
            throw e;
        }
    }

    /** The results until the checkpoint, from its state and the events in the journal. */
    private void rebuild(Resumption from, RunFolder begun) {
        EventLines lines = new EventLines(network);
        from.past(begun.unfinished(), events -> {
            Iterator<Event> written = new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return events.hasNext();
                }

                @Override
                public Event next() {
                    Event event = events.next();
                    begun.event(lines.line(event));
                    return event;
                }
            };
            from.from().ifPresent(kept -> recorder.restore(kept.results(), written));
        });
    }

    // ---- end ----

    /** The run is over when its journal has all of it, with a seal of the results: the folder gets its name last. */
    void complete(Summary summary, Latencies latencies) throws IOException {
        prepare(summary, latencies);
        isEnding = true;
        for (RunOutput output : outputs) {
            output.complete(summary);
        }
    }

    private void prepare(Summary summary, Latencies latencies) throws IOException {
        try {
            for (RunOutput output : outputs) {
                output.prepare(summary, latencies);
            }
        } catch (IOException | RuntimeException e) {
            outputs.forEach(RunOutput::abandon);
            throw e;
        }
    }

    /** Ends the outputs of a run that has no end in its journal: the folder keeps its unfinished name. */
    private void leave(RunFolder begun, String state) {
        String outlook = isKept()
                ? "; " + resumeInWords() + " goes on with it"
                : "; its journal has acknowledged nothing, so run the scenario again";
        outputs.forEach(RunOutput::abandon);
        owner.broken("what the run has written is in " + begun.unfinished() + ", " + state
                + (wanted.journal().isPresent() ? outlook : ""));
    }

    private String resumeInWords() {
        String here = "'reweave resume " + wanted.target().orElseThrow();
        return drivers.cluster()
                .map(nodes -> here + " " + nodes.options() + "', or in one process " + here + "',")
                .orElse(here + "'");
    }

    /** The run broke off: its results so far are written and marked as failed, where that can be done. */
    void keep(Throwable failure) {
        reserve.set(GIVEN_UP);
        folder.ifPresent(begun -> keep(begun, failure));
    }

    private void keep(RunFolder begun, Throwable failure) {
        if (isEnding) { // the journal may have that end: results of another one would contradict it
            leave(begun, "with results but without an end");
            return;
        }
        try {
            Summary summary = summaries.failed(cause(failure), owner.end());
            begun.mark(summary); // whatever else fails, the folder says so
            prepare(summary, new Latencies());
            if (failure instanceof JournalException
                    || failure instanceof ClusterException && wanted.journal().isPresent()) {
                leave(begun, "marked failed");
                return;
            }
            for (RunOutput output : outputs) {
                output.complete(summary);
            }
            owner.broken("what the run has written is in " + begun.path() + ", marked failed");
        } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
            if (!(failure instanceof Error)) { // threads of a process without memory may never end
                outputs.forEach(RunOutput::abandon);
            }
            if (!(failure instanceof JournalException)) { // a full disk needs one message, not two
                Throwable why = e instanceof LinkageError ? failure : e; // a class may find no memory, too
                owner.broken(begun.path() + " could not be completed: "
                        + (why instanceof IOException io ? FileFailure.reason(io) : cause(why))
                        + "; what there is of it is in " + begun.unfinished());
            }
        }
    }

    private static String cause(Throwable failure) {
        if (failure instanceof UncheckedIOException io) {
            return FileFailure.reason(io.getCause());
        }
        return failure instanceof JournalException
                ? failure.getMessage()
                : failure.toString()
                        .replace(OutOfMemoryError.class.getName(), "out of memory")
                        .replaceAll("\\R", " ");
    }

    /** An exception that says where the results are that could not be written. */
    ResultsException unwritable(IOException cause) {
        RunFolder begun = folder.orElseThrow();
        Optional<Path> left = Stream.of(begun.unfinished(), begun.path())
                .filter(Files::exists)
                .findFirst();
        boolean isResumable = left.isPresent() && wanted.journal().isPresent() && isKept();
        return new ResultsException(
                "the results could not be written: " + FileFailure.reason(cause)
                        + left.map(path -> "; what there is of them is in " + path)
                                .orElse("; " + begun.path() + " is gone")
                        + "; correct that, then "
                        + (isResumable ? resumeInWords() + " goes on with it" : "run the scenario again"),
                cause);
    }
}
