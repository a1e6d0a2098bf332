package org.reweave.emulator.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.sweep.Estimate;

/**
 * The same work by other simulators and by the sequential driver: whole processes in turns, processor time. The others
 * are the user's own, see {@link Peer#variable}.
 */
final class PeersBenchmark implements Benchmark {
    private static final List<Peer> PEERS = List.of(new BookSim(), new CnSim());
    private static final long CYCLES = 200_000;

    /** A peer that is there. */
    private record Given(Peer peer, Path program) {}

    /**
     * One work.
     *
     * @param peerSeconds processor time of the peer's process
     * @param ownSeconds user processor time of reweave's
     * @param ratio of the two, round by round
     * @param peerAccepted flits a cycle and NIC
     * @param ownAccepted the same; close to the peer's, or the work was not the same
     */
    record Line(
            String peer,
            String work,
            long cycles,
            Estimate peerSeconds,
            Estimate ownSeconds,
            Estimate ratio,
            double peerAccepted,
            double ownAccepted) {}

    private final Map<String, String> environment;

    PeersBenchmark(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String name() {
        return "peers";
    }

    @Override
    public String summary() {
        return "BookSim 2 (BOOKSIM=path) and CNSim (CNSIM=path), whichever is given, beside the sequential driver on the same work";
    }

    @Override
    public Set<String> options() {
        return Set.of("--cycles");
    }

    @Override
    public Result measure(Settings settings) {
        List<Given> given = given();
        long cycles = settings.cycles().orElse(CYCLES);
        List<Line> lines = new ArrayList<>();
        try {
            Path folder = Files.createTempDirectory("reweave-peers");
            try {
                for (Given each : given) {
                    for (Peer.Work work : each.peer.works()) {
                        lines.add(
                                compare(each, work, Math.max(1, Math.round(work.share() * cycles)), folder, settings));
                    }
                }
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Result(
                Map.of(
                        "benchmark",
                        name(),
                        "rounds",
                        settings.rounds(),
                        "interval",
                        "95%, Student's t over rounds",
                        "lines",
                        lines),
                text(lines, settings.rounds()));
    }

    private List<Given> given() {
        List<Given> given = new ArrayList<>();
        for (Peer peer : PEERS) {
            String path = environment.getOrDefault(peer.variable(), "");
            if (!path.isEmpty()) {
                Path program = Path.of(path).toAbsolutePath();
                if (!Files.isExecutable(program) || Files.isDirectory(program)) {
                    throw new UserErrors(List.of(peer.variable() + "=" + path + ": is no program; name " + peer.title()
                            + "'s, " + peer.program()));
                }
                given.add(new Given(peer, program));
            }
        }
        if (given.isEmpty()) {
            throw new UserErrors(List.of("bench peers: no other simulator is given; build "
                    + PEERS.stream()
                            .map(peer -> peer.title() + " (" + peer.source() + "; " + peer.variable() + "=.../"
                                    + peer.program() + ")")
                            .collect(Collectors.joining(" or "))
                    + " and name its program in front of the command"));
        }
        return given;
    }

    private static Line compare(Given given, Peer.Work work, long cycles, Path folder, Settings settings)
            throws IOException {
        Path scenario = Files.writeString(folder.resolve("own.conf"), work.scenario(cycles));
        List<Peer.Sample> peers = new ArrayList<>();
        List<Peer.Sample> own = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = 1; round <= settings.rounds(); round++) {
            Peer.Sample peer = given.peer.run(given.program, work, cycles, folder);
            Peer.Sample mine = own(scenario, folder);
            peers.add(peer);
            own.add(mine);
            ratios.add(peer.seconds() / mine.seconds());
            // Rounds are long: what was measured is shown at once, so that a benchmark which is broken off leaves it.
            settings.progress()
                    .accept(String.format(
                            Locale.ROOT,
                            "%s, round %d of %d: %s %.2f s, reweave %.2f s, ratio %.2f",
                            work.name(),
                            round,
                            settings.rounds(),
                            given.peer.title(),
                            peer.seconds(),
                            mine.seconds(),
                            peer.seconds() / mine.seconds()));
        }
        return new Line(
                given.peer.title(),
                work.name(),
                cycles,
                estimate(peers, Peer.Sample::seconds),
                estimate(own, Peer.Sample::seconds),
                Estimate.of(ratios),
                estimate(peers, Peer.Sample::accepted).mean(),
                estimate(own, Peer.Sample::accepted).mean());
    }

    private static Estimate estimate(List<Peer.Sample> samples, ToDoubleFunction<Peer.Sample> value) {
        return Estimate.of(samples.stream().mapToDouble(value).boxed().toList());
    }

    /** A process like this one: the same JVM, its flags, and the same classes. */
    private static Peer.Sample own(Path scenario, Path folder) throws IOException {
        Path results = folder.resolve("results");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.reweave.emulator.cli.Main"));
        command.addAll(List.of("run", scenario.toString(), "--driver", "sequential", "--no-journal", "--quiet"));
        command.addAll(List.of("--json", "--out", results.toString()));
        Path out = folder.resolve("own.out");
        double seconds = TimedProcess.userSeconds(command, out);
        Path summary = results.resolve("summary.json");
        if (!Files.exists(summary)) {
            throw new IllegalStateException("a run of " + scenario + " failed: " + Files.readString(out));
        }
        double accepted = new ObjectMapper()
                .readTree(summary.toFile())
                .path("load")
                .path("accepted")
                .asDouble();
        delete(results);
        return new Peer.Sample(seconds, accepted);
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted((a, b) -> b.compareTo(a)).map(Path::toFile).forEach(File::delete);
        }
    }

    private static List<String> text(List<Line> lines, int rounds) {
        List<String> text = new ArrayList<>();
        text.add("whole processes in turns, sequential driver without a journal; seconds of processor time; " + rounds
                + " rounds, 95% intervals (Student's t)");
        text.add("");
        text.add(String.format(
                "%-10s %-34s %9s %18s %18s %18s %18s",
                "peer", "", "cycles", "peer", "reweave", "peer / reweave", "accepted, of both"));
        for (Line line : lines) {
            text.add(String.format(
                    Locale.ROOT,
                    "%-10s %-34s %,9d %18s %18s %18s %18s",
                    line.peer(),
                    line.work(),
                    line.cycles(),
                    words(line.peerSeconds()),
                    words(line.ownSeconds()),
                    words(line.ratio()),
                    String.format(Locale.ROOT, "%.4f, %.4f", line.peerAccepted(), line.ownAccepted())));
        }
        return text;
    }

    private static String words(Estimate estimate) {
        String mean = String.format(Locale.ROOT, "%.2f", estimate.mean());
        return estimate.halfWidth() == null ? mean : mean + String.format(Locale.ROOT, " +-%.2f", estimate.halfWidth());
    }
}
