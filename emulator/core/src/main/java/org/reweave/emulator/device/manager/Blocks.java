package org.reweave.emulator.device.manager;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.device.nic.PathRegisters;
import org.reweave.reconfig.paths.Path;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.RoutingTables;

/** Cuts what a device is to have into the blocks of an {@link Update}. */
public final class Blocks {
    /** How many blocks one SMP takes at most, where it takes more than one. */
    static final int JOINED = Smp.MAX_PAYLOAD_WORDS / Update.BLOCK_WORDS;

    /** Entries that a piece of an LFT has at most. */
    static final int PIECE = 4;

    private final long change;
    private final Update.Basis basis;
    private final boolean stored;
    private final List<long[]> blocks = new ArrayList<>();

    /** @param stored the device keeps it beside what is in force */
    public Blocks(long change, Update.Basis basis, boolean stored) {
        this.change = change;
        this.basis = basis;
        this.stored = stored;
    }

    /** Payloads of SMPs; none when nothing differs. */
    public List<long[]> payloads() {
        for (long[] block : blocks) {
            int number = (int) block[0];
            int kind = (int) (block[0] >>> 32);
            block[0] = Update.head(kind, change, number, blocks.size(), basis, stored);
        }
        return blocks;
    }

    /** The same, as many blocks in one SMP as fit: all but those of very large tables. */
    List<long[]> joined() {
        List<long[]> joined = new ArrayList<>();
        List<long[]> single = payloads();
        for (int from = 0; from < single.size(); from += JOINED) {
            joined.add(single.subList(from, Math.min(from + JOINED, single.size())).stream()
                    .flatMapToLong(Arrays::stream)
                    .toArray());
        }
        return joined;
    }

    /** Until all blocks are counted, a block's head has its number and kind. */
    private long[] add(int kind, int number) {
        long[] block = new long[Update.BLOCK_WORDS];
        block[0] = number | (long) kind << 32;
        blocks.add(block);
        return block;
    }

    /**
     * Blocks of an LFT: all of them, unless the update starts from the one in force; then those that differ from what
     * the switch has, or may have.
     */
    public void lft(ForwardingTable target, ForwardingTable... known) {
        for (int number = 0; number < Update.blocks(target); number++) {
            boolean same = basis == Update.Basis.IN_FORCE;
            for (ForwardingTable table : known) {
                same &= Update.sameBlock(table, target, number);
            }
            if (!same) {
                long[] block = add(Update.LFT, number);
                for (int word = 1; word < block.length; word++) {
                    block[word] = Update.pack(target, number, word - 1);
                }
            }
        }
    }

    /** The same as single entries, where they take fewer blocks. */
    public void sparseLft(ForwardingTable target, ForwardingTable... known) {
        int differing = 0;
        int dense = 0;
        for (int number = 0; number < Update.blocks(target); number++) {
            int before = differing;
            int from = number * Update.BLOCK_ENTRIES;
            for (int lid = from; lid < Math.min(from + Update.BLOCK_ENTRIES, target.length()); lid++) {
                differing += isSame(target, lid, known) ? 0 : 1;
            }
            dense += differing > before ? 1 : 0;
        }
        if (Update.sparseBlocks(differing) >= dense) {
            lft(target, known);
            return;
        }
        entries(target, Update.SPARSE_ENTRIES, known);
    }

    /** The same as single entries, where those are fewer than the entries of the blocks. */
    public void fewestEntries(ForwardingTable target, ForwardingTable... known) {
        int differing = 0;
        int brought = 0;
        for (int number = 0; number < Update.blocks(target); number++) {
            int before = differing;
            int from = number * Update.BLOCK_ENTRIES;
            int leading = 0;
            for (int lid = from; lid < Math.min(from + Update.BLOCK_ENTRIES, target.length()); lid++) {
                differing += isSame(target, lid, known) ? 0 : 1;
                leading += target.port(lid) == RoutingTables.UNREACHABLE ? 0 : 1;
            }
            brought += differing > before ? leading : 0;
        }
        if (differing < brought) {
            entries(target, Update.SPARSE_ENTRIES, known);
        } else {
            lft(target, known);
        }
    }

    /** The same in pieces. An update that does not start from the LFT in force has all entries that lead somewhere. */
    void piecesOfLft(ForwardingTable target, ForwardingTable... known) {
        if (basis == Update.Basis.IN_FORCE) {
            entries(target, PIECE, known);
        } else {
            entries(target, PIECE, ForwardingTable.nowhere(target.length()));
        }
    }

