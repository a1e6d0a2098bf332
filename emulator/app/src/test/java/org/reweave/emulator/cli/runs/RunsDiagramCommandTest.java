package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.Drawings;
import org.reweave.emulator.cli.KeptRuns;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What caused what in two small runs, tables one by one and separators on every link, and one too large to draw. */
class RunsDiagramCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() throws IOException {
        for (String scheme : List.of("ebrd", "sr-la", "naive")) {
            String text = KeptRuns.TORUS + "reconfiguration.scheme = " + scheme;
            new KeptRuns(folder).runSequentially(scheme, scheme.equals("naive") ? text.replace("3x3", "5x5") : text);
        }
    }

    private static CommandRun diagram(String... args) {
        return new KeptRuns(folder)
                .reweave(Stream.concat(Stream.of("runs", "diagram"), Stream.of(args))
                        .toArray(String[]::new));
    }

    private static List<JsonNode> events(String... args) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (String line : diagram(args).succeeded().out().lines().toList()) {
            all.add(JSON.readTree(line));
        }
        return all;
    }

    private static List<JsonNode> of(String kind, List<JsonNode> events) {
        return events.stream()
                .filter(event -> event.get("event").textValue().equals(kind))
                .toList();
    }

    @Test
    void tablesComeFromTheManagerAndAreAcknowledgedToIt() throws IOException {
        List<JsonNode> events = events("ebrd", "--json");
        List<JsonNode> installed = of("installed", events);
        assertThat(installed).hasSizeGreaterThanOrEqualTo(9).allSatisfy(event -> {
            JsonNode came = events.get(event.get("number").intValue() - 1);
            assertThat(came.get("event").textValue()).isEqualTo("request-came");
            assertThat(came.get("device")).isEqualTo(event.get("device"));
            assertThat(came.get("certain").booleanValue()).isTrue();
            JsonNode sent = events.get(came.get("causedBy").intValue());
            assertThat(sent.get("event").textValue()).isEqualTo("request-sent");
            assertThat(sent.get("request").textValue()).isEqualTo("update");
            assertThat(sent.get("target")).isEqualTo(event.get("device"));
            assertThat(sent.get("cycle").longValue())
                    .isLessThan(event.get("cycle").longValue());
        });
        assertThat(of("answer-came", events)).isNotEmpty().allSatisfy(event -> {
            JsonNode cause = events.get(event.get("causedBy").intValue());
            assertThat(cause.get("event").textValue()).isEqualTo("request-came");
            assertThat(cause.get("device")).isEqualTo(event.get("target"));
            assertThat(cause.get("request")).isEqualTo(event.get("request"));
        });
        assertThat(of("detected", events)).isNotEmpty().allSatisfy(event -> assertThat(
                        events.get(event.get("causedBy").intValue())
                                .get("event")
                                .textValue())
                .isEqualTo("trap-sent"));
    }

    @Test
    void theManagersRequestsToDevicesThatAreNotShownAreNotShownEither() throws IOException {
        List<JsonNode> events = events("ebrd", "--devices", "manager,s1_1", "--json");
        assertThat(of("request-sent", events))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.get("target").textValue()).isEqualTo("s1_1"));
    }

    @Test
    void aSeparatorIsCausedAtTheOtherEndOfItsLink() throws IOException {
        List<JsonNode> events = events("sr-la", "--json");
        List<JsonNode> arrived = of("separator-arrived", events);
        Set<Integer> causes = new HashSet<>();
        assertThat(arrived).hasSizeGreaterThan(20).allSatisfy(event -> {
            JsonNode cause = events.get(event.get("causedBy").intValue());
            assertThat(cause.get("event").textValue()).isEqualTo("separator-sent");
            assertThat(cause.get("mark")).isEqualTo(event.get("mark"));
            assertThat(neighbours(
                            cause.get("device").textValue(), event.get("device").textValue()))
                    .as("%s to %s", cause, event)
                    .isTrue();
            causes.add(event.get("causedBy").intValue());
        });
        assertThat(causes).hasSameSizeAs(arrived);
    }

    /** In a torus of 3x3, switches whose names differ in one coordinate, and a NIC and the switch of its number. */
    private static boolean neighbours(String a, String b) {
        boolean same = a.substring(1).equals(b.substring(1));
        if (a.charAt(0) != b.charAt(0)) {
            return same;
        }
        return a.charAt(0) == 's' && !same && (a.charAt(1) == b.charAt(1) || a.charAt(3) == b.charAt(3));
    }

    @Test
    void whatHappenedBeforeAnEventIsMarkedAndWhatDidNotIsNot() throws IOException {
        List<JsonNode> events = events("ebrd", "--event", "installed device=s0_0", "--json");
        JsonNode asked = of("installed", events).stream()
                .filter(event -> event.get("device").textValue().equals("s0_0"))
                .findFirst()
                .orElseThrow();
        assertThat(asked.get("before").booleanValue()).isTrue();
        assertThat(of("tables-ready", events).get(0).get("before").booleanValue())
                .isTrue();
        assertThat(of("trap-sent", events))
                .anyMatch(event -> event.get("before").booleanValue());
        assertThat(of("reconfigured", events).get(0).get("before").booleanValue())
                .isFalse();
        assertThat(events).allSatisfy(event -> assertThat(event.get("before").booleanValue()
                        && event.get("cycle").longValue() > asked.get("cycle").longValue())
                .isFalse());
        // The order at a device and the causes, followed by hand.
        Set<Integer> past = new HashSet<>(Set.of(asked.get("number").intValue()));
        for (int i = events.size() - 1; i >= 0; i--) {
            JsonNode event = events.get(i);
            for (int later : Set.copyOf(past)) {
                boolean sameDevice =
                        later > i && events.get(later).get("device").equals(event.get("device"));
                boolean cause = events.get(later).path("causedBy").asInt(-1) == i;
                if (sameDevice || cause) {
                    past.add(i);
                }
            }
            assertThat(event.get("before").booleanValue()).as("%s", event).isEqualTo(past.contains(i));
        }
    }

    /** An independent reader of XML and one of JSON find every event and every cause once. */
    @Test
    void aDrawingAndATraceHaveEveryEventAndEveryCause() throws Exception {
        String[] choice = {"ebrd", "--between", "29us", "60us", "--devices", "manager,s0_0,s1_1,s2_1"};
        List<String> json = new ArrayList<>(List.of(choice));
        json.add("--json");
        List<JsonNode> events = events(json.toArray(String[]::new));
        long causes =
                events.stream().filter(event -> !event.get("causedBy").isNull()).count();
        assertThat(causes).isPositive();

        Path drawing = folder.resolve("diagram.svg");
        Path trace = folder.resolve("trace.json");
        List<String> files = new ArrayList<>(List.of(choice));
        files.addAll(List.of("--draw", drawing.toString(), "--trace", trace.toString()));
        assertThat(diagram(files.toArray(String[]::new)).succeeded().out()).isEmpty();

        Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(drawing.toFile());
        assertThat(count(svg, "circle", Set.of("event"))).isEqualTo(events.size());
        assertThat(count(svg, "line", Set.of("cause", "possible"))).isEqualTo(causes);
        Drawings.isWhole(Files.readString(drawing));
        assertThat(Files.readString(drawing)).contains(">s1_1<", ">manager<", "port-down");

        List<JsonNode> all = new ArrayList<>();
        JSON.readTree(trace.toFile()).get("traceEvents").forEach(all::add);
        List<JsonNode> slices = all.stream()
                .filter(event -> event.get("ph").textValue().equals("X"))
                .toList();
        assertThat(slices).hasSize(events.size());
        for (String end : List.of("s", "f")) {
            assertThat(all.stream().filter(event -> event.get("ph").textValue().equals(end)))
                    .hasSize((int) causes)
                    .allMatch(flow -> slices.stream()
                            .anyMatch(slice -> slice.get("tid").equals(flow.get("tid"))
                                    && slice.get("ts").equals(flow.get("ts"))));
        }
    }

    private static long count(Document svg, String element, Set<String> classes) {
        NodeList all = svg.getElementsByTagName(element);
        long count = 0;
        for (int i = 0; i < all.getLength(); i++) {
            count += classes.contains(((Element) all.item(i)).getAttribute("class")) ? 1 : 0;
        }
        return count;
    }

    @Test
    void aDrawingThatNobodyCouldReadAndTimesTheWrongWayAreRefused() {
        assertThat(diagram("naive", "--draw", folder.resolve("all.svg").toString())
                        .refused()
                        .err())
                .contains("a drawing has room for 600 at 24", "--between and --device choose");
        assertThat(folder.resolve("all.svg")).doesNotExist();
        assertThat(diagram("ebrd", "--between", "9us", "8us").refused().err())
                .contains("the second time is before the first");
        assertThat(diagram("ebrd", "--event", "installed change=77").refused().err())
                .contains("--event installed change=77: no event of ebrd");
    }
}
