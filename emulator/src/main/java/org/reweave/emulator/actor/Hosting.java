package org.reweave.emulator.actor;

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

    boolean isHere(int island) {
        return nodeOf[island] == here;
    }
}
