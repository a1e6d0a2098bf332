package org.reweave.reconfig.spi;

/** A reconfiguration scheme: the three parts that make it up. One class and one line in the registry each. */
public interface Scheme {
    /** The name users write ({@code ebr}). */
    String name();

    /** One sentence, with the source. */
    String summary();

    ManagerProtocol<?> manager(SchemeOptions options);

    SwitchAgent switchAgent(SchemeOptions options, SwitchSite site);

    NicAgent nicAgent(SchemeOptions options, NicSite site);

    /** Data VLs that it cannot do without. */
    default int lanesNeeded() {
        return 1;
    }

    /** Data VLs that it can do with. */
    default int mostLanes() {
        return 15;
    }

    /** Whether switches are sent the dependencies of their tables; see {@link SwitchSite#hasDependency}. */
    default boolean needsDependencies() {
        return false;
    }

    /** Whether it understands tables that are indexed by destination only, and nothing else that a forwarder may go by. */
    default boolean needsPlainTables() {
        return false;
    }

    /** Whether old and new tables each have to be free of deadlocks on a single VL. */
    default boolean needsSingleLaneTables() {
        return false;
    }
}
