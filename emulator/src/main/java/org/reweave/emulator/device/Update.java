package org.reweave.emulator.device;

/** The payload of an {@link Smp#UPDATE}: one of the {@code total} LFT blocks of a change, or a notice without blocks.
 *
 *  <pre>
 *  0     change 0..31 | block 32..43 | total 44..55 | full 56 | stored 57
 *  1..8  64 LFT entries, 8 a word (IBA 14.2.5.10), when total &gt; 0; in blocks behind the LFT's, 8 words of the table's dependencies
 *  </pre>
 *  A device uses the new table once it has all blocks; until then nothing changes. Deviation from IBA, where each block is in force at once:
 *  the thesis sends a table as one control packet (§6.5), and EBR needs the epoch to change with the table. */
final class Update {
    static final int BLOCK_ENTRIES = 64;
    static final int NOTICE_WORDS = 1;
    static final int BLOCK_WORDS = 9;

    private Update() {}

    static long head(long change, int block, int total, boolean full, boolean stored) {
        return change | (long) block << 32 | (long) total << 44 | (full ? 1L << 56 : 0) | (stored ? 1L << 57 : 0);
    }

    static long head(long change, int block, int total, boolean full) {
        return head(change, block, total, full, false);
    }

    /** The table is kept beside the one in force. */
    static boolean isStored(long head) {
        return (head >>> 57 & 1) != 0;
    }

    static long change(long head) {
        return head & 0xffffffffL;
    }

    static int block(long head) {
        return (int) (head >>> 32) & 0xfff;
    }

    static int total(long head) {
        return (int) (head >>> 44) & 0xfff;
    }

    /** The block starts from an empty table, not from the one in force. */
    static boolean isFull(long head) {
        return (head >>> 56 & 1) != 0;
    }

    /** The entries {@code 8 * word .. 8 * word + 7} of a block as one word; entries past the table's end are 255. */
    static long pack(byte[] lft, int block, int word) {
        long packed = 0;
        for (int i = 0; i < 8; i++) {
            int lid = block * BLOCK_ENTRIES + 8 * word + i;
            long entry = lid < lft.length ? lft[lid] & 0xffL : 0xffL;
            packed |= entry << (8 * i);
        }
        return packed;
    }

    static void unpack(long packed, byte[] lft, int block, int word) {
        for (int i = 0; i < 8; i++) {
            int lid = block * BLOCK_ENTRIES + 8 * word + i;
            if (lid < lft.length) {
                lft[lid] = (byte) (packed >>> (8 * i));
            }
        }
    }

    static int blocks(byte[] lft) {
        return (lft.length + BLOCK_ENTRIES - 1) / BLOCK_ENTRIES;
    }

    static boolean sameBlock(byte[] a, byte[] b, int block) {
        int from = block * BLOCK_ENTRIES;
        int to = Math.min(from + BLOCK_ENTRIES, a.length);
        return java.util.Arrays.equals(a, from, to, b, from, to);
    }
}
