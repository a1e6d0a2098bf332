package org.reweave.emulator.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/** Lets H2 write its files on a {@link SimulatedDisk}. */
public final class SimulatedH2Path extends FilePathWrapper {
    /** H2 knows files on simulated disks from now on. */
    public static void register() {
        FilePath.register(new SimulatedH2Path());
    }

    private Path path() {
        return Path.of(getBase().toString());
    }

    private Path simulated() {
        return SimulatedDisk.of(path()).root().resolve(path());
    }

    @Override
    public String getScheme() {
        return SimulatedDisk.SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        return SimulatedDisk.of(path())
                .open(
                        path(),
                        mode.equals("r")
                                ? Set.of(StandardOpenOption.READ)
                                : Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE));
    }

    @Override
    public boolean createFile() {
        if (Files.exists(path())) {
            return false;
        }
        done(() -> open("rw").close());
        return true;
    }

    @Override
    public void createDirectory() {
        done(() -> Files.createDirectories(simulated()));
    }

    @Override
    public void delete() {
        done(() -> Files.deleteIfExists(simulated()));
    }

    @Override
    public void moveTo(FilePath target, boolean atomicReplace) {
        done(() -> Files.move(
                simulated(), Path.of(((SimulatedH2Path) target).getBase().toString())));
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void done(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
