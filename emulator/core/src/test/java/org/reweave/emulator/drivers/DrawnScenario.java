package org.reweave.emulator.drivers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.traffic.InjectionProcesses;
import org.reweave.emulator.traffic.Patterns;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.SchemeDescription;
import org.reweave.reconfig.spi.SchemeOption;
import org.reweave.reconfig.spi.SchemeOption.Limits;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.model.Mix;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/** The text of a scenario drawn by a seed: every key that results depend on, of runs that are not lax. */
final class DrawnScenario {
    private static final String ALL_REDUCE = Path.of("../../cluster-config/traces/all-reduce.goal")
            .toAbsolutePath()
            .toString();
    private static final String CLOS = Path.of("../../cluster-config/fabrics/two-level-clos.ibnetdiscover")
            .toAbsolutePath()
            .toString();
    private static final int NEW_CABLE = 7; // cycles
    private static final long STANDBY_DRAWS = 0x7374616e64L;
    private static final long CABLE_DRAWS = 0x6361626c65L;
    private static final long SETTLING_DRAWS = 0x736574746c65L;
    private static final long SIGNAL_DRAWS = 0x73746f70L;
    private static final long OLD_TABLES_DRAWS = 0x6f6c64L;
    private static final int ALL_REDUCE_RANKS = 16;
    private static final String EXCHANGE =
            Path.of("../core/src/test/traces/eight-ranks.csv").toAbsolutePath().toString();
    private static final int EXCHANGE_RANKS = 8;
    private static final List<String> SCHEMES = Stream.concat(
                    Stream.of(ReconfigurationChoice.NONE),
                    Schemes.builtIn().stream().map(each -> each.name()))
            .toList();

    /** Schemes whose paths all come of the engine's tables: their managers can begin with a bare fabric. */
    private static final Set<String> BRINGING_UP =
            Set.of("naive", "ebr", "ebrd", "static", "sr-pda", "sr-la", "double-scheme");

    private final Draws draws;
    private final long seed;
    private final String scheme;
    private final StringBuilder text = new StringBuilder();
    private boolean canBeTakenOver;
    private Wiring wiring;
    private int lanes;
    private int trip; // a round of on/off signals on the longest link, but for a wormhole switch's own delays
    private boolean isRing; // bubble flow control

    /**
     * A fabric and an engine that routes on it.
     *
     * @param fabric a generator's text; empty = a file
     * @param options of the engine
     * @param leastLanes VLs that the engine needs there
     */
    private record Wiring(String fabric, String engine, String options, int leastLanes) {}

    private DrawnScenario(long seed) {
        this.seed = seed;
        this.draws = new Draws(Mix.mix(seed));
        this.scheme = draws.of(SCHEMES);
    }

    static String text(long seed) {
        return new DrawnScenario(seed).draw();
    }

    private void line(String format, Object... values) {
        text.append(String.format(format, values)).append('\n');
    }

    private String draw() {
        line("description = \"random scenario %d\"", seed);
        line("seed = %d", seed);
        line("device.preset = %s", draws.of("iba-1x", "iq-router", "kns", "fat-tree", "thesis"));
        line("device { cycle = %s, flit = %s }", draws.of("4ns", "4ns", "2ns"), draws.of("1B", "1B", "2B"));
        line("device.link { rate = %s, file-rates = %b }", draws.of("1xSDR", "flit-per-cycle"), draws.oneIn(2));
        wiring = wiring();
        fabric();
        int slowest = device();
        manager();
        faults(slowest);
        int end = draws.between(2000, 15000);
        changes();
        traffic(end);
        perturb();
        line("run { warmup = %dcycles, duration = %dcycles", draws.of(0, 100, 1000), end);
        line("  limit = %dcycles }", 6 * end + 60000);
        int packets = draws.of(0, 0, 50);
        String settled = draws.oneIn(8) ? new Draws(Mix.mix(seed ^ SETTLING_DRAWS)).of("true", "network") : "false";
        line("run { warmup-packets = %d, warmup-stationary = %s }", packets, settled);
        line("run { cut-interval = %dcycles, cut-delay = %d }", draws.of(37, 100, 500), draws.between(1, 4));
        disciplines();
        firstTables();
        if (!wiring.fabric().isEmpty() && BRINGING_UP.contains(scheme) && !isRing) {
            cables(new Draws(Mix.mix(seed ^ CABLE_DRAWS)), FabricGenerators.parse(wiring.fabric()));
        }
        if (!wiring.fabric().isEmpty() && BRINGING_UP.contains(scheme)) {
            standby(new Draws(Mix.mix(seed ^ STANDBY_DRAWS)), FabricGenerators.parse(wiring.fabric()));
        }
        return withOldTables(text.toString());
    }

