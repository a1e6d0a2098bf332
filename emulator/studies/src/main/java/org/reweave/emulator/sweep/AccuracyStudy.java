package org.reweave.emulator.sweep;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.reweave.emulator.batch.Batch;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricBuilder.Node;

/** Measures what {@link Theory} predicts, with the {@code iq-router} preset. */
public final class AccuracyStudy {
    /**
     * One prediction beside its measurement.
     *
     * @param what is compared
     * @param theory the prediction, in the unit of {@code what}
     * @param measured over the seeds
     * @param agrees exactly, within the interval, or below the bound, as {@code what} says
     */
    public record Line(String part, String what, double theory, Estimate measured, boolean agrees) {}

    private static final String ROUTER = """
            description = "accuracy"
            fabric.generator = "mesh:2"
            routing.engine = updown
            device.preset = iq-router
            """;

    /** Input buffers that never fill, so that packets wait for nothing but the output. */
    private static final String STAR = ROUTER + """
            device.switch.input-buffer = 65536flits
            device.nic.send-queue = 1000000
            traffic { pattern = hotspot, hotspot-share = 1 }
            manager { host-latency = 250cycles }
            run { warmup = %dcycles, duration = %dcycles, limit = %dcycles, cut-interval = 1000cycles }
            """;

    private static final String TORUS = """
            description = "accuracy"
            fabric.generator = "torus:8x8"
            routing { engine = dimension-order, options { ties = plus } }
            device { preset = iq-router, switch { vls = 2, crossbar-delay = 0cycles }, nic.send-queue = 1000000 }
            manager { host-latency = 250cycles }
            run { warmup = 5000cycles, duration = 25000cycles, cut-interval = 1000cycles }
            """;

    private static final int PIPELINE = 3; // of the preset's router
    private static final int FLITS = 16;
    private static final Criterion CRITERION = new Criterion(0.05, 3);

    private final List<Long> seeds;
    private final int threads;
    private final Consumer<String> progress;

    /** @param seeds at least two */
    public AccuracyStudy(int seeds, int threads, Consumer<String> progress) {
        this.seeds = LongStream.rangeClosed(1, seeds).boxed().toList();
        this.threads = threads;
        this.progress = progress;
    }

    /** Single packets over lines of otherwise empty routers: total latency, exactly. */
    public List<Line> zeroLoad() {
        List<Line> lines = new ArrayList<>();
        for (int hops : new int[] {1, 2, 4, 8}) {
            Estimate measured = samples(
                            point -> network(
                                    ROUTER + "run { warmup = 0cycles, duration = 6000cycles }", line(hops), point),
                            new BigDecimal("0.002"))
                    .network;
            long theory = Theory.zeroLoad(hops, PIPELINE, 1, FLITS);
            String what = "network latency over " + hops + (hops == 1 ? " router" : " routers") + ", exactly";
            lines.add(new Line("zero load", what, theory, measured, measured.mean() == theory));
        }
        return lines;
    }

    /**
     * Mean waits at one output that all NICs of a switch but one send to; the one sends to the others, over links of
     * its own.
     *
     * @param cycles measured in each run
     * @param utilisations of the output
     */
    public List<Line> singleOutput(int sources, int cycles, double... utilisations) {
        String text = String.format(STAR, cycles / 5, cycles + cycles / 5, 10 * cycles);
        Fabric star = star(sources + 1);
        List<Line> lines = new ArrayList<>();
        for (double utilisation : utilisations) {
            BigDecimal load = new BigDecimal(utilisation / sources).round(new MathContext(9));
            Estimate total = samples(point -> network(text, star, point), load).total;
            double toOutput = Theory.bernoulliWait(sources, FLITS, utilisation);
            double fromIt = Theory.bernoulliWait(1, FLITS, utilisation / sources);
            double theory = (sources * toOutput + fromIt) / (sources + 1);
            Estimate wait = new Estimate(
                    total.mean() - Theory.zeroLoad(1, PIPELINE, 1, FLITS), total.halfWidth(), total.samples());
            String what = "mean wait at utilisation " + utilisation + ", " + sources + " sources, within the interval";
            lines.add(new Line("single output", what, theory, wait, wait.contains(theory)));
        }
        return lines;
    }

    /** The load that saturates a torus, below the load that the bisection can carry. */
    public List<Line> bisection() {
        Network torus = network(TORUS, null, new Point(new Series(List.of()), BigDecimal.ONE, 1));
        Grid grid = new Grid(Series.of(List.of()), List.of(), seeds);
        Saturation found = runner(point -> network(TORUS, null, point))
                .saturations(grid, Map.of(), new BigDecimal("0.01"), new BigDecimal("0.01"))
                .get(grid.series().get(0));
        double bound = Theory.bisectionLoad(torus.fabric());
        boolean below = found.load().mean() != null
                && found.load().mean() + found.load().halfWidth() < bound;
        return List.of(new Line(
                "saturation",
                "uniform load that saturates torus:8x8, below its bisection's",
                bound,
                found.load(),
                below));
    }

    private record Means(Estimate network, Estimate total) {}

    private Means samples(Function<Point, Network> networks, BigDecimal load) {
        Grid grid = new Grid(Series.of(List.of()), List.of(load), seeds);
        CurvePoint point = Curve.of(grid, runner(networks).grid(grid), Map.of())
                .get(0)
                .points()
                .get(0);
        return new Means(point.network().mean(), point.total().mean());
    }

    private SweepRunner runner(Function<Point, Network> networks) {
        return new SweepRunner(
                networks,
                CRITERION,
                new RunStore(List.of(), fresh -> {}),
                new Batch(threads),
                (point, sample, fresh) -> progress.accept(point + ": " + sample.outcome()));
    }

    /** @param fabric null = what the text generates */
    private static Network network(String text, Fabric fabric, Point point) {
        var scenario = ScenarioLoader.parse("accuracy.conf", text, point.overrides());
        return new Network(fabric == null ? ResolvedScenario.of(scenario) : ResolvedScenario.of(scenario, fabric));
    }

    private static Fabric star(int nics) {
        FabricBuilder builder = new FabricBuilder("star");
        Node hub = builder.addSwitch("hub", nics);
        for (int i = 1; i <= nics; i++) {
            builder.connect(builder.addNic("n" + i, 1), 1, hub, i);
        }
        return builder.build();
    }

    /** Routers in a line with a NIC at each end. */
    private static Fabric line(int routers) {
        FabricBuilder builder = new FabricBuilder("line");
        Node last = builder.addSwitch("s0", 2);
        builder.connect(builder.addNic("left", 1), 1, last, 1);
        for (int i = 1; i < routers; i++) {
            Node next = builder.addSwitch("s" + i, 2);
            builder.connect(last, 2, next, 1);
            last = next;
        }
        builder.connect(last, 2, builder.addNic("right", 1), 1);
        return builder.build();
    }
}
