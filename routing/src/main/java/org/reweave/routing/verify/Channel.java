package org.reweave.routing.verify;

import org.reweave.routing.topology.Fabric;

/**
 * A virtual lane of a directed link: what a packet holds while it waits for the next one.
 *
 * @param directedLink {@code 2 * link + sending end}
 * @param lane the VL
 * @param from the sending port, for people
 * @param to the receiving port, for people
 */
public record Channel(int directedLink, int lane, String from, String to) {
    static Channel of(Fabric fabric, int directedLink, int lane) {
        int link = directedLink >> 1;
        int end = directedLink & 1;
        return new Channel(
                directedLink,
                lane,
                fabric.portTitle(fabric.linkDevice(link, end), fabric.linkPort(link, end)),
                fabric.portTitle(fabric.linkDevice(link, end ^ 1), fabric.linkPort(link, end ^ 1)));
    }

    /** {@code s0.1->s1.2 VL0}. */
    @Override
    public String toString() {
        return from + "->" + to + " VL" + lane;
    }
}