    /** A second manager, and a first one that hangs: drawn apart, so that other draws stay the same. */
    private void standby(Draws own, Fabric fabric) {
        if (own.oneIn(2) || fabric.nicCount() < 3 || !canBeTakenOver) { // the first two are the manager's
            return;
        }
        line("manager.standby = %s", fabric.deviceName(fabric.nicDevice(fabric.nicCount() - 1)));
        line("manager { standby-poll = %dcycles, standby-tries = %d }", own.of(300, 1000, 4000), own.between(1, 4));
        if (own.oneIn(3)) {
            return;
        }
        int at = own.between(1, 5000);
        int until = at + own.of(1, 1000, own.between(1, 20_000));
        line("manager { hang-at = %dcycles, hang-until = %s }", at, own.oneIn(2) ? "off" : until + "cycles");
    }

    /** Cables that come and go, and a switch with a NIC that comes: drawn apart, so that other draws stay the same. */
    private void cables(Draws own, Fabric fabric) {
        if (!own.oneIn(3)) {
            return;
        }
        int spare = own.between(1, 2);
        line("fabric.spare-ports = %d", spare);
        String newcomer = own.oneIn(2) ? "" : ", { switch = x0, ports = 3 }, { nic = nx0 }";
        line("newcomers = [%s ]", newcomer.isEmpty() ? "" : newcomer.substring(1));
        List<String> events = new ArrayList<>();
        List<Integer> ends =
                new ArrayList<>(IntStream.range(0, fabric.switchCount()).boxed().toList());
        int at = own.between(100, 3000);
        if (!newcomer.isEmpty()) {
            String first = port(fabric, own, ends);
            events.add("{ at = %dcycles, add = [ \"x0.1-%s\", \"x0.2-%s\" ] }"
                    .formatted(at, first, port(fabric, own, ends)));
            events.add("{ at = %dcycles, add = \"nx0.1-x0.3\" }".formatted(at + own.of(0, 1, own.below(3000))));
        }
        at += own.of(0, 1, own.below(2000));
        String end = port(fabric, own, ends);
        String cable = end + "-" + port(fabric, own, ends);
        boolean isThere = true;
        events.add("{ at = %dcycles, add = \"%s\"%s }"
                .formatted(at, cable, own.of("", ", latency = " + NEW_CABLE + "cycles")));
        if (own.oneIn(2)) {
            at += 1 + own.of(0, own.below(3000));
            events.add("{ at = %dcycles, remove = \"%s\" }".formatted(at, cable));
            isThere = false;
        }
        if (own.oneIn(2)) {
            List<String> trunks = IntStream.range(0, fabric.linkCount())
                    .filter(fabric::isTrunk)
                    .mapToObj(fabric::linkName)
                    .toList();
            events.add("{ at = %dcycles, takes = 500cycles, remove = \"%2$s\", add = \"%2$s\" }"
                    .formatted(own.between(1, 5000), own.of(trunks)));
        }
        if (!ends.isEmpty() && own.oneIn(2)) {
            String other = end + "-" + port(fabric, own, ends);
            at += 1 + own.below(3000);
            String remove = isThere ? ", remove = \"" + cable + "\"" : "";
            events.add("{ at = %dcycles, takes = %dcycles%s, add = \"%s\"%s }"
                    .formatted(at, 500 + NEW_CABLE, remove, other, own.of("", ", latency = " + NEW_CABLE + "cycles")));
            at += 1 + 2 * (500 + NEW_CABLE) + own.below(3000);
            events.add("{ at = %dcycles, takes = %dcycles, remove = \"%s\", add = \"%s\" }"
                    .formatted(at, 500 + NEW_CABLE, other, cable));
        }
        if (!ends.isEmpty() && own.oneIn(2)) { // a NIC that is not the manager's moves
            int nic = fabric.nicDevice(fabric.nicCount() - 1);
            String before = fabric.linkName(fabric.link(nic, fabric.attachedPort(nic)));
            String after = fabric.portName(nic, fabric.attachedPort(nic)) + "-" + port(fabric, own, ends);
            events.add("{ at = %dcycles, takes = %dcycles, remove = \"%s\", add = \"%s\" }"
                    .formatted(own.between(1, 5000), 500 + NEW_CABLE, before, after));
        }
        line("wiring = [ %s ]", String.join(", ", events));
    }

