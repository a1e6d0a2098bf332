package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Asks the JVM itself what it throws where the initialization of a class has failed. */
class EndOfMemoryTest {
    private static final class WithoutMemory {
        static {
            if (true) {
                throw new OutOfMemoryError("Java heap space");
            }
        }

        static void use() {
            // initializes the class
        }
    }

    private static final class WithoutStack {
        static {
            deepen();
        }

        @SuppressWarnings("InfiniteRecursion") // the stack is to end
        private static void deepen() {
            deepen();
        }

        static void use() {
            // initializes the class
        }
    }

    private static final class Wrong {
        static {
            if (true) {
                throw new IllegalStateException("on purpose");
            }
        }

        static void use() {
            // initializes the class
        }
    }

    @Test
    void aClassWithoutMemoryIsAnEndOfMemoryEachTimeItIsUsed() {
        assertThat(EndOfMemory.isReasonOf(catchThrowable(WithoutMemory::use))).isTrue();
        Throwable again = catchThrowable(WithoutMemory::use);
        assertThat(again).isInstanceOf(NoClassDefFoundError.class);
        assertThat(EndOfMemory.isReasonOf(again)).isTrue();
        assertThat(EndOfMemory.isReasonOf(new IOException(again))).isTrue();
    }

    @Test
    void aClassThatFailsForAnotherReasonIsNone() {
        for (Runnable use : new Runnable[] {Wrong::use, WithoutStack::use}) {
            assertThat(EndOfMemory.isReasonOf(catchThrowable(use::run))).isFalse();
            Throwable again = catchThrowable(use::run);
            assertThat(again)
                    .as("the JVM keeps the first failure, so that an error without it had no memory for it")
                    .isInstanceOf(NoClassDefFoundError.class)
                    .hasCauseInstanceOf(ExceptionInInitializerError.class);
            assertThat(EndOfMemory.isReasonOf(again)).isFalse();
        }
    }

    @Test
    void aFailureThatTheJvmCouldNotKeepIsAnEndOfMemory() {
        assertThat(EndOfMemory.isReasonOf(new NoClassDefFoundError("Could not initialize class org.reweave.X")))
                .isTrue();
        for (String other : new String[] {null, "org/reweave/X"}) {
            assertThat(EndOfMemory.isReasonOf(new NoClassDefFoundError(other))).isFalse();
        }
        assertThat(EndOfMemory.isReasonOf(new IllegalStateException("Could not initialize class X")))
                .isFalse();
    }
}
