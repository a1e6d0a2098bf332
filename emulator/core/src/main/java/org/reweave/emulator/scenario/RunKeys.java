package org.reweave.emulator.scenario;

import static org.reweave.emulator.scenario.Key.key;
import static org.reweave.emulator.scenario.Key.optional;
import static org.reweave.emulator.scenario.Kinds.choice;
import static org.reweave.emulator.scenario.Kinds.engine;
import static org.reweave.emulator.scenario.Kinds.fraction;
import static org.reweave.emulator.scenario.Kinds.options;
import static org.reweave.emulator.scenario.Kinds.text;
import static org.reweave.emulator.scenario.Kinds.whole;
import static org.reweave.emulator.scenario.Quantity.duration;
import static org.reweave.emulator.scenario.Quantity.longDuration;

import com.typesafe.config.ConfigObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.schedule.Schedule;
import org.reweave.emulator.stats.Settling;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.UpdateOrder;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.topology.Addressing;

/** The keys of everything but {@code device}, {@code manager} and {@code faults}: the course of a run. */
final class RunKeys {
    private static final int CUTS_BEFORE_EFFECT = 4;
    private static final int LATENCIES_BEFORE_EFFECT = 10;
    private static final int LATENCIES_OF_SLACK = 4; // more distorts, and finds no more races: emulator/docs/lax.md

    /** Cycles of an interval that nobody has chosen: a cut costs as much as some ten cycles of a busy fabric. */
    private static final long SHORTEST_INTERVAL = 200;

    static final String CONSERVATIVE = "conservative";
    static final String LAX = "lax";
    private static final String INSTALLED = "installed";
    static final String BARE = "bare";
    static final List<String> ENGINES = EngineRegistry.load().names();
    private static final List<String> SCHEMES = Stream.concat(
                    Stream.of(ReconfigurationChoice.NONE), Schemes.names().stream())
            .toList();

    static final Keys<Scenario> BEFORE_DEVICES = new Keys<>();
    static final Keys<Scenario> AFTER_DEVICES = new Keys<>();
    static final Keys<Scenario> AFTER_TRAFFIC = new Keys<>();

    static final Key<Scenario, String> NAME =
            BEFORE_DEVICES.add(key("name", text("\"ring\""), "of the run and its files", Scenario::name)
                    .orElse(
                            "the file's name without .conf",
                            List.of(),
                            in -> baseName(in.sources().file())));
    static final Key<Scenario, String> DESCRIPTION = BEFORE_DEVICES.add(key(
            "description", text("\"what this shows\""), "what the command line says about it", Scenario::description));
    static final Key<Scenario, Optional<String>> PARENT = BEFORE_DEVICES.add(optional(
            "parent",
            text("\"torus-1@10250\""),
            "the run and the cycle that 'reweave fork' made this run of; results do not depend on it",
            Scenario::parent));
    static final Key<Scenario, Long> SEED = BEFORE_DEVICES.add(
            key("seed", whole(Long.MIN_VALUE, Long.MAX_VALUE), "of every random choice", Scenario::seed)
                    .byDefault("1"));

    static final Key<Scenario, Optional<String>> GENERATOR = BEFORE_DEVICES.add(optional(
            "fabric.generator", text("\"torus:8x8\""), "what builds the fabric; this or fabric.file", s -> s.fabric()
                    .fold(made -> Optional.of(made.spec()), read -> Optional.empty())));
    static final Key<Scenario, Optional<String>> FILE = BEFORE_DEVICES.add(optional(
            "fabric.file",
            Kinds.file("\"../fabrics/two-level-clos.ibnetdiscover\""),
            "a topology file, relative to the file that names it (with --set, to the working directory)",
            s -> s.fabric()
                    .fold(
                            made -> Optional.empty(),
                            read -> Optional.of(read.file().toString()))));