    /** The first spare port of a switch that has not been drawn yet. */
    private static String port(Fabric fabric, Draws own, List<Integer> ends) {
        int device = ends.remove(own.below(ends.size()));
        return fabric.portName(device, fabric.portCount(device) + 1);
    }

    private Wiring wiring() {
        if (scheme.equals("apm") || scheme.equals("combined")) {
            return new Wiring(draws.of("torus:3x3", "torus:4x4", "mesh:3x3"), "tftr", "", 2);
        }
        if (description() != null && description().engine().isPresent()) {
            return new Wiring(draws.of("k-ary-n-tree:2,3", "k-ary-n-tree:3,2"), "fat-tree", "", 1);
        }
        boolean isChanged = description() != null;
        if (!isChanged && draws.oneIn(2) || scheme.equals("static") && draws.oneIn(3)) {
            return draws.of(
                    new Wiring("torus:4x4", "dimension-order", "vl = bubble", 1),
                    new Wiring("torus:5", "dimension-order", "vl = bubble", 1),
                    new Wiring("mikant:2,2", "mikant", "", 2),
                    new Wiring("kns:3,2", "hybrid-dor", "", 1));
        }
        if (!isChanged && draws.oneIn(3)) {
            return new Wiring("k-ary-n-tree:2,3", "fat-tree", "mode = " + draws.of("adaptive", "random"), 1);
        }
        if (scheme.equals("rftr")) {
            return new Wiring(anyFabric(), "updown", "", 2);
        }
        String any = anyFabric();
        if (any.startsWith("mesh") && draws.oneIn(2)) {
            return new Wiring(any, "dimension-order", "", 1);
        }
        if (any.startsWith("torus") && draws.oneIn(3) && !needsPlainTables()) {
            return new Wiring(any, "dimension-order", "", 2);
        }
        if (any.startsWith("k-ary") && draws.oneIn(2)) {
            return new Wiring(any, "fat-tree", "", 1);
        }
        if (draws.oneIn(6)) {
            return new Wiring(any, "min-hop", "", 1);
        }
        String tree = draws.of("bfs", "dfs");
        int vls = scheme.equals("double-scheme") ? 2 : draws.between(1, 3);
        return new Wiring(any, "updown", "tree = " + tree + ", root = auto, vls = " + vls, vls);
    }

    private boolean needsPlainTables() {
        return scheme.startsWith("sr-") || scheme.equals("double-scheme");
    }

    private String anyFabric() {
        return draws.of(
                "torus:3x3",
                "torus:4x4",
                "torus:5",
                "torus:2x4,nics=2",
                "mesh:3x3",
                "mesh:2x2x2",
                "mesh:2x3,nics=2",
                "hypercube:3",
                "k-ary-n-tree:2,2",
                "k-ary-n-tree:2,3",
                "irregular:8,3,seed=" + draws.below(20),
                "irregular:6,4,seed=" + draws.below(20) + ",nics=2",
                "");
    }

