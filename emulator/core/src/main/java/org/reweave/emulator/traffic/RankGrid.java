package org.reweave.emulator.traffic;

import java.util.TreeSet;

/** Ranks as a grid that is as nearly square as their number allows, its edges joined. */
public final class RankGrid {
    private RankGrid() {}

    /** @return by rank, the ranks beside, above and below it, ascending */
    public static int[][] neighbours(int count) {
        int rows = (int) StrictMath.sqrt(count);
        while (count % rows != 0) {
            rows--;
        }
        int columns = count / rows;
        int[][] neighbours = new int[count][];
        for (int rank = 0; rank < count; rank++) {
            int row = rank / columns;
            int column = rank % columns;
            TreeSet<Integer> near = new TreeSet<>();
            near.add(row * columns + (column + 1) % columns);
            near.add(row * columns + (column + columns - 1) % columns);
            near.add((row + 1) % rows * columns + column);
            near.add((row + rows - 1) % rows * columns + column);
            near.remove(rank);
            neighbours[rank] = near.stream().mapToInt(Integer::intValue).toArray();
        }
        return neighbours;
    }
}
