package org.reweave.emulator.traffic;

/** The times at which a source generates messages. Pure: equal arguments give equal answers. */
public interface InjectionProcess {
    /**
     * Ticks per cycle: times are kept in fractions of a cycle, so that gaps shorter than a cycle are not rounded
     * message by message.
     */
    int TICKS_PER_CYCLE = 1024;

    /**
     * @param nic the source
     * @param counter number of the message that ends the gap
     * @return ticks since the message before
     */
    long ticks(int nic, long counter);
}
