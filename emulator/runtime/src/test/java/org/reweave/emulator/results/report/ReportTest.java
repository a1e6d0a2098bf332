package org.reweave.emulator.results.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.reweave.emulator.results.report.ReportRun.RING;
import static org.reweave.emulator.results.report.ReportRun.sum;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.results.Interval;
import org.reweave.emulator.results.JsonText;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.results.SummaryWriter;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Latencies;

class ReportTest {
    static final String OVERLOADED = """
            seed = 1
            fabric.generator = "torus:4x4"
            device.switch { input-buffer = 64B, output-buffer = 64B }
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.9
            routing.options { root = s0_0 }
            faults = [ { at = 20us, link = "s1_1-s1_2" } ]
            reconfiguration { scheme = naive, engine-options { root = s2_2 } }
            run { warmup = 10us, duration = 120us, limit = 600us, cut-interval = 2us }
            """;

    @Test
    void theDataAreThoseOfTheSummaryAndTheTimeSeries() {
        ReportRun run = ReportRun.of(RING);
        JsonNode data = run.data();
        assertThat(data.get("summary").toString()).isEqualTo(JsonText.line(run.summary()));
        assertThat(data.get("command").textValue()).isEqualTo("reweave run 'a b.conf'");
        assertThat(data.get("scenario").textValue()).contains("torus:4", "seed=3");

        JsonNode course = data.get("course");
        List<Interval> intervals = run.recorder().series().intervals();
        assertThat(course.get("to").size()).isEqualTo(intervals.size());
        assertThat(sum(course.get("delivered")))
                .isEqualTo(run.summary().packets().delivered());
        run.summary().packets().dropped().forEach((cause, packets) -> assertThat(
                        sum(course.get("drops").get(cause)))
                .isEqualTo(packets));
        Interval some = intervals.get(intervals.size() / 2);
        JsonNode accepted = course.get("accepted").get(intervals.size() / 2);
        assertThat(accepted.doubleValue())
                .isCloseTo(some.count(Counter.DELIVERED_FLITS) / 4.0 / some.cycles(), within(1e-5));
    }

    @Test
    void latenciesOverTimeCoverEveryDeliveredPacket() {
        ReportRun run = ReportRun.of(RING);
        CutTotals last = run.result().last();
        for (String kind : List.of("byDelivery", "byGeneration")) {
            JsonNode bins = run.data().get(kind);
            double network = 0;
            for (int bin = 0; bin < bins.get("count").size(); bin++) {
                network += bins.get("count").get(bin).longValue()
                        * bins.get("network").get(bin).doubleValue();
            }
            assertThat(sum(bins.get("count"))).as(kind).isEqualTo(last.count(Counter.DATA_DELIVERED));
            assertThat(network / 4).as(kind).isCloseTo((double) last.count(Counter.NETWORK_LATENCY), within(10.0));
        }
        JsonNode distribution = run.data().get("network");
        assertThat(sum(distribution.get("counts"))).isEqualTo(last.count(Counter.MEASURED));
        JsonNode percentiles = distribution.get("percentiles");
        assertThat(percentiles.get(percentiles.size() - 1).get(1).doubleValue())
                .isEqualTo(run.summary().latency().network().ns().max());
    }

    @Test
    void linksInstallationsAndEventsAreThere() {
        ReportRun run = ReportRun.of(RING);
        JsonNode links = run.data().get("links");
        assertThat(links.get("phases").findValuesAsText("label"))
                .containsExactly("before the fault", "fault to completion", "after completion");
        assertThat(links.get("names").size()).as("four links, both ways").isEqualTo(8);
        int dead = List.of(0, 1, 2, 3, 4, 5, 6, 7).stream()
                .filter(i -> links.get("names").get(i).textValue().equals("s0.1 -> s1.2"))
                .findFirst()
                .orElseThrow();
        assertThat(links.get("data").get(dead).get(0).doubleValue()).isPositive();
        assertThat(links.get("data").get(dead).get(2).doubleValue()).isZero();

        assertThat(run.data().get("installations").size()).isEqualTo(1);
        JsonNode change = run.data().get("installations").get(0);
        assertThat(change.get("device").size())
                .isEqualTo(run.summary().reconfigurations().get(0).devices());
        assertThat(change.get("around")).map(JsonNode::textValue).containsExactly("s0", "s1");
        for (int i = 0; i < change.get("device").size(); i++) {
            String device = change.get("device").get(i).textValue();
            int distance = device.matches(".[01]") ? 0 : 1;
            boolean isSwitch = device.startsWith("s");
            assertThat(change.get("isSwitch").get(i).booleanValue()).isEqualTo(isSwitch);
            assertThat(change.get("hops").get(i).intValue()).as(device).isEqualTo(isSwitch ? distance : distance + 1);
        }

        JsonNode kinds = run.data().get("events").get("kinds");
        long all = 0;
        for (JsonNode kind : kinds) {
            all += kind.get("count").longValue();
        }
        assertThat(run.data().get("events").get("rows").size()).isEqualTo((int) all);
        assertThat(kinds.findValuesAsText("name")).contains("port-down", "detected", "installed", "reconfigured");
    }

