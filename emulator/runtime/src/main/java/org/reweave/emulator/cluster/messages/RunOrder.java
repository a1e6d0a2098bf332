package org.reweave.emulator.cluster.messages;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The facts of a run that a node has to know. Every node builds the whole network from the scenario and places it by
 * itself; the digests make sure that all of them have the same.
 *
 * @param run its id
 * @param incarnation of the run's placement: grows with each
 * @param software build of the process that coordinates the run
 * @param name of the scenario, for messages
 * @param scenario resolved, compressed
 * @param digests of what the process that coordinates the run has
 * @param islandSize devices an island, as the placement has it
 * @param economies that the run makes
 * @param threads of each node
 * @param placementDigest digest of the placement
 * @param checkpoints where nodes write the states of their devices
 * @param node number of the receiver
 * @param fromCheckpoint whether the receiver is sent the states of its devices, or the files that have them; else they
 *     begin at cycle 0
 */
public record RunOrder(
        String run,
        long incarnation,
        String software,
        String name,
        byte[] scenario,
        RunDigests digests,
        int islandSize,
        Economies economies,
        int[] threads,
        String placementDigest,
        CheckpointPlace checkpoints,
        int node,
        boolean fromCheckpoint) {
    private static final int MOST_BYTES = 200 << 10; // of a compressed scenario; a message may have 256 KiB

    private static final int MOST_UNPACKED = 16 << 20;

    /** @throws ClusterException when the text is too long for a message */
    public static byte[] compressed(String scenario) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(scenario.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (bytes.size() > MOST_BYTES) {
            throw new ClusterException("the scenario has " + bytes.size() + " bytes when compressed, more than the "
                    + MOST_BYTES + " that fit into a message; draw its faults at random instead of listing them");
        }
        return bytes.toByteArray();
    }

    /** @throws ClusterException when it is damaged or longer than any scenario */
    public String scenarioText() {
        byte[] text;
        try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(scenario))) {
            text = zip.readNBytes(MOST_UNPACKED + 1);
        } catch (IOException e) {
            throw new ClusterException("is sent a scenario that cannot be unpacked: " + e.getMessage());
        }
        if (text.length > MOST_UNPACKED) {
            throw new ClusterException("is sent a scenario of more than " + MOST_UNPACKED + " bytes");
        }
        return new String(text, StandardCharsets.UTF_8);
    }
}
