package org.reweave.emulator.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names of the files of checkpoints in the folder of a run. */
public final class CheckpointFile {
    private static final Pattern NAME =
            Pattern.compile("checkpoint-([1-9]\\d{0,18})(\\.([1-9]\\d{0,18})-(0|[1-9]\\d{0,8}))?\\.bin");

    private CheckpointFile() {}

    /** The file of the checkpoint at a cut. */
    public static Path of(Path folder, long cut) {
        return folder.resolve("checkpoint-" + cut + ".bin");
    }

    /** Name of the file of a node of a cluster, with the states of its devices at a cut. */
    public static String part(long cut, long incarnation, int node) {
        return "checkpoint-" + cut + "." + incarnation + "-" + node + ".bin";
    }

    /** Whether a file of a run's folder is called like a checkpoint, or like a node's part of one. */
    public static boolean isName(String file) {
        return NAME.matcher(file).matches();
    }

    /** Whether a file of a run's folder is called like a node's part of a checkpoint. */
    public static boolean isPart(String file) {
        Matcher name = NAME.matcher(file);
        return name.matches() && name.group(2) != null;
    }

    /** Removes the file of a checkpoint, and those of nodes that belong to it. */
    public static void remove(Path folder, long cut) throws IOException {
        Files.deleteIfExists(of(folder, cut)); // first: a list whose files are missing would be a damaged one
        for (String part : parts(folder)) {
            if (part.startsWith("checkpoint-" + cut + ".")) {
                Files.deleteIfExists(folder.resolve(part));
            }
        }
    }

    /** Removes the files of nodes that belong to no checkpoint: a run that was killed has left them. */
    public static void removeParts(Path folder, List<Long> kept) throws IOException {
        for (String part : parts(folder)) {
            if (kept.stream().noneMatch(cut -> part.startsWith("checkpoint-" + cut + "."))) {
                Files.deleteIfExists(folder.resolve(part));
            }
        }
    }

    /** Names of all files of nodes in a folder. */
    public static List<String> parts(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(CheckpointFile::isPart)
                    .sorted()
                    .toList();
        }
    }
}
