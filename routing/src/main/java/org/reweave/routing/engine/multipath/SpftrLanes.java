package org.reweave.routing.engine.multipath;

import org.reweave.routing.table.DenseLanes;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The SLtoVL tables of SPFTR or A-SPFTR on a torus, and which paths they make legal: those that start on VL 0, never
 * fall and cross every forbidden turn from VL 0 to VL 1. States are {@code 2 * level + lane}.
 *
 * <p>SPFTR in n dimensions: a turn lies in one plane and gets that plane's entry of Table 4.2, the plane's region being
 * that of the switch's place in it. Going straight on lies in several planes; the entries agree in all of them
 * (<i>symmetry</i>), since in Table 4.2 they depend on the coordinate of their own dimension alone, and the table is
 * its own mirror image when rows and columns change places. Source: thesis §4.3.3, §4.3.5, §4.3.6, Tables 4.2 and 4.3.
 */
final class SpftrLanes implements PathRule {
    private static final int LANES = 2;
    private static final int NORTH = 0;
    private static final int EAST = 1;
    private static final int SOUTH = 2;
    private static final int WEST = 3;
    private static final int FORBIDDEN = 2;

    private final SwitchGraph graph;
    private final TorusSides sides;
    private final SpftrData data;
    private final boolean asymmetric;
    private final int directions;
    private final int levels;
    private final byte[]
            turn; // [((switch * directions + in) * directions + out) * levels + level] lane, plus 2 if forbidden

    /** @param asymmetric the ten regions of A-SPFTR, for two dimensions */
    SpftrLanes(SwitchGraph graph, TorusSides sides, SpftrData data, boolean asymmetric) {
        this.graph = graph;
        this.sides = sides;
        this.data = data;
        this.asymmetric = asymmetric;
        this.directions = sides.directions();
        this.levels = data.levels();
        this.turn = new byte[graph.switchCount() * directions * directions * levels];
        for (int s = 0; s < graph.switchCount(); s++) {
            for (int in = 0; in < directions; in++) {
                for (int out = 0; out < directions; out++) {
                    for (int level = 0; level < levels && (in ^ 1) != out; level++) {
                        turn[at(s, in, out) + level] = (byte) entry(s, in, out, level);
                    }
                }
            }
        }
    }

    private int at(int s, int in, int out) {
        return ((s * directions + in) * directions + out) * levels;
    }

    /** @param in the direction of the hop that arrives */
    private int entry(int s, int in, int out, int level) {
        int dimension = in >> 1;
        int other = out >> 1 == dimension ? dimension == 0 ? 1 : 0 : out >> 1;
        int rows = Math.min(dimension, other);
        int columns = Math.max(dimension, other);
        boolean straight = in == out;
        boolean lastRow = sides.last(s, rows) && (!straight || dimension == rows);
        boolean lastColumn = sides.last(s, columns) && (!straight || dimension == columns);
        int inPort = port(in ^ 1, rows);
        int outPort = port(out, rows);
        int region = asymmetric ? asymmetricRegion(s) : (lastColumn ? 1 : 0) + (lastRow ? 2 : 0);
        boolean forbidden = forbidden(inPort, outPort, lastRow, lastColumn);
        return data.lane(region, inPort, outPort, level) + (forbidden ? FORBIDDEN : 0);
    }

    private static int port(int direction, int rows) {
        boolean up = (direction & 1) == 1;
        return direction >> 1 == rows ? up ? SOUTH : NORTH : up ? EAST : WEST;
    }

    /** Both ways: {N,W} everywhere, {N,E} and {E,W} in the last column, {N,S} and {S,W} in the last row. */
    private static boolean forbidden(int in, int out, boolean lastRow, boolean lastColumn) {
        int pair = 1 << in | 1 << out;
        return pair == (1 << NORTH | 1 << WEST)
                || lastColumn && (pair == (1 << NORTH | 1 << EAST) || pair == (1 << EAST | 1 << WEST))
                || lastRow && (pair == (1 << NORTH | 1 << SOUTH) || pair == (1 << SOUTH | 1 << WEST));
    }

    /** Regions by row from the top: 0 1..1 2, 3 4 5..5 6, 7 8..8 9. Inferred: the thesis's Figure 4.29 is missing. */
    private int asymmetricRegion(int s) {
        int column = sides.coordinate(s, 1);
        if (sides.coordinate(s, 0) == 0) {
            return column == 0 ? 0 : sides.last(s, 1) ? 2 : 1;
        }
        if (sides.last(s, 0)) {
            return column == 0 ? 7 : sides.last(s, 1) ? 9 : 8;
        }
        return column < 2 ? 3 + column : sides.last(s, 1) ? 6 : 5;
    }

    @Override
    public int stateCount() {
        return LANES * levels;
    }

    @Override
    public int starts() {
        return levels;
    }

    @Override
    public int start(int index) {
        return LANES * index;
    }

    @Override
    public int next(int state, int in, int out) {
        int from = sides.direction(in);
        int to = sides.direction(out);
        if ((from ^ 1) == to) {
            return -1;
        }
        int entry = turn[at(graph.peer(in), from, to) + state / LANES];
        int lane = entry & 1;
        boolean legal = lane >= state % LANES && (entry < FORBIDDEN || lane > state % LANES);
        return legal ? state / LANES * LANES + lane : -1;
    }

    @Override
    public int cost(int state) {
        return state % LANES;
    }

    /** @return the levels on which a path is legal, a bit each */
    int legalLevels(int[] slots, int hops) {
        int legal = 0;
        for (int level = 0; level < levels; level++) {
            int state = start(level);
            for (int i = 1; i < hops && state >= 0; i++) {
                state = next(state, slots[i - 1], slots[i]);
            }
            legal |= state >= 0 ? 1 << level : 0;
        }
        return legal;
    }

    /** The tables as switches have them. */
    DenseLanes tables(Fabric fabric) {
        DenseLanes tables = new DenseLanes(fabric, LANES, levels);
        for (int s = 0; s < graph.switchCount(); s++) {
            for (int in = 0; in < directions; in++) {
                for (int out = 0; out < directions; out++) {
                    int entered = sides.slot(s, in ^ 1);
                    int left = sides.slot(s, out);
                    for (int level = 0; level < levels && (in ^ 1) != out && entered >= 0 && left >= 0; level++) {
                        int lane = turn[at(s, in, out) + level] & 1;
                        tables.define(s, graph.port(entered), graph.port(left), level, lane);
                    }
                }
            }
        }
        return tables;
    }
}