    /** The description of the scheme; null = none. */
    private SchemeDescription description() {
        return scheme.equals(ReconfigurationChoice.NONE)
                ? null
                : Schemes.get(scheme).description();
    }

    private void fabric() {
        if (wiring.fabric().isEmpty()) {
            line("fabric.file = \"%s\"", CLOS);
            line("device.link.file-rates = false"); // a packet of a flit would take less than a cycle
        } else {
            line("fabric.generator = \"%s\"", wiring.fabric());
        }
        line("routing { engine = %s, options { %s } }", wiring.engine(), wiring.options());
        isRing = wiring.options().contains("bubble");
        SchemeOptions options = schemeOptions();
        canBeTakenOver = BRINGING_UP.contains(scheme)
                && Schemes.get(scheme).manager(options).canBeTakenOver();
        int least = description() == null ? 1 : description().leastLanes(options);
        lanes = Math.max(Math.max(least, wiring.leastLanes()), scheme.equals("combined") ? 4 : 1);
        if (!scheme.equals("double-scheme")) {
            lanes += draws.below(2);
        }
        line("device.switch.vls = %d", lanes);
        if (description() != null) {
            boolean isEnginesOwn = isRing || !wiring.engine().equals("updown") && wiring.leastLanes() > 1;
            String engine = description().engine().orElse(draws.oneIn(6) ? "min-hop" : "updown");
            line("reconfiguration.engine = %s", isEnginesOwn && scheme.equals("static") ? wiring.engine() : engine);
        }
    }

    /** Writes the scheme and draws its options, within its rules. */
    private SchemeOptions schemeOptions() {
        line("reconfiguration.scheme = %s", scheme);
        SchemeOptions options = SchemeOptions.DEFAULT;
        List<SchemeOption<?>> all =
                description() == null ? List.of() : description().options();
        for (SchemeOption<?> option : all) {
            if (draws.oneIn(2)) {
                continue;
            }
            String value = option.limits() instanceof Limits.Words words
                    ? draws.of(words.words())
                    : String.valueOf(number((Limits.Whole) option.limits()));
            SchemeOptions then = options.withText(option, value);
            boolean isPossible = !isRing || description().emptiesFabric(then);
            if (isPossible
                    && description().rules().stream()
                            .allMatch(rule -> rule.keeps().test(then))) {
                options = then;
                line("reconfiguration.options.%s = %s", option.key(), value);
            }
        }
        return options;
    }

    private long number(Limits.Whole limits) {
        return limits.orOne() && draws.oneIn(3)
                ? 1
                : limits.least() + draws.below((int) Math.min(limits.most() - limits.least() + 1, 8));
    }

