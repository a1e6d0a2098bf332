package org.reweave.emulator.cli.reproduce;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.reproduce.Reproduction;

/** Computes several reproductions. A fault in one of them does not cost the hours that the others take. */
final class EachInTurn {
    private final Consumer<String> warnings;

    /** @param warnings gets a line for each of several that fails */
    EachInTurn(Consumer<String> warnings) {
        this.warnings = warnings;
    }

    /**
     * Computes all, whether or not one fails. Bad input and a disk that fails end it at once: the next one would meet
     * them, too.
     *
     * @return the first fault; the others are suppressed in it
     */
    Optional<RuntimeException> compute(List<Reproduction> chosen, Consumer<Reproduction> work) {
        RuntimeException first = null;
        for (Reproduction reproduction : chosen) {
            try {
                work.accept(reproduction);
            } catch (UserErrors | UncheckedIOException e) {
                throw e;
            } catch (RuntimeException e) {
                if (chosen.size() > 1) {
                    warnings.accept(reproduction.name() + " fails: " + e.getMessage() + "; the others go on");
                }
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        return Optional.ofNullable(first);
    }
}
