package org.reweave.emulator.checkpoint;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Names of the files of checkpoints in the folder of a run. */
public final class CheckpointFile {
    private static final Pattern NAME = Pattern.compile("checkpoint-[1-9]\\d{0,18}\\.bin");

    private CheckpointFile() {}

    /** The file of the checkpoint at a cut. */
    public static Path of(Path folder, long cut) {
        return folder.resolve("checkpoint-" + cut + ".bin");
    }

    /** Whether a file of a run's folder is called like a checkpoint. */
    public static boolean isName(String file) {
        return NAME.matcher(file).matches();
    }
}
