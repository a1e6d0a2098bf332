package org.reweave.emulator.device.nic;

import org.reweave.reconfig.state.StateVisitor;

/** A source of a NIC's messages. */
interface Generator {
    /** A NIC that only listens. */
    Generator NONE = new Generator() {};

    static Generator of(NicConfig config, NicServices nic) {
        if (config.load().work().trace() != null) {
            return new TraceGenerator(config, nic);
        }
        return config.load().work().pattern() == null ? NONE : new DrawnGenerator(config, nic);
    }

    /**
     * Sets the first wake-up.
     *
     * @param earliest cycle before which nothing is generated; 0 = the scenario's start alone counts
     */
    default void start(long earliest) {}

    /** See {@link NicServices#generateAt}. */
    default void onTimer(long cycle) {}

    /** There is room in the send queue. */
    default void onQueueSpace(long cycle) {}

    /** See {@link NicServices#injected}. */
    default void injected(int number, long cycle) {}

    /** See {@link NicServices#delivered}; {@code number} is the source's. */
    default void delivered(int source, int number, long cycle) {}

    /** Work left before the run may end, beside messages already queued. */
    default long remaining() {
        return 0;
    }

    default void visit(StateVisitor state) {}
}
