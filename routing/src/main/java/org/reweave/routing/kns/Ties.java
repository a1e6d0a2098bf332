package org.reweave.routing.kns;

import org.reweave.routing.model.SeededSequence;

/**
 * Which of several intermediate nodes is taken that are as good as each other: ours, since the paper (KNS §4) does not
 * say. Under many failed links it decides how much traffic the network accepts; see {@code routing/docs/kns.md}.
 */
public enum Ties {
    /**
     * The candidate whose coordinates, counted cyclically from h, come first, h being the destination's coordinate in
     * the highest dimension in which it differs from the source.
     */
    ROWS {
        @Override
        long key(KnsGrid grid, int source, int destination) {
            int dimension = grid.n() - 1;
            while (dimension > 0 && grid.coordinate(source, dimension) == grid.coordinate(destination, dimension)) {
                dimension--;
            }
            return grid.coordinate(destination, dimension);
        }

        @Override
        boolean before(KnsGrid grid, long key, int a, int b) {
            for (int d = 0; d < grid.n(); d++) {
                int ofA = Math.floorMod(grid.coordinate(a, d) - (int) key, grid.k());
                int ofB = Math.floorMod(grid.coordinate(b, d) - (int) key, grid.k());
                if (ofA != ofB) {
                    return ofA < ofB;
                }
            }
            return false;
        }
    },

    /** In an order of its own for each pair, drawn by their numbers, so that detours spread over more routers. */
    PAIRS {
        @Override
        long key(KnsGrid grid, int source, int destination) {
            return SeededSequence.mix((long) source * grid.routerCount() + destination);
        }

        @Override
        boolean before(KnsGrid grid, long key, int a, int b) {
            return SeededSequence.mix(key ^ a) < SeededSequence.mix(key ^ b); // a bijection, so there are no equal ones
        }
    };

    /** What the order among the candidates of a pair of routers depends on. */
    abstract long key(KnsGrid grid, int source, int destination);

    /** Whether router a comes before router b. */
    abstract boolean before(KnsGrid grid, long key, int a, int b);
}
