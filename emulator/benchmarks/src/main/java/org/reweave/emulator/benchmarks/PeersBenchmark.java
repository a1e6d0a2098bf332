package org.reweave.emulator.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.sweep.Estimate;

/**
 * The same work by BookSim 2 and by the sequential driver: whole processes in turns, user processor time. BookSim is
 * the user's own, {@code BOOKSIM=path}; it is a simulator of input-queued routers, so the work is what both can do.
 */
final class PeersBenchmark implements Benchmark {
    private static final String VARIABLE = "BOOKSIM";
    private static final long CYCLES = 200_000;

    /** The shell's {@code times}: user and system time of the shell, then of what it has run. */
    private static final Pattern TIMES = Pattern.compile("(\\d+)m([0-9.]+)s");

    private static final Pattern ACCEPTED = Pattern.compile("Accepted flit rate average *= *([0-9.]+)");

    /** $1 takes stdout, the rest is the command. */
    private static final String TIMED = "out=$1; shift; \"$@\" >\"$out\" 2>&1; times";

    /**
     * A network with uniform traffic, in the words of both programs.
     *
     * @param share of the cycles that the small networks are given
     */
    private record Work(String name, String own, String peer, int flits, double load, double share) {
        String scenario(long cycles) {
            return String.format(Locale.ROOT, """
                    description = "Compared with BookSim"
                    %s
                    device {
                      preset = iq-router
                      link { latency = 1cycle, host-latency = 1cycle }
                      switch { vls = 2, input-buffer = 64flits, crossbar-delay = 0cycles }
                      nic { packet = %dflits, header = 0flits }
                    }
                    manager { host-latency = 250cycles }
                    traffic { pattern = uniform, load = %s }
                    run { warmup = 0cycles, duration = %dcycles, cut-interval = 1000cycles }
                    """, own, flits, load, cycles);
        }

        String configuration(long cycles) {
            return String.format(Locale.ROOT, """
                    %s
                    num_vcs = 2;
                    vc_buf_size = 64;
                    packet_size = %d;
                    use_noc_latency = 0;
                    traffic = uniform;
                    injection_rate_uses_flits = 1;
                    injection_rate = %s;
                    sim_type = throughput;
                    warmup_periods = 0;
                    max_samples = 1;
                    sample_period = %d;
                    """, peer, flits, load, cycles);
        }
    }

    private static final String TORUS = "fabric.generator = \"torus:%1$dx%1$d\"\nrouting.engine = dimension-order";
    private static final String PEERS_TORUS = "topology = torus; k = %d; n = 2; routing_function = dim_order;";

    private static final List<Work> WORKS = List.of(
            new Work("8x8 torus, load 0.3", TORUS.formatted(8), PEERS_TORUS.formatted(8), 16, 0.3, 1),
            new Work("8x8 torus, load 0.1", TORUS.formatted(8), PEERS_TORUS.formatted(8), 16, 0.1, 1),
            new Work(
                    "4-ary 3-tree, load 0.3",
                    "fabric.generator = \"k-ary-n-tree:4,3\"\nrouting.engine = fat-tree",
                    "topology = fattree; k = 4; n = 3; routing_function = nca;",
                    16,
                    0.3,
                    1),
            new Work(
                    "8x8 mesh, single flits, load 0.3",
                    "fabric.generator = \"mesh:8x8\"\nrouting.engine = dimension-order",
                    "topology = mesh; k = 8; n = 2; routing_function = dim_order;",
                    1,
                    0.3,
                    0.5),
            new Work("32x32 torus, load 0.1", TORUS.formatted(32), PEERS_TORUS.formatted(32), 16, 0.1, 0.05));

    /**
     * One work.
     *
     * @param peerSeconds user processor time of BookSim's process
     * @param ownSeconds the same of reweave's
     * @param ratio of the two, round by round
     * @param peerAccepted flits a cycle and NIC
     * @param ownAccepted the same; close to the peer's, or the work was not the same
     */
    record Line(
            String work,
            long cycles,
            Estimate peerSeconds,
            Estimate ownSeconds,
            Estimate ratio,
            double peerAccepted,
            double ownAccepted) {}

