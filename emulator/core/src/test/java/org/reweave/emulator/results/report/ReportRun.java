package org.reweave.emulator.results.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.results.SummaryWriter;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;

/** A small run and its page. */
record ReportRun(RunRecorder recorder, RunResult result, Summary summary, String html) {
    /** A ring that loses a link; what is written behind it wins. */
    static final String RING = """
            name = ring
            description = "A ring of four loses a link"
            seed = 3
            fabric { generator = "torus:4" }
            routing { engine = updown }
            device { preset = iba-1x }
            traffic { load = 0.1 }
            faults = [ { at = 120us, link = "s0-s1" } ]
            reconfiguration { scheme = ebrd }
            run { warmup = 50us, duration = 300us, limit = 1ms }
            """;

    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);

    static ReportRun of(String scenario) {
        return of(scenario, (network, listener) -> new SequentialDriver(network, listener, HorizonPolicy.FULL));
    }

    static ReportRun of(String scenario, BiFunction<Network, RunListener, RunDriver> driver) {
        Network network = network(scenario);
        RunRecorder recorder = new RunRecorder(network, event -> {});
        RunResult result = driver.apply(network, recorder).run();
        SummaryWriter.Identity identity = new SummaryWriter.Identity("test", "0", "some", 1);
        Summary summary = new SummaryWriter(identity, network, recorder)
                .summary(result, new Summary.Cost(0, 0, result.last().cycle(), 0, 0));
        String html = page(Report.html(network, recorder, summary, result.latencies(), "reweave run 'a b.conf'"));
        return new ReportRun(recorder, result, summary, html);
    }

    static String page(byte[] html) {
        return new String(html, StandardCharsets.UTF_8);
    }

    static Network network(String scenario) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("small.conf", scenario, List.of())));
    }

    /** What the page's script reads. */
    JsonNode data() {
        return data(html);
    }

    static JsonNode data(String html) {
        Matcher matcher = DATA.matcher(html);
        if (!matcher.find()) {
            throw new AssertionError("the page has no data");
        }
        try {
            return new ObjectMapper().readTree(matcher.group(1));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static long sum(JsonNode numbers) {
        long sum = 0;
        for (JsonNode number : numbers) {
            sum += number.longValue();
        }
        return sum;
    }
}
