package org.reweave.emulator.drive;

import java.util.List;

/**
 * Which island each device is in, and where in it; one object that all islands of a process share.
 *
 * @param islandOf island by device
 * @param indexIn position of the device in its island
 */
public record Placement(int[] islandOf, int[] indexIn) {
    /** @param islands device numbers by island; together every device once */
    public static Placement of(List<List<Integer>> islands) {
        int devices = islands.stream().mapToInt(List::size).sum();
        int[] islandOf = new int[devices];
        int[] indexIn = new int[devices];
        for (int island = 0; island < islands.size(); island++) {
            List<Integer> members = islands.get(island);
            for (int i = 0; i < members.size(); i++) {
                islandOf[members.get(i)] = island;
                indexIn[members.get(i)] = i;
            }
        }
        return new Placement(islandOf, indexIn);
    }
}
