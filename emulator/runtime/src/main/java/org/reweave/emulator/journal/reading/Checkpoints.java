package org.reweave.emulator.journal.reading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.CheckpointCodec;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.checkpoint.KeptCheckpoint;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.store.UnusableJournalException;

/** The checkpoints of a run: those that its journal knows and that were not removed since. */
public final class Checkpoints {
    private static final long LARGEST = 1 << 30;

    private final Path folder;
    private final List<CheckpointCompleted> completed;
    private final Optional<CheckpointCompleted> last;

    /**
     * @param folder of the run
     * @param all that the run's journal knows, by cut
     */
    public Checkpoints(Path folder, List<CheckpointCompleted> all) {
        this.folder = folder;
        this.completed = all.stream()
                .filter(one -> Files.exists(CheckpointFile.of(folder, one.cut())))
                .toList();
        this.last = all.stream().reduce((earlier, later) -> later);
    }

    /**
     * Whether a folder has the file of any checkpoint, known to a journal or not. Nodes of a cluster may have written
     * their parts of one before the journal had a record.
     */
    public static boolean isAnyIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .anyMatch(name -> CheckpointFile.isName(name) && !CheckpointFile.isPart(name));
        }
    }

    /** Completed checkpoints whose files exist, in the order of their cycles. */
    public List<CheckpointCompleted> all() {
        return completed;
    }

    /**
     * A message when the file of the last checkpoint is missing: only files of earlier checkpoints are ever removed.
     */
    public Optional<String> lost() {
        return last.filter(one -> !Files.exists(CheckpointFile.of(folder, one.cut())))
                .map(one -> CheckpointFile.of(folder, one.cut()).getFileName() + " is missing");
    }

    /**
     * The last checkpoint at a cycle or before that is whole and of this software's version.
     *
     * @param damaged is told of those that are not, in words
     */
    public Optional<KeptCheckpoint> last(long cycle, Consumer<String> damaged) {
        return last(cycle, device -> true, damaged);
    }

    /**
     * The same.
     *
     * @param held devices whose states are held in memory where files of nodes have them
     */
    public Optional<KeptCheckpoint> last(long cycle, IntPredicate held, Consumer<String> damaged) {
        for (int i = completed.size() - 1; i >= 0; i--) {
            if (completed.get(i).cycle() <= cycle) {
                try {
                    return Optional.of(read(completed.get(i), held));
                } catch (UnusableJournalException e) {
                    damaged.accept(e.getMessage());
                }
            }
        }
        return Optional.empty();
    }

    /** @throws UnusableJournalException when it is not as it was written, or was written in another version */
    public KeptCheckpoint read(CheckpointCompleted one) {
        return read(one, device -> true);
    }

    private KeptCheckpoint read(CheckpointCompleted one, IntPredicate held) {
        try {
            CheckpointCodec.Content content = content(one, held);
            return content.kept()
                    .orElseThrow(() -> new UnusableJournalException(named(one) + " is of version " + content.version()
                            + "; this version of reweave goes on from version " + CheckpointCodec.VERSION + " only"));
        } catch (IOException e) {
            throw damaged(one, e);
        }
    }

    /**
     * Checks a checkpoint of any version.
     *
     * @throws UnusableJournalException when it is not as it was written
     */
    public void verify(CheckpointCompleted one) {
        try {
            content(one, device -> false);
        } catch (IOException e) {
            throw damaged(one, e);
        }
    }

    /** The bytes of the file, which have the digest that the journal knows. */
    private byte[] bytes(CheckpointCompleted one) throws IOException {
        Path file = CheckpointFile.of(folder, one.cut());
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || Files.size(file) != one.size()
                || one.size() > LARGEST) {
            throw new IOException("it is no file of the " + one.size() + " bytes that the journal knows");
        }
        byte[] bytes = Files.readAllBytes(file);
        if (!HexFormat.of().formatHex(CheckpointCodec.sha256().digest(bytes)).equals(one.digest())) {
            throw new IOException("its bytes do not have the digest that the journal has of them");
        }
        return bytes;
    }

    private CheckpointCodec.Content content(CheckpointCompleted one, IntPredicate held) throws IOException {
        CheckpointCodec.Content content = CheckpointCodec.read(bytes(one), folder, held);
        Optional<Checkpoint> checkpoint = content.kept().map(KeptCheckpoint::checkpoint);
        if (checkpoint.isPresent()
                && (checkpoint.get().cut() != one.cut() || checkpoint.get().cycle() != one.cycle())) {
            throw new IOException("it is of another cut");
        }
        return content;
    }

    private String named(CheckpointCompleted one) {
        return "checkpoint " + CheckpointFile.of(folder, one.cut()).getFileName() + " at cycle " + one.cycle();
    }

    private UnusableJournalException damaged(CheckpointCompleted one, IOException e) {
        return new UnusableJournalException(named(one) + " is damaged: " + e.getMessage(), e);
    }
}
