package org.reweave.routing.table;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The linear forwarding table of one switch: output ports by destination LID, 255 = unreachable, 0 = the switch itself
 * (LFT of the thesis §2.2.3). Immutable.
 *
 * <p>Entries lie in pages of 256. Equal pages of all tables of a {@link Pool} are one array, and a table that a
 * {@link Draft} has made shares the pages that were not written. On a 128x128 torus with dimension-order routing, 2
 * million pages are then a few thousand arrays. The last page is filled up with 255, so that a look-up is two array
 * reads.
 */
public final class ForwardingTable {
    private static final int PAGE_BITS = 8;
    /** LIDs whose entries lie in one page. */
    public static final int PAGE = 1 << PAGE_BITS;

    private static final byte NOWHERE = (byte) RoutingTables.UNREACHABLE;
    private static final byte[] EMPTY = new byte[PAGE];

    static {
        Arrays.fill(EMPTY, NOWHERE);
    }

    private final byte[][] pages;
    private final int length;
    private int hash; // 0 = not computed yet

    private ForwardingTable(byte[][] pages, int length) {
        this.pages = pages;
        this.length = length;
    }

    /** @param ports by LID; copied */
    public static ForwardingTable of(byte[] ports) {
        return new Pool().table(ports);
    }

    /** Tables whose equal pages are one array. */
    public static ForwardingTable[] of(byte[][] ports) {
        ForwardingTable[] tables = new ForwardingTable[ports.length];
        Pool pool = new Pool();
        Arrays.setAll(tables, i -> pool.table(ports[i]));
        return tables;
    }

    /** A table without any entry that leads somewhere. */
    public static ForwardingTable nowhere(int length) {
        byte[][] pages = new byte[pages(length)][];
        Arrays.fill(pages, EMPTY);
        return new ForwardingTable(pages, length);
    }

    /** The table of a switch that reaches nothing but itself. */
    public static ForwardingTable empty(int length, int ownLid) {
        Draft draft = nowhere(length).draft();
        draft.set(ownLid, 0);
        return draft.toTable();
    }

    private static int pages(int length) {
        return (length + PAGE - 1) >> PAGE_BITS;
    }

    /** LIDs that the table has an entry for: {@code 0..length() - 1}. */
    public int length() {
        return length;
    }

    /** @return the output port (from 1) for a LID; 255 = unreachable, as every LID past the table is */
    public int port(int lid) {
        int page = lid >> PAGE_BITS;
        return page < pages.length ? pages[page][lid & PAGE - 1] & 0xff : RoutingTables.UNREACHABLE;
    }

    /** All entries in an array of their own. */
    public byte[] toArray() {
        return toArray(length);
    }

    /** Entries of the first LIDs in an array of their own; entries past the table are 255. */
    public byte[] toArray(int count) {
        byte[] ports = new byte[count];
        for (int page = 0; page < pages(count); page++) {
            int from = page << PAGE_BITS;
            byte[] entries = page < pages.length ? pages[page] : EMPTY;
            System.arraycopy(entries, 0, ports, from, Math.min(PAGE, count - from));
        }
        return ports;
    }

    /** The same entries in the arrays of another table wherever its pages are equal; the other table if all are. */
    public ForwardingTable sharedWith(ForwardingTable other) {
        if (equals(other)) {
            return other;
        }
        byte[][] shared = pages.clone();
        for (int page = 0; page < Math.min(shared.length, other.pages.length); page++) {
            shared[page] = same(shared[page], other.pages[page]) ? other.pages[page] : shared[page];
        }
        return new ForwardingTable(shared, length);
    }

    /**
     * The entries in which the table differs from another one: the length, 4 bytes, and for each page that is not equal
     * its number, 4 bytes, and its {@value #PAGE} entries; numbers have the highest byte first.
     */
    public byte[] differencesFrom(ForwardingTable base) {
        int differing = 0;
        for (int page = 0; page < pages.length; page++) {
            differing += isPageOf(base, page) ? 0 : 1;
        }
        ByteBuffer differences = ByteBuffer.allocate(Integer.BYTES + differing * (Integer.BYTES + PAGE));
        differences.putInt(length);
        for (int page = 0; page < pages.length; page++) {
            if (!isPageOf(base, page)) {
                differences.putInt(page).put(pages[page]);
            }
        }
        return differences.array();
    }

    private boolean isPageOf(ForwardingTable base, int page) {
        return page < base.pages.length && same(pages[page], base.pages[page]);
    }

    /**
     * The table that differs from this one as {@link #differencesFrom} says; this one if it does not.
     *
     * @throws IllegalArgumentException when no table differs from this one in that way
     */
    public ForwardingTable with(byte[] differences) {
        int rest = differences.length - Integer.BYTES;
        if (rest < 0 || rest % (Integer.BYTES + PAGE) != 0) {
            throw new IllegalArgumentException("differences of a table in " + differences.length + " bytes");
        }
        ByteBuffer read = ByteBuffer.wrap(differences);
        int count = read.getInt();
        if (count == length && rest == 0) {
            return this;
        }
        if (count < 0 || pages(count) > pages.length + rest / PAGE) {
            throw new IllegalArgumentException("a table of " + count + " LIDs that differs in " + rest + " bytes");
        }
        byte[][] all = Arrays.copyOf(pages, pages(count));
        while (read.hasRemaining()) {
            int page = read.getInt();
            if (page < 0 || page >= all.length) {
                throw new IllegalArgumentException("page " + page + " of a table of " + count + " LIDs");
            }
            all[page] = new byte[PAGE];
            read.get(all[page]);
        }
        if (Arrays.asList(all).contains(null)) {
            throw new IllegalArgumentException("a table of " + count + " LIDs lacks entries");
        }
        return new ForwardingTable(all, count);
    }

