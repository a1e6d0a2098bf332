package org.reweave.reconfig.spi;

/** A reconfiguration scheme: the three parts that make it up. One class and one line in the registry each. */
public interface Scheme {
    /** The name users write ({@code ebr}). */
    String name();

    /** One sentence, with the source. */
    String summary();

    ManagerProtocol<?> manager(SchemeOptions options);

    SwitchAgent switchAgent(SchemeOptions options, SwitchSite site);

    NicAgent nicAgent(SchemeOptions options);
}
