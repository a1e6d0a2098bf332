package org.reweave.emulator.cli.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.reconfig.spi.DdrcMode;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.rerouting.LocalRerouting;

/** Options of schemes by the keys that scenarios have under {@code reconfiguration}. */
final class SchemeOptionTexts {
    static final String KEYS = "forwarding-mark, epoch-bits, overlap, distribution, rerouting, ddrc";

    private SchemeOptionTexts() {}

    /** @throws UserErrors naming each key that is unknown and each value that a key cannot have */
    static SchemeOptions parse(Map<String, String> texts) {
        SchemeOptions options = SchemeOptions.DEFAULT;
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, String> text : texts.entrySet()) {
            try {
                options = with(options, text.getKey(), text.getValue());
            } catch (IllegalArgumentException e) {
                wrong.add("--option " + text.getKey() + "=" + text.getValue() + ": " + e.getMessage());
            }
        }
        if (!wrong.isEmpty()) {
            throw new UserErrors(wrong);
        }
        return options;
    }

    private static SchemeOptions with(SchemeOptions options, String key, String value) {
        return switch (key) {
            case "forwarding-mark" -> isSecond(value, "routed", "as-printed") ? options.withMarkAsPrinted() : options;
            case "epoch-bits" -> options.withEpochBits(number(value));
            case "overlap" -> isSecond(value, "off", "on") ? options.withOverlap() : options;
            case "distribution" -> isSecond(value, "drained", "at-once") ? options.withTablesAtOnce() : options;
            case "rerouting" -> options.with(rerouting(value));
            case "ddrc" ->
                options.with(
                        isSecond(value, "manager", "source-broadcast") ? DdrcMode.SOURCE_BROADCAST : DdrcMode.MANAGER);
            default -> throw new IllegalArgumentException("there is no such option; known: " + KEYS);
        };
    }

    private static boolean isSecond(String value, String usual, String other) {
        if (!value.equals(usual) && !value.equals(other)) {
            throw new IllegalArgumentException("it is " + usual + " or " + other);
        }
        return value.equals(other);
    }

    private static int number(String value) {
        if (!value.matches("\\d{1,3}")) {
            throw new IllegalArgumentException("it is a number of bits: 1, or 3 to 16");
        }
        return Integer.parseInt(value);
    }

    private static LocalRerouting rerouting(String name) {
        return Stream.of(LocalRerouting.values())
                .filter(rule -> rule.methodName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("it is one of "
                        + Stream.of(LocalRerouting.values())
                                .map(LocalRerouting::methodName)
                                .collect(Collectors.joining(", "))));
    }
}
