package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.Machine;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.runs.CaptureReader.Frame;

/** Captures of two runs, read byte by byte and by tshark, and counted against what the journals and results say. */
class RunsPcapCommandTest {
    private static final String SCENARIO = """
            description = "A torus loses a link"
            seed = 7
            fabric.generator = "torus:3x3"
            routing.engine = updown
            device { preset = iba-1x, nic.transport.mode = %s }
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = %s
            faults = [ { at = 30us, link = "s1_1-s2_1" } ]
            reconfiguration.scheme = %s
            run { warmup = 10us, duration = 60us, limit = 600us, cut-interval = 2us }
            """;
    private static final String NICS = "n0_0,n0_1,n0_2,n1_0,n1_1,n1_2,n2_0,n2_1,n2_2";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int GET = 0x01;
    private static final int SET = 0x02;
    private static final int TRAP = 0x05;
    private static final int GET_RESP = 0x81;
    private static final int NOTICE = 0x0002;
    private static final int NODE_INFO = 0x0011;
    private static final int LINEAR_FORWARDING_TABLE = 0x0019;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() throws IOException {
        run("ebrd", "none", "0.2");
        run("sr-la", "end-to-end", "0.6");
    }

    private static void run(String scheme, String transport, String load) throws IOException {
        Path scenario =
                Files.writeString(folder.resolve(scheme + ".conf"), SCENARIO.formatted(transport, load, scheme));
        String out = folder.resolve("runs").resolve(scheme).toString();
        CommandRun.of("run", scenario.toString(), "--driver", "sequential", "--quiet", "--out", out)
                .succeeded();
    }