    private record Sample(double seconds, double accepted) {}

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
        return "BookSim 2, given as BOOKSIM=path, beside the sequential driver on the same work";
    }

    @Override
    public Set<String> options() {
        return Set.of("--cycles");
    }

    @Override
    public Result measure(Settings settings) {
        Path booksim = booksim();
        long cycles = settings.cycles().orElse(CYCLES);
        List<Line> lines = new ArrayList<>();
        try {
            Path folder = Files.createTempDirectory("reweave-peers");
            try {
                for (Work work : WORKS) {
                    lines.add(compare(work, Math.max(1, Math.round(work.share() * cycles)), booksim, folder, settings));
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

    private Path booksim() {
        String path = environment.get(VARIABLE);
        if (path == null || path.isEmpty()) {
            throw new UserErrors(List.of("bench peers: " + VARIABLE
                    + " is not set; build BookSim 2 (https://github.com/booksim/booksim2) and name its program, as in "
                    + VARIABLE + "=../booksim2/src/booksim reweave bench peers"));
        }
        Path program = Path.of(path).toAbsolutePath();
        if (!Files.isExecutable(program) || Files.isDirectory(program)) {
            throw new UserErrors(List.of(VARIABLE + "=" + path + ": is no program; name BookSim's, src/booksim"));
        }
        return program;
    }

    private static Line compare(Work work, long cycles, Path booksim, Path folder, Settings settings)
            throws IOException {
        Path configuration = Files.writeString(folder.resolve("peer.conf"), work.configuration(cycles));
        Path scenario = Files.writeString(folder.resolve("own.conf"), work.scenario(cycles));
        List<Sample> peers = new ArrayList<>();
        List<Sample> own = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = 1; round <= settings.rounds(); round++) {
            Sample peer = peer(booksim, configuration, folder);
            Sample mine = own(scenario, folder);
            peers.add(peer);
            own.add(mine);
            ratios.add(peer.seconds() / mine.seconds());
            // Rounds are long: what was measured is shown at once, so that a benchmark which is broken off leaves it.
            settings.progress()
                    .accept(String.format(
                            Locale.ROOT,
                            "%s, round %d of %d: BookSim %.2f s, reweave %.2f s, ratio %.2f",
                            work.name(),
                            round,
                            settings.rounds(),
                            peer.seconds(),
                            mine.seconds(),
                            peer.seconds() / mine.seconds()));
        }
        return new Line(
                work.name(),
                cycles,
                estimate(peers, Sample::seconds),
                estimate(own, Sample::seconds),
                Estimate.of(ratios),
                estimate(peers, Sample::accepted).mean(),
                estimate(own, Sample::accepted).mean());
    }

    private static Estimate estimate(List<Sample> samples, ToDoubleFunction<Sample> value) {
        return Estimate.of(samples.stream().mapToDouble(value).boxed().toList());
    }

    private static Sample peer(Path booksim, Path configuration, Path folder) throws IOException {
        Path out = folder.resolve("peer.out");
        double seconds = timed(List.of(booksim.toString(), configuration.toString()), out);
        String text = Files.readString(out, StandardCharsets.ISO_8859_1);
        Matcher accepted = ACCEPTED.matcher(text);
        if (!accepted.find()) {
            throw new UserErrors(List.of(VARIABLE + "=" + booksim + ": printed no accepted flit rate; is it BookSim 2? "
                    + text.lines().reduce((first, last) -> last).orElse("It printed nothing.")));
        }
        return new Sample(seconds, Double.parseDouble(accepted.group(1)));
    }

    /** A process like this one: the same JVM, its flags, and the same classes. */
    private static Sample own(Path scenario, Path folder) throws IOException {
        Path results = folder.resolve("results");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.reweave.emulator.cli.Main"));
        command.addAll(List.of("run", scenario.toString(), "--driver", "sequential", "--no-journal", "--quiet"));
        command.addAll(List.of("--json", "--out", results.toString()));
        Path out = folder.resolve("own.out");
        double seconds = timed(command, out);
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
        return new Sample(seconds, accepted);
    }

    /** @return user processor time of a process, in seconds */
    private static double timed(List<String> command, Path out) throws IOException {
        List<String> shell = new ArrayList<>(List.of("sh", "-c", TIMED, "sh", out.toString()));
        shell.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(shell).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.redirectInput(new File("/dev/null"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        String times = new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        Matcher matcher = TIMES.matcher(times);
        double seconds = 0;
        for (int i = 0; i < 3; i++) { // the third is the children's user time
            if (!matcher.find()) {
                throw new IllegalStateException("sh prints no times: " + times);
            }
            seconds = 60 * Integer.parseInt(matcher.group(1)) + Double.parseDouble(matcher.group(2));
        }
        return seconds;
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted((a, b) -> b.compareTo(a)).map(Path::toFile).forEach(File::delete);
        }
    }

    private static List<String> text(List<Line> lines, int rounds) {
        List<String> text = new ArrayList<>();
        text.add("whole processes in turns, sequential driver without a journal; seconds of user processor time; "
                + rounds + " rounds, 95% intervals (Student's t)");
        text.add("");
        text.add(String.format(
                "%-34s %9s %18s %18s %18s %18s",
                "", "cycles", "BookSim", "reweave", "BookSim / reweave", "accepted, of both"));
        for (Line line : lines) {
            text.add(String.format(
                    Locale.ROOT,
                    "%-34s %,9d %18s %18s %18s %18s",
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
