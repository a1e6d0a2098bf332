package org.reweave.emulator.traffic;

/** The destination of a NIC's next packet. Pure: the same arguments, the same answer. */
public interface Pattern {
    /**
     * @param nic the source, {@code 0..nics-1}
     * @param counter number of the packet at its source
     * @return the destination, or -1 when this source stays silent
     */
    int destination(int nic, long counter);
}
