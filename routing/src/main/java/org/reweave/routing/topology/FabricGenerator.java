package org.reweave.routing.topology;

import java.util.Optional;

/**
 * One family of fabrics that users write as {@code name:args}. Stateless: the same text gives the same fabric, device
 * by device and link by link. A user's jar adds its own, see {@link org.reweave.routing.plugin.Plugins}.
 */
public interface FabricGenerator {
    /** The name before the colon ({@code torus}). */
    String name();

    /** The text form and an example after {@code such as}, for {@code --help} and error texts. */
    String usage();

    /** The first example of {@link #usage}. */
    default String example() {
        return usage().replaceFirst("(?s).*such as ", "").replaceFirst("(?s) .*", "");
    }

    /** The family of its fabrics where that is its own, so that files with them can be read again. */
    default Optional<Shape.Family> family() {
        return Optional.empty();
    }

    /**
     * Builds the fabric.
     *
     * @param args what stands after the colon ({@code 8x8,nics=2})
     * @throws IllegalArgumentException as place, actual value, limit and remedy
     */
    Fabric generate(String args);
}
