package org.reweave.emulator.cli.fabric;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.routing.io.FabricReaders;
import org.reweave.routing.io.ImportResult;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerator;
import org.reweave.routing.topology.FabricGenerators;
import picocli.CommandLine.Parameters;

/**
 * The argument {@code FABRIC}: a file if there is one of that name or the text looks like a path, else a generator's
 * text.
 */
public final class FabricArgument {
    @Parameters(
            index = "0",
            paramLabel = "FABRIC",
            completionCandidates = Examples.class,
            description = "A file (output of ibnetdiscover or of its -p, ibsim net, GraphML, DOT) or a generator:"
                    + " ${COMPLETION-CANDIDATES}. An unknown name lists all generators.")
    private String text;

    /** An example of each generator for {@code --help}. */
    static final class Examples implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return FabricGenerators.registry().all().stream()
                    .map(FabricGenerator::example)
                    .iterator();
        }
    }

    /** The fabric that the user names; empty after a problem. */
    Optional<Fabric> fabric(InputCheck input) {
        return imported(input).map(ImportResult::fabric);
    }

    /** The same with what was odd about its file. */
    Optional<ImportResult> imported(InputCheck input) {
        return input.attempt("", () -> resolve(text));
    }

    /** The scenario's key of the fabric with its value, as {@code --set} has them. */
    String scenarioKey() {
        Path file = existingFile(text);
        return file == null ? "fabric.generator=" + text : "fabric.file=" + file.toAbsolutePath();
    }

    /** @throws UserErrors, IllegalArgumentException or FabricFormatException saying what is wrong and what would do */
    public static ImportResult resolve(String text) {
        Path file = existingFile(text);
        if (file != null) {
            return read(text, file);
        }
        if (FabricGenerators.isGenerator(text)) {
            return new ImportResult(FabricGenerators.parse(text), List.of());
        }
        if (looksLikePath(text)) {
            throw new UserErrors(text + ": no such file");
        }
        throw new UserErrors("'" + text + "' is neither a file nor a generator's text; "
                + FabricGenerators.nearest(text)
                        .map(near -> "did you mean " + near.usage() + "? Generators are "
                                + String.join(", ", FabricGenerators.registry().names()))
                        .orElseGet(() -> "generators are "
                                + FabricGenerators.registry().all().stream()
                                        .map(FabricGenerator::usage)
                                        .collect(Collectors.joining(", "))));
    }

    private static Path existingFile(String text) {
        try {
            Path path = Path.of(text);
            return !text.isEmpty() && Files.exists(path) ? path : null;
        } catch (InvalidPathException e) {
            if (looksLikePath(text)) {
                throw e;
            }
            return null;
        }
    }

    /** A folder or an ending, as generators' texts never have before their colon. */
    private static boolean looksLikePath(String text) {
        return text.contains("/") || (text.contains(".") && !text.contains(":"));
    }

    private static ImportResult read(String text, Path file) {
        if (Files.isDirectory(file)) {
            throw new UserErrors(text + ": is a folder; name a file in it");
        }
        try {
            return FabricReaders.read(file);
        } catch (IOException e) {
            throw new UserErrors(text + ": cannot be read: " + FileFailure.reason(e));
        }
    }
}
