package org.reweave.reconfig.spi;

import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * A reconfiguration scheme: its description, and its parts in the manager, in a switch and in a NIC. A scheme of this
 * repository is one package and a line in the registry of schemes; one in a jar of the user is a provider of this
 * interface, see {@link org.reweave.routing.plugin.Plugins}.
 */
public interface Scheme {
    /** The same value at every call. */
    SchemeDescription description();

    /** The name that users write ({@code ebr}). */
    default String name() {
        return description().name();
    }

    /**
     * This scheme for one fabric; its parts are asked of the scheme that this returns, with the same options.
     *
     * @param absent the elements that do not work when the run starts
     * @throws org.reweave.routing.engine.spi.UnroutableException saying why the scheme cannot work on it
     */
    default Scheme on(Fabric fabric, Faults absent, SchemeOptions options) {
        return this;
    }

    /**
     * The part in the manager.
     *
     * @throws IllegalStateException when the scheme has no manager; see {@link SchemeDescription#hasManager}
     */
    default ManagerProtocol<?> manager(SchemeOptions options) {
        throw new IllegalStateException(name() + " has no manager");
    }

    SwitchAgent switchAgent(SchemeOptions options, SwitchSite site);

    NicAgent nicAgent(SchemeOptions options, NicSite site);
}
