package org.reweave.emulator.actor;

import java.util.Arrays;

/**
 * Which process hosts each island.
 *
 * @param nodeOf node by island; nodes are numbered from 0
 * @param here the number of this process
 */
public record Hosting(int[] nodeOf, int here) {
    /** Every island is here. */
    public static Hosting allHere(int islands) {
        return new Hosting(new int[islands], 0);
    }

    /** How many islands are here. */
    int count() {
        return (int) Arrays.stream(nodeOf).filter(node -> node == here).count();
    }

    boolean isHere(int island) {
        return nodeOf[island] == here;
    }
}
