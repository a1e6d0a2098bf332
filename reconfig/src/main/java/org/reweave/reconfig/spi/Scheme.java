package org.reweave.reconfig.spi;

import java.util.List;

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

    /** Whether every NIC that the scheme's manager reaches hears of a change by {@link ManagerEffect.Notify}, and so gets the paths that belong
     *  to it. Schemes of which this is false must do with tables whose paths have the service levels of the start. */
    default boolean notifiesNics() {
        return false;
    }

    ManagerProtocol<?> manager(SchemeOptions options);

    SwitchAgent switchAgent(SchemeOptions options, SwitchSite site);

    NicAgent nicAgent(SchemeOptions options);
}