    @Test
    void aFailedSwitchIsWhereDistancesBegin() {
        ReportRun run = ReportRun.of(RING + "faults = [ { at = 120us, switch = s2 } ]");
        JsonNode change = run.data().get("installations").get(0);
        assertThat(change.get("around")).map(JsonNode::textValue).containsExactly("s2");
        assertThat(run.data().get("leftOut")).map(JsonNode::textValue).containsExactly("n2");
    }

    @Test
    void everyDriverGivesTheSamePage() {
        assertThat(ReportRun.of(
                                RING,
                                (network, listener) -> new ActorDriver(network, listener, 2, 1, HorizonPolicy.FULL))
                        .html())
                .isEqualTo(ReportRun.of(RING).html());
    }

    @Test
    void nothingIsLoadedFromAnywhere() {
        String html = ReportRun.of(RING).html();
        assertThat(html)
                .startsWith("<!DOCTYPE html>")
                .contains("default-src 'none'")
                .doesNotContain("{{");
        // The library names its licence and XML's namespaces; everything else is ours or the run's.
        String ours = html.replaceAll("(?s)<script>\\s*/\\*\\s*\\* Licensed to the Apache.*?</script>", "");
        assertThat(ours.length()).as("without the library").isLessThan(html.length() / 2);
        assertThat(Pattern.compile("https?://[^\"'\\s]+")
                        .matcher(ours)
                        .results()
                        .map(match -> match.group())
                        .distinct())
                .containsExactly("http://www.w3.org/2000/svg"); // a name, not a place
        assertThat(ours)
                .doesNotContainPattern("(?i)\\b(src|href)\\s*=")
                .doesNotContainPattern("(?i)@import|url\\((?!#)|fetch\\(|XMLHttpRequest|import\\(|<link|<img|<iframe");
    }

    @Test
    void whatAScenarioSaysStaysText() {
        ReportRun run = ReportRun.of(RING + "description = \"</script><script>{{data}} <!-- & \\u2028\"");
        assertThat(run.data().get("summary").get("description").textValue())
                .isEqualTo("</script><script>{{data}} <!-- & \u2028");
        assertThat(Pattern.compile("</script>").matcher(run.html()).results()).hasSize(3);
    }

    /** As a browser does: what the policy names are the hashes of the two scripts, so nothing else can run. */
    @Test
    void thePolicyAllowsTheTwoScriptsAndNothingElse() throws java.security.NoSuchAlgorithmException {
        String html = ReportRun.of(RING + "description = \"<img src=x onerror=alert(1)>\"")
                .html();
        java.util.regex.Matcher policy = Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"")
                .matcher(html);
        assertThat(policy.find()).isTrue();
        List<String> scripts = Pattern.compile("(?s)<script>(.*?)</script>")
                .matcher(html)
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(scripts).hasSize(2);
        StringBuilder allowed = new StringBuilder("script-src");
        for (String script : scripts) {
            byte[] digest = java.security.MessageDigest.getInstance("SHA-256")
                    .digest(script.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            allowed.append(" 'sha256-")
                    .append(java.util.Base64.getEncoder().encodeToString(digest))
                    .append("'");
        }
        assertThat(policy.group(1))
                .contains(allowed + ";", "default-src 'none'", "form-action 'none'", "base-uri 'none'");
    }

    /** Tooltips are the one place where the chart library takes markup: what is put together here are elements. */
    @Test
    void noScriptOfOursMakesMarkupOfText() {
        String html = ReportRun.of(RING).html();
        String ours = html.substring(html.lastIndexOf("<script>"));
        assertThat(ours)
                .contains("tooltipLines(")
                .doesNotContainPattern("(?i)innerHTML|outerHTML|insertAdjacentHTML|document\\.write|<br|<div|<b>");
    }

