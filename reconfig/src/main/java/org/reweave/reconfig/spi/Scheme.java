package org.reweave.reconfig.spi;

import java.util.List;
import java.util.Optional;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** A reconfiguration scheme: the three parts that make it up. One class and one line in the registry each. */
public interface Scheme {
    /** The name users write ({@code ebr}). */
    String name();

    /** One sentence, with the source. */
    String summary();

    /** Where the scheme's paths come from, in the order in which the manager tries them when something has changed. */
    default List<PathSource> sources() {
        return List.of(PathSource.ENGINE);
    }

    /**
     * Whether every NIC that the scheme's manager reaches hears of a change by {@link ManagerEffect.Notify}, and so
     * gets the paths that belong to it. Schemes of which this is false must do with tables whose paths have the service
     * levels of the start.
     */
    default boolean notifiesNics() {
        return false;
    }

    /**
     * This scheme for one fabric; the other parts are asked of what this returns, with the same options.
     *
     * @param absent what of the fabric does not work when the run starts
     * @throws org.reweave.routing.engine.spi.UnroutableException saying why the scheme cannot work on it
     */
    default Scheme on(Fabric fabric, Faults absent, SchemeOptions options) {
        return this;
    }

    /** The engine without which the scheme makes no sense, before and after a change; empty = any. */
    default Optional<String> engine() {
        return Optional.empty();
    }

    /** Data VLs that it cannot do without. */
    default int laneCount(SchemeOptions options) {
        return 1;
    }

    /** Whether a manager computes and sends tables; else it never reacts, and {@link #manager} is not called. */
    default boolean hasManager(SchemeOptions options) {
        return true;
    }

    ManagerProtocol<?> manager(SchemeOptions options);

    SwitchAgent switchAgent(SchemeOptions options, SwitchSite site);

    NicAgent nicAgent(SchemeOptions options, NicSite site);

    /** Data VLs that it can do with. */
    default int mostLanes() {
        return 15;
    }

    /** Whether switches are sent the dependencies of their tables; see {@link SwitchSite#hasDependency}. */
    default boolean needsDependencies() {
        return false;
    }

    /**
     * Whether it understands tables that are indexed by destination only, and nothing else that a forwarder may go by.
     */
    default boolean needsPlainTables() {
        return false;
    }

    /** Whether old and new tables each have to be free of deadlocks on a single VL. */
    default boolean needsSingleLaneTables() {
        return false;
    }

    /**
     * Whether a change may end another that is under way, if the scenario asks for it; see
     * {@link ManagerProtocol#mayOverlap}.
     */
    default boolean overlapsChanges() {
        return false;
    }

    /**
     * Whether a reconfiguration ends with the last device's report (reconfig/docs/schemes.md), not with the last table
     * that is used.
     */
    default boolean endsWithReports() {
        return false;
    }

    /** The narrowest epochs that it can do with, in bits. */
    default int leastEpochBits() {
        return 1;
    }
}
