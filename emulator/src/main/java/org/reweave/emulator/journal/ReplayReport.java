package org.reweave.emulator.journal;

/**
 * What a replay has found.
 *
 * @param events that were equal
 * @param cuts whose fingerprints were equal
 * @param cycle of the last event or cut that was equal
 * @param last event or cut that was equal, in words; null when there was none
 * @param journal what the journal says next, when it differs; else null
 * @param executed what the run does instead, or goes on with; else null
 * @param missingRecord number of the first record that the journal lacks; 0 = none
 * @param outcome of the journalled run; null when the journal does not say
 * @param fingerprint of the journalled run; null when the journal does not say
 */
public record ReplayReport(
        Verdict verdict,
        long events,
        long cuts,
        long cycle,
        String last,
        String journal,
        String executed,
        long missingRecord,
        String outcome,
        String fingerprint) {
    /** How run and journal compare. */
    public enum Verdict {
        /** Everything that was compared is the same. */
        EQUAL("equal"),
        /** Something differs. */
        DIFFERENT("different"),
        /** The journal ends before the run: it was killed, or the journal was cut. */
        TRUNCATED("truncated"),
        /** Records are missing in the midst of the journal: whether the run differs cannot be said. */
        DAMAGED("damaged");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
