package org.reweave.emulator.sweep;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.reweave.emulator.scenario.Scenario;

/**
 * The identity of a sweep: results of two sweeps belong together only if their identities are equal.
 *
 * @param software that runs
 * @param keys every key of the scenario with its value, before loads, seeds and varied keys are set over it
 * @param fabricFile SHA-256 of the file that the fabric is read from; empty for a generated one
 * @param tolerance of the criterion by which saturated runs are stopped
 */
public record SweepIdentity(String software, Map<String, String> keys, String fabricFile, double tolerance) {
    /** Every run sets the first two; the others change no result. */
    private static final Set<String> IRRELEVANT = Set.of("traffic.load", "seed", "name", "description");

    private static final int MOST_LISTED = 6;

    public SweepIdentity {
        keys = new TreeMap<>(keys);
    }

    public static SweepIdentity of(String software, Scenario scenario, double tolerance) {
        Config config = ConfigFactory.parseString(scenario.resolved());
        Map<String, String> keys = new TreeMap<>();
        config.entrySet()
                .forEach(entry -> keys.put(entry.getKey(), entry.getValue().render(ConfigRenderOptions.concise())));
        keys.keySet().removeAll(IRRELEVANT);
        String digest = scenario.fabric().fold(made -> "", read -> digest(read.file()));
        return new SweepIdentity(software, keys, digest, tolerance);
    }

    private static String digest(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Why results of an earlier sweep do not belong to this one, in words; empty if they do. */
    public Optional<String> differenceFrom(SweepIdentity earlier) {
        if (!software.equals(earlier.software)) {
            return Optional.of("was begun by reweave " + earlier.software + ", this is " + software);
        }
        List<String> changed = changedKeys(earlier);
        if (!changed.isEmpty()) {
            int more = changed.size() - MOST_LISTED;
            return Optional.of("was begun with "
                    + String.join("; ", changed.subList(0, Math.min(changed.size(), MOST_LISTED)))
                    + (more > 0 ? "; and " + more + " more" : ""));
        }
        if (!fabricFile.equals(earlier.fabricFile)) {
            return Optional.of("was begun with another content of the fabric's file");
        }
        return tolerance == earlier.tolerance
                ? Optional.empty()
                : Optional.of("was begun with --tolerance " + earlier.tolerance + ", now it is " + tolerance);
    }

    private List<String> changedKeys(SweepIdentity earlier) {
        Set<String> all = new TreeSet<>(keys.keySet());
        all.addAll(earlier.keys.keySet());
        return all.stream()
                .filter(key -> !Objects.equals(keys.get(key), earlier.keys.get(key)))
                .map(key -> key + " = " + earlier.keys.getOrDefault(key, "(nothing)") + ", now "
                        + keys.getOrDefault(key, "(nothing)"))
                .toList();
    }
}
