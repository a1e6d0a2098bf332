package org.reweave.emulator.state;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One pass over everything that changes in a core during a run. The same method of a core serves writing and reading:
 * {@link StateWriter} takes each value and returns it unchanged, {@link StateReader} returns the value that was written
 * at this place, so that {@code x = state.value(x)} saves a field or restores it.
 */
public interface StateVisitor {
    /** Whether values are being restored; a core uses this to make room for them and to rebuild what it derives. */
    boolean isReading();

    /** @return the value, or the one written in its place */
    long value(long value);

    /** @return the value, or the one written in its place */
    int value(int value);

    /** @return the value, or the one written in its place */
    boolean value(boolean value);

    /**
     * How many entries of at least one value each follow: what a core may make room for when it is restored.
     *
     * @return the count, or the one written in its place
     * @throws IllegalStateException when it is negative, or more than the rest of the state can hold
     */
    int count(int count);

    /** An array whose length belongs to the core's construction; reading fills it. */
    void values(long[] values);

    /** An array whose length belongs to the core's construction; reading fills it. */
    void values(int[] values);

    /** An array whose length belongs to the core's construction; reading fills it. */
    void values(boolean[] values);

    /** The first {@code used} values of an array; reading needs {@code used} to be restored already. */
    void values(long[] values, int used);

    /** The first {@code used} values of an array; reading needs {@code used} to be restored already. */
    void values(int[] values, int used);

    /** @return the array, or a new one as long as the one written in its place */
    long[] array(long[] values);

    /** @return the array, or a new one as long as the one written in its place */
    int[] array(int[] values);

    /** @return the array, or a new one as long as the one written in its place */
    byte[] array(byte[] values);

    /** A core that turns its state into words by itself. */
    default void words(Supplier<long[]> encode, Consumer<long[]> decode) {
        long[] words = array(isReading() ? new long[0] : encode.get());
        if (isReading()) {
            decode.accept(words);
        }
    }
}