    /** @return the sum of the delays that an outage must outlast */
    private int device() {
        int packet = draws.of(1, 2, 16, 58, 300);
        int unit = draws.of(1, 1, 7, 64);
        int packets = (packet + unit - 1) / unit * unit;
        int least = isRing ? 2 * packets : packets;
        int link = draws.of(1, 2, 25, 60);
        int host = draws.of(1, 25);
        int routing = draws.of(0, 1, 25);
        int crossbar = draws.of(0, 2, 10);
        int output = draws.of(1, 1, 5);
        int credit = draws.of(1, 1, 9);
        int nicOutput = draws.of(1, 4);
        int nicCredit = draws.of(1, 6);
        trip = trip(crossbar + output, Math.max(link, NEW_CABLE), credit);
        trip = Math.max(trip, Math.max(trip(crossbar + output, host, nicCredit), trip(nicOutput, host, credit)));
        int flowControl = draws.of(0, 0, 1, 6);
        int header = draws.below(packet);
        line("device.nic { packet = %dflits, receive-buffer = %dflits", packet, packets * draws.between(1, 3));
        line("  header = %dflits, send-queue = %d", header, draws.of(1, 10, 1000));
        line("  output-delay = %dcycles, credit-delay = %dcycles }", nicOutput, nicCredit);
        transport(packet);
        line("device.link { latency = %dcycles, host-latency = %dcycles }", link, host);
        line("device.switch { input-buffer = %dflits", least * draws.between(1, 4));
        int room = isRing ? 2 * draws.between(0, 2) : draws.between(0, 3);
        line("  output-buffer = %dflits, credit-unit = %dflits", packet * room, unit);
        line("  routing-delay = %dcycles, crossbar-delay = %dcycles", routing, crossbar);
        line("  output-delay = %dcycles, credit-delay = %dcycles", output, credit);
        line("  flow-control-packet = %dflits", flowControl);
        line("  smp-reaction = %dcycles, agent-delay = %dcycles", draws.of(0, 1, 25), draws.of(0, 1, 25));
        line("  smp-buffer = %d, hop-limit = %s", draws.of(1, 4, 64), draws.of("off", "5", "60"));
        line("  arbitration = %s }", draws.of("round-robin", "round-robin", "age", "random", "fixed"));
        int atSwitch = routing + crossbar + output + credit;
        return Math.max(link, host) + flowControl + Math.max(atSwitch, nicOutput + nicCredit);
    }

    private static int trip(int sending, int latency, int credit) {
        return sending + 2 * latency + 1 + credit;
    }

    private void transport(int packet) {
        line("device.nic.transport.mode = %s", draws.oneIn(3) ? "end-to-end" : "none");
        line("device.nic.transport { ack = %dflits, timeout = %dcycles", draws.between(1, packet), draws.of(500, 4000));
        line("  retries = %d, window = %d", draws.of(0, 1, 15), draws.of(1, 6, 64));
        line("  reorder-buffer = %d, ack-queue = %d }", draws.of(0, 2, 4096), draws.of(1, 4, 4096));
    }

    private void manager() {
        line("manager.host-latency = %dcycles", draws.between(1, 300));
        line("manager { timeout = %dcycles, retries = %d }", draws.of(700, 3000, 20000), draws.between(0, 3));
        line("manager { window = %d, smp = %dflits }", draws.between(1, 8), draws.of(1, 18, 60, 282));
        line("manager { computation = %dcycles, reaction = %dcycles }", draws.of(0, 0, 500), draws.of(1, 25));
        line("manager { sweep = %s, traps = %b }", draws.of("off", "off", "2000cycles"), !draws.oneIn(4));
        line("manager { poll = %dcycles, patience = %dcycles }", draws.of(1, 300), draws.of(500, 20000));
        line("manager.rediscovery = %s", draws.of("all", "changed-ports"));
        line("manager.table-packet = %s", draws.of("blocks", "blocks", "pieces", "whole"));
        if (!wiring.fabric().isEmpty()) {
            Fabric fabric = FabricGenerators.parse(wiring.fabric());
            line("manager.nic = %s", draws.oneIn(2) ? "auto" : fabric.deviceName(fabric.nicDevice(draws.below(2))));
        }
    }

    private void faults(int slowest) {
        int at = draws.oneIn(5) ? 0 : draws.between(100, 3000);
        text.append("faults = [");
        for (int left = draws.below(5); left > 0; left--) {
            String what = draws.of("switch = random", "link = random", "link = random");
            String until = draws.oneIn(2)
                    ? ""
                    : ", until = " + (at + slowest + 1 + draws.of(0, 1, draws.below(60), draws.below(5000))) + "cycles";
            line(" { at = %dcycles%s, %s }", at, until, what);
            at += draws.of(0, 1, draws.below(100), draws.below(3000));
        }
        line("]");
        if (draws.oneIn(4)) {
            line("random-faults { mtbf = %dcycles, mttr = %dcycles", draws.of(20000, 100000), draws.of(10, 1000));
            line("  kind = %s, transient = %s", draws.of("link", "switch"), draws.of("0.5", "1"));
            line("  start = %dcycles, stop = %dcycles }", draws.between(1, 500), draws.between(1000, 9000));
        }
    }