    private void entries(ForwardingTable target, int perBlock, ForwardingTable... known) {
        long[] block = null;
        int count = 0;
        for (int lid = 0; lid < target.length(); lid++) {
            if (isSame(target, lid, known)) {
                continue;
            }
            int place = count % perBlock;
            block = place == 0 ? add(Update.ENTRIES, count / perBlock) : block;
            block[1 + place / 2] |= Update.entry(lid, target.port(lid)) << 32 * (place % 2);
            count++;
        }
    }

    private static boolean isSame(ForwardingTable target, int lid, ForwardingTable... known) {
        for (ForwardingTable table : known) {
            if (table.port(lid) != target.port(lid)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Blocks of an SLtoVL table that differ from what the switch has, or may have. Where the update starts from
     * nothing, those that are not all on VL 0.
     *
     * @param known at least one unless the update starts from nothing; else of no interest
     */
    public void lanes(long[] target, long[]... known) {
        for (int number = 0; number < Update.blocks(target); number++) {
            boolean same = true;
            if (basis == Update.Basis.NOTHING) {
                same = Update.isZero(target, number);
            } else {
                for (long[] table : known) {
                    same &= Update.sameBlock(table, target, number);
                }
            }
            if (!same) {
                long[] block = add(Update.LANES, number);
                int from = number * Update.BODY_WORDS;
                System.arraycopy(target, from, block, 1, Math.min(Update.BODY_WORDS, target.length - from));
            }
        }
    }

    /**
     * Single rows of an SLtoVL table that differ from what the switch has, or may have.
     *
     * @param known at least one
     */
    public void rows(long[] target, long[]... known) {
        long[] block = null;
        int count = 0;
        for (int place = 0; place < target.length; place++) {
            boolean same = true;
            for (long[] table : known) {
                same &= table[place] == target[place];
            }
            if (same) {
                continue;
            }
            int at = count % Update.SINGLE_ROWS;
            block = at == 0 ? add(Update.ROWS, count / Update.SINGLE_ROWS) : block;
            block[1 + 2 * at] = 1L + place;
            block[2 + 2 * at] = target[place];
            count++;
        }
    }

    /** All blocks of a table's dependencies. */
    void dependencies(long[] words) {
        for (int number = 0; number < Update.blocks(words); number++) {
            long[] block = add(Update.DEPENDENCIES, number);
            int from = number * Update.BODY_WORDS;
            System.arraycopy(words, from, block, 1, Math.min(Update.BODY_WORDS, words.length - from));
        }
    }

    /**
     * A NIC's paths: entries that differ by more than their mark, and all marks if any differs beside those.
     *
     * @param places of paths among the words; trails follow if there are any
     */
    public void paths(int places, long[] target, long[]... known) {
        boolean trails = target.length > places;
        int perBlock = trails ? Update.BODY_WORDS / 2 : Update.BODY_WORDS;
        boolean marks = false;
        long[] block = null;
        int count = 0;
        for (int place = 0; place < places; place++) {
            boolean same = basis != Update.Basis.NOTHING || target[place] == 0;
            boolean sameMark = true;
            for (long[] words : known) {
                same &= Path.plain(words[place]) == Path.plain(target[place])
                        && (!trails || words[places + place] == target[places + place]);
                sameMark &= words[place] == target[place];
            }
            marks |= same && !sameMark;
            if (same) {
                continue;
            }
            int at = count % perBlock;
            block = at == 0 ? add(trails ? Update.TRAILS : Update.PATHS, blocks.size()) : block;
            block[1 + (trails ? 2 * at : at)] = PathRegisters.entry(place, target[place]);
            if (trails) {
                block[2 + 2 * at] = target[places + place];
            }
            count++;
        }
        if (marks) {
            marks(places, target);
        }
    }

    private void marks(int places, long[] target) {
        int words = Update.BODY_WORDS - 1;
        for (int from = 0; from < places; from += 64 * words) {
            long[] block = add(Update.FAILED, blocks.size());
            block[1] = from / 64;
            for (int place = from; place < Math.min(places, from + 64 * words); place++) {
                boolean failed = target[place] != 0 && !Path.isUsable(target[place]);
                block[2 + (place - from) / 64] |= failed ? 1L << place : 0;
            }
        }
    }
}
