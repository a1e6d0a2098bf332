package org.reweave.routing.io;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Files that lie outside the project, in a folder {@code shared} beside it or beside a folder above. */
public final class SharedFiles {
    private SharedFiles() {}

    /** The file; the test is skipped where it is absent. */
    public static Path require(String name) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve("shared").resolve(name);
            if (Files.exists(file)) {
                return file;
            }
        }
        assumeTrue(false, "no folder shared with " + name + " here or above");
        throw new AssertionError("unreachable");
    }
}
