package org.reweave.emulator.race;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.reweave.emulator.journal.FabricDigest;

/**
 * The identity of a race: runs of two races belong together only if their identities are equal.
 *
 * @param software that runs
 * @param keys every key of the base scenario but the seed, with its value
 * @param fabric digest of the fabric
 * @param variations what differs from run to run
 */
public record RaceIdentity(String software, Map<String, String> keys, String fabric, Set<Variation> variations) {
    private static final Set<String> IRRELEVANT = Set.of("seed", "name", "description");

    public RaceIdentity {
        keys = new TreeMap<>(keys);
        variations = new TreeSet<>(variations);
    }

    public static RaceIdentity of(String software, RacePlan plan) {
        Map<String, String> keys = new TreeMap<>();
        ConfigFactory.parseString(plan.base().resolved())
                .entrySet()
                .forEach(entry -> keys.put(entry.getKey(), entry.getValue().render(ConfigRenderOptions.concise())));
        keys.keySet().removeAll(IRRELEVANT);
        return new RaceIdentity(software, keys, FabricDigest.of(plan.fabric()), plan.variations());
    }

    /** Why runs of an earlier race do not belong to this one, in words; empty if they do. */
    public Optional<String> differenceFrom(RaceIdentity earlier) {
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
        if (!fabric.equals(earlier.fabric)) {
            return Optional.of("was begun with another content of the fabric's file");
        }
        return variations.equals(earlier.variations)
                ? Optional.empty()
                : Optional.of("was begun with --vary " + earlier.variations + ", now it is " + variations);
    }
}
