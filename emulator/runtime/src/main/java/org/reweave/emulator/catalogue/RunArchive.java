package org.reweave.emulator.catalogue;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.reweave.emulator.checkpoint.CheckpointFile;
import org.reweave.emulator.disk.Disk;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.RecordFile;
import org.reweave.emulator.journal.store.RecordSource;
import org.reweave.emulator.results.FileDigests;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.results.RunFolder;

/**
 * A run as one file: a zip with the files of its results under the run's name, and the records of its journal. A
 * database is never packed or unpacked: the records go into a new one.
 */
public final class RunArchive {
    /** Files that an archive may hold beside {@link #RECORDS}. */
    private static final List<String> FILES = Stream.concat(RunFolder.RESULTS.stream(), Stream.of(FileDigests.NAME))
            .toList();

    private static final String RECORDS = "journal.records";

    /** Names of files about the journal begin so. They are not packed, and others are made where a run is unpacked. */
    private static final String JOURNAL = "journal.";

    /** Names of folders that mean the same everywhere; Windows has devices of some names. */
    private static final Pattern NAME =
            Pattern.compile("(?!(?i:con|prn|aux|nul|com\\d|lpt\\d)(\\.|$))[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");

    /** Bytes of a file in an archive, at most. */
    static final long LARGEST_FILE = 4L << 30;

    /** Once so many bytes are unpacked, they may be at most so many times those that were packed. */
    private static final long UNSUSPICIOUS = 16 << 20;

    private static final int MOST_TIMES = 100;
    private static final int BLOCK = 1 << 16;

    private RunArchive() {}

    /**
     * Why {@link #read} would refuse what is packed, as far as the digests of the run's files tell.
     *
     * @return empty when each file has its digest, or the run is not over and has no digests
     */
    public static Optional<String> problem(Path folder) throws IOException {
        return FileDigests.problems(folder, Optional.of(JOURNAL))
                .flatMap(problems -> problems.stream().findFirst());
    }

    /**
     * Packs a run.
     *
     * @param name of the folder inside the archive
     * @param journal where the run's journal is; empty when the run has none
     * @param file to be made; it must not exist, and is removed when the run cannot be packed
     */
    public static void write(Path folder, String name, Optional<JournalPlace> journal, Path file) throws IOException {
        if (journal.isEmpty()) {
            pack(folder, name, Optional.empty(), file);
            return;
        }
        try (RecordSource records = RecordSource.open(journal.get(), RunCatalog.id(folder))) {
            pack(folder, name, Optional.of(records), file);
        }
    }

