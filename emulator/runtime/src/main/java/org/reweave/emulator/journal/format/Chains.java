package org.reweave.emulator.journal.format;

/** Names of the two chains of rows that a run has in a database: its records, and the entries of its coordinator. */
public final class Chains {
    private static final String COORDINATOR = "|coordinator";

    private Chains() {}

    /** The chain of a run's records: run, node, incarnation. */
    public static String records(JournalRecord.Header header) {
        return header.run() + "|single|" + header.incarnation();
    }

    /** The chain of the entries of a run's coordinator. */
    public static String coordinator(String run) {
        return run + COORDINATOR;
    }

    /** Whether a chain is of a coordinator's entries. */
    public static boolean isCoordinator(String chain) {
        return chain.endsWith(COORDINATOR);
    }

    /** The chain of entries beside a chain of records. */
    public static String coordinatorBeside(String chain) {
        return coordinator(chain.replaceFirst("\\|[^|]*\\|[^|]*$", ""));
    }
}
