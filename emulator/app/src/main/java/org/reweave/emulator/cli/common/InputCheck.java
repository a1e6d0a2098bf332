package org.reweave.emulator.cli.common;

import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.io.FabricFormatException;

/** Collects what is wrong with a command's input, so that users learn all of it at once. */
public final class InputCheck {
    private final List<String> problems = new ArrayList<>();

    /**
     * Evaluates one part of the input; what it refuses is kept as a problem.
     *
     * @param place put before the message where that does not name the argument itself; may be empty
     */
    public <T> Optional<T> attempt(String place, Supplier<T> part) {
        try {
            return Optional.of(part.get());
        } catch (UserErrors e) {
            problems.addAll(e.messages());
        } catch (ScenarioException e) {
            problems.addAll(e.problems());
        } catch (InvalidPathException e) {
            problems.add(reason(e));
        } catch (IllegalArgumentException | UnroutableException | FabricFormatException e) {
            problems.add(place.isEmpty() ? e.getMessage() : place + ": " + e.getMessage());
        }
        return Optional.empty();
    }

    /** A text that is no path, in words. */
    public static String reason(InvalidPathException e) {
        return e.getInput() + " is no path here: " + e.getReason()
                + (e.getInput().indexOf('\0') >= 0
                        ? "; take it out"
                        : "; where LC_ALL is C or POSIX, names are ASCII only: set LC_ALL=C.UTF-8");
    }

    /** Keeps a problem; one that is known already is kept once. */
    public void problem(String message) {
        if (!problems.contains(message)) {
            problems.add(message);
        }
    }

    /** @param otherwise the problem where the condition does not hold */
    public void require(boolean holds, String otherwise) {
        if (!holds) {
            problem(otherwise);
        }
    }

    /** @throws UserErrors with all problems so far, if there are any */
    public void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new UserErrors(problems);
        }
    }
}