    private static CommandRun pcap(String... args) {
        List<String> all = new ArrayList<>(List.of("runs", "pcap"));
        all.addAll(Arrays.asList(args));
        all.addAll(List.of("--runs", folder.resolve("runs").toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private static Path capture(String... args) {
        Path file = folder.resolve(String.join("+", args).replace('/', '_') + ".pcapng");
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--out", file.toString()));
        pcap(all.toArray(String[]::new)).succeeded();
        return file;
    }

    private static List<JsonNode> events(String run, String kind) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        String runs = folder.resolve("runs").toString();
        String lines = CommandRun.of("runs", "events", run, "--event", kind, "--json", "--runs", runs)
                .succeeded()
                .out();
        for (String line : lines.lines().toList()) {
            all.add(JSON.readTree(line));
        }
        return all;
    }

    private static List<Frame> of(List<Frame> frames, Predicate<Frame> which) {
        return frames.stream().filter(which).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ebrd", "sr-la"})
    void theManagersLinkHasTheSmpsThatTheJournalCounts(String run) throws IOException {
        List<Frame> frames = CaptureReader.frames(capture(run, "--devices", "manager"));
        assertThat(frames).isNotEmpty().allMatch(Frame::isManagement);
        List<Frame> sent = of(frames, frame -> frame.link().equals("manager.1 > n0_0.2"));
        List<Frame> came = of(frames, frame -> frame.link().equals("n0_0.2 > manager.1"));
        assertThat(sent.size() + came.size()).isEqualTo(frames.size());

        int tables = 0;
        for (JsonNode event : events(run, "tables-sent")) {
            tables += event.get("smps").intValue();
        }
        long requests = of(sent, frame -> frame.method() == SET).stream()
                .filter(frame -> frame.attribute() != 0xff13) // a broadcast brings no table
                .map(Frame::transaction)
                .distinct()
                .count();
        assertThat(requests).isEqualTo(tables).isPositive();
        assertThat(of(came, frame -> frame.attribute() == NOTICE))
                .hasSameSizeAs(events(run, "detected"))
                .allMatch(frame -> frame.method() == TRAP && frame.managementClass() == 0x01);
        int switches = events(run, "sweep-done").get(0).get("switches").intValue();
        assertThat(of(came, frame -> frame.attribute() == NODE_INFO && frame.method() == GET_RESP))
                .hasSize(switches);
        assertThat(of(came, frame -> frame.attribute() == 0xff12)).hasSameSizeAs(events(run, "reported"));
        assertThat(sent.size())
                .isGreaterThanOrEqualTo(
                        of(came, frame -> frame.method() == GET_RESP).size());
    }

    @Test
    void headersAndPathsAreThoseOfDirectedRoutes() throws IOException {
        List<Frame> frames = CaptureReader.frames(capture("ebrd", "--devices", "manager,n0_0,s0_0"));
        List<Frame> directed = of(frames, frame -> frame.isManagement() && frame.managementClass() == 0x81);
        assertThat(directed).isNotEmpty().allSatisfy(frame -> {
            assertThat(frame.bytes().limit()).isEqualTo(290);
            assertThat(frame.destination()).isEqualTo(0xffff);
            assertThat(frame.operation()).as("UD send only").isEqualTo(0x64);
            assertThat(frame.bytes().getInt(12)).as("to QP 0").isZero();
            assertThat(frame.initialPath(0)).isZero();
            assertThat(frame.initialPath(1)).as("by the NIC's port").isEqualTo(frame.hopCount() == 0 ? 0 : 1);
            assertThat(frame.hopPointer()).isLessThanOrEqualTo(frame.hopCount());
        });
        assertThat(of(directed, frame -> frame.link().equals("manager.1 > n0_0.2")))
                .allMatch(frame -> frame.hopPointer() == 0 && frame.at(32) == 0);
        assertThat(of(directed, frame -> frame.link().equals("n0_0.1 > s0_0.5")))
                .isNotEmpty()
                .allMatch(frame -> frame.hopPointer() == 1 && frame.at(32) == 0);
        assertThat(of(directed, frame -> frame.link().equals("s0_0.5 > n0_0.1")))
                .isNotEmpty()
                .allMatch(frame -> frame.hopPointer() == 1 && frame.at(32) == 0x80 && frame.returnPath(1) == 5);
        // Each request leaves the first switch by the second port of its path.
        assertThat(of(directed, frame -> frame.link().startsWith("s0_0.") && frame.hopPointer() == 2))
                .isNotEmpty()
                .filteredOn(frame -> frame.at(32) == 0)
                .isNotEmpty()
                .allMatch(frame -> frame.link().startsWith("s0_0." + frame.initialPath(2) + " > "));
        Map<Long, Long> answers = of(directed, frame -> frame.link().startsWith("n0_0.2 > ")).stream()
                .collect(Collectors.groupingBy(Frame::transaction, Collectors.counting()));
        assertThat(of(directed, frame -> frame.link().startsWith("manager.1 > ")))
                .allMatch(frame -> answers.containsKey(frame.transaction()));
    }

    /** A table that the file has is the one that was computed: no port that its switch has not, and all LIDs. */
    @Test
    void aForwardingTableHasAPortForEveryLid() throws IOException {
        List<Frame> tables = of(
                CaptureReader.frames(capture("sr-la", "--devices", "manager")),
                frame -> frame.attribute() == LINEAR_FORWARDING_TABLE && frame.method() == SET);
        assertThat(tables).hasSizeGreaterThanOrEqualTo(9).allSatisfy(frame -> {
            assertThat(frame.data(0)).as("LID 0 is nobody's").isEqualTo(0xff);
            assertThat(IntStream.rangeClosed(1, 18).map(frame::data))
                    .as("nine switches and nine NICs")
                    .allMatch(port -> port <= 5);
            assertThat(IntStream.rangeClosed(1, 18).filter(lid -> frame.data(lid) == 0))
                    .as("the switch itself")
                    .hasSize(1);
            assertThat(IntStream.range(19, 64).map(frame::data)).allMatch(port -> port == 0xff);
        });
    }

    @Test
    void packetsOfTheNicsAreThoseThatTheResultsCount() throws IOException {
        for (String run : List.of("ebrd", "sr-la")) {
            JsonNode packets = JSON.readTree(
                            folder.resolve("runs/" + run + "/summary.json").toFile())
                    .get("packets");
            List<Frame> data =
                    of(CaptureReader.frames(capture(run, "--devices", NICS)), frame -> !frame.isManagement());
            assertThat(of(data, frame -> frame.link().startsWith("n")).size())
                    .isEqualTo(packets.get("injected").intValue());
            assertThat(of(data, frame -> frame.link().startsWith("s")).size())
                    .isEqualTo(packets.get("delivered").intValue());
            Predicate<Frame> reliable = frame -> frame.operation() < 0x20;
            assertThat(data)
                    .allMatch(run.equals("sr-la") ? reliable : reliable.negate())
                    .isSortedAccordingTo((a, b) -> Long.compare(a.ns(), b.ns()));
        }
    }

    @Test
    void aPacketThatItsLinkBreaksOffIsMarked() throws IOException {
        List<JsonNode> cut = events("sr-la", "packet-cut");
        assertThat(cut).hasSize(1);
        List<Frame> broken = of(CaptureReader.frames(capture("sr-la", "--links", "s1_1-s2_1")), Frame::broken);
        assertThat(broken).hasSize(1);
        String place = cut.get(0).get("device").textValue() + "."
                + cut.get(0).get("inPort").intValue();
        assertThat(broken.get(0).link()).endsWith(" > " + place);
    }

    @Test
    void aTimeChoosesTheSamePackets() throws IOException {
        String[] links = {"ebrd", "--links", "s0_0-s0_1,s1_1.1"};
        List<Frame> all = CaptureReader.frames(capture(links));
        List<Frame> some =
                CaptureReader.frames(capture(Stream.concat(Arrays.stream(links), Stream.of("--between", "29us", "45us"))
                        .toArray(String[]::new)));
        assertThat(some)
                .isNotEmpty()
                .isEqualTo(of(all, frame -> frame.ns() >= 29_000 && frame.ns() <= 45_000))
                .hasSizeLessThan(all.size());
    }

    /** What tshark makes of the packets is what our reader does, and it finds nothing wrong with one. */
    @Test
    void tsharkReadsTheSame() throws Exception {
        Machine.require(hasTshark(), "no tshark is installed");
        for (String run : List.of("ebrd", "sr-la")) {
            Path file = capture(run, "--devices", "manager,s1_1," + NICS);
            List<Frame> frames = CaptureReader.frames(file);
            assertThat(tshark(file, "-Y", "_ws.malformed")).isEmpty();
            assertThat(tshark(file, "-Y", "_ws.expert")).hasSameSizeAs(of(frames, Frame::broken));
            Map<String, Long> ours = counts(
                    frames,
                    frame -> frame.isManagement()
                            ? String.format("0x%04x\t0x%02x", frame.attribute(), frame.method())
                            : "\t");
            Map<String, Long> theirs =
                    tshark(file, "-T", "fields", "-e", "infiniband.mad.attributeid", "-e", "infiniband.mad.method")
                            .stream()
                            .collect(Collectors.groupingBy(line -> line, TreeMap::new, Collectors.counting()));
            assertThat(theirs).isEqualTo(ours);
            List<String> words = tshark(file);
            for (String attribute : List.of("SubnGet(NodeInfo)", "SubnSet(LinearForwardingTable)")) {
                int id = attribute.contains("NodeInfo") ? NODE_INFO : LINEAR_FORWARDING_TABLE;
                int method = attribute.contains("Get") ? GET : SET;
                assertThat(words.stream().filter(line -> line.contains(attribute)))
                        .isNotEmpty()
                        .hasSameSizeAs(of(
                                frames,
                                frame -> frame.isManagement() && frame.attribute() == id && frame.method() == method));
            }
            assertThat(tshark(file, "-T", "fields", "-e", "frame.interface_name"))
                    .isEqualTo(frames.stream().map(Frame::link).toList());
            assertThat(tshark(file, "-T", "fields", "-e", "infiniband.lrh.dlid"))
                    .isEqualTo(frames.stream()
                            .map(frame -> String.valueOf(frame.destination()))
                            .toList());
        }
    }

    private static Map<String, Long> counts(List<Frame> frames, Function<Frame, String> key) {
        return frames.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.counting()));
    }

    private static boolean hasTshark() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "tshark")));
    }

    private static List<String> tshark(Path file, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString()));
        command.addAll(Arrays.asList(args));
        Path out = Files.createTempFile(folder, "tshark", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).as("%s", command).isZero();
        return Files.readAllLines(out);
    }

    @Test
    void linksThatAreNotThereAndTimesTheWrongWayAreRefused() {
        assertThat(pcap("ebrd").refused().err()).contains("no link is chosen", "--devices manager");
        assertThat(pcap("ebrd", "--links", "s0_0-s2_2").refused().err()).contains("--links s0_0-s2_2");
        assertThat(pcap("ebrd", "--devices", "s9").refused().err()).contains("--devices s9", "the nearest one is");
        assertThat(pcap("ebrd", "--devices", "s0_0", "--between", "9us", "8us")
                        .refused()
                        .err())
                .contains("the second time is before the first");
        assertThat(pcap("ebrd", "--devices", "s0_0", "--between", "9ms", "10ms")
                        .refused()
                        .err())
                .contains("ends at");
    }
}
