package org.reweave.emulator.cli.common;

import java.util.List;

/**
 * Everything that is wrong with a user's input, one line each: place, actual value, limit, remedy. Ends a command with
 * {@link ExitCode#BAD_INPUT}.
 */
public final class UserErrors extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient List<String> messages;

    public UserErrors(List<String> messages) {
        super(String.join(System.lineSeparator(), messages));
        this.messages = List.copyOf(messages);
    }

    public UserErrors(String message) {
        this(List.of(message));
    }

    /** @param cause shown with {@code --debug} */
    public UserErrors(String message, Throwable cause) {
        this(message);
        initCause(cause);
    }

    public List<String> messages() {
        return messages;
    }
}
