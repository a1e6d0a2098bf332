package org.reweave.emulator.results;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.reweave.emulator.disk.Disk;

/**
 * A folder of results that nobody sees half of. A folder that does not exist is written beside its place, as
 * {@code .NAME.partial}, and renamed; a folder that exists and is empty may be a mount point, somebody's working
 * directory or the end of a link: it is written in a folder {@code .partial} inside, and the files are moved up.
 */
public final class OutputFolder {
    /** Longest name of a folder that every file system takes together with what is put around it. */
    private static final int LONGEST_NAME = 200;

    private static final String SUFFIX = ".partial";

    private final Path target;
    private final Path partial;
    private final boolean isInside;

    private OutputFolder(Path target, Path partial, boolean isInside) {
        this.target = target;
        this.partial = partial;
        this.isInside = isInside;
    }

    /**
     * Reason why a folder cannot be written, in words; empty = the folder can be written.
     *
     * @param folder absent, or empty
     */
    public static Optional<String> problem(Path folder) {
        Path name = folder.getFileName();
        if (name != null && name.toString().length() > LONGEST_NAME) {
            return Optional.of("has a name of " + name.toString().length() + " characters, more than " + LONGEST_NAME
                    + "; name a shorter one");
        }
        if (Files.isDirectory(folder)) {
            try (Stream<Path> content = Files.list(folder)) {
                return content.findAny().map(any -> "is not empty; name another folder or empty it");
            } catch (IOException e) {
                return Optional.of("cannot be looked into; name a folder of your own");
            }
        }
        if (Files.exists(folder)) {
            return Optional.of("is a file; name a folder");
        }
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of("is a link to nothing; make what it names or name another folder");
        }
        if (Files.exists(partial(folder))) {
            return Optional.of(
                    "would get what " + partial(folder)
                            + " holds: another run writes there, or one was killed; name another folder, or resume or remove that one");
        }
        return problemAbove(folder);
    }

    /** Reason why a folder cannot be made, in words; empty = the folder can be made, or is there and writable. */
    public static Optional<String> problemAbove(Path folder) {
        Path above = folder.toAbsolutePath();
        while (above != null && !Files.exists(above)) {
            above = above.getParent();
        }
        if (above == null || Files.isDirectory(above) && isWritable(above)) {
            return Optional.empty();
        }
        return Optional.of("cannot be made: " + above
                + (Files.isDirectory(above) ? " permits no writing" : " is a file") + "; name another folder");
    }

    /** Makes a folder and removes it: root's permissions do not tell that {@code /proc} takes none. */
    private static boolean isWritable(Path directory) {
        try {
            Files.delete(Files.createTempDirectory(directory, ".reweave"));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** A text, such as the name of a scenario, as part of a folder's name. */
    public static String nameOf(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9._-]+", "_").replaceAll("^[.-]+", "");
        return plain.isEmpty() ? "_" : plain.substring(0, Math.min(plain.length(), LONGEST_NAME / 2));
    }

    /** Where a folder that did not exist is until it is complete. */
    public static Path partial(Path target) {
        Path absolute = target.toAbsolutePath();
        return absolute.getFileName() == null
                ? absolute.resolve(SUFFIX)
                : absolute.resolveSibling("." + absolute.getFileName() + SUFFIX);
    }

    /** Where a folder that existed is until it is complete. */
    public static Path partialInside(Path target) {
        return target.resolve(SUFFIX);
    }

    /** The name that a folder has or will have, whether it is complete or not. */
    public static String name(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        String name = String.valueOf(absolute.getFileName());
        if (name.equals(SUFFIX)) {
            return String.valueOf(absolute.getParent().getFileName());
        }
        return isUnfinished(folder) ? name.substring(1, name.length() - SUFFIX.length()) : name;
    }

    /** Whether a folder is called like one that is being written, or whose writer was killed. */
    public static boolean isUnfinished(Path folder) {
        String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
        return name.startsWith(".") && name.endsWith(SUFFIX);
    }

    /**
     * Begins a folder.
     *
     * @param target without a {@link #problem}
     * @throws IOException also when the folder of another run that is on or was killed is in the way
     */
    public static OutputFolder begin(Path target) throws IOException {
        if (Files.isDirectory(target)) {
            Path real = target.toRealPath();
            return begun(new OutputFolder(real, partialInside(real), true));
        }
        Path absolute = target.toAbsolutePath();
        Disk.createFolders(absolute.getParent());
        Path place = absolute.getParent().toRealPath().resolve(absolute.getFileName());
        return begun(new OutputFolder(place, partial(place), false));
    }

    /** Where the folder with some files will be when it is complete, or is. */
    public static Path target(Path files) {
        Path absolute = files.toAbsolutePath().normalize();
        return isInside(absolute) ? absolute.getParent() : absolute.resolveSibling(name(absolute));
    }

    private static boolean isInside(Path files) {
        return files.getFileName().toString().equals(SUFFIX);
    }

    /**
     * Takes up a folder again that was left unfinished, or was finished.
     *
     * @param files the folder that they are in
     */
    public static OutputFolder resume(Path files) throws IOException {
        Path real = files.toRealPath();
        Path target = target(real);
        Path partial = isInside(real) ? real : partial(target);
        if (!real.equals(partial)) {
            Disk.move(real, partial);
        }
        return new OutputFolder(target, partial, isInside(real));
    }

    /** Where the folder will be when it is complete. */
    Path target() {
        return target;
    }

    private static OutputFolder begun(OutputFolder folder) throws IOException {
        try {
            Files.createDirectory(folder.partial);
            Disk.sync(folder.partial.getParent());
        } catch (FileAlreadyExistsException e) {
            throw new IOException(
                    folder.partial + " exists: another run writes there, or one was killed; remove it", e);
        }
        return folder;
    }

    /** Where the files are written. */
    public Path unfinished() {
        return partial;
    }

    /**
     * Puts the complete folder into its place; before, all of it is brought to the disk.
     *
     * @param last name of the file that says that the others are there
     */
    public void finish(String last) throws IOException {
        Disk.syncAll(partial);
        if (!isInside) {
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(target + " is there by now; the results are in " + partial);
            }
            Disk.move(partial, target);
            return;
        }
        List<Path> files;
        try (Stream<Path> content = Files.list(partial)) {
            files = content.sorted(Comparator.comparing(
                            file -> file.getFileName().toString().equals(last)))
                    .toList();
        }
        for (Path file : files) {
            Disk.move(file, target.resolve(file.getFileName()));
        }
        Files.delete(partial);
        Disk.sync(target);
    }

    /** Takes away what was written. */
    public void abandon() throws IOException {
        try (Stream<Path> content = Files.walk(partial)) {
            for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
