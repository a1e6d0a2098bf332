package org.reweave.emulator.state;

/** Writes every value of a state as a number, in one way that a subclass chooses. */
abstract class NumberWriter implements StateVisitor {
    @Override
    public final boolean isReading() {
        return false;
    }

    @Override
    public final int value(int value) {
        value((long) value);
        return value;
    }

    @Override
    public final boolean value(boolean value) {
        value(value ? 1L : 0L);
        return value;
    }

    @Override
    public final int count(int count) {
        return value(count);
    }

    @Override
    public final void values(long[] values) {
        values(values, values.length);
    }

    @Override
    public final void values(int[] values) {
        values(values, values.length);
    }

    @Override
    public final void values(boolean[] values) {
        value(values.length);
        for (boolean value : values) {
            value(value);
        }
    }

    @Override
    public final void values(int[] values, int used) {
        value(used);
        for (int i = 0; i < used; i++) {
            value(values[i]);
        }
    }

    @Override
    public final long[] array(long[] values) {
        values(values);
        return values;
    }

    @Override
    public final int[] array(int[] values) {
        values(values);
        return values;
    }
}
