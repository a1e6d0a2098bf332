package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.KeptRuns;
import org.reweave.emulator.results.report.Browser;

/**
 * The ways of packets that a report derives from tables, beside those that a replay follows. The torus changes its
 * tables under load, so that packets are under way meanwhile.
 */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class WaysOfPacketsTest {
    private static final String SCENARIO = """
            description = "A torus loses a link under load"
            seed = 5
            fabric.generator = "torus:4x4"
            routing { engine = updown, options { vls = 2 } }
            device { preset = iba-1x, switch.vls = 2 }
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.15
            faults = [ { at = 30us, link = "s1_1-s2_1" } ]
            reconfiguration.scheme = %s
            run { warmup = 10us, duration = 120us, limit = 2ms, cut-interval = 1us }
            """;

    /** Packets of each sort that are replayed. */
    private static final int EACH = 5;

    /** Each delivered packet of the sample: its name, and how many tables came into force while it was under way. */
    private static final String SAMPLE = """
            (() => {
              const { packet, since, at } = data.picture.arrived;
              return packet.map((name, i) => ({
                name, middle: (since[i] + at[i]) / 2 / END,
                changes: data.picture.ways.at.filter(t => t > since[i] && t <= at[i]).length,
              }));
            })()""";

    /** Chooses a packet as a user does, and gives its ways as the page writes them. */
    private static final String CHOOSE = """
            (() => {
              const slider = byId('fabric-time'), list = byId('fabric-arrived');
              list.open = true;
              slider.value = Math.round(1000 * %s);
              slider.dispatchEvent(new Event('input'));
              list.ontoggle();
              const button = [...list.querySelectorAll('button')].find(one => one.textContent === '%s');
              if (!button) return null;
              button.click();
              return [...byId('fabric-facts').querySelectorAll('tr:nth-child(3) td div')].map(way => way.textContent);
            })()""";

    @TempDir
    private static Path folder;

    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start(folder.resolve("profile"));
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "static", "ebr", "ebrd", "sr-pda", "double-scheme"})
    void aPacketTookTheWayThatItsReportDerives(String scheme) throws Exception {
        new KeptRuns(folder).runSequentially(scheme, SCENARIO.formatted(scheme));
        browser.emulate(1280, false);
        browser.open(folder.resolve("runs/" + scheme + "/report.html").toUri());
        int calm = 0;
        int sure = 0;
        int open = 0;
        for (JsonNode one : browser.evaluate(SAMPLE)) {
            boolean isCalm = one.get("changes").intValue() == 0;
            if (isCalm && calm == EACH) {
                continue;
            }
            List<String> ways = ways(one);
            if (ways.size() == 1 && isCalm && calm < EACH) {
                calm++;
                assertThat(ways).containsExactly(replayed(scheme, one));
            } else if (ways.size() == 1 && !isCalm && sure < EACH) {
                sure++;
                assertThat(ways).containsExactly(replayed(scheme, one));
            } else if (ways.size() > 1 && open < EACH) {
                open++;
                assertThat(ways).contains(replayed(scheme, one));
            }
        }
        assertThat(calm).as("no table changed meanwhile").isEqualTo(EACH);
        assertThat(sure + open > 0)
                .as("packets are under way while tables change")
                .isEqualTo(!scheme.equals("static"));
        if (List.of("naive", "ebr", "ebrd", "sr-pda").contains(scheme)) {
            assertThat(sure).as("of these, ways that are sure").isEqualTo(EACH);
            assertThat(open).as("of these, ways that are not").isPositive();
        }
        assertThat(browser.complaints()).isEmpty();
    }

    private static List<String> ways(JsonNode packet) throws Exception {
        String name = packet.get("name").textValue();
        JsonNode shown = browser.evaluate(CHOOSE.formatted(packet.get("middle").asText(), name));
        List<String> ways = new ArrayList<>();
        shown.forEach(way -> ways.add(way.textValue()));
        assertThat(ways).as(name).isNotEmpty();
        return ways;
    }

    /** The devices that a replay saw the packet at. */
    private static String replayed(String scheme, JsonNode packet) {
        String name = packet.get("name").textValue();
        JsonNode life = CommandRun.of("replay", folder.resolve("runs/" + scheme).toString(), "--packet", name, "--json")
                .json();
        assertThat(life.get("end").textValue()).as(name).isEqualTo("delivered");
        List<String> way = new ArrayList<>(List.of(name.substring(0, name.lastIndexOf('#'))));
        life.get("hops").forEach(hop -> way.add(hop.get("device").textValue()));
        return String.join(" → ", way);
    }
}
