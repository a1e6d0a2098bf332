package org.reweave.reconfig.state;

import java.util.List;

/**
 * One pass over everything that changes in a core during a run. The same method of a core serves writing and reading:
 * {@link StateWriter} takes each value and returns it unchanged, {@link StateReader} returns the value that was written
 * at this place, so that {@code x = state.value(x)} saves a field or restores it. An immutable state returns itself, or
 * a new state of the values that were written.
 */
public interface StateVisitor {
    /** Whether values are being restored; a core uses this to make room for them and to rebuild what it derives. */
    boolean isReading();

    /** @return the value, or the one written in its place */
    long value(long value);

    /** @return the value, or the one written in its place */
    default int value(int value) {
        return Math.toIntExact(value((long) value));
    }

    /** @return the value, or the one written in its place */
    default boolean value(boolean value) {
        return value(value ? 1L : 0L) != 0;
    }

    /**
     * @param all constants of the enumeration, in their order
     * @return the constant, or the one written in its place
     */
    default <E extends Enum<E>> E value(E value, E[] all) {
        return all[value(isReading() ? 0 : value.ordinal())];
    }

    /**
     * How many entries of at least one value each follow: what a core may make room for when it is restored.
     *
     * @return the count, or the one written in its place
     * @throws IllegalStateException when it is negative, or more than the rest of the state can hold
     */
    default int count(int count) {
        return value(count);
    }

    /**
     * The length of an array that follows and that belongs to the core's construction; a reader of bytes from outside
     * the process refuses another length.
     */
    default void length(int length) {
        // inside a process a core reads what a core of the same construction has written
    }

    /** An array whose length belongs to the core's construction; reading fills it. */
    default void values(long[] values) {
        values(values, values.length);
    }

    /** An array whose length belongs to the core's construction; reading fills it. */
    default void values(int[] values) {
        values(values, values.length);
    }

    /** An array whose length belongs to the core's construction; reading fills it. */
    default void values(boolean[] values) {
        length(values.length);
        for (int i = 0; i < values.length; i++) {
            values[i] = value(values[i]);
        }
    }

    /** The first {@code used} values of an array; reading needs {@code used} to be restored already. */
    default void values(long[] values, int used) {
        length(used);
        each(values, used);
    }

    /** The first {@code used} values of an array; reading needs {@code used} to be restored already. */
    default void values(int[] values, int used) {
        length(used);
        each(values, used);
    }

    /** Values without a length. */
    default void each(long[] values, int used) {
        for (int i = 0; i < used; i++) {
            values[i] = value(values[i]);
        }
    }

    /** Values without a length. */
    default void each(int[] values, int used) {
        for (int i = 0; i < used; i++) {
            values[i] = value(values[i]);
        }
    }

    /** @return the array, or a new one as long as the one written in its place */
    default long[] array(long[] values) {
        int count = count(isReading() ? 0 : values.length);
        long[] all = isReading() ? new long[count] : values;
        each(all, count);
        return all;
    }

    /** @return the array, or a new one as long as the one written in its place */
    default int[] array(int[] values) {
        int count = count(isReading() ? 0 : values.length);
        int[] all = isReading() ? new int[count] : values;
        each(all, count);
        return all;
    }

    /** @return the array, or a new one as long as the one written in its place */
    default byte[] array(byte[] values) {
        int count = count(isReading() ? 0 : values.length);
        byte[] all = isReading() ? new byte[count] : values;
        for (int i = 0; i < count; i++) {
            all[i] = (byte) value(all[i]);
        }
        return all;
    }

    /** @return the numbers, or those written in their place */
    default List<Integer> list(List<Integer> numbers) {
        if (!isReading()) {
            count(numbers.size());
            for (int number : numbers) {
                value(number);
            }
            return numbers;
        }
        Integer[] all = new Integer[count(0)];
        for (int i = 0; i < all.length; i++) {
            all[i] = value(0);
        }
        return List.of(all);
    }
}
