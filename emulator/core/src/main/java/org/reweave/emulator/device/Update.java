package org.reweave.emulator.device;

import java.util.Arrays;
import org.reweave.emulator.device.fabricswitch.SwitchTables;
import org.reweave.emulator.device.fabricswitch.TableMode;
import org.reweave.emulator.device.nic.PathRegisters;
import org.reweave.reconfig.paths.LaneRows;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.table.ForwardingTable;

/**
 * The payload of an {@link Smp#UPDATE}: one or several of the {@code total} blocks of a change, one behind the other,
 * or a notice without blocks.
 *
 * <pre>
 *  0     change 0..28 | basis 29..30 | stored 31 | block 32..45 | total 46..59 | kind 60..62 | of an answer: in part 63
 *  1..8  the block, when total &gt; 0:
 *        LFT     64 entries, 8 a word (IBA 14.2.5.10)
 *        ENTRIES up to 16 single entries of the LFT (or 4: {@code manager.table-packet = pieces}), 2 a word: LID 0..23 (0 = none) | port 24..31
 *        LANES   8 rows of the SLtoVL table, see {@link LaneRows}
 *        PATHS   up to 8 entries of a NIC, see {@link PathRegisters}
 *        TRAILS  up to 4 entries of a NIC, each with its trail behind it
 *        FAILED  of a NIC: n, and a bit for each of its paths from place 64 n on, 448 of them: whether it has failed
 *        DEPENDENCIES 8 words of those that the tables' paths have, see {@link SwitchTables}
 *        ROWS    up to 4 single rows of the SLtoVL table, 2 words each: 1 + place (0 = none), row
 *  </pre>
 *
 * LFT and LANES blocks are numbered by their place in the table, the others as they come. A device uses what came once
 * it has all blocks; until then nothing changes, except in a switch under {@link TableMode#PER_BLOCK}. What it is not
 * sent is as the {@link Basis} says: an LFT and the SLtoVL rows are attributes of their own (IBA 14.2.5.8, 14.2.5.10),
 * so a whole LFT leaves the rows as they are. Deviations from IBA, where each block is in force at once: the thesis
 * sends a table as one control packet (§6.5). IBA's SLtoVL attribute is one row (14.2.5.8); we send as many as fit into
 * the 64 bytes of an LFT block. IBA has nothing like ENTRIES and ROWS; the thesis sends single entries (§5.4). Nor has
 * IBA several blocks in one SMP, which {@code manager.table-packet = whole} selects, as the thesis has it.
 */
@Deviation("InfiniBand, tables")
@Deviation("thesis §8.3.5, RFTR's update")
public final class Update {
    /**
     * The tables that an update starts from: they hold for entries that the update does not contain. Also of tables to
     * be stored: in force means in force when the first block of the update comes.
     */
    public enum Basis {
        /** The tables in force. */
        IN_FORCE,
        /** The SLtoVL rows in force and an empty LFT. */
        ROWS_IN_FORCE,
        /** Nothing: an empty LFT and all rows on VL 0; no paths in a NIC. */
        NOTHING
    }

    private static final Basis[] BASES = Basis.values();

    public static final int LFT = 0;
    public static final int LANES = 1;
    public static final int PATHS = 2;
    public static final int TRAILS = 3;
    public static final int FAILED = 4;
    public static final int ENTRIES = 5;
    public static final int DEPENDENCIES = 6;
    public static final int ROWS = 7;

    public static final int BLOCK_ENTRIES = 64;
    public static final int NOTICE_WORDS = 1;
    public static final int BLOCK_WORDS = 9;
    /** Words of a block behind its head. */
    public static final int BODY_WORDS = BLOCK_WORDS - 1;

    /** Rows of a ROWS block. */
    public static final int SINGLE_ROWS = BODY_WORDS / 2;

    /** LFT entries of an ENTRIES block. */
    public static final int SPARSE_ENTRIES = 16;

    private static final int FIELD = 0x3fff;
    private static final int LID_BITS = 24;
    private static final int LID = (1 << LID_BITS) - 1;

    private static final int CHANGE_BITS = 29;
    private static final long CHANGE = (1L << CHANGE_BITS) - 1;
    private static final long STORED = 1L << 31;

    private Update() {}

    /** @throws IllegalStateException when a number does not fit */
    public static long head(int kind, long change, int block, int total, Basis basis, boolean stored) {
        if (change > CHANGE || block > FIELD || total > FIELD) {
            throw new IllegalStateException("change " + change + ", block " + block + " of " + total
                    + " do not fit into an update's head: limits " + CHANGE + " and " + FIELD);
        }
        return change
                | (long) basis.ordinal() << CHANGE_BITS
                | (stored ? STORED : 0)
                | (long) block << 32
                | (long) total << 46
                | (long) kind << 60;
    }

