package org.reweave.emulator.journal.store;

/** A kind of database for journals, with the settings that differ between the kinds. */
enum DatabaseKind {
    H2("slick.jdbc.H2Profile$", "h2.sql"),
    POSTGRESQL("slick.jdbc.PostgresProfile$", "postgresql.sql");

    private final String profile;
    private final String schema;

    DatabaseKind(String profile, String schema) {
        this.profile = profile;
        this.schema = schema;
    }

    /** Slick's name of its dialect. */
    String profile() {
        return profile;
    }

    /** Resource with the statements that make the tables, where they are not there. */
    String schema() {
        return schema;
    }
}
