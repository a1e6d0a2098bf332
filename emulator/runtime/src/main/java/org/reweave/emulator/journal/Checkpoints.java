package org.reweave.emulator.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.journal.CoordinatorEvent.CheckpointCompleted;

/** The checkpoints of a run: those that its journal knows and that were not removed since. */
public final class Checkpoints {
    /** A checkpoint, and the state that the results had there, as {@code results.RunRecorder} encodes it. */
    public record Kept(Checkpoint checkpoint, byte[] results) {}

    private static final Pattern NAME = Pattern.compile("checkpoint-[1-9]\\d{0,18}\\.bin");
    private static final long LARGEST = 1 << 30;

    private final Path folder;
    private final List<CheckpointCompleted> completed;
    private final Optional<CheckpointCompleted> last;

    private Checkpoints(Path folder, List<CheckpointCompleted> all) {
        this.folder = folder;
        this.completed = all.stream()
                .filter(one -> Files.exists(file(folder, one.cut())))
                .toList();
        this.last = all.stream().reduce((earlier, later) -> later);
    }

    /** @param folder of the run that the journal is of */
    public static Checkpoints of(Path folder, JournalReader journal) {
        return new Checkpoints(folder, journal.history().checkpoints());
    }

    static Path file(Path folder, long cut) {
        return folder.resolve("checkpoint-" + cut + ".bin");
    }

    /** Whether a file of a run's folder is called like a checkpoint. */
    static boolean isName(String file) {
        return NAME.matcher(file).matches();
    }

    /** In the order of their cycles. */
    public List<CheckpointCompleted> all() {
        return completed;
    }

    /** In words, when the last checkpoint's file is missing, which is never removed; others are. */
    Optional<String> lost() {
        return last.filter(one -> !Files.exists(file(folder, one.cut())))
                .map(one -> file(folder, one.cut()).getFileName() + " is missing");
    }

    /**
     * The last checkpoint at a cycle or before that is whole and of this software's version.
     *
     * @param damaged is told of those that are not, in words
     */
    public Optional<Kept> last(long cycle, Consumer<String> damaged) {
        for (int i = completed.size() - 1; i >= 0; i--) {
            if (completed.get(i).cycle() <= cycle) {
                try {
                    return Optional.of(read(completed.get(i)));
                } catch (UnusableJournalException e) {
                    damaged.accept(e.getMessage());
                }
            }
        }
        return Optional.empty();
    }

    /** @throws UnusableJournalException when it is not as it was written, or was written in another version */
    public Kept read(CheckpointCompleted one) {
        try {
            CheckpointCodec.Content content = content(one);
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
    void verify(CheckpointCompleted one) {
        try {
            content(one);
        } catch (IOException e) {
            throw damaged(one, e);
        }
    }

    /** The bytes of the file, which have the digest that the journal knows. */
    private byte[] bytes(CheckpointCompleted one) throws IOException {
        Path file = file(folder, one.cut());
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

    private CheckpointCodec.Content content(CheckpointCompleted one) throws IOException {
        CheckpointCodec.Content content = CheckpointCodec.read(bytes(one));
        Optional<Checkpoint> checkpoint = content.kept().map(Kept::checkpoint);
        if (checkpoint.isPresent()
                && (checkpoint.get().cut() != one.cut() || checkpoint.get().cycle() != one.cycle())) {
            throw new IOException("it is of another cut");
        }
        return content;
    }

    private String named(CheckpointCompleted one) {
        return "checkpoint " + file(folder, one.cut()).getFileName() + " at cycle " + one.cycle();
    }

    private UnusableJournalException damaged(CheckpointCompleted one, IOException e) {
        return new UnusableJournalException(named(one) + " is damaged: " + e.getMessage(), e);
    }
}
