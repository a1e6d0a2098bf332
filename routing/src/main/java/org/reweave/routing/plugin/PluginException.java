package org.reweave.routing.plugin;

/** A jar of the user cannot be used; the message names the jar, the service and the class. */
public final class PluginException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public PluginException(String message) {
        super(message);
    }

    PluginException(String message, Throwable cause) {
        super(message, cause);
    }
}