    static final Key<Scenario, String> ADDRESSING = BEFORE_DEVICES.add(key(
                    "fabric.addressing",
                    choice(Addressing.LID16.label(), Addressing.LID24.label()),
                    "length of LIDs: InfiniBand's 16 bits, up to 49,151 addresses, or 24 bits",
                    s -> s.addressing().label())
            .byDefault(Addressing.LID16.label()));
    static final Key<Scenario, Optional<String>> PLANNED = BEFORE_DEVICES.add(optional(
            "fabric.planned",
            Kinds.file("\"../fabrics/two-level-clos.ibnetdiscover\""),
            "a topology file: the cabling that the manager expects, where that differs from what is wired; with the "
                    + "names of the fabric's devices",
            s -> s.beginning().plan().map(Path::toString)));

    static final Key<Scenario, Long> SPARE_PORTS = BEFORE_DEVICES.add(key(
                    "fabric.spare-ports",
                    whole(0, 200),
                    "ports that each switch has beyond those of the generator or file, with nothing plugged in",
                    s -> (long) s.recabling().sparePorts())
            .byDefault("0"));

    static final Key<Scenario, String> ENGINE =
            BEFORE_DEVICES.add(key("routing.engine", engine(), "computes the tables of the start", s -> s.routing()
                    .engine()));
    static final Key<Scenario, EngineOptions> OPTIONS = BEFORE_DEVICES.add(
            key("routing.options", options(), "of that engine", s -> s.routing().options())
                    .byDefault("{}"));

    static final Key<Scenario, String> START = AFTER_DEVICES.add(key(
                    "run.start",
                    choice(INSTALLED, BARE),
                    "whether devices have tables when the run starts; bare = the manager discovers the fabric and sends"
                            + " first tables, and a NIC generates from when it has paths",
                    s -> s.beginning().bare() ? BARE : INSTALLED)
            .byDefault(INSTALLED));
    static final Key<Scenario, Long> WARMUP =
            AFTER_DEVICES.add(key("run.warmup", longDuration(0), "before statistics count, at least", s -> s.run()
                            .warmup())
                    .byDefault("100us"));
    static final Key<Scenario, Long> WARMUP_PACKETS = AFTER_DEVICES.add(key(
                    "run.warmup-packets",
                    whole(0, Long.MAX_VALUE),
                    "delivered before statistics count, whatever run.warmup says",
                    s -> s.run().warmupPackets())
            .byDefault("0"));
    static final Key<Scenario, String> WARMUP_STATIONARY = AFTER_DEVICES.add(key(
                    "run.warmup-stationary",
                    choice(Settling.words()),
                    "statistics count only when throughput and latency have settled (MSER over the governor's cuts);"
                            + " network = the latency from injection on, for loads beyond saturation, at which the other one"
                            + " never does",
                    s -> s.run().settling().word())
            .byDefault("false"));
    static final Key<Scenario, Long> DURATION =
            AFTER_DEVICES.add(key("run.duration", longDuration(1), "end of the measured time", s -> s.run()
                    .duration()));
    static final Key<Scenario, Long> LIMIT = AFTER_DEVICES.add(
            key("run.limit", longDuration(1), "end of the run even if packets are still under way", s -> s.run()
                            .limit())
                    .orElse(
                            "10 times run.duration",
                            List.of(DURATION),
                            in -> Math.min(10 * in.get(DURATION), Quantity.LAST_CYCLE)));
    static final Key<Scenario, Long> CUT_DELAY = AFTER_DEVICES.add(key(
                    "run.cut-delay",
                    whole(1, 1000),
                    "cuts between a cut of the governor and the effect of decisions on that cut",
                    s -> (long) s.run().cutDelay())
            .orAuto(CUTS_BEFORE_EFFECT + " cuts", List.of(), in -> (long) CUTS_BEFORE_EFFECT));
    static final Key<Scenario, Long> CUT_INTERVAL = AFTER_DEVICES.add(
            key("run.cut-interval", Quantity.interval(1), "between two cuts of the governor", s -> s.run()
                            .cutInterval())
                    .orAuto(
                            LATENCIES_BEFORE_EFFECT + " times the largest latency over run.cut-delay, at least "
                                    + SHORTEST_INTERVAL + "cycles",
                            List.of(CUT_DELAY, DeviceKeys.LATENCY, DeviceKeys.HOST_LATENCY, DeviceKeys.MANAGER_LATENCY),
                            RunKeys::cutInterval));

