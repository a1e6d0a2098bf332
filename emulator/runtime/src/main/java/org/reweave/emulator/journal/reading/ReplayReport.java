package org.reweave.emulator.journal.reading;

/**
 * The result of a replay.
 *
 * @param events that were equal
 * @param cuts whose fingerprints were equal
 * @param cycle of the last event or cut that was equal
 * @param last event or cut that was equal, in words; null when there was none
 * @param journal the journal's next event or cut, where run and journal differ; else null
 * @param executed the run's event or cut at the same place; else null
 * @param missingRecord number of the first record that the journal lacks; 0 = none
 * @param outcome of the journalled run; null when the journal does not say
 * @param fingerprint of the journalled run; null when the journal does not say
 */
public record ReplayReport(
        Comparison verdict,
        long events,
        long cuts,
        long cycle,
        String last,
        String journal,
        String executed,
        long missingRecord,
        String outcome,
        String fingerprint) {
    /** The result of comparing run and journal. */
    public enum Comparison {
        /** All compared events and cuts are equal. */
        EQUAL("equal"),
        /** An event or a cut differs. */
        DIFFERENT("different"),
        /** The journal ends before the run: it was killed, or the journal was cut. */
        TRUNCATED("truncated"),
        /** Records are missing in the midst of the journal: whether the run differs cannot be said. */
        DAMAGED("damaged");

        private final String label;

        Comparison(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
