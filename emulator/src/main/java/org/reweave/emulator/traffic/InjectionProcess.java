package org.reweave.emulator.traffic;

/** When a source makes its messages. Pure: the same arguments, the same answer. */
public interface InjectionProcess {
    /** Parts of a cycle in which time is kept, so that a process finer than a cycle does not round every message. */
    int TICKS_PER_CYCLE = 1024;

    /**
     * @param nic the source
     * @param counter number of the message that ends the gap
     * @return ticks since the message before
     */
    long ticks(int nic, long counter);
}
