package org.reweave.emulator.cli.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.race.Earlier;

/** The race that a race is compared with: one that is over, or one that another build's launcher runs. */
final class AgainstRace {
    private static final int MISTAKE = 2; // least exit code of a race that has not come to its end

    private final Path place;

    /** @param place the folder of a race or a file in it, or the launcher of a build */
    AgainstRace(Path place) {
        this.place = place;
    }

    /** The problem with the place; empty = none is seen yet. */
    Optional<String> problem() {
        if (!Files.exists(place)) {
            return Optional.of("is not there; name the folder of a race, or the launcher of a build");
        }
        if (isLauncher()) {
            return Optional.empty();
        }
        try {
            Earlier.read(place);
            return Optional.empty();
        } catch (IOException | BatchState.RefusedException e) {
            return Optional.of("cannot be compared: " + e.getMessage());
        }
    }

    private boolean isLauncher() {
        return Files.isRegularFile(place) && Files.isExecutable(place);
    }

    /**
     * The runs of the other race, which are made first where a build is to make them.
     *
     * @param arguments of the command, without the folder of the results
     * @param folder for the runs of another build
     */
    Earlier runs(List<String> arguments, Path folder) throws IOException, BatchState.RefusedException {
        if (!isLauncher()) {
            return Earlier.read(place);
        }
        Files.createDirectories(folder);
        Path said = folder.resolve("launcher.txt");
        List<String> command = new ArrayList<>(List.of(place.toAbsolutePath().toString(), "race"));
        command.addAll(arguments);
        command.addAll(List.of("--quiet", "--findings", "0", "--out", folder.toString()));
        Process build = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (build.waitFor() >= MISTAKE) {
                throw new UserErrors("--against " + place + ": its race ended with exit code " + build.exitValue()
                        + "; see " + said);
            }
        } catch (InterruptedException e) {
            build.destroy();
            Thread.currentThread().interrupt();
            throw new CancellationException();
        }
        return Earlier.read(folder);
    }
}
