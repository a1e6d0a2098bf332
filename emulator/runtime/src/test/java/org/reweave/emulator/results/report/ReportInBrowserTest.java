package org.reweave.emulator.results.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
        browser = Browser.start(folder.resolve("profile"));
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
        browser.open(page.toUri());
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

    /** Text of an element. */
    private static String text(String id) throws Exception {
        return browser.evaluate("document.getElementById('" + id + "').textContent")
                .asText();
    }

    private static void at(double share) throws Exception {
        browser.evaluate("(() => { const slider = document.getElementById('fabric-time'); slider.value = "
                + Math.round(1000 * share) + "; slider.dispatchEvent(new Event('input')); })()");
    }

    /** The ring loses link s0-s1 at 120 us; the keyboard leads to it, and the picture says when it is down. */
    @Test
    void thePictureGoesThroughTheRunAndIsUsedByKeyboard() throws Exception {
        Path page = Files.writeString(
                folder.resolve("ring.html"), ReportRun.of(ReportRun.RING).html());
        browser.complaints().clear();
        browser.emulate(1280, false);
        browser.open(page.toUri());
        at(0.1);
        assertThat(text("fabric-words")).contains("before anything failed", "nothing is down", "no packet lost so far");
        at(0.99);
        assertThat(text("fabric-words")).contains("down: 1 link", "4 of 4 switches use new tables");

        browser.evaluate("document.getElementById('fabric-canvas').focus()");
        browser.press("ArrowRight");
        assertThat(text("fabric-facts")).contains("Switch s0", "1: n0");
        browser.press("Enter");
        assertThat(text("fabric-facts")).contains("Link s0.1 – s1.", "120.0 µs to the end");
        browser.press("Escape");
        assertThat(text("fabric-facts")).contains("Choose a switch or a link");

        at(1);
        browser.evaluate("document.getElementById('fabric-play').click()");
        assertThat(browser.evaluate(
                                "new Promise(done => setTimeout(() => done(+document.getElementById('fabric-time').value), 600))")
                        .asInt())
                .as("the end begins anew")
                .isPositive()
                .isLessThan(500);
        assertThat(browser.complaints()).isEmpty();
    }

    private static void write(String id, String value) throws Exception {
        browser.evaluate("(() => { const field = document.getElementById('" + id + "'); field.value = '" + value
                + "'; field.dispatchEvent(new Event('change')); })()");
    }

    /** Ways lead over the cable that is in a port at a time, and to where a NIC is. */
    @Test
    void waysFollowCablesAndNicsThatMove() throws Exception {
        String moves =
                ReportRun.RING.replace("generator = \"torus:4\"", "generator = \"torus:5\", spare-ports = 1") + """
                faults = []
                wiring = [
                  { at = 80us, add = "s0.4-s2.4" }
                  { at = 150us, takes = 10us, remove = s0.4-s2.4, add = "s0.4-s3.4" }
                  { at = 155us, takes = 10us, remove = s2-n2, add = "n2.1-s3.5" }
                ]
                fabric.spare-ports = 2
                traffic.load = 0.02
                """;
        Path page = Files.writeString(
                folder.resolve("moves.html"), ReportRun.of(moves).html());
        browser.complaints().clear();
        browser.open(page.toUri());
        write("fabric-from", "n0");
        write("fabric-to", "n2");
        assertThat(text("fabric-facts"))
                .contains("n0 → s0 → s2 → n2")
                .contains("n0 → s0 → s3 → n2")
                .contains("arrives");
        assertThat(browser.complaints()).isEmpty();
    }

    /** The way of a pair before and after, and the course of a lost packet. */
    @Test
    void aPairHasItsWaysAndALostPacketItsCourse() throws Exception {
        Path page = Files.writeString(
                folder.resolve("ways.html"),
                ReportRun.of(ReportRun.RING + "traffic.load = 0.3").html());
        browser.complaints().clear();
        browser.emulate(1280, false);
        browser.open(page.toUri());
        write("fabric-from", "n0");
        write("fabric-to", "n9");
        assertThat(text("fabric-pair-note")).isEqualTo("No NIC has the name n9.");
        write("fabric-to", "n1");
        assertThat(text("fabric-facts"))
                .contains("n0 to n1", "n0 → s0 → s1 → n1", "n0 → s0lost: port ", "n0 → s0 → s3 → s2 → s1 → n1");
        at(0.1);
        assertThat(text("fabric-words")).contains("n0 to n1: arrives");
        assertThat(browser.evaluate("document.querySelector('#fabric-facts b').textContent")
                        .asText())
                .isEqualTo("n0 → s0 → s1 → n1");

        browser.evaluate("document.getElementById('fabric-lost').open = true");
        browser.evaluate("new Promise(done => setTimeout(done, 100))");
        browser.evaluate("document.querySelector('#fabric-lost button').click()");
        assertThat(text("fabric-facts"))
                .containsPattern("Packet n[0-3]#[0-9]+")
                .containsPattern("wayn[0-3] → s[0-3]")
                .contains("reweave replay ");
        browser.evaluate("document.getElementById('fabric-canvas').focus()");
        browser.press("ArrowRight");
        assertThat(text("fabric-facts")).contains("Switch s");

        at(0.2);
        assertThat(text("fabric-arrived")).containsPattern("[1-9][0-9]* delivered packets? of a sample of [0-9,]+");
        browser.evaluate("document.getElementById('fabric-arrived').open = true");
        browser.evaluate("new Promise(done => setTimeout(done, 100))");
        browser.evaluate("document.querySelector('#fabric-arrived button').click()");
        assertThat(text("fabric-facts"))
                .containsPattern("Packet n[0-3]#[0-9]+")
                .containsPattern("wayn[0-3] → s[0-3].* → n[0-3]")
                .contains("The tables led it this way.", "reweave replay ");
        assertThat(browser.complaints()).isEmpty();
    }

    /** Runs with every chart that a page can have: a change with losses, and a deadlock. */
    private static List<String> pages() {
        String named = ReportRun.RING.replace("\"A ring of four loses a link\"", "\"" + MARKUP + "\"");
        return List.of(
                ReportRun.of(named + "traffic.load = 0.3").html(),
                ReportRun.of(named + ReportTest.OVERLOADED).html());
    }

    /**
     * Every chart, the picture and the ring of a deadlock included, has a role, a name and a description, and gives a
     * drawing with a role, a title and a description, and a table with a header.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void everyChartIsSavedAsADrawingAndAsNumbers(int number) throws Exception {
        Path page = Files.writeString(folder.resolve("saves.html"), pages().get(number));
        browser.complaints().clear();
        browser.emulate(1280, false);
        browser.open(page.toUri());
        JsonNode saved = browser.evaluate("""
                (() => {
                  const all = [];
                  HTMLAnchorElement.prototype.click = function () {
                    all.push([this.download, decodeURIComponent(this.href.slice(this.href.indexOf(',') + 1))]);
                  };
                  document.querySelectorAll('button.save').forEach(button => button.click());
                  const charts = [...document.querySelectorAll('[_echarts_instance_], canvas[tabindex], #ring > svg')];
                  const words = chart => [chart.id || chart.parentNode.id, chart.getAttribute('role'), chart.getAttribute('aria-label'),
                    chart.matches('svg') ? chart.querySelector('desc').textContent : document.getElementById(chart.getAttribute('aria-describedby')).textContent];
                  return [charts.map(words), all.map(([name, text]) => {
                    const drawing = name.endsWith('.svg') ? new DOMParser().parseFromString(text, 'image/svg+xml').documentElement : null;
                    return [name, text, ...(drawing ? [drawing.getAttribute('role'), ...['title', 'desc'].map(tag => drawing.querySelector(':scope > ' + tag).textContent)] : [])];
                  })];
                })()""");
        assertThat(saved.get(0)).hasSizeGreaterThan(7).allSatisfy(chart -> {
            assertThat(chart.get(1).textValue()).as(chart.get(0).asText()).isIn("img", "application");
            assertThat(chart.get(2).textValue()).as(chart.get(0).asText()).isNotBlank();
            assertThat(chart.get(3).textValue())
                    .as(chart.get(0).asText())
                    .isNotBlank()
                    .doesNotContain("NaN", "undefined");
        });
        assertThat(saved.get(1)).as("two files each").hasSize(2 * saved.get(0).size());
        for (JsonNode file : saved.get(1)) {
            String name = file.get(0).asText();
            String text = file.get(1).asText();
            if (name.endsWith(".svg")) {
                assertThat(file.get(2).asText()).as(name).isEqualTo("img");
                assertThat(file.get(3).asText()).as(name).isNotBlank();
                assertThat(file.get(4).asText()).as(name).isNotBlank().doesNotContain("NaN", "undefined");
                assertThat(text).as(name).doesNotContain("var(--", "NaN");
            } else {
                assertThat(text.lines().toList()).as(name).hasSizeGreaterThan(1);
                assertThat(text)
                        .startsWith(
                                name.endsWith("-fabric.csv")
                                        ? "from,to,start_ns"
                                        : name.endsWith("-deadlock.csv") ? "number,device,port" : "series,x,y");
            }
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPhoneShowsThePageWithoutScrollingSideways(boolean dark) throws Exception {
        Path page = Files.writeString(folder.resolve("phone.html"), pageOfMarkup());
        browser.complaints().clear();
        browser.emulate(390, dark);
        browser.open(page.toUri());
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isEqualTo(390);
        assertThat(browser.complaints()).isEmpty();
        browser.emulate(1280, false);
    }

    /** A switch's name that is as long as a page, turns the direction of text and ends the script. */
    @ParameterizedTest
    @ValueSource(ints = {390, 1280})
    void aNameAsLongAsAPageNeitherWidensNorTurnsThePage(int width) throws Exception {
        String html = ReportRun.of(ReportRun.RING).html();
        int from = html.indexOf("id=\"data\">");
        int to = html.indexOf("</script>", from);
        String name = "A".repeat(10_000) + "\\u202e\\u003c/script\\u003e";
        String data = html.substring(from, to).replaceAll("\\bs1\\b", Matcher.quoteReplacement(name));
        Path page = Files.writeString(folder.resolve("long.html"), html.substring(0, from) + data + html.substring(to));
        browser.complaints().clear();
        browser.emulate(width, true);
        browser.open(page.toUri());
        assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
                        .asBoolean())
                .isTrue();
        String setup = text("setup");
        assertThat(setup).contains("A".repeat(10_000) + "<U+202E></script> fails at ");
        assertThat(browser.evaluate("document.body.innerText.includes('\\u202e')")
                        .asBoolean())
                .isFalse();
        assertThat(browser.complaints()).isEmpty();
        browser.emulate(1280, false);
    }

    /** The browser says when the policy is broken: the test above would see it. */
    @Test
    void aHandlerInThePageWouldBreakItsPolicy() throws Exception {
        String html = pageOfMarkup().replace("<body>", "<body><p onclick=\"run()\">x</p><script>run()</script>");
        browser.complaints().clear();
        browser.open(Files.writeString(folder.resolve("broken.html"), html).toUri());
        browser.evaluate("document.querySelector('p').click()");

        assertThat(browser.complaints()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(browser.complaints())
                .allSatisfy(complaint -> assertThat(complaint).contains("Content Security Policy"));
    }
}
