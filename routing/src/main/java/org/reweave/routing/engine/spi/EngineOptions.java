package org.reweave.routing.engine.spi;

import java.util.Map;
import java.util.TreeMap;

/** Options of an engine as the user wrote them ({@code tree=bfs}); each engine converts and checks its options. */
public record EngineOptions(Map<String, String> values) {
    public EngineOptions {
        values = Map.copyOf(values);
    }

    public static EngineOptions none() {
        return new EngineOptions(Map.of());
    }

    /** This and one more option. */
    public EngineOptions with(String name, String value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value);
        return new EngineOptions(more);
    }

    public String get(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }
}
