package org.reweave.emulator.disk;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes files so that a power failure takes back nothing that is acknowledged: the bytes of a file are on the disk
 * when the file was synced; its name, its move and its removal are there when its folder was. Results, journals,
 * checkpoints, archives and states of batches are written by these methods.
 *
 * <p>The file system is that of the paths, so a test that simulates a disk gives paths on a file system of its own.
 */
public final class Disk {
    private static final String PARTIAL = ".partial";

    private Disk() {}

    /** Writes a file; its bytes are on the disk when this returns. */
    public static void write(Path file, byte[] content) throws IOException {
        try (OutputStream out = output(file)) {
            out.write(content);
        }
    }

    /** Writes a text; its bytes are on the disk when this returns. */
    public static void write(Path file, CharSequence content) throws IOException {
        write(file, content.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A file to be written, without a buffer; its bytes are on the disk when it was closed.
     *
     * @param more options beside that of writing; none: the file is made, or made empty
     */
    public static OutputStream output(Path file, OpenOption... more) throws IOException {
        OpenOption[] options = more.length == 0
                ? new OpenOption[] {StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING}
                : more;
        FileChannel channel = FileChannel.open(
                file,
                Stream.concat(Stream.of(StandardOpenOption.WRITE), Stream.of(options))
                        .toArray(OpenOption[]::new));
        return new FilterOutputStream(Channels.newOutputStream(channel)) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length); // the inherited method writes byte by byte
            }

            @Override
            public void close() throws IOException {
                try (channel) {
                    if (channel.isOpen()) {
                        channel.force(true);
                    }
                }
            }
        };
    }

    /** Content of a file, written piece by piece. */
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Makes a file whose path it is given, and which may be there from an earlier attempt. */
    public interface Maker {
        void make(Path partial) throws IOException;
    }

    /**
     * Replaces or creates a file: whoever opens it finds the bytes before or all of the new ones, also after a power
     * failure, and when this returns the new ones are on the disk.
     *
     * @param content written without a buffer
     */
    public static void replace(Path file, Content content) throws IOException {
        replace(file, partial(file), content);
    }

    /**
     * The same for a file that several processes may write at once.
     *
     * @param partial a file beside it that no other process writes
     */
    public static void replace(Path file, Path partial, Content content) throws IOException {
        replaceBy(file, partial, made -> {
            try (OutputStream out = output(made)) {
                content.writeTo(out);
            }
        });
    }

    /** The same for a file that its maker opens. */
    public static void replaceBy(Path file, Maker maker) throws IOException {
        replaceBy(file, partial(file), partial -> {
            maker.make(partial);
            sync(partial);
        });
    }

    private static void replaceBy(Path file, Path partial, Maker maker) throws IOException {
        try {
            maker.make(partial);
            move(partial, file);
        } catch (IOException | RuntimeException | Error e) {
            try {
                Files.deleteIfExists(partial);
            } catch (IOException again) {
                e.addSuppressed(again); // why there is no file matters more
            }
            throw e;
        }
    }

    private static Path partial(Path file) {
        return file.resolveSibling("." + file.getFileName() + PARTIAL);
    }

    /** Removes what a kill has left of files that were being replaced. */
    public static void removePartials(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, Disk::isPartial)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private static boolean isPartial(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(".") && name.endsWith(PARTIAL) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Brings the bytes of a file, or the names in a folder, to the disk. */
    public static void sync(Path path) throws IOException {
        boolean isFolder = Files.isDirectory(path);
        if (isFolder && path.getFileSystem().getSeparator().equals("\\")) {
            return; // Windows opens no folder, and keeps names by itself
        }
        try (FileChannel channel =
                FileChannel.open(path, isFolder ? StandardOpenOption.READ : StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Brings the files of a folder and their names to the disk; folders in it are left out. */
    public static void syncAll(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> content = Files.list(folder)) {
            files = content.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            sync(file);
        }
        sync(folder);
    }

    /** Makes a folder and those above it that are missing; their names are on the disk when this returns. */
    public static void createFolders(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath();
        if (!Files.isDirectory(absolute)) {
            if (absolute.getParent() != null) {
                createFolders(absolute.getParent());
            }
            Files.createDirectories(absolute); // another process may make it, too
            sync(absolute.getParent());
        } else if (isEmpty(absolute) && absolute.getParent() != null && Files.isReadable(absolute.getParent())) {
            sync(absolute.getParent()); // a process may have made it and been killed before it was synced
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (!Files.isReadable(folder)) {
            return false;
        }
        try (DirectoryStream<Path> content = Files.newDirectoryStream(folder)) {
            return !content.iterator().hasNext();
        }
    }

    /** Moves a file or a folder at once, replacing a file; its bytes have been synced before. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        Path source = from.toAbsolutePath().getParent();
        Path target = to.toAbsolutePath().getParent();
        sync(target);
        if (!source.equals(target)) {
            sync(source);
        }
    }
}