    /** An update without blocks: the tables in force are those of this change too. */
    public static long notice(long change) {
        return head(LFT, change, 0, 0, Basis.IN_FORCE, false);
    }

    /** The tables are kept beside those in force. */
    public static boolean isStored(long head) {
        return (head & STORED) != 0;
    }

    public static long change(long head) {
        return head & CHANGE;
    }

    public static int block(long head) {
        return (int) (head >>> 32) & FIELD;
    }

    public static int total(long head) {
        return (int) (head >>> 46) & FIELD;
    }

    public static Basis basis(long head) {
        return BASES[(int) (head >>> CHANGE_BITS) & 3];
    }

    public static int kind(long head) {
        return (int) (head >>> 60) & 7;
    }

    /**
     * The entries that blocks bring, as a packet of the thesis would list them: those of an LFT that lead somewhere,
     * the single ones that there are, and eight for every single row and every word of other contents that is not zero.
     */
    public static int entries(long[] blocks) {
        int entries = 0;
        for (int at = 0; at + BLOCK_WORDS <= blocks.length; at += BLOCK_WORDS) {
            int kind = kind(blocks[at]);
            if (kind == ROWS) {
                entries += 8 * rows(blocks, at + 1);
                continue;
            }
            for (int word = at + 1; word < at + BLOCK_WORDS; word++) {
                entries += entries(kind, blocks[word]);
            }
        }
        return entries;
    }

    private static int rows(long[] blocks, int at) {
        int rows = 0;
        for (int i = 0; i < SINGLE_ROWS; i++) {
            rows += blocks[at + 2 * i] == 0 ? 0 : 1;
        }
        return rows;
    }

    private static int entries(int kind, long word) {
        return switch (kind) {
            case LFT -> {
                int leading = 0;
                for (int shift = 0; shift < 64; shift += 8) {
                    leading += (word >>> shift & 0xff) == 0xff ? 0 : 1;
                }
                yield leading;
            }
            case ENTRIES -> ((word & 0xffff_ffffL) != 0 ? 1 : 0) + (word >>> 32 != 0 ? 1 : 0);
            case PATHS -> word == 0 ? 0 : 1;
            default -> word == 0 ? 0 : 8;
        };
    }

    /** The entries {@code 8 * word .. 8 * word + 7} of a block as one word; entries past the table's end are 255. */
    public static long pack(ForwardingTable lft, int block, int word) {
        long packed = 0;
        for (int i = 0; i < 8; i++) {
            int lid = block * BLOCK_ENTRIES + 8 * word + i;
            packed |= (long) lft.port(lid) << (8 * i);
        }
        return packed;
    }

    public static void unpack(long packed, ForwardingTable.Draft lft, int block, int word) {
        for (int i = 0; i < 8; i++) {
            int lid = block * BLOCK_ENTRIES + 8 * word + i;
            if (lid < lft.length()) {
                lft.set(lid, (int) (packed >>> (8 * i)) & 0xff);
            }
        }
    }

    /** One entry of an ENTRIES block. */
    public static long entry(int lid, int port) {
        return lid | (long) port << LID_BITS;
    }

    /** Writes the two entries of a word of an ENTRIES block. */
    public static void unpackEntries(long word, ForwardingTable.Draft lft) {
        for (long rest = word; rest != 0; rest >>>= 32) {
            int lid = (int) rest & LID;
            if (lid != 0) {
                lft.set(lid, (int) (rest >>> LID_BITS) & 0xff);
            }
        }
    }

    public static int sparseBlocks(int entries) {
        return (entries + SPARSE_ENTRIES - 1) / SPARSE_ENTRIES;
    }

    /** The largest LID that the blocks of an update reach. */
    public static int largestLid() {
        return FIELD * BLOCK_ENTRIES - 1;
    }

    public static int blocks(ForwardingTable lft) {
        return (lft.length() + BLOCK_ENTRIES - 1) / BLOCK_ENTRIES;
    }

    /** Blocks of rows. */
    public static int blocks(long[] words) {
        return (words.length + BODY_WORDS - 1) / BODY_WORDS;
    }

    public static boolean sameBlock(ForwardingTable a, ForwardingTable b, int block) {
        int from = block * BLOCK_ENTRIES;
        return a.sameEntries(b, from, Math.min(from + BLOCK_ENTRIES, a.length()));
    }

    /** Whether a block of rows is nothing but VL 0. */
    public static boolean isZero(long[] rows, int block) {
        for (int row = block * BODY_WORDS; row < Math.min((block + 1) * BODY_WORDS, rows.length); row++) {
            if (rows[row] != 0) {
                return false;
            }
        }
        return true;
    }

    public static boolean sameBlock(long[] a, long[] b, int block) {
        int from = block * BODY_WORDS;
        int to = Math.min(from + BODY_WORDS, a.length);
        return Arrays.equals(a, from, to, b, from, to);
    }
}
