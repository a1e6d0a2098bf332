package org.reweave.emulator.compare;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.reweave.emulator.journal.FabricDigest;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.routing.topology.Fabric;

/**
 * The identity of a comparison: runs of two comparisons belong together only if their identities are equal.
 *
 * @param software that runs
 * @param keys every key of the scenario but the seed and the scheme, with its value
 * @param fabric digest of the fabric
 */
public record CompareIdentity(String software, Map<String, String> keys, String fabric) {
    private static final Set<String> IRRELEVANT = Set.of("seed", "name", "description", "reconfiguration.scheme");

    public CompareIdentity {
        keys = new TreeMap<>(keys);
    }

    public static CompareIdentity of(String software, Scenario scenario, Fabric fabric) {
        Map<String, String> keys = new TreeMap<>();
        ConfigFactory.parseString(scenario.resolved())
                .entrySet()
                .forEach(entry -> keys.put(entry.getKey(), entry.getValue().render(ConfigRenderOptions.concise())));
        keys.keySet().removeAll(IRRELEVANT);
        return new CompareIdentity(software, keys, FabricDigest.of(fabric));
    }

    /** Why runs of an earlier comparison do not belong to this one, in words; empty if they do. */
    public Optional<String> differenceFrom(CompareIdentity earlier) {
        if (!software.equals(earlier.software)) {
            return Optional.of("was begun by reweave " + earlier.software + ", this is " + software);
        }
        Set<String> all = new TreeSet<>(keys.keySet());
        all.addAll(earlier.keys.keySet());
        Optional<String> changed = all.stream()
                .filter(key -> !Objects.equals(keys.get(key), earlier.keys.get(key)))
                .findFirst();
        if (changed.isPresent()) {
            return changed.map(key -> "was begun with " + key + " = " + earlier.keys.getOrDefault(key, "(nothing)")
                    + ", now it is " + keys.getOrDefault(key, "(nothing)"));
        }
        return fabric.equals(earlier.fabric)
                ? Optional.empty()
                : Optional.of("was begun with another content of the fabric's file");
    }
}
