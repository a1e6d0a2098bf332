package org.reweave.emulator.timetravel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.governor.Outcome;

/**
 * The deadlock in which a run ended, as the last record of its journal has it. A deadlock is found at a cut by looking
 * at all devices, so no device has an event for it.
 *
 * @param formedAt cycle of the first cut from which on each of its packets waited for the others
 * @param foundAt cycle of the cut that proved it
 * @param devices that hold its packets, in the order in which they wait for each other, each once
 * @param packets at the heads of its queues, as {@code events.jsonl} names them, in the same order
 */
public record KnownDeadlock(long formedAt, long foundAt, List<Integer> devices, List<String> packets) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public KnownDeadlock {
        devices = List.copyOf(devices);
        packets = List.copyOf(packets);
    }

    /** The deadlock of a run; empty when the run ended otherwise, or broke off. */
    public static Optional<KnownDeadlock> of(Past past) {
        return past.journal()
                .ended()
                .filter(ended -> ended.outcome().equals(Outcome.DEADLOCKED.label()))
                .map(ended -> read(ended.summary(), List.of(past.network().names())));
    }

    private static KnownDeadlock read(String summary, List<String> names) {
        try {
            JsonNode deadlock = JSON.readTree(summary).path("deadlock");
            List<Integer> devices = new ArrayList<>();
            List<String> packets = new ArrayList<>();
            for (JsonNode member : deadlock.path("cycle")) {
                int device = names.indexOf(member.path("device").asText());
                if (!devices.contains(device)) {
                    devices.add(device);
                }
                packets.add(member.path("packet").asText());
            }
            return new KnownDeadlock(
                    deadlock.path("formedAt").asLong(), deadlock.path("foundAt").asLong(), devices, packets);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the journal's last record has a summary that is no JSON", e);
        }
    }
}