    @Test
    void aRunWithoutFaultsHasOnePhaseAndNoReconfiguration() {
        ReportRun run = ReportRun.of(RING + "faults = []");
        assertThat(run.data().get("installations")).isEmpty();
        assertThat(run.data().get("links").get("phases").findValuesAsText("label"))
                .containsExactly("after the warm-up");
        assertThat(run.data().get("events").get("kinds")).isEmpty();
    }

    @Test
    void flitsOnLinksAreTheCyclesThatTheyWereBusy() {
        ReportRun run = ReportRun.of(RING + "faults = []");
        JsonNode links = run.data().get("links");
        JsonNode phase = links.get("phases").get(0);
        long hops = 0;
        for (Interval interval : run.recorder().series().intervals()) {
            double to = run.recorder().scale().ns(interval.to().cycle());
            hops += to > phase.get("from").doubleValue()
                            && to <= phase.get("to").doubleValue()
                    ? interval.count(Counter.FLIT_HOPS)
                    : 0;
        }
        double busy = 0;
        for (JsonNode link : links.get("data")) {
            busy += link.get(0).doubleValue();
        }
        double cycles = (phase.get("to").doubleValue() - phase.get("from").doubleValue()) / 4;
        assertThat(hops).isPositive();
        assertThat(busy * cycles).as("a flit takes a cycle").isCloseTo((double) hops, within(8 * 1e-5 * cycles));
    }

    @Test
    void aRunWithoutTrafficHasAPage() {
        ReportRun run = ReportRun.of(RING + "traffic.load = 0");
        assertThat(run.summary().packets().delivered()).isZero();
        assertThat(run.data().get("network").get("values")).isEmpty();
        assertThat(run.data().get("byDelivery").get("count")).isEmpty();
        assertThat(run.data().get("course").get("network").get(0).isNull()).isTrue();
    }

    @Test
    void aDeadlockHasItsMembers() {
        ReportRun run = ReportRun.of(RING + OVERLOADED);
        assertThat(run.summary().outcome()).isEqualTo(Outcome.DEADLOCKED);
        assertThat(run.data().get("summary").get("deadlock").get("cycle").size())
                .isGreaterThan(3);
        assertThat(run.data().get("links").get("phases").size()).isPositive();
        assertThat(run.html().length()).isLessThan(3_000_000);
    }

    /** Interrupts itself at the first cut. */
    private static RunDriver impatient(Network network, RunListener listener) {
        RunDriver[] driver = new RunDriver[1];
        RunListener interrupting = new RunListener() {
            @Override
            public void readings(long cycle, Readings readings) {
                listener.readings(cycle, readings);
            }

            @Override
            public void cut(CutTotals totals, List<Event> events) {
                listener.cut(totals, events);
                driver[0].interrupt();
            }
        };
        driver[0] = new SequentialDriver(network, interrupting, HorizonPolicy.FULL);
        return driver[0];
    }

    @Test
    void anInterruptedRunHasAPage() {
        ReportRun run = ReportRun.of(RING, ReportTest::impatient);
        assertThat(run.data().get("summary").get("interrupted").booleanValue()).isTrue();
        assertThat(run.data().get("summary").get("load").get("offered").isNull())
                .isTrue();
        assertThat(run.data().get("links").get("phases").findValuesAsText("label"))
                .as("the warm-up was not over")
                .containsExactly("whole run");
    }

    @Test
    void aRunThatBrokeOffBeforeItsFirstCutHasAPage() {
        Network network = ReportRun.network(RING);
        RunRecorder recorder = new RunRecorder(network, event -> {});
        Summary summary = new SummaryWriter(new SummaryWriter.Identity("test", "0", "some", 1), network, recorder)
                .failed("out of memory", new Summary.Cost(0, 0, 0, 0, 0));
        JsonNode data = ReportRun.data(ReportRun.page(Report.html(network, recorder, summary, new Latencies(), "")));
        assertThat(data.get("summary").get("failure").textValue()).isEqualTo("out of memory");
        assertThat(data.get("course").get("to")).isEmpty();
        assertThat(data.get("links").get("phases")).isEmpty();
    }

