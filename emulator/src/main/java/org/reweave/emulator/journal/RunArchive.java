package org.reweave.emulator.journal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A run as one file: a zip with the files of its folder under the run's name. */
public final class RunArchive {
    private RunArchive() {}

    /**
     * Packs a folder.
     *
     * @param name of the folder inside the archive
     * @param file to be made; it must not exist
     */
    public static void write(Path folder, String name, Path file) throws IOException {
        List<Path> files;
        try (Stream<Path> content = Files.list(folder)) {
            files = content.filter(Files::isRegularFile).sorted().toList();
        }
        try (OutputStream out = Files.newOutputStream(file, java.nio.file.StandardOpenOption.CREATE_NEW);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Path one : files) {
                ZipEntry entry = new ZipEntry(name + "/" + one.getFileName());
                entry.setLastModifiedTime(Files.getLastModifiedTime(one));
                zip.putNextEntry(entry);
                Files.copy(one, zip);
                zip.closeEntry();
            }
        }
    }

    /**
     * Unpacks an archive into a directory of runs.
     *
     * @return the folder of the run
     * @throws IOException also when the archive is not one of these, or the run is already there
     */
    public static Path read(Path file, Path runs) throws IOException {
        Files.createDirectories(runs);
        Path unpacked = Files.createTempDirectory(runs, ".import");
        try (InputStream in = Files.newInputStream(file);
                ZipInputStream zip = new ZipInputStream(in)) {
            String name = unpack(zip, unpacked, file);
            Path target = runs.resolve(name);
            if (Files.exists(target)) {
                throw new IOException(target + " exists; remove or rename it first");
            }
            return Files.move(unpacked, target);
        } catch (IOException | RuntimeException e) {
            remove(unpacked);
            throw e;
        }
    }

    private static String unpack(ZipInputStream zip, Path folder, Path file) throws IOException {
        String name = null;
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            String[] parts = entry.getName().split("/", -1);
            boolean plain =
                    parts.length == 2 && Stream.of(parts).noneMatch(part -> part.isEmpty() || part.equals(".."));
            if (!plain || name != null && !name.equals(parts[0])) {
                throw new IOException(file + " is not an archive of a run: it holds " + entry.getName());
            }
            name = parts[0];
            Path target = folder.resolve(parts[1]);
            Files.copy(zip, target);
            Files.setLastModifiedTime(target, entry.getLastModifiedTime());
        }
        if (name == null) {
            throw new IOException(file + " is not an archive of a run");
        }
        return name;
    }

    /** Removes a folder with its files. */
    public static void remove(Path folder) throws IOException {
        try (Stream<Path> content = Files.walk(folder)) {
            List<Path> all = content.sorted(Comparator.reverseOrder()).toList();
            for (Path path : all) {
                Files.delete(path);
            }
        }
    }
}
