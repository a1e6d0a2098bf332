package org.reweave.emulator.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process whose processor time is asked for when it is over. */
final class TimedProcess {
    /** The shell's {@code times}: user and system time of the shell, then of what it has run. */
    private static final Pattern TIMES = Pattern.compile("(\\d+)m([0-9.]+)s");

    /** $1 takes stdout, the rest is the command. */
    private static final String TIMED = "out=$1; shift; \"$@\" >\"$out\" 2>&1; times";

    private TimedProcess() {}

    /** @return user processor time of a process, in seconds */
    static double userSeconds(List<String> command, Path out) throws IOException {
        List<String> shell = new ArrayList<>(List.of("sh", "-c", TIMED, "sh", out.toString()));
        shell.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(shell).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.redirectInput(new File("/dev/null"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        String times = new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        Matcher matcher = TIMES.matcher(times);
        double seconds = 0;
        for (int i = 0; i < 3; i++) { // the third is the children's user time
            if (!matcher.find()) {
                throw new IllegalStateException("sh prints no times: " + times);
            }
            seconds = 60 * Integer.parseInt(matcher.group(1)) + Double.parseDouble(matcher.group(2));
        }
        return seconds;
    }
}
