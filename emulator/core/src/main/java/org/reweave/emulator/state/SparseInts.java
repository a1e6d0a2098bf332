package org.reweave.emulator.state;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Numbers by index, 0 until they are set. A NIC that knows something of every other NIC needs room only for those that
 * it has met: numbers are in a hash table, and in an array once the table would be larger. A state has the numbers that
 * are not 0, by index.
 */
public final class SparseInts {
    private static final int FIRST = 8; // places of the first table, a power of two
    private static final int[] NONE = {};

    private final int size;
    /** Indices of the numbers, each plus 1, with open addressing; 0 = free. Empty once all numbers are in an array. */
    private int[] indices = NONE;

    private int[] numbers = NONE;
    private int used; // places of the table that are not free

    /** @param size indices are 0..size-1 */
    public SparseInts(int size) {
        this.size = size;
    }

    private boolean isArray() {
        return indices.length < numbers.length;
    }

    public int get(int index) {
        if (isArray()) {
            return numbers[index];
        }
        if (used == 0) {
            return 0;
        }
        int at = place(index);
        return indices[at] == 0 ? 0 : numbers[at];
    }

    /** Place of an index in the table, or the free one where it is to stand. */
    private int place(int index) {
        int last = indices.length - 1;
        int at = (int) (index * 0x9e3779b97f4a7c15L >>> 32) & last;
        while (indices[at] != 0 && indices[at] != index + 1) {
            at = at + 1 & last;
        }
        return at;
    }

    public void set(int index, int value) {
        if (isArray()) {
            numbers[index] = value;
            return;
        }
        int at = indices.length == 0 ? -1 : place(index);
        if (at >= 0 && indices[at] != 0) {
            numbers[at] = value;
        } else if (value != 0) {
            if (4 * used >= 3 * indices.length) {
                grow();
                set(index, value);
            } else {
                indices[at] = index + 1;
                numbers[at] = value;
                used++;
            }
        }
    }

    /** Numbers that have become 0 again are left behind. */
    private void grow() {
        int[] formerIndices = indices;
        int[] former = numbers;
        int kept = count();
        int places = FIRST;
        while (3 * places <= 4 * kept) {
            places *= 2;
        }
        used = 0;
        if (2 * places >= size) {
            indices = NONE;
            numbers = new int[Math.max(size, 1)];
        } else {
            indices = new int[places];
            numbers = new int[places];
        }
        for (int i = 0; i < formerIndices.length; i++) {
            if (former[i] != 0) {
                set(formerIndices[i] - 1, former[i]);
            }
        }
    }

    private int count() {
        int count = 0;
        for (int number : numbers) {
            count += number == 0 ? 0 : 1;
        }
        return count;
    }

    public void visit(StateVisitor state) {
        int[] written = state.isReading() ? NONE : indicesInUse();
        int count = state.count(written.length);
        if (state.isReading()) {
            indices = NONE;
            numbers = NONE;
            used = 0;
        }
        for (int i = 0; i < count; i++) {
            int index = state.value(state.isReading() ? 0 : written[i]);
            if (index < 0 || index >= size) {
                throw new IllegalStateException("a number at " + index + "; there are " + size);
            }
            int value = state.value(state.isReading() ? 0 : get(index));
            if (state.isReading()) {
                set(index, value);
            }
        }
    }

    /** Indices of the numbers that are not 0, by size. */
    private int[] indicesInUse() {
        int[] all = new int[count()];
        int next = 0;
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] != 0) {
                all[next++] = isArray() ? i : indices[i] - 1;
            }
        }
        Arrays.sort(all);
        return all;
    }
}