    /** Whether another table has the same entries for the LIDs {@code from..to - 1}, all of one page. */
    public boolean sameEntries(ForwardingTable other, int from, int to) {
        byte[] here = pages[from >> PAGE_BITS];
        byte[] there = other.pages[from >> PAGE_BITS];
        int first = from & PAGE - 1;
        int end = first + to - from;
        return here == there || Arrays.equals(here, first, end, there, first, end);
    }

    private static boolean same(byte[] page, byte[] other) {
        return page == other || Arrays.equals(page, other);
    }

    /** A copy to write to. */
    public Draft draft() {
        return new Draft(this);
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof ForwardingTable table) || table.length != length) {
            return false;
        }
        for (int page = 0; page < pages.length; page++) {
            if (!same(pages[page], table.pages[page])) {
                return false;
            }
        }
        return true;
    }

    /** As {@link Arrays#hashCode(byte[])} of all entries: digests of tables are made of it. */
    @Override
    public int hashCode() {
        if (hash == 0) { // two threads may both compute it
            int all = 1;
            for (int page = 0; page < pages.length; page++) {
                int count = Math.min(PAGE, length - (page << PAGE_BITS));
                for (int i = 0; i < count; i++) {
                    all = 31 * all + pages[page][i];
                }
            }
            hash = all;
        }
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(toArray());
    }

    /** A table that is being written: a page is copied at the first entry that is written into it. */
    public static final class Draft {
        private final byte[][] pages;
        private final boolean[] owned; // by page: an array that nobody else has
        private final int length;

        private Draft(ForwardingTable from) {
            this.pages = from.pages.clone();
            this.owned = new boolean[pages.length];
            this.length = from.length;
        }

        public int length() {
            return length;
        }

        /** @throws IndexOutOfBoundsException when the table has no entry for the LID */
        public void set(int lid, int port) {
            if (lid < 0 || lid >= length) {
                throw new IndexOutOfBoundsException("LID " + lid + " of a table of " + length);
            }
            int page = lid >> PAGE_BITS;
            if (!owned[page]) {
                pages[page] = pages[page].clone();
                owned[page] = true;
            }
            pages[page][lid & PAGE - 1] = (byte) port;
        }

        /** The entries as they are now. */
        public ForwardingTable toTable() {
            Arrays.fill(owned, false);
            return new ForwardingTable(pages.clone(), length);
        }
    }

    /** Makes tables whose equal pages are one array. */
    public static final class Pool {
        private byte[][] kept = new byte[16][]; // open addressing; null = free
        private int count;
        private byte[][] last = {}; // pages of the table made last: the next switch's are mostly the same

        /** @param ports by LID; copied */
        public ForwardingTable table(byte[] ports) {
            return table(ports, new boolean[pages(ports.length)]);
        }

        /**
         * @param ports by LID; copied
         * @param same by page: it is known to be as in the table that was made last, which had as many LIDs
         */
        public ForwardingTable table(byte[] ports, boolean[] same) {
            byte[] source = ports;
            if ((ports.length & PAGE - 1) != 0) {
                source = Arrays.copyOf(ports, pages(ports.length) << PAGE_BITS);
                Arrays.fill(source, ports.length, source.length, NOWHERE);
            }
            ByteBuffer words = ByteBuffer.wrap(source);
            byte[][] pages = new byte[pages(ports.length)][];
            for (int page = 0; page < pages.length; page++) {
                int from = page << PAGE_BITS;
                boolean again = same[page]
                        || page < last.length && Arrays.equals(last[page], 0, PAGE, source, from, from + PAGE);
                pages[page] = again ? last[page] : page(source, words, from);
            }
            last = pages;
            return new ForwardingTable(pages, ports.length);
        }

        private byte[] page(byte[] source, ByteBuffer words, int from) {
            int at = hash(words, from) & kept.length - 1;
            while (kept[at] != null) {
                if (Arrays.equals(kept[at], 0, PAGE, source, from, from + PAGE)) {
                    return kept[at];
                }
                at = at + 1 & kept.length - 1;
            }
            kept[at] = Arrays.copyOfRange(source, from, from + PAGE);
            byte[] page = kept[at];
            if (++count > kept.length / 2) {
                grow();
            }
            return page;
        }

        private void grow() {
            byte[][] former = kept;
            kept = new byte[2 * former.length][];
            for (byte[] page : former) {
                if (page != null) {
                    int at = hash(ByteBuffer.wrap(page), 0) & kept.length - 1;
                    while (kept[at] != null) {
                        at = at + 1 & kept.length - 1;
                    }
                    kept[at] = page;
                }
            }
        }

        private static int hash(ByteBuffer words, int from) {
            long hash = 0;
            for (int i = from; i < from + PAGE; i += Long.BYTES) {
                hash = (hash ^ words.getLong(i)) * 0x9e3779b97f4a7c15L;
                hash ^= hash >>> 29;
            }
            return (int) (hash >>> 32);
        }
    }
}