    /** A cable that comes to a port after another one is a link of its own, at the times at which it is there. */
    @Test
    void thePictureHasEachCableOfAPort() {
        JsonNode picture = ReportRun.of(
                        RING.replace("generator = \"torus:4\"", "generator = \"torus:5\", spare-ports = 1") + """
                        faults = []
                        wiring = [
                          { at = 80us, add = "s0.4-s2.4" }
                          { at = 150us, takes = 10us, remove = s0.4-s2.4, add = "s0.4-s3.4" }
                        ]
                        """)
                .data()
                .get("picture");
        assertThat(picture.get("links")).hasSize(7);
        assertThat(picture.get("bow")).hasSize(7);
        assertThat(picture.get("links").get(6).toString()).isEqualTo("[0,4,3,4]");
        assertThat(picture.get("outages").toString())
                .isEqualTo("[" + "{\"kind\":\"cable\",\"index\":5,\"at\":0.0,\"until\":80000.0},"
                        + "{\"kind\":\"cable\",\"index\":5,\"at\":150000.0,\"until\":null},"
                        + "{\"kind\":\"cable\",\"index\":6,\"at\":0.0,\"until\":160000.0}]");
        assertThat(mean(picture, 2 * 6, 0, 80_000)).isZero();
        assertThat(mean(picture, 2 * 6 + 1, 200_000, 300_000))
                .as("s3 has had no other cable there")
                .isPositive();
    }

    @Test
    void thePictureKnowsWhereANicHasMoved() {
        JsonNode picture = ReportRun.of(
                        RING.replace("generator = \"torus:4\"", "generator = \"torus:4\", spare-ports = 1") + """
                        faults = []
                        wiring = [ { at = 80us, takes = 10us, remove = s2-n2, add = "n2.1-s3.4" } ]
                        """)
                .data()
                .get("picture");
        assertThat(picture.get("moves").toString())
                .isEqualTo("[{\"nic\":\"n2\",\"at\":90000.0,\"place\":3,\"port\":4}]");
        int to = 2; // n2
        assertThat(way(picture, 0, to, 50_000)).as("before it moves").endsWith(2);
    }

    private static double mean(JsonNode picture, int directed, double from, double to) {
        double busy = 0;
        double start = 0;
        for (int i = 0; i < picture.get("to").size(); i++) {
            double end = picture.get("to").get(i).doubleValue();
            if (start >= from - 1e-6 && end <= to + 1e-6) {
                byte[] loads = java.util.Base64.getDecoder()
                        .decode(picture.get("loads").get(i).textValue());
                busy += (loads[directed] & 0xff) / 255.0 * (end - start);
            }
            start = end;
        }
        return busy / (to - from);
    }

    /** Loads of the picture over the whole run are those that {@link org.reweave.emulator.results.LinkLoads} counts. */
    @Test
    void framesOfThePictureAddUpToTheLoadsOfTheLinks() {
        JsonNode data = ReportRun.of(RING + "faults = []\n run { warmup = 0ns, limit = 300us }")
                .data();
        JsonNode picture = data.get("picture");
        JsonNode phase = data.get("links").get("phases").get(0);
        assertThat(picture.get("to").size()).isBetween(16, 129);
        assertThat(picture.get("links")).hasSize(4);
        for (int link = 0; link < 4; link++) {
            JsonNode ends = picture.get("links").get(link);
            for (int end = 0; end < 2; end++) {
                String name = "s" + ends.get(2 * end).asInt() + "."
                        + ends.get(2 * end + 1).asInt() + " -> s"
                        + ends.get(2 - 2 * end).asInt() + "."
                        + ends.get(3 - 2 * end).asInt();
                int row = 0;
                while (!data.get("links").get("names").get(row).textValue().equals(name)) {
                    row++;
                }
                double counted = data.get("links").get("data").get(row).get(0).doubleValue()
                        + data.get("links").get("control").get(row).get(0).doubleValue();
                assertThat(mean(
                                picture,
                                2 * link + end,
                                phase.get("from").doubleValue(),
                                phase.get("to").doubleValue()))
                        .as(name)
                        .isCloseTo(counted, within(0.01));
            }
        }
    }

