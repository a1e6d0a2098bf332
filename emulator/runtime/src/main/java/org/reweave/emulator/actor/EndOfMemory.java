package org.reweave.emulator.actor;

/** Whether what was thrown comes from the end of the process's memory. */
public final class EndOfMemory {
    private static final String NAME = OutOfMemoryError.class.getName();

    /** How the JVM begins the message for a class whose initialization has failed before. */
    private static final String NOT_INITIALIZED = "Could not initialize class ";

    private EndOfMemory() {}

    /**
     * Whether memory has ended. Allocates nothing.
     *
     * <p>Who uses a class whose initialization has failed gets a {@link NoClassDefFoundError}. Since 17 (JDK-8048190)
     * its cause is a record of the first failure, in whose message the name of that stands, also where the stack had
     * ended. There is no cause where the JVM found no memory for the record.
     */
    public static boolean isReasonOf(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (cause instanceof OutOfMemoryError || message != null && message.contains(NAME)) {
                return true;
            }
            if (cause instanceof NoClassDefFoundError
                    && cause.getCause() == null
                    && message != null
                    && message.startsWith(NOT_INITIALIZED)) {
                return true;
            }
        }
        return false;
    }
}
