package org.reweave.reconfig.manager;

import java.util.List;

/**
 * The devices that the manager can reach, in the order in which they are to be updated.
 *
 * @param switches by device number
 * @param nics by device number
 */
public record Reach(List<Integer> switches, List<Integer> nics) {
    public static final Reach NOTHING = new Reach(List.of(), List.of());

    public Reach {
        switches = List.copyOf(switches);
        nics = List.copyOf(nics);
    }
}