    @Test
    void thePictureKnowsWhatFailedAndWherePacketsWereLost() {
        ReportRun run = ReportRun.of(RING + "traffic.load = 0.3");
        JsonNode picture = run.data().get("picture");
        JsonNode outage = picture.get("outages").get(0);
        assertThat(picture.get("outages")).hasSize(1);
        assertThat(outage.get("kind").textValue()).isEqualTo("link");
        assertThat(outage.get("at").doubleValue()).isEqualTo(120_000);
        long lost = sum(run.data().get("summary").get("packets").get("dropped"));
        assertThat(lost).isPositive();
        assertThat(picture.get("losses").get("at").size()
                        + picture.get("losses").get("left").asLong())
                .isEqualTo(lost);
        assertThat(picture.get("losses").get("link"))
                .as("packets are lost at the failed link")
                .anyMatch(link -> link.asInt() == outage.get("index").asInt());
    }

    /**
     * The switches from one NIC of the ring to another by the tables of a moment; a negative one ends a way that does
     * not arrive.
     */
    private static List<Integer> way(JsonNode picture, int from, int to, double at) {
        JsonNode ways = picture.get("ways");
        List<Integer> switches = new java.util.ArrayList<>();
        for (int s = from; ; ) {
            if (switches.contains(s)) {
                switches.add(-1);
                return switches;
            }
            switches.add(s);
            String row = ways.get("first").get(s).textValue();
            for (int i = 0; i < ways.get("at").size(); i++) {
                if (ways.get("device").get(i).intValue() == s
                        && ways.get("at").get(i).doubleValue() <= at) {
                    row = ways.get("rows").get(i).textValue();
                }
            }
            int port = java.util.Base64.getDecoder().decode(row)[to];
            if (ways.get("place").get(to).intValue() == s
                    && ways.get("port").get(to).intValue() == port) {
                return switches;
            }
            int next = -1;
            for (JsonNode link : picture.get("links")) {
                for (int end = 0; end < 2; end++) {
                    if (link.get(2 * end).intValue() == s
                            && link.get(2 * end + 1).intValue() == port) {
                        next = link.get(2 - 2 * end).intValue();
                    }
                }
            }
            if (next < 0) {
                switches.add(-1);
                return switches;
            }
            s = next;
        }
    }

    /** The ring loses link s0-s1: over all changes every pair has a way, and after the last one none takes the link. */
    @Test
    void thePictureKnowsTheWaysBeforeAndAfter() {
        JsonNode picture = ReportRun.of(RING).data().get("picture");
        assertThat(picture.get("ways").get("unknown").isNull()).isTrue();
        assertThat(picture.get("ways").get("to")).map(JsonNode::textValue).containsExactly("n0", "n1", "n2", "n3");
        assertThat(way(picture, 0, 1, 0)).containsExactly(0, 1);
        assertThat(way(picture, 0, 1, 1e9)).containsExactly(0, 3, 2, 1);
        for (int from = 0; from < 4; from++) {
            for (int to = 0; to < 4; to++) {
                assertThat(way(picture, from, to, 0)).doesNotContain(-1);
                assertThat(way(picture, from, to, 1e9))
                        .doesNotContain(-1)
                        .doesNotContainSequence(0, 1)
                        .doesNotContainSequence(1, 0);
            }
        }
        assertThat(picture.get("ways").get("at"))
                .as("no table is new before the fault")
                .isNotEmpty()
                .allMatch(at -> at.doubleValue() > 120_000);
    }

    /** A witness sees every packet injected and delivered; the sample's packets are among these, at the same times. */
    @Test
    void thePictureHasASampleOfDeliveredPackets() {
        Map<String, Double> injected = new HashMap<>();
        Map<String, Double> delivered = new HashMap<>();
        ReportRun run = ReportRun.of(RING, (network, listener) -> {
            SequentialDriver driver = new SequentialDriver(network, listener, HorizonPolicy.FULL);
            double ns = network.resolved().scenario().time().cyclePs() / 1e3;
            driver.witness(device -> new DeviceLog.Witness() {
                @Override
                public void step(long cycle, int kind, long place, long packet) {
                    String name = kind == DeviceLog.DELIVERY || kind == DeviceLog.INJECTION
                            ? EventLines.packet(network, packet)
                            : "";
                    if (kind == DeviceLog.INJECTION) {
                        injected.put(name, cycle * ns);
                    } else if (kind == DeviceLog.DELIVERY) {
                        delivered.put(name + " to " + network.fabric().deviceName(device), cycle * ns);
                    }
                }
            });
            return driver;
        });
        JsonNode arrived = run.data().get("picture").get("arrived");
        int packets = arrived.get("packet").size();
        assertThat(packets).isBetween(100, 2000);
        double before = 0;
        for (int i = 0; i < packets; i++) {
            String packet = arrived.get("packet").get(i).textValue();
            double at = arrived.get("at").get(i).doubleValue();
            assertThat(arrived.get("since").get(i).doubleValue())
                    .as(packet)
                    .isCloseTo(injected.get(packet), within(.1));
            assertThat(at)
                    .as(packet)
                    .isCloseTo(
                            delivered.get(
                                    packet + " to " + arrived.get("to").get(i).textValue()),
                            within(.1));
            assertThat(at).as("by time").isGreaterThanOrEqualTo(before);
            before = at;
        }
        assertThat(before).as("up to the end").isGreaterThan(280_000);
        assertThat(arrived.get("at").get(0).doubleValue()).as("from the begin").isLessThan(20_000);
    }

