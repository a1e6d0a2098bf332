package org.reweave.emulator.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.reconfig.Schemes;

/**
 * A scheme with options of its own.
 *
 * @param label as the user wrote it: {@code ebrd}, {@code ebrd+nic-notice=switch}
 * @param overrides as {@code --set} has them
 */
public record Contender(String label, List<String> overrides) {
    private static final String SECTION = "reconfiguration.";

    public Contender {
        overrides = List.copyOf(overrides);
    }

    /**
     * Reads a scheme and, each behind a plus, options of that scheme or other keys under {@code reconfiguration}, with
     * their values.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    public static Contender parse(String text) {
        List<String> parts =
                Arrays.stream(text.split("\\+", -1)).map(String::trim).toList();
        if (parts.get(0).isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' begins without a scheme; write for example ebrd");
        }
        List<String> overrides = new ArrayList<>();
        String scheme = parts.get(0);
        overrides.add(SECTION + "scheme=" + scheme);
        for (String option : parts.subList(1, parts.size())) {
            if (option.indexOf('=') < 1 || option.endsWith("=")) {
                throw new IllegalArgumentException(
                        "'" + text + "': " + option + " is not KEY=VALUE; write for example ebrd+nic-notice=switch");
            }
            boolean ofScheme = Schemes.names().contains(scheme)
                    && Schemes.get(scheme)
                            .description()
                            .option(option.substring(0, option.indexOf('=')))
                            .isPresent();
            overrides.add(SECTION + (ofScheme ? "options." : "") + option);
        }
        return new Contender(text, overrides);
    }
}