    static final Key<Scenario, String> ASYNCHRONY = AFTER_DEVICES.add(key(
                    "run.asynchrony",
                    choice(CONSERVATIVE, LAX),
                    "whether a device waits until it knows what its neighbours have sent it, or goes on within run.lax.slack: then the scheduler decides which records come late",
                    s -> s.run().isLax() ? LAX : CONSERVATIVE)
            .byDefault(CONSERVATIVE));
    static final Key<Scenario, Long> SLACK = AFTER_DEVICES.add(key(
                    "run.lax.slack",
                    OrWord.unlimited(longDuration(0)),
                    "lax: how far a device goes beyond what it knows; 0 gives the conservative results",
                    s -> s.run().laxity().slack())
            .orElse(
                    "4 device.link.latency",
                    List.of(DeviceKeys.LATENCY),
                    in -> LATENCIES_OF_SLACK * in.get(DeviceKeys.LATENCY)));
    static final Key<Scenario, Long> STEP = AFTER_DEVICES.add(key(
                    "run.lax.step",
                    duration(1),
                    "lax: length of a device's steps; it divides run.cut-interval and no link's latency is shorter",
                    s -> s.run().laxity().step())
            .orAuto(
                    "the largest one for the latencies of this scenario",
                    List.of(CUT_INTERVAL, DeviceKeys.LATENCY, DeviceKeys.HOST_LATENCY, DeviceKeys.MANAGER_LATENCY),
                    RunKeys::longestStep));
    static final Key<Scenario, Long> ISLAND_SIZE = AFTER_DEVICES.add(key(
                    "run.lax.island-size",
                    whole(1, 1_000_000),
                    "lax: devices that are advanced together and never late among themselves",
                    s -> (long) s.run().laxity().islandSize())
            .byDefault("1"));
    static final Key<Scenario, String> SCHEDULE = AFTER_DEVICES.add(key(
                    "run.lax.schedule",
                    choice(Schedule.labels()),
                    "lax: who decides which device goes on: threads, as they are scheduled, or a scheduler that the seed repeats; listed = what is listed under late",
                    s -> s.run().laxity().schedule().label())
            .byDefault("threads"));

    static final Key<Scenario, Optional<Pace>> PACE = AFTER_DEVICES.add(key(
                    "run.pace",
                    new PaceKind(),
                    "emulated time per wall time, at most; results do not depend on it",
                    s -> s.run().pace())
            .byDefault("off"));

    static final Key<Scenario, CheckpointRule> CHECKPOINT = AFTER_DEVICES.add(key(
                    "run.checkpoint",
                    new CheckpointKind(),
                    "when the journal is given a checkpoint, from which a run that broke off goes on; with wall, also before what is planned and when tables are ready; results do not depend on it",
                    s -> s.run().checkpoint())
            .byDefault("\"wall 30s\""));

    static final Key<Scenario, String> SCHEME = AFTER_TRAFFIC.add(key(
                    "reconfiguration.scheme",
                    choice(SCHEMES),
                    "how the fabric changes to new tables; none = not at all",
                    s -> s.reconfiguration().scheme())
            .byDefault("none"));
    static final Key<Scenario, Optional<ConfigObject>> SCHEME_OPTIONS = AFTER_TRAFFIC.add(optional(
            "reconfiguration.options",
            Kinds.object("the scheme's options"),
            "of that scheme, see below",
            s -> Optional.of(SchemeOptionKeys.written(s.reconfiguration()))));
    static final Key<Scenario, String> NEW_ENGINE = AFTER_TRAFFIC.add(
            key("reconfiguration.engine", engine(), "computes the new tables", s -> s.reconfiguration()
                            .routing()
                            .engine())
                    .orElse("routing.engine", List.of(ENGINE), in -> in.get(ENGINE)));
    static final Key<Scenario, EngineOptions> NEW_OPTIONS = AFTER_TRAFFIC.add(key(
                    "reconfiguration.engine-options",
                    options(),
                    "of that engine; they replace routing.options",
                    s -> s.reconfiguration().routing().options())
            .orElse(
                    "routing.options if the engine is the same",
                    List.of(ENGINE, OPTIONS, NEW_ENGINE),
                    in -> in.get(NEW_ENGINE).equals(in.get(ENGINE)) ? in.get(OPTIONS) : EngineOptions.none()));

