package org.reweave.reconfig.paths;

/**
 * A path as a NIC holds it in a register, packed into a long: DLID 16..31 | SL 32..35 | VL of injection 36..39 | failed
 * 40; 0 = none. The other bits are free for the sender or keeper of the word.
 */
public final class Path {
    private static final long FAILED = 1L << 40;

    private Path() {}

    /** Packs a path. */
    public static long of(int dlid, int level, int lane) {
        return (long) dlid << 16 | (long) level << 32 | (long) lane << 36;
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
        return (int) (path >>> 16) & 0xffff;
    }

    public static int level(long path) {
        return (int) (path >>> 32) & 15;
    }

    /** The VL of injection. */
    public static int lane(long path) {
        return (int) (path >>> 36) & 15;
    }
}