    /** Some switches come back with old tables: drawn apart, so that other draws stay the same. */
    private String withOldTables(String all) {
        Draws own = new Draws(Mix.mix(seed ^ OLD_TABLES_DRAWS));
        return all.contains("run.start = bare")
                ? all
                : Pattern.compile("(at = [1-9][0-9]*cycles, until = [0-9]+cycles, switch = random)( })")
                        .matcher(all)
                        .replaceAll(found -> own.oneIn(2) ? "$1, tables = start$2" : "$1$2");
    }

    private void changes() {
        line("reconfiguration.order = %s", draws.of("near-to-far", "far-to-near", "breadth-first", "farthest-first"));
        line("reconfiguration { lmc = %d, migrate-after = %d", draws.of(0, 2, 4), draws.of(0, 1, 3));
        line("  reroute-timeout = %dcycles }", draws.of(100, 5000));
        boolean isPlannable = description() != null
                && description().hasManager(SchemeOptions.DEFAULT)
                && !scheme.equals("apm")
                && !text.toString().contains("source-broadcast");
        if (isPlannable && draws.oneIn(4)) {
            line(
                    "reconfigure = [ { at = %dcycles }, { at = %dcycles } ]",
                    draws.between(1, 2000), draws.between(1, 2000));
        }
    }

    private void traffic(int end) {
        line("traffic { start = %dcycles, stop = %dcycles }", draws.of(0, 0, 700), draws.of(end, end / 2 + 1));
        int nics = wiring.fabric().isEmpty()
                ? 0
                : FabricGenerators.parse(wiring.fabric()).nicCount();
        boolean isGoal = nics >= ALL_REDUCE_RANKS && draws.oneIn(2);
        if (nics >= EXCHANGE_RANKS && draws.oneIn(3)) {
            line("traffic.trace.file = \"%s\"", isGoal ? ALL_REDUCE : EXCHANGE);
            line("traffic.trace.format = %s", draws.of("auto", isGoal ? "goal" : "csv"));
            line("traffic.trace.time-unit = %s", isGoal ? "auto" : draws.of("auto", "ns"));
            line("traffic.trace { scale = %s, cycle = %s", draws.of("0.1", "1", "3"), draws.of("1ns", "4ns"));
            line("  rank-map = %s }", draws.of("in-order", "random", "by-nic"));
            return;
        }
        line("traffic.load = %s", draws.of("0.01", "0.1", "0.4", "0.9", "1"));
        line("traffic.pattern = %s", draws.oneIn(2) ? "uniform" : draws.of(patterns()));
        line("traffic { process = %s, burst = %d }", draws.of(List.copyOf(InjectionProcesses.names())), draws.of(1, 8));
        line("traffic { messages = %d, hotspot-share = %s }", draws.of(0, 0, 0, 30), draws.of("0.1", "0.5"));
        line(
                "traffic.sizes = %s",
                draws.of("[]", "[]", "[ { size = 20flits, share = 0.7 }, { size = 400flits, share = 0.3 } ]"));
    }

    private static List<String> patterns() {
        return Patterns.names().stream()
                .filter(name -> Patterns.get(name).complaint(7).isEmpty()) // any number of NICs does
                .toList();
    }