    private static void pack(Path folder, String name, Optional<RecordSource> records, Path file) throws IOException {
        try (OutputStream out = Disk.output(file, StandardOpenOption.CREATE_NEW);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String one : files(folder)) {
                Path source = folder.resolve(one);
                if (Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)) {
                    ZipEntry entry = new ZipEntry(name + "/" + one);
                    entry.setLastModifiedTime(Files.getLastModifiedTime(source));
                    zip.putNextEntry(entry);
                    Files.copy(source, zip);
                    zip.closeEntry();
                }
            }
            if (records.isPresent()) {
                zip.putNextEntry(new ZipEntry(name + "/" + RECORDS));
                RecordFile.write(records.get(), zip);
                zip.closeEntry();
            }
        } catch (java.nio.file.FileAlreadyExistsException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
        Disk.sync(file.toAbsolutePath().getParent());
    }

    /** Names of what is packed, as far as it is there. */
    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> content = Files.list(folder)) {
            return Stream.concat(
                            FILES.stream(),
                            content.map(file -> file.getFileName().toString())
                                    .filter(CheckpointFile::isName)
                                    .sorted())
                    .toList();
        }
    }

    /**
     * Unpacks an archive into a directory of runs.
     *
     * @return the folder of the run
     * @throws IOException also when the archive is not one of these, or the run is already there
     */
    public static Path read(Path file, Path runs) throws IOException {
        Disk.createFolders(runs);
        Path unpacked = Files.createTempDirectory(runs, ".import");
        try (Counted in = new Counted(Files.newInputStream(file));
                ZipInputStream zip = new ZipInputStream(in)) {
            String name = unpack(zip, in, unpacked, file);
            Path target = isOver(unpacked) ? runs.resolve(name) : OutputFolder.partial(runs.resolve(name));
            for (Path taken : List.of(runs.resolve(name), target)) {
                if (Files.exists(taken, LinkOption.NOFOLLOW_LINKS)) {
                    throw new IOException(taken + " exists; remove or rename it first");
                }
            }
            Disk.syncAll(unpacked);
            Disk.move(unpacked, target);
            return target;
        } catch (EOFException | ZipException e) {
            remove(unpacked);
            throw new IOException("the archive is damaged" + (e.getMessage() == null ? "" : ": " + e.getMessage()), e);
        } catch (IllegalArgumentException e) { // a name that is not UTF-8
            remove(unpacked);
            throw new IOException("it is not an archive of a run: " + e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            remove(unpacked);
            throw e;
        }
    }

    /** Checks the digests of what was packed, which a new journal does not have; a run that broke off has none. */
    private static boolean isOver(Path folder) throws IOException {
        Optional<List<String>> problems = FileDigests.problems(folder, Optional.of(JOURNAL));
        if (problems.isPresent()) {
            if (!problems.get().isEmpty()) {
                throw new IOException(
                        "the archive is damaged: " + problems.get().get(0));
            }
            FileDigests.write(folder);
        }
        return problems.isPresent();
    }

    private static String unpack(ZipInputStream zip, Counted packed, Path folder, Path file) throws IOException {
        String name = null;
        Set<String> seen = new HashSet<>();
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            String[] parts = entry.getName().split("/", -1);
            boolean known = parts.length == 2
                    && NAME.matcher(parts[0]).matches()
                    && (name == null || name.equals(parts[0]))
                    && (FILES.contains(parts[1]) || CheckpointFile.isName(parts[1]) || parts[1].equals(RECORDS));
            if (!known || !seen.add(parts[1])) {
                throw new IOException("it is not an archive of a run: it holds " + shown(entry.getName()));
            }
            name = parts[0];
            if (parts[1].equals(RECORDS)) {
                RecordFile.read(zip, JournalPlace.in(folder));
            } else {
                copy(zip, packed, folder.resolve(parts[1]));
                if (entry.getLastModifiedTime() != null) {
                    Files.setLastModifiedTime(folder.resolve(parts[1]), entry.getLastModifiedTime());
                }
            }
        }
        if (!seen.contains(RunFolder.SCENARIO)) {
            throw new IOException("it is not an archive of a run: it holds no " + RunFolder.SCENARIO);
        }
        checkComplete(file, seen.size());
        return name;
    }

    /** The stream of an archive that a power failure has cut short ends as that of a complete one does. */
    private static void checkComplete(Path file, int unpacked) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.size() != unpacked) {
                throw new ZipException("it lists " + zip.size() + " files and holds " + unpacked);
            }
        }
    }

    private static void copy(InputStream in, Counted packed, Path target) throws IOException {
        long unpacked = 0;
        long before = packed.bytes;
        try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
            byte[] block = new byte[BLOCK];
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                unpacked += read;
                if (unpacked > LARGEST_FILE) {
                    throw new IOException(target.getFileName() + " has more than " + LARGEST_FILE + " bytes");
                }
                if (unpacked > UNSUSPICIOUS && unpacked > MOST_TIMES * (packed.bytes - before + BLOCK)) {
                    throw new IOException(target.getFileName() + " unpacks to more than " + MOST_TIMES
                            + " times its packed size, as no file of a run does");
                }
                out.write(block, 0, read);
            }
        }
    }

    private static String shown(String name) {
        String safe = name.replaceAll("\\p{Cntrl}", " ");
        return "'" + (safe.length() <= 60 ? safe : safe.substring(0, 60) + "...") + "'";
    }

    /** Whether a name can be that of a run's folder anywhere. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Removes a folder with its files. What a power failure leaves of the folder is no run any more. */
    public static void remove(Path folder) throws IOException {
        for (String mark : List.of(RunFolder.SUMMARY, RunFolder.SCENARIO)) {
            Files.deleteIfExists(folder.resolve(mark));
        }
        Disk.sync(folder);
        try (Stream<Path> content = Files.walk(folder)) {
            List<Path> all = content.sorted(Comparator.reverseOrder()).toList();
            for (Path path : all) {
                Files.delete(path);
            }
        }
        Disk.sync(folder.toAbsolutePath().getParent());
    }

    /** Counts the packed bytes. */
    private static final class Counted extends FilterInputStream {
        private long bytes;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int one = in.read();
            bytes += one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] block, int from, int length) throws IOException {
            int read = in.read(block, from, length);
            bytes += Math.max(0, read);
            return read;
        }
    }
}
