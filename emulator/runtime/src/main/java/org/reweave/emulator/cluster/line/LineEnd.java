package org.reweave.emulator.cluster.line;

/**
 * Where an end of a line waits for the other one.
 *
 * @param address {@code host:port} of its process
 * @param key of the end, a secret between the two nodes and the run
 */
public record LineEnd(String address, String key) {
    @Override
    public String toString() {
        return address; // keys stay out of logs
    }
}
