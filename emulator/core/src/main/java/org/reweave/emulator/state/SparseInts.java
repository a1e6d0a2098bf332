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
        int made = 0;
        for (int[] page : pages) {
            made += page.length == 0 ? 0 : 1;
        }
        int count = state.count(made);
        if (state.isReading()) {
            Arrays.fill(pages, EMPTY);
        }
        for (int i = 0, at = -1; i < count; i++) {
            at = state.value(state.isReading() ? 0 : nextMade(at));
            if (at < 0 || at >= pages.length) {
                throw new IllegalStateException("page " + at + " of numbers; there are " + pages.length);
            }
            int[] page = state.array(pages[at]);
            if (page.length != PAGE) {
                throw new IllegalStateException("a page of " + page.length + " numbers; " + PAGE + " were written");
            }
            pages[at] = page;
        }
    }

    private int nextMade(int before) {
        int at = before + 1;
        while (pages[at].length == 0) {
            at++;
        }
        return at;
    }
}
