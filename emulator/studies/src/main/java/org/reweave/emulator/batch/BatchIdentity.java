package org.reweave.emulator.batch;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
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
import org.reweave.emulator.stats.Fingerprint;

/**
 * The identity of a batch: runs of two batches belong together only if their identities are equal.
 *
 * @param software that runs
 * @param fingerprints version of those of its runs; {@link #NO_FINGERPRINTS} = there are none
 * @param keys every key of the scenario with its value, before what differs from run to run is set over it
 * @param fabricFile SHA-256 of the file that the fabric is read from; empty for a generated one
 * @param options of the command on which results depend, as the user knows them ({@code --tolerance}), with values
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record BatchIdentity(
        String software, int fingerprints, Map<String, String> keys, String fabricFile, Map<String, String> options) {
    /** Also what older versions wrote, which did not say that theirs were of version 1. */
    public static final int NO_FINGERPRINTS = 0;

    /** Keys that change no result, or that every run sets for itself. */
    private static final Set<String> IRRELEVANT = Set.of("seed", "name", "description");

    private static final int MOST_LISTED = 6;

    public BatchIdentity {
        Objects.requireNonNull(software);
        keys = keys == null ? Map.of() : new TreeMap<>(keys); // other versions wrote other fields
        fabricFile = Objects.requireNonNullElse(fabricFile, "");
        options = options == null ? Map.of() : new TreeMap<>(options);
    }

    /** Identity of a batch of runs of one scenario; {@code own} are the keys that each run sets for itself. */
    public static BatchIdentity of(String software, Scenario scenario, Set<String> own, Map<String, String> options) {
        Map<String, String> keys = new TreeMap<>();
        ConfigFactory.parseString(scenario.resolved())
                .entrySet()
                .forEach(entry -> keys.put(entry.getKey(), entry.getValue().render(ConfigRenderOptions.concise())));
        keys.keySet().removeAll(IRRELEVANT);
        keys.keySet().removeAll(own);
        String digest = scenario.fabric().fold(made -> "", read -> digest(read.file()))
                + scenario.beginning().plan().map(plan -> "+" + digest(plan)).orElse("");
        return new BatchIdentity(software, Fingerprint.VERSION, keys, digest, options);
    }

    /** Identity of a batch whose scenarios are the software's own. */
    public static BatchIdentity of(String software, Map<String, String> options) {
        return new BatchIdentity(software, NO_FINGERPRINTS, Map.of(), "", options);
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

    /** Why runs of an earlier batch do not belong to this one, in words; empty if they do. */
    public Optional<String> differenceFrom(BatchIdentity earlier) {
        if (!software.equals(earlier.software)) {
            return Optional.of("was begun by reweave " + earlier.software + ", this is " + software);
        }
        if (fingerprints != earlier.fingerprints) {
            return Optional.of("has fingerprints of version " + Math.max(1, earlier.fingerprints)
                    + ", and this software makes version " + fingerprints);
        }
        List<String> changed = changed(keys, earlier.keys);
        if (changed.isEmpty() && !fabricFile.equals(earlier.fabricFile)) {
            return Optional.of("was begun with another content of the fabric's file");
        }
        changed = changed.isEmpty() ? changed(options, earlier.options) : changed;
        int more = changed.size() - MOST_LISTED;
        return changed.isEmpty()
                ? Optional.empty()
                : Optional.of("was begun with "
                        + String.join("; ", changed.subList(0, Math.min(changed.size(), MOST_LISTED)))
                        + (more > 0 ? "; and " + more + " more" : ""));
    }

    private static List<String> changed(Map<String, String> now, Map<String, String> before) {
        Set<String> all = new TreeSet<>(now.keySet());
        all.addAll(before.keySet());
        return all.stream()
                .filter(key -> !Objects.equals(now.get(key), before.get(key)))
                .map(key -> key + " = " + before.getOrDefault(key, "(nothing)") + ", now "
                        + now.getOrDefault(key, "(nothing)"))
                .toList();
    }
}