    static final Key<Scenario, String> ORDER = AFTER_TRAFFIC.add(key(
                    "reconfiguration.order",
                    choice(Stream.of(UpdateOrder.values()).map(RunKeys::word).toList()),
                    "in which devices get their tables: by distance from the change, or from the manager (breadth-first: nearest first)",
                    s -> word(s.reconfiguration().order()))
            .orElse(
                    "the scheme's: near-to-far, but farthest-first for static, double-scheme, sr-pda and sr-la",
                    List.of(SCHEME),
                    in -> word(order(in.get(SCHEME)))));
    static final Key<Scenario, Long> LMC = AFTER_TRAFFIC.add(key(
                    "reconfiguration.lmc",
                    whole(0, 7),
                    "rftr and combined: a NIC has 2 to the power of this LIDs for RFTR's paths; when they are used up, the routing changes by ebrd",
                    s -> (long) s.reconfiguration().lmc())
            .byDefault("4"));
    static final Key<Scenario, Long> MIGRATE_AFTER = AFTER_TRAFFIC.add(key(
                    "reconfiguration.migrate-after",
                    whole(0, 1000),
                    "apm and combined: time-outs of a packet after which its NIC takes the other path without a notice of the manager; 0 = never",
                    s -> (long) s.reconfiguration().migrateAfter())
            .byDefault("1"));
    static final Key<Scenario, Long> REROUTE_TIMEOUT = AFTER_TRAFFIC.add(key(
                    "reconfiguration.reroute-timeout",
                    longDuration(1),
                    "time without U-turns after which a switch clears its rerouting vector (r-adapt-link and r-adapt-switch)",
                    s -> s.reconfiguration().rerouteTimeout())
            .byDefault("100us"));

    static final Key<Scenario, Long> MTBF = AFTER_TRAFFIC.add(key(
                    "random-faults.mtbf",
                    OrWord.off(longDuration(1)),
                    "mean time that each link or switch works until it fails; off = nothing fails at random",
                    s -> s.randomFaults().mtbf())
            .byDefault("off"));
    static final Key<Scenario, Long> MTTR = AFTER_TRAFFIC.add(
            key("random-faults.mttr", longDuration(1), "mean time of its repair", s -> s.randomFaults()
                            .mttr())
                    .byDefault("100us"));
    static final Key<Scenario, String> FAILING = AFTER_TRAFFIC.add(key(
                    "random-faults.kind",
                    choice("link", "switch"),
                    "what fails: links between switches, or switches; never what would cut off the manager's switch",
                    s -> word(s.randomFaults().kind()))
            .byDefault("link"));
    static final Key<Scenario, Double> TRANSIENT = AFTER_TRAFFIC.add(key(
                    "random-faults.transient",
                    fraction(),
                    "fraction of these faults that are repaired; the others last",
                    s -> s.randomFaults().transientShare())
            .byDefault("1"));
    static final Key<Scenario, Long> FAILING_FROM = AFTER_TRAFFIC.add(
            key("random-faults.start", longDuration(1), "first cycle of the process", s -> s.randomFaults()
                            .start())
                    .orElse("run.warmup", List.of(WARMUP), in -> Math.max(1, in.get(WARMUP))));
    static final Key<Scenario, Long> FAILING_UNTIL = AFTER_TRAFFIC.add(key(
                    "random-faults.stop",
                    longDuration(1),
                    "first cycle at which nothing fails at random any more; repairs go on",
                    s -> s.randomFaults().stop())
            .orElse("run.duration", List.of(DURATION), in -> in.get(DURATION)));

    private RunKeys() {}

    private static String baseName(String file) {
        String name = Path.of(file).getFileName().toString();
        return name.endsWith(".conf") ? name.substring(0, name.length() - ".conf".length()) : name;
    }

