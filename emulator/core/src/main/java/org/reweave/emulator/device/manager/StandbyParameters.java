package org.reweave.emulator.device.manager;

/**
 * The standby, a second subnet manager that takes over when the first one does not answer, and the first one's hang.
 * Times in cycles.
 *
 * @param nic name of the NIC that the standby sits behind; {@link #NONE} = there is no standby
 * @param poll between two of its questions to the manager in charge
 * @param tries questions without an answer until it takes over
 * @param hangsAt when the first manager hangs; 0 = it does not
 * @param hangsUntil when it goes on; 0 = never
 */
public record StandbyParameters(String nic, long poll, int tries, long hangsAt, long hangsUntil) {
    /** {@link #nic} where there is no standby. */
    public static final String NONE = "none";

    /** Whether there is a standby. */
    public boolean exists() {
        return !nic.equals(NONE);
    }

    /** The last cycle at which the first manager hangs or goes on; -1 = it does not hang. */
    public long last() {
        return hangsAt == 0 ? -1 : Math.max(hangsAt, hangsUntil);
    }
}
