package org.reweave.emulator.results;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of runs: {@code SCENARIO-SEED-TIME}, with the time of their start in UTC. */
public final class RunId {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);
    private static final Pattern END = Pattern.compile("-(\\d{8}-\\d{6}-\\d{3})$");

    private RunId() {}

    /** @param scenario its name */
    public static String of(String scenario, long seed, Instant start) {
        return OutputFolder.nameOf(scenario) + "-" + seed + "-" + TIME.format(start);
    }

    /** The start of a run in milliseconds since 1970; empty when its name does not tell. */
    public static OptionalLong startedAt(String id) {
        Matcher end = END.matcher(id);
        if (!end.find()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(TIME.parse(end.group(1), Instant::from).toEpochMilli());
        } catch (DateTimeException e) {
            return OptionalLong.empty();
        }
    }
}
