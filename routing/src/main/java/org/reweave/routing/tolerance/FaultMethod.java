package org.reweave.routing.tolerance;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.reweave.routing.topology.Fabric;

/**
 * A fault-tolerance method, as the fault analysis sees the method. Methods hold no state; those of users' jars are
 * found by {@link org.reweave.routing.plugin.Plugins}.
 */
public interface FaultMethod {
    /** The name users write ({@code rftr}). */
    String name();

    /** One sentence for {@code --help} and error texts. */
    String summary();

    /**
     * Prepares the method for a fabric without faults.
     *
     * @throws org.reweave.routing.engine.spi.UnroutableException with the reason, when the fabric is not what the
     *     method works on
     */
    FaultStudy study(Fabric fabric);

    /** Names of the options that {@link #study(Fabric, Map)} understands. */
    default Set<String> optionNames() {
        return Set.of();
    }

    /**
     * Prepares the method as {@link #study(Fabric)} does, with options as the user wrote them.
     *
     * @throws IllegalArgumentException for options that the method does not have, and for values that it cannot use
     */
    default FaultStudy study(Fabric fabric, Map<String, String> options) {
        Set<String> unknown = new TreeSet<>(options.keySet());
        unknown.removeAll(optionNames());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "method " + name() + " has no option " + String.join(", ", unknown) + "; it has "
                            + (optionNames().isEmpty() ? "none" : String.join(", ", new TreeSet<>(optionNames()))));
        }
        return study(fabric);
    }
}
