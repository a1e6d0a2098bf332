package org.reweave.emulator.results.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.Machine;
import org.reweave.routing.io.IbnetdiscoverWriter;
import org.reweave.routing.topology.FabricGenerators;

/**
 * The page of a run whose fabric has markup for names, in a real browser: names are text everywhere, and no script runs
 * but the page's own. Skipped where no Chromium is installed; {@link ReportTest} checks the same of the page's text.
 */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReportInBrowserTest {
    private static final String MARKUP = "<img src=x onerror=run()>";

    /** Shows the tooltip of the first point of each series of each chart, and gives the texts. */
    private static final String TOOLTIPS = """
            (async () => {
              const texts = [];
              for (const chart of [...document.querySelectorAll('[_echarts_instance_]')]) {
                chart.scrollIntoView();
                const instance = echarts.getInstanceByDom(chart);
                const series = instance.getOption().series || [];
                for (let s = 0; s < series.length; s++) {
                  instance.dispatchAction({ type: 'showTip', seriesIndex: s, dataIndex: 0 });
                  await new Promise(done => setTimeout(done, 20));
                  texts.push(chart.textContent);
                }
              }
              return texts;
            })()""";

    @TempDir
    private static Path folder;

    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        Machine.require(Browser.executable().isPresent(), "no chromium is installed");
        browser = Browser.start(Browser.executable().get(), folder.resolve("profile"));
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    private static String pageOfMarkup() throws IOException {
        String fabric = IbnetdiscoverWriter.text(FabricGenerators.parse("torus:4"))
                .replaceAll("\"([sn]\\d)\"", "\"$1" + MARKUP + "\"");
        assertThat(fabric).contains("s0" + MARKUP, "n3" + MARKUP);
        Path file = Files.writeString(folder.resolve("markup.ibnetdiscover"), fabric);
        return ReportRun.of(ReportRun.RING
                        .replace("fabric { generator = \"torus:4\" }", "fabric { file = \"" + file + "\" }")
                        .replace(
                                "faults = [ { at = 120us, link = \"s0-s1\" } ]",
                                "faults = [ { at = 120us, link = random } ]")
                        .replace("A ring of four loses a link", MARKUP))
                .html();
    }

    @Test
    void namesOfMarkupAreText() throws Exception {
        Path page = Files.writeString(folder.resolve("report.html"), pageOfMarkup());
        browser.complaints().clear();
        browser.open(page);
        JsonNode tooltips = browser.evaluate(TOOLTIPS);

        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.evaluate("document.querySelectorAll('img, iframe, [onerror]').length")
                        .asInt())
                .isZero();
        assertThat(browser.evaluate("document.getElementById('description').textContent")
                        .asText())
                .isEqualTo(MARKUP);
        assertThat(tooltips).isNotEmpty();
        assertThat(tooltips).anySatisfy(text -> assertThat(text.textValue()).contains(MARKUP));
    }

    /** The browser says when the policy is broken: the test above would see it. */
    @Test
    void aHandlerInThePageWouldBreakItsPolicy() throws Exception {
        String html = pageOfMarkup().replace("<body>", "<body><p onclick=\"run()\">x</p><script>run()</script>");
        browser.complaints().clear();
        browser.open(Files.writeString(folder.resolve("broken.html"), html));
        browser.evaluate("document.querySelector('p').click()");

        assertThat(browser.complaints()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(browser.complaints())
                .allSatisfy(complaint -> assertThat(complaint).contains("Content Security Policy"));
    }
}
