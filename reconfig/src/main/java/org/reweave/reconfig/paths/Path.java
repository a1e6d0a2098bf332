package org.reweave.reconfig.paths;

/**
 * A path as a NIC holds it in a register, packed into a long: DLID 24..47 | SL 48..51 | VL of injection 52..55 | failed
 * 56; 0 = none. The other bits are free for the sender or keeper of the word.
 */
public final class Path {
    private static final long FAILED = 1L << 56;
    private static final int LID_SHIFT = 24;
    private static final int LID = 0xffffff;
    private static final int LEVEL_SHIFT = 48;
    private static final int LANE_SHIFT = 52;

    private Path() {}

    /** Packs a path. */
    public static long of(int dlid, int level, int lane) {
        return (long) dlid << LID_SHIFT | (long) level << LEVEL_SHIFT | (long) lane << LANE_SHIFT;
    }

    /** The path with the mark of a failed path; 0 stays 0. */
    public static long failed(long path) {
        return path == 0 ? 0 : path | FAILED;
    }

    public static boolean isUsable(long path) {
        return path != 0 && (path & FAILED) == 0;
    }

    /** A path without its mark. */
    public static long plain(long path) {
        return path & ~FAILED;
    }

    public static int destinationLid(long path) {
        return (int) (path >>> LID_SHIFT) & LID;
    }

    public static int level(long path) {
        return (int) (path >>> LEVEL_SHIFT) & 15;
    }

    /** The VL of injection. */
    public static int lane(long path) {
        return (int) (path >>> LANE_SHIFT) & 15;
    }
}
