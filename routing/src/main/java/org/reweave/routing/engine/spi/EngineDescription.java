package org.reweave.routing.engine.spi;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.reweave.routing.table.RoutingTables;

/**
 * The description of an engine. Commands, checks of scenarios and help texts use this description only.
 *
 * @param name that users write ({@code updown})
 * @param summary one sentence for help and error texts
 * @param promises that hold on every fabric that the engine accepts
 * @param options that {@link RoutingEngine#route} understands, in the order in which they are explained
 */
public record EngineDescription(String name, String summary, Set<Promise> promises, List<EngineOption> options) {
    /** What an engine may promise of its tables. */
    public enum Promise {
        /** No cyclic channel dependencies, but for those within {@link RoutingTables#rings}. */
        DEADLOCK_FREE,
        /** Every path is a shortest one. */
        SHORTEST_PATHS
    }

    public EngineDescription {
        promises = Set.copyOf(promises);
        options = List.copyOf(options);
    }

    public EngineDescription(String name, String summary, Set<Promise> promises, EngineOption... options) {
        this(name, summary, promises, List.of(options));
    }

    /** Keys of the options, sorted. */
    public List<String> optionNames() {
        return options.stream().map(EngineOption::key).sorted().toList();
    }

    /** @throws IllegalArgumentException naming the options that the engine has not, and those that it has */
    public void requireKnown(EngineOptions given) {
        String unknown = given.values().keySet().stream()
                .filter(key -> !optionNames().contains(key))
                .sorted()
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("engine " + name + " has no option " + unknown + "; it has "
                    + (options.isEmpty() ? "none" : String.join(", ", optionNames())));
        }
    }
}
