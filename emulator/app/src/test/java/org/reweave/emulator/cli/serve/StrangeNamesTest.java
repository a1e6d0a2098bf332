package org.reweave.emulator.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.results.report.Browser;
import org.reweave.routing.io.IbnetdiscoverWriter;
import org.reweave.routing.topology.FabricGenerators;

/**
 * Names of devices, scenarios and descriptions that are markup, end a script, turn the direction of text or are 10,000
 * characters long: text on every page, none of which is wider than the window.
 */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StrangeNamesTest {
    private static final String MARKUP = "</script><img src=x onerror=boom()>\u202e";
    private static final String LONG = "L".repeat(9_900);

    /** Elements that a name has made, and whether any text turns the direction of what comes after it. */
    private static final String MADE = "document.querySelectorAll('img, [onerror]').length"
            + " + (document.body.innerText.includes('\\u202e') ? 1000 : 0)";

    @TempDir
    private static Path folder;

    private static final List<URI> PAGES = new ArrayList<>();
    private static RunsServer server;
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start(folder.resolve("profile"));
        Path fabric = Files.writeString(
                folder.resolve("strange.ibnetdiscover"),
                IbnetdiscoverWriter.text(FabricGenerators.parse("torus:3x3"))
                        .replace("\"s0_0\"", "\"s" + LONG + "\"")
                        .replace("\"n0_0\"", "\"n" + LONG + "\"")
                        .replace("\"s1_1\"", "\"s" + MARKUP + "\"")
                        .replace("\"n1_1\"", "\"n" + MARKUP + "\""));
        Path runs = Files.createDirectory(folder.resolve("runs"));
        run(fabric, runs.resolve("a"), MARKUP, LONG);
        run(fabric, runs.resolve("b"), LONG, MARKUP);
        Path page = folder.resolve("page.html");
        CommandRun.of(
                        "whatif",
                        fabric.toString(),
                        "--tables",
                        "updown",
                        "--fail",
                        "s0_1-s0_2",
                        "--engines",
                        "updown",
                        "--tables-only",
                        "--page",
                        page.toString(),
                        "--quiet")
                .succeeded();
        server = new RunsServer(runs, 0, Optional.empty());
        List<String> ids = new ArrayList<>();
        CommandRun.of("runs", "--runs", runs.toString(), "--json")
                .json()
                .get("runs")
                .forEach(run -> ids.add(run.get("run").textValue()));
        String address = server.address();
        PAGES.add(URI.create(address));
        PAGES.add(URI.create(address + "runs/" + ids.get(0) + "/"));
        PAGES.add(URI.create(address + "runs/" + ids.get(1) + "/"));
        PAGES.add(URI.create(address + "runs/" + ids.get(0) + "/moments"));
        PAGES.add(URI.create(address + "side/" + ids.get(0) + "/" + ids.get(1)));
        PAGES.add(page.toUri());
    }

    private static void run(Path fabric, Path out, String name, String description) throws IOException {
        Path scenario = Files.writeString(folder.resolve("strange.conf"), """
                name = "%s"
                description = "%s"
                fabric.file = "%s"
                routing.engine = updown
                device.preset = iba-1x
                traffic.load = 0.2
                faults = [ { at = 20us, link = random } ]
                reconfiguration.scheme = ebrd
                run { warmup = 5us, duration = 40us, limit = 1ms }
                """.formatted(name, description, fabric));
        CommandRun.of("run", scenario.toString(), "--quiet", "--driver", "sequential", "--out", out.toString())
                .succeeded();
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 390})
    void strangeNamesAreTextOnEveryPageAndWidenNone(int width) throws Exception {
        browser.emulate(width, width < 600);
        for (URI page : PAGES) {
            browser.open(page);
            JsonNode made = browser.evaluate("new Promise(done => setTimeout(() => done(" + MADE + "), 500))");
            assertThat(made.intValue()).as(page.toString()).isZero();
            assertThat(browser.evaluate("document.documentElement.scrollWidth").intValue())
                    .as(page.toString())
                    .isLessThanOrEqualTo(width);
        }
        assertThat(browser.complaints()).isEmpty();
        browser.open(PAGES.get(0));
        assertThat(browser.evaluate("document.querySelector('table').scrollWidth")
                        .intValue())
                .as("columns behind a long name can be reached")
                .isLessThan(3000);
        assertThat(browser.evaluate("document.body.innerText").textValue())
                .contains("</script><img src=x onerror=boom()><U+202E>");
    }
}
