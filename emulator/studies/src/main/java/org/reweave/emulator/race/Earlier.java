package org.reweave.emulator.race;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.reweave.emulator.batch.BatchState;
import org.reweave.emulator.stats.Fingerprint;
import org.reweave.routing.io.BoundedLines;

/**
 * The finished runs of another race, perhaps of another build, whose classes need not be those of this one.
 *
 * @param runs by seed
 */
public record Earlier(Map<Long, Ended> runs) {
    /**
     * The end of a run.
     *
     * @param kind label of its class
     * @param fingerprint empty = an invariant broke
     */
    public record Ended(String kind, String fingerprint) {}

    private static final String STATE = "state.jsonl";
    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final BoundedLines.Limits LIMITS = new BoundedLines.Limits(1L << 30, 10_000_000, 1 << 20);

    public Earlier {
        runs = Collections.unmodifiableMap(new TreeMap<>(runs));
    }

    /**
     * Reads the finished runs of a race.
     *
     * @param place the folder of the race, or a file in it
     * @throws BatchState.RefusedException when no race has been there
     */
    public static Earlier read(Path place) throws IOException, BatchState.RefusedException {
        Path file = (Files.isDirectory(place) ? place : place.toAbsolutePath().getParent()).resolve(STATE);
        if (!Files.isRegularFile(file)) {
            throw new BatchState.RefusedException(file + ": is not there; name the folder of a race");
        }
        String text;
        try {
            text = BoundedLines.text(file, LIMITS);
        } catch (BoundedLines.LimitException e) {
            throw new BatchState.RefusedException(file + ": " + e.getMessage());
        }
        List<String> lines = new ArrayList<>(text.lines().toList());
        requireSameFingerprints(file, lines);
        Map<Long, Ended> runs = new TreeMap<>();
        for (int i = 1; i < lines.size(); i++) {
            runs.put(seed(file, i + 1, lines.get(i)), ended(file, i + 1, lines.get(i)));
        }
        if (runs.isEmpty()) {
            throw new BatchState.RefusedException(file + ": has no finished run of a race; let it finish one");
        }
        return new Earlier(runs);
    }

    /** Fingerprints of two versions differ whatever the runs have done. */
    private static void requireSameFingerprints(Path file, List<String> lines) throws BatchState.RefusedException {
        try {
            int version = lines.isEmpty()
                    ? Fingerprint.VERSION
                    : Math.max(
                            1, JSON.readTree(lines.get(0)).path("fingerprints").intValue());
            if (version != Fingerprint.VERSION) {
                throw new BatchState.RefusedException(file + ": has fingerprints of version " + version
                        + ", and this software makes version " + Fingerprint.VERSION
                        + "; name a race of a build that makes the same");
            }
        } catch (JsonProcessingException e) {
            throw new BatchState.RefusedException(file + ":1: is no line of a race; name another folder");
        }
    }

    private static long seed(Path file, int line, String text) throws BatchState.RefusedException {
        return field(file, line, text, "/seed").longValue();
    }

    private static Ended ended(Path file, int line, String text) throws BatchState.RefusedException {
        String kind = field(file, line, text, "/verdict/kind").textValue();
        return new Ended(
                kind.toLowerCase(Locale.ROOT).replace('_', '-'),
                field(file, line, text, "/verdict/fingerprint").textValue());
    }

    private static JsonNode field(Path file, int line, String text, String at) throws BatchState.RefusedException {
        try {
            JsonNode field = JSON.readTree(text).at(at);
            if (field.isValueNode()) {
                return field;
            }
        } catch (JsonProcessingException e) {
            // no line of ours
        }
        throw new BatchState.RefusedException(file + ":" + line + ": is no line of a race; name another folder");
    }
}
