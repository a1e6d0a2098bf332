package org.reweave.emulator.cli.fabric;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.InputFile;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.routing.io.IbnetdiscoverReader;
import org.reweave.routing.io.ImportResult;
import org.reweave.routing.topology.FabricGenerators;

/**
 * The argument {@code FABRIC}: a file if there is one of that name or the text looks like a path, else a generator's
 * text.
 */
public final class FabricArgument {
    static final String DESCRIPTION = "A file (ibnetdiscover output, ibsim net) or a generator: torus:8x8, mesh:4x4x4,"
            + " hypercube:6, k-ary-n-tree:4,3, m-port-n-tree:8,3, clos:leaves=6,spines=2,parallel=4,nics=24, mikant:3,4,"
            + " kns:32,2, flattened-butterfly:4,3, dragonfly:2,4,2, irregular:32,4,seed=7. An unknown name lists all"
            + " generators.";

    private FabricArgument() {}

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
        String generators = FabricGenerators.all().stream().map(g -> g.usage()).collect(Collectors.joining(", "));
        throw new UserErrors("'" + text + "' is neither a file nor a generator's text; generators are " + generators);
    }

    private static Path existingFile(String text) {
        try {
            Path path = Path.of(text);
            return !text.isEmpty() && Files.exists(path) ? path : null;
        } catch (InvalidPathException e) {
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
            return IbnetdiscoverReader.read(file);
        } catch (IOException e) {
            throw new UserErrors(text + ": cannot be read: " + InputFile.reason(e));
        }
    }
}
