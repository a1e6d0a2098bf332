package org.reweave.emulator.state;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Numbers by index, 0 until they are set. Room is made by pages of {@value #PAGE} when the first of them is set: a NIC
 * that knows something of every other NIC needs room only for those that it has met, and a state has only these.
 */
public final class SparseInts {
    private static final int PAGE = 64;
    private static final int[] EMPTY = {};

    private final int[][] pages;

    /** @param size indices are 0..size-1 */
    public SparseInts(int size) {
        pages = new int[(size + PAGE - 1) / PAGE][];
        Arrays.fill(pages, EMPTY);
    }

    public int get(int index) {
        int[] page = pages[index / PAGE];
        return page.length == 0 ? 0 : page[index % PAGE];
    }

    public void set(int index, int value) {
        int[] page = pages[index / PAGE];
        if (page.length == 0) {
            if (value == 0) {
                return;
            }
            page = new int[PAGE];
            pages[index / PAGE] = page;
        }
        page[index % PAGE] = value;
    }

    public void visit(StateVisitor state) {
        for (int i = 0; i < pages.length; i++) {
            int[] page = state.array(pages[i]);
            if (page.length != 0 && page.length != PAGE) {
                throw new IllegalStateException("a page of " + page.length + " numbers; " + PAGE + " were written");
            }
            pages[i] = page.length == 0 ? EMPTY : page;
        }
    }
}