    /** How switches treat packets and how long LIDs may be, where that is not as usual. */
    private void disciplines() {
        boolean worksFlitByFlit =
                description() == null || description().needsWholePackets().isEmpty();
        if (worksFlitByFlit && !isRing && draws.oneIn(2)) {
            line("device { link.rate = flit-per-cycle, nic.receive-buffer = %dflits }", draws.of(1, 8, 100));
            line("device.switch { switching = wormhole, output-buffer = 0flits, flow-control-packet = 0flits");
            line("  credit-unit = 1flit, input-buffer = %dflits", draws.of(1, 4, 8, 30, 200));
            line("  lane-allocation-delay = %dcycles", draws.of(0, 0, 1, 3));
            int allocation = draws.of(0, 0, 1, 3);
            line("  switch-allocation-delay = %dcycles", allocation);
            line("  lane-choice = %s", draws.of("table", "class", "destination"));
            line("  lane-arbitration = %s", draws.of("credits", "turn"));
            line("  allocation-iterations = %d", draws.of(1, 1, 2, 4));
            line("  arbitration = %s }", draws.of("round-robin", "islip", "islip", "age", "random", "matrix"));
            signals(new Draws(Mix.mix(seed ^ SIGNAL_DRAWS)), trip + allocation);
            return;
        }
        if (draws.oneIn(2)) {
            line(
                    "device.switch { queues = %s, queue-count = %d }",
                    draws.of("virtual-output", "destination"), draws.of(1, 2, 3, 8));
        }
        if (draws.oneIn(3)) {
            line(
                    "device.switch { input-speedup = %d, arbitration = %s }",
                    draws.of(1, 1, 2), draws.of("matrix", "age"));
        }
        boolean worksByClass = description() == null || description().worksByClass();
        boolean byDestination = worksByClass && !isRing && draws.oneIn(3);
        line("device.switch.lane-choice = %s", byDestination ? "destination" : "table");
        if (draws.oneIn(3)) {
            line("device.switch.switching = store-and-forward");
        }
        if (draws.oneIn(3)) {
            line("fabric.addressing = lid24");
        }
    }

    /**
     * On/off flow control with room for a round trip and little more: drawn apart, so that other draws stay the same.
     */
    private void signals(Draws own, int roundTrip) {
        if (!own.oneIn(3)) {
            return;
        }
        int off = roundTrip + own.of(0, 0, 1, 20);
        int on = off + own.of(0, 0, 1, 20);
        line("device.switch { flow-control = on-off, off-threshold = %dflits, on-threshold = %dflits", off, on);
        line("  input-buffer = %dflits }", on + own.of(1, 2, 60));
        line("device.nic.receive-buffer = %dflits", on + own.of(1, 30));
    }

    /** Who has tables when the run starts, and how long SMPs with tables are, where that is not as usual. */
    private void firstTables() {
        if (draws.oneIn(4)) {
            line("manager { table-packet = sized, entry = %d }", draws.of(2, 3, 8));
        }
        if (BRINGING_UP.contains(scheme) && draws.oneIn(3)) {
            line("run.start = bare");
        }
        if (draws.oneIn(4)) {
            line("device.switch.tables = per-block");
        }
    }

    private void perturb() {
        if (!draws.oneIn(3)) {
            return;
        }
        for (Site site : Site.values()) {
            if (draws.oneIn(3)) {
                String value =
                        switch (site.amount()) {
                            case CYCLES ->
                                draws.of(
                                        "uniform(0cycles, 300cycles) share 0.3",
                                        "exponential(200cycles)",
                                        "choice(0cycles, 900cycles)",
                                        "20cycles");
                            case PLACES -> draws.of("3", "uniform(0, 20)");
                            case THOUSANDTHS -> draws.of("1100", "choice(700, 1500)");
                            case NONE -> draws.of("0.02", "0.3");
                        };
                line("perturb.%s = \"%s\"", site.label(), value);
            }
        }
        Site site = draws.of(Site.values());
        String amount =
                switch (site.amount()) {
                    case CYCLES -> ", delay = 500cycles";
                    case PLACES -> ", places = 2";
                    case THOUSANDTHS -> ", thousandths = 1100";
                    case NONE -> "";
                };
        line(
                "disturbances = [ { site = %s, device = manager, occurrence = %d%s } ]",
                site.label(), draws.below(4), amount);
    }
}