    /** A switch that comes back has an empty table, until it is sent one. */
    @Test
    void aRestartedSwitchHasNoWays() {
        JsonNode picture = ReportRun.of(RING + "faults = [ { at = 80us, until = 150us, switch = s2 } ]")
                .data()
                .get("picture");
        assertThat(way(picture, 2, 0, 0)).doesNotContain(-1);
        assertThat(way(picture, 2, 0, 151_000)).containsExactly(2, -1);
        assertThat(way(picture, 2, 0, 1e9)).doesNotContain(-1);
    }

    @Test
    void whereNicsChooseTheirPathsThePictureSaysThatItKnowsNoWays() {
        JsonNode ways = ReportRun.of(RING + "reconfiguration.scheme = rftr\ndevice.switch.vls = 4")
                .data()
                .get("picture")
                .get("ways");
        assertThat(ways.get("unknown").textValue()).startsWith("Tables alone do not tell");
        assertThat(ways.get("first")).isEmpty();
    }

    @Test
    void thePictureKnowsDrainsAndNicsThatHoldBack() {
        JsonNode picture = ReportRun.of(RING + "faults = []\nreconfiguration.scheme = static\n"
                        + "reconfigure = [ { at = 100us, drain = \"s0-s1\" }, { at = 200us, recover = \"s0-s1\" } ]")
                .data()
                .get("picture");
        JsonNode drain = picture.get("drains").get(0);
        assertThat(drain.get("kind").textValue()).isEqualTo("link");
        assertThat(drain.get("at").doubleValue()).isEqualTo(100_000);
        assertThat(drain.get("until").doubleValue()).isEqualTo(200_000);
        assertThat(way(picture, 0, 1, 0)).containsExactly(0, 1);
        assertThat(way(picture, 0, 1, 199_000)).containsExactly(0, 3, 2, 1);
        assertThat(picture.get("halts").get("halted"))
                .map(JsonNode::booleanValue)
                .contains(true, false);
    }

    /** SR sends tokens on each working link, both ways, after the fault; schemes without separators have none. */
    @Test
    void thePictureKnowsWhereSeparatorsCameIn() {
        JsonNode picture =
                ReportRun.of(RING + "reconfiguration.scheme = sr-la").data().get("picture");
        JsonNode separators = picture.get("separators");
        int failed = picture.get("outages").get(0).get("index").asInt();
        Set<Integer> links = new TreeSet<>();
        separators.get("link").forEach(link -> links.add(link.asInt()));
        assertThat(links)
                .containsExactlyElementsOf(IntStream.range(0, 8)
                        .filter(directed -> directed / 2 != failed)
                        .boxed()
                        .toList());
        assertThat(separators.get("at"))
                .hasSameSizeAs(separators.get("link"))
                .allMatch(at -> at.doubleValue() > 120_000);
        assertThat(ReportRun.of(RING).data().get("picture").get("separators").get("at"))
                .isEmpty();
    }

    /** 1,400 switches with 4,200 cables: no part of the page grows with the length of the run. */
    @Test
    @Tag("slow")
    void thePageOfALargeFabricIsBelowFiveMegabytes() {
        ReportRun run = ReportRun.of(RING.replace("torus:4\"", "torus:14x10x10\"")
                        .replace("link = \"s0-s1\"", "link = random")
                        .replace("load = 0.1", "load = 0.02")
                + "reconfiguration.scheme = none\nrun { warmup = 5us, duration = 30us, limit = 40us }\n"
                + "faults = [{ at = 10us, link = random }]");
        assertThat(run.data().get("picture").get("names")).hasSize(1400);
        assertThat(run.html().getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
                .isLessThan(5_000_000);
    }
}