    private static long cutInterval(Values in) {
        long largest = Math.max(
                in.get(DeviceKeys.MANAGER_LATENCY),
                Math.max(in.get(DeviceKeys.LATENCY), in.get(DeviceKeys.HOST_LATENCY)));
        long interval = (LATENCIES_BEFORE_EFFECT * largest + in.get(CUT_DELAY) - 1) / in.get(CUT_DELAY);
        return Math.max(SHORTEST_INTERVAL, interval);
    }

    private static long longestStep(Values in) {
        long interval = in.get(CUT_INTERVAL);
        long step = Math.min(
                in.get(DeviceKeys.MANAGER_LATENCY),
                Math.min(in.get(DeviceKeys.LATENCY), in.get(DeviceKeys.HOST_LATENCY)));
        while (interval % step != 0) {
            step--;
        }
        return step;
    }

    /** The topology file that {@code fabric.file} names. */
    static Path fabricFile(Values in) {
        return file(FILE, in.get(FILE).orElseThrow(), in);
    }

    /**
     * The file that a key names, relative to the file that the key is written in (with {@code --set}, to the working
     * directory).
     */
    static Path file(Key<?, ?> key, String name, Values in) {
        Sources.Place place = in.sources().place(key.path());
        Path directory = Path.of(place.line() > 0 ? place.base() : "").toAbsolutePath();
        Path file = Path.of(name);
        return (place.line() > 0 ? directory.resolveSibling(file) : directory.resolve(file)).normalize();
    }

    static FabricSource fabric(Values in) {
        return in.get(GENERATOR)
                .<FabricSource>map(FabricSource.Generated::new)
                .orElseGet(() -> new FabricSource.FromFile(fabricFile(in)));
    }

    static Addressing addressing(Values in) {
        return constant(Addressing.class, in.get(ADDRESSING));
    }

    static Beginning beginning(Values in) {
        return new Beginning(
                in.get(PLANNED).map(name -> file(PLANNED, name, in)),
                in.get(START).equals(BARE));
    }

    static RoutingChoice routing(Values in) {
        return new RoutingChoice(in.get(ENGINE), in.get(OPTIONS));
    }

    static ReconfigurationChoice reconfiguration(Values in) {
        return new ReconfigurationChoice(
                in.get(SCHEME),
                SchemeOptionKeys.read(in),
                new RoutingChoice(in.get(NEW_ENGINE), in.get(NEW_OPTIONS)),
                constant(UpdateOrder.class, in.get(ORDER)),
                in.count(LMC),
                in.count(MIGRATE_AFTER),
                in.get(REROUTE_TIMEOUT));
    }

    static RandomFaults randomFaults(Values in) {
        return new RandomFaults(
                in.get(MTBF),
                in.get(MTTR),
                constant(PlannedFault.Element.class, in.get(FAILING)),
                in.get(TRANSIENT),
                in.get(FAILING_FROM),
                in.get(FAILING_UNTIL));
    }

    private static UpdateOrder order(String scheme) {
        return Stream.of(scheme)
                .filter(name -> !name.equals(ReconfigurationChoice.NONE))
                .map(name -> Schemes.get(name).description())
                .map(SchemeDescription::order)
                .findFirst()
                .orElse(UpdateOrder.NEAR_TO_FAR);
    }

    /** A constant as scenarios write it. */
    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    static RunParameters run(Values in, List<Values> late) {
        return new RunParameters(
                in.get(WARMUP),
                in.get(WARMUP_PACKETS),
                Settling.of(in.get(WARMUP_STATIONARY)),
                in.get(DURATION),
                in.get(LIMIT),
                in.get(CUT_INTERVAL),
                in.count(CUT_DELAY),
                in.get(ASYNCHRONY).equals(LAX),
                new Laxity(
                        in.get(STEP),
                        in.get(SLACK),
                        in.count(ISLAND_SIZE),
                        Schedule.of(in.get(SCHEDULE)),
                        LateKeys.late(late)),
                in.get(PACE),
                in.get(CHECKPOINT));
    }
}
