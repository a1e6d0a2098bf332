package org.reweave.emulator.cli.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.report.LiveReport;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.Pace;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;

/**
 * A run of this process as its page sees it: data as they come, pause and pace. All pages share the data, and making
 * them takes at most a fiftieth of the time, whatever the size of the fabric: the larger the data, the fewer.
 */
final class LiveRun {
    private static final long SHORTEST_NANOS = 1_000_000_000;
    private static final int SHARE = 50;
    private static final long LOOK_MILLIS = 200;
    private static final int TOKEN_BYTES = 16;
    private static final long NONE = -1;

    private final Run run;
    private final String token;
    private long cycle = NONE;
    private byte[] data = {};
    private long notBefore = System.nanoTime();
    private volatile String pace;
    private volatile boolean over;

    LiveRun(Run run) {
        this.run = run;
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        this.token = HexFormat.of().formatHex(random);
        this.pace = run.network().resolved().scenario().run().pace().isPresent() ? "as its scenario says" : "off";
    }

    String id() {
        return run.id();
    }

    /** What a request must know that changes how the run goes on. */
    String token() {
        return token;
    }

    boolean isToken(String given) {
        return given != null
                && MessageDigest.isEqual(
                        given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    /** The run has ended and its folder is complete. */
    void over() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** The page, with the data so far; empty when the run has come to its end. */
    Optional<byte[]> page(List<String> scripts) {
        return run.report(NONE).map(report -> report.page(scripts));
    }

    /** Sends data and state as server-sent events until the run is over or the browser is gone. */
    void send(OutputStream out) throws IOException, InterruptedException {
        long sent = NONE;
        String state = "";
        while (!over) {
            String now = JsonText.line(Map.of("paused", run.isPaused(), "pace", pace));
            if (!now.equals(state)) {
                state = now;
                event(out, "state", state.getBytes(StandardCharsets.UTF_8));
            }
            refresh();
            if (cycle() != sent) {
                sent = cycle();
                event(out, "data", data());
            } else {
                out.write(": still there\n\n".getBytes(StandardCharsets.UTF_8)); // fails where the browser is gone
            }
            out.flush();
            Thread.sleep(LOOK_MILLIS);
        }
        event(out, "over", "over".getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void event(OutputStream out, String name, byte[] line) throws IOException {
        out.write(("event: " + name + "\ndata: ").getBytes(StandardCharsets.UTF_8));
        out.write(line);
        out.write("\n\n".getBytes(StandardCharsets.UTF_8));
    }

    private synchronized long cycle() {
        return cycle;
    }

    private synchronized byte[] data() {
        return data;
    }

    private synchronized void refresh() {
        long begun = System.nanoTime();
        if (begun < notBefore) {
            return;
        }
        Optional<LiveReport> report = run.report(cycle);
        report.ifPresent(newer -> {
            data = newer.json().getBytes(StandardCharsets.UTF_8);
            cycle = newer.cycle();
            long ended = System.nanoTime();
            notBefore = ended + Math.max(SHORTEST_NANOS, SHARE * (ended - begun));
        });
    }

    /**
     * Changes how the run goes on.
     *
     * @param what {@code pause}, {@code resume}, {@code step} or {@code pace}
     * @param value of the pace, as {@code run.pace} has it
     * @return what is wrong; empty when it is done
     */
    Optional<String> change(String what, String value) {
        switch (what) {
            case "pause" -> run.pause();
            case "resume" -> run.resume();
            case "step" -> run.step();
            case "pace" -> {
                try {
                    Optional<Pace> read = ScenarioLoader.pace(
                            "pace", value, run.network().resolved().scenario().time());
                    run.pace(read);
                    pace = read.isEmpty() ? "off" : value;
                } catch (ScenarioException e) {
                    return Optional.of(String.join("; ", e.problems()));
                }
            }
            default -> {
                return Optional.of("no such change; there are pause, resume, step and pace");
            }
        }
        return Optional.empty();
    }
}
