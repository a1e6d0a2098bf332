package org.reweave.emulator.cli;

import java.util.List;

/**
 * Everything that is wrong with a user's input, one line each: place, actual value, limit, remedy. Ends a command with
 * {@link ExitCode#BAD_INPUT}.
 */
final class UserErrors extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient List<String> messages;

    UserErrors(List<String> messages) {
        super(String.join(System.lineSeparator(), messages));
        this.messages = List.copyOf(messages);
    }

    UserErrors(String message) {
        this(List.of(message));
    }

    List<String> messages() {
        return messages;
    }
}
