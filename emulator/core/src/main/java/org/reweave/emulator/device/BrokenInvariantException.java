package org.reweave.emulator.device;

import java.util.Map;
import org.reweave.routing.plugin.PluginException;

/**
 * A device met what its rules exclude. The message begins with the device, the cycle and what the scheme's agent there
 * says of itself, such as its epoch: {@code s0_1 at cycle 812 (epoch 3): port 2 VL 1: 17 credits of packets in a buffer
 * of 16}. The stack trace is that of the part that met it.
 */
public final class BrokenInvariantException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final String rule;

    BrokenInvariantException(String device, long cycle, Map<String, Object> scheme, RuntimeException cause) {
        super(
                device + " at cycle " + cycle + words(scheme) + ": " + reason(cause),
                cause instanceof PluginException ? cause : null); // a jar's fault stays known as one
        this.rule = reason(cause);
        setStackTrace(cause.getStackTrace());
    }

    /** The message without device, cycle and scheme: the same wherever and whenever the same rule is broken. */
    public String rule() {
        return rule;
    }

    private static String words(Map<String, Object> scheme) {
        StringBuilder words = new StringBuilder();
        scheme.forEach((name, value) -> words.append(words.isEmpty() ? " (" : ", ")
                .append(name)
                .append(' ')
                .append(value));
        return words.isEmpty() ? "" : words.append(')').toString();
    }

    /** The message of what a device threw on purpose; the class too of what the virtual machine threw. */
    private static String reason(RuntimeException cause) {
        boolean isMeant = cause instanceof IllegalStateException || cause instanceof PluginException;
        return isMeant ? cause.getMessage() : cause.toString();
    }
}
