package org.reweave.emulator.drivers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** Runs of a few tens of thousand cycles that together use everything a device can do. */
final class SmallScenarios {
    /** A loaded torus; what is written behind it wins. */
    private static final String TORUS = """
            description = "small"
            fabric.generator = "torus:4x4"
            routing { engine = updown }
            device.preset = iba-1x
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.4
            run { warmup = 10us, duration = 120us, limit = 600us, cut-interval = 2us }
            """;

    private static final String ONE_PACKET = """
            device.switch { input-buffer = 64B, output-buffer = 64B }
            traffic.load = 0.9
            routing.options { root = s0_0 }
            reconfiguration.engine-options { root = s2_2 }
            """;

    private static final String STANDBY = """
            traffic.load = 0.1
            faults = [ { at = 20us, link = "s1_1-s1_2" } ]
            manager { standby = n3_3, standby-poll = 10us, standby-tries = 2, hang-at = 45us, hang-until = 200us }
            """;

    private static final String TREE = """
            fabric.generator = "k-ary-n-tree:3,3"
            routing.engine = fat-tree
            """;

    private static final String TWO_LANES = """
            device.switch.vls = 2
            routing.options { vls = 2 }
            """;

    private static final String IQ = """
            description = "small"
            device.preset = iq-router
            manager { host-latency = 10cycles, timeout = 2000cycles }
            run { warmup = 1us, duration = 15us, limit = 100us, cut-interval = 200ns }
            """;

    private static final String WORMHOLE = IQ + """
            device.switch { switching = wormhole, vls = 2, input-buffer = 4flits, credit-delay = 0cycles }
            device.switch { routing-delay = 1cycle, lane-allocation-delay = 1cycle, switch-allocation-delay = 1cycle }
            device.switch.crossbar-delay = 0cycles
            """;

    /** Two cables across the torus change ends, and then change them back. */
    private static final String MOVES = """
            fabric.spare-ports = 1
            wiring = [
              { at = 15us, add = [ "s0_1.6-s2_1.6", "s1_2.6-s3_2.6" ] }
              { at = 35us, takes = 1us, remove = [ "s0_1.6-s2_1.6", "s1_2.6-s3_2.6" ], add = [ "s0_1.6-s3_2.6", "s1_2.6-s2_1.6" ] }
              { at = 65us, takes = 1us, remove = [ "s0_1.6-s3_2.6", "s1_2.6-s2_1.6" ], add = [ "s0_1.6-s2_1.6", "s1_2.6-s3_2.6" ], latency = 200ns }
            ]
            """;

    private static final Path REAL =
            Path.of("../../cluster-config/fabrics/two-level-clos.ibnetdiscover").toAbsolutePath();

    private static final Path ALL_REDUCE =
            Path.of("../../cluster-config/traces/all-reduce.goal").toAbsolutePath();

    private SmallScenarios() {}

    /** Texts by name. */
    static Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        texts.put("torus loses a link", TORUS + """
                faults = [ { at = 30us, link = random } ]
                reconfiguration.scheme = ebrd
                """);
        texts.put("re-rooting an overloaded torus of one-packet buffers", TORUS + ONE_PACKET + """
                faults = [ { at = 20us, link = "s1_1-s1_2" } ]
                reconfiguration.scheme = ebr
                """);
        texts.put("re-rooting it twice with epochs of one bit", TORUS + ONE_PACKET + """
                reconfigure = [ { at = 20us, options { root = s2_2 } }, { at = 25us, options { root = s1_1 } } ]
                reconfiguration { scheme = ebrd, options { epoch-bits = 1 } }
                """);
        texts.put("links fail faster than epochs can follow, in one-packet buffers", TORUS + ONE_PACKET + """
                traffic.load = 0.3
                faults = [ { at = 20us, link = "s1_1-s1_2" }, { at = 60us, until = 80us, link = random },
                           { at = 95us, link = random }, { at = 115us, switch = "s3_3" } ]
                manager { timeout = 20us, patience = 20us }
                reconfiguration { scheme = ebrd, options { overlap = on } }
                """);
        texts.put(
                "a standby takes over in the middle of a change, and the manager goes on later", TORUS + STANDBY + """
                reconfiguration.scheme = ebrd
                """);
        texts.put("a standby takes over from a dead manager while traffic is halted", TORUS + STANDBY + """
                manager.hang-until = off
                reconfiguration.scheme = static
                """);
        texts.put("naive deadlock", TORUS + ONE_PACKET + """
                faults = [ { at = 20us, link = "s1_1-s1_2" } ]
                reconfiguration.scheme = naive
                """);
        texts.put("a switch fails and comes back", TORUS + """
                faults = [ { at = 20us, until = 90us, switch = random } ]
                reconfiguration.scheme = ebr
                """);
        texts.put("links fail and come back during a reconfiguration", TORUS + """
                faults = [ { at = 20us, until = 22us, link = random }, { at = 30us, until = 60us, link = random },
                           { at = 31us, switch = "s3_3" } ]
                manager { timeout = 20us, computation = 2us }
                reconfiguration.scheme = ebrd
                """);
        texts.put("fat tree moves to updown", TORUS + """
                fabric.generator = "k-ary-n-tree:2,3"
                routing.engine = fat-tree
                faults = [ { at = 30us, link = random } ]
                reconfiguration { scheme = ebr, engine = updown }
                """);
        texts.put("intermediate nodes on a KNS network", IQ + """
                fabric.generator = "kns:4,2"
                routing { engine = hybrid-dor, options { intermediates = 2, adaptive = 1 } }
                device { preset = kns, switch.vls = 4 }
                traffic.load = 0.4
                faults = [ { at = 0ns, link = "r0_0-x0_0" }, { at = 0ns, link = "r3_0-x1_3" },
                           { at = 5us, until = 9us, link = "r1_1-x0_1" } ]
                reconfiguration.scheme = static
                """);
        texts.put("dimensions in any order on a KNS network", IQ + """
                fabric.generator = "kns:3,3"
                routing { engine = hybrid-dor, options { intermediates = 2, adaptive = 1, order = any } }
                device { preset = kns, switch.vls = 4 }
                traffic.load = 0.6
                faults = [ { at = 0ns, link = "r0_0_0-x0_0_0" }, { at = 5us, until = 9us, link = "r1_1_0-x1_1_0" } ]
                reconfiguration.scheme = static
                """);
        texts.put("mesh of input-queued routers", IQ + """
                fabric.generator = "mesh:4x4"
                routing.engine = dimension-order
                traffic.load = 0.5
                """);
        texts.put("a lossy torus with transport and messages of several packets", TORUS + """
                device.nic.transport { mode = end-to-end, timeout = 20us, window = 6, reorder-buffer = 8, ack-queue = 4 }
                traffic { load = 0.2, process = bursty, burst = 4, pattern = nearest-neighbour
                          sizes = [ { size = 20B, share = 0.7 }, { size = 200B, share = 0.3 } ] }
                faults = [ { at = 20us, until = 24us, link = random }, { at = 31us, until = 36us, link = random },
                           { at = 44us, until = 58us, switch = random } ]
                reconfiguration.scheme = ebrd
                """);
        texts.put("flows that are given up", TORUS + """
                device.nic.transport { mode = end-to-end, timeout = 10us, retries = 1 }
                traffic { load = 0.2, process = poisson, pattern = permutation }
                faults = [ { at = 20us, until = 70us, switch = s1_1 } ]
                """);
        texts.put("a trace of an all-reduce with transport", TORUS + """
                device.nic.transport { mode = end-to-end, timeout = 20us }
                traffic { load = null, trace { file = "%s", rank-map = random } }
                faults = [ { at = 5us, until = 9us, link = random } ]
                """.formatted(ALL_REDUCE));
        texts.put("torus with two lanes and a hot spot", IQ + """
                fabric.generator = "torus:4x4"
                routing.engine = dimension-order
                device { switch { vls = 2, input-buffer = 32flits }, link.latency = 7cycles }
                traffic { pattern = hotspot, load = 0.3 }
                """);
        texts.put("worms on a torus with a hot spot", WORMHOLE + """
                fabric.generator = "torus:4x4"
                routing.engine = dimension-order
                traffic { pattern = hotspot, load = 0.3 }
                """);
        texts.put("worms choose their lanes", WORMHOLE + """
                fabric.generator = "torus:4x4"
                routing.engine = dimension-order
                device.switch { vls = 5, lane-choice = class }
                traffic.load = 0.6
                """);
        texts.put("worms whose allocators take turns in iterations", WORMHOLE + """
                fabric.generator = "torus:4x4"
                routing.engine = dimension-order
                device.switch { vls = 4, lane-choice = class, lane-arbitration = turn, allocation-iterations = 3 }
                device.switch.arbitration = islip
                traffic { load = 0.8, pattern = hotspot }
                """);
        texts.put("worms on an adaptive fat tree", WORMHOLE + """
                fabric.generator = "k-ary-n-tree:2,3"
                routing { engine = fat-tree, options { mode = adaptive } }
                device.switch { input-buffer = 20flits, routing-delay = 0cycles, lane-allocation-delay = 0cycles }
                traffic { load = 0.4, sizes = [ { size = 1flit, share = 0.5 }, { size = 60flits, share = 0.5 } ] }
                """);
        texts.put("worms drawn upwards in a fat tree that loses a switch", WORMHOLE + """
                fabric.generator = "k-ary-n-tree:2,3"
                routing { engine = fat-tree, options { mode = random } }
                traffic.load = 0.4
                faults = [ { at = 4us, until = 6us, switch = "t1_00" } ]
                """);
        texts.put("links and a switch fail under worms", WORMHOLE + """
                fabric.generator = "torus:4x4"
                routing.engine = updown
                traffic.load = 0.3
                faults = [ { at = 2us, until = 3us, link = random }, { at = 4us, until = 6us, switch = random },
                           { at = 7us, link = random }, { at = 8us, until = 9us, link = "n1_1-s1_1" } ]
                reconfiguration.scheme = static
                """);
        texts.put("worms that are told to stop and go", WORMHOLE + """
                fabric.generator = "torus:4x4"
                routing.engine = updown
                device.switch { flow-control = on-off, off-threshold = 7flits, on-threshold = 8flits, input-buffer = 10flits }
                traffic { load = 0.4, pattern = hotspot }
                faults = [ { at = 2us, until = 3us, link = random }, { at = 4us, until = 6us, switch = random },
                           { at = 8us, until = 9us, link = "n1_1-s1_1" } ]
                reconfiguration.scheme = static
                """);
        texts.put("worms in a deadlock", WORMHOLE + """
                fabric.generator = "torus:4x4"
                routing.engine = min-hop
                device.switch.vls = 1
                traffic.load = 0.9
                """);
        texts.put("lanes by destination in a tree that reroutes round faults", IQ + """
                fabric.generator = "k-ary-n-tree:3,3"
                routing.engine = fat-tree
                device.switch { vls = 7, lane-choice = destination, input-buffer = 32flits }
                traffic.load = 0.7
                reconfiguration { scheme = dlr, options.rerouting = r-det-link }
                faults = [ { at = 2us, until = 5us, link = random }, { at = 3us, link = random } ]
                """);
        texts.put("irregular", TORUS + """
                fabric.generator = "irregular:10,3,seed=4,nics=2"
                routing.options { tree = dfs }
                device.switch.vls = 2
                faults = [ { at = 30us, until = 70us, link = random } ]
                reconfiguration.scheme = ebrd
                """);
        texts.put("mixed rates lose a spine", TORUS + """
                fabric { generator = null, file = "%s" }
                device { cycle = 1ns, switch { input-buffer = 8KB, output-buffer = 8KB } }
                device { link { rate = 4xQDR, file-rates = true }, nic { packet = 2074B, receive-buffer = 8KB } }
                faults = [ { at = 30us, switch = most-trunks } ]
                reconfiguration.scheme = ebrd
                """.formatted(REAL));
        texts.put("adaptive fat tree loses a link and gets it back", TORUS + """
                fabric.generator = "k-ary-n-tree:3,3"
                routing { engine = fat-tree, options { mode = adaptive } }
                traffic.load = 0.7
                faults = [ { at = 30us, until = 60us, link = random }, { at = 50us, switch = "t0_12" } ]
                """);
        texts.put("adaptive fat tree of input-queued routers", IQ + """
                fabric.generator = "k-ary-n-tree:2,3"
                routing { engine = fat-tree, options { mode = adaptive } }
                device.switch.vls = 2
                traffic.load = 0.6
                """);
        texts.put("a 3-ary 3-tree reroutes round a switch and a link", TORUS + TREE + """
                device.switch.vls = 3
                faults = [ { at = 20us, until = 70us, switch = "t1_01" }, { at = 30us, until = 90us, link = "t0_11-t1_12" } ]
                reconfiguration { scheme = dlr, options { rerouting = r-det-switch } }
                """);
        texts.put("a 3-ary 3-tree reroutes adaptively and forgets quickly", TORUS + TREE + """
                faults = [ { at = 20us, until = 70us, switch = "t1_01" }, { at = 30us, until = 90us, link = "t0_11-t1_12" } ]
                reconfiguration { scheme = dlr, options { rerouting = r-adapt-switch }, reroute-timeout = 2us }
                """);
        texts.put("a 3-ary 3-tree reroutes until the tables are in", TORUS + TREE + """
                device.switch.vls = 2
                faults = [ { at = 20us, link = "t0_11-t1_12" }, { at = 30us, link = "t1_00-t2_10" } ]
                reconfiguration { scheme = hybrid }
                """);
        texts.put(
                "a 3-ary 3-tree routes at the source, hears of faults by broadcasts and loses some",
                TORUS + TREE + """
                device.switch.smp-buffer = 2
                faults = [ { at = 0ns, until = 50us, switch = "t0_00" }, { at = 20us, until = 70us, switch = "t1_01" },
                           { at = 30us, until = 60us, link = "t1_00-t2_10" }, { at = 30us, until = 90us, link = "t0_11-t1_12" } ]
                reconfiguration { scheme = ddrc, options { ddrc = source-broadcast } }
                """);
        texts.put("short wires without flow-control packets", TORUS + """
                device { link { latency = 1cycle, host-latency = 2cycles }, switch.flow-control-packet = 0flits }
                traffic.pattern = bit-reversal
                faults = [ { at = 30us, link = random }, { at = 33us, link = random } ]
                reconfiguration.scheme = ebr
                run.duration = 80us
                """);
        texts.put("static with a second fault during the drain", TORUS + """
                faults = [ { at = 20us, link = random }, { at = 60us, switch = random } ]
                manager { timeout = 20us }
                reconfiguration.scheme = static
                """);
        texts.put("planned re-rooting by static, tables at once, far to near", TORUS + """
                routing.options { root = s0_0 }
                traffic.load = 0.1
                reconfigure = [ { at = 20us, options { root = s2_2 } }, { at = 25us, options { root = s1_1 } } ]
                reconfiguration { scheme = static, options { distribution = at-once }, order = far-to-near }
                """);
        texts.put("sweeps alone find random faults and an addition", TORUS + """
                traffic.load = 0.1
                faults = [ { at = 0ns, until = 70us, switch = "s2_1" } ]
                random-faults { mtbf = 1ms, mttr = 30us, transient = 0.8 }
                manager { traps = false, sweep = 40us, timeout = 20us }
                reconfiguration { scheme = ebrd, order = breadth-first }
                """);
        texts.put("switches fail at random and VL15 drops SMPs", TORUS + """
                traffic.load = 0.1
                random-faults { mtbf = 1ms, mttr = 20us, kind = switch }
                manager { timeout = 20us, window = 32 }
                device.switch.smp-buffer = 1
                reconfiguration.scheme = ebr
                """);
        texts.put("tokens at once, with two faults and lost SMPs", TORUS + TWO_LANES + """
                faults = [ { at = 20us, until = 60us, link = random }, { at = 45us, link = random },
                           { at = 62us, switch = random } ]
                manager { timeout = 20us, patience = 20us }
                device.switch.smp-buffer = 16
                reconfiguration.scheme = sr-pda
                """);
        texts.put("tokens after the tables, in one-packet buffers", TORUS + TWO_LANES + """
                device.switch { input-buffer = 64B, output-buffer = 64B }
                reconfigure = [ { at = 20us, options { root = s2_2 } }, { at = 25us, options { root = s1_1 } } ]
                reconfiguration.scheme = sr-la
                """);
        texts.put("two schemes of VLs while links come and go", TORUS + TWO_LANES + """
                faults = [ { at = 20us, link = random }, { at = 60us, until = 75us, link = random } ]
                manager { timeout = 20us, patience = 20us }
                reconfiguration.scheme = double-scheme
                """);
        texts.put("two schemes of VLs in one-packet buffers of input-queued routers", IQ + """
                fabric.generator = "torus:4x4"
                routing { engine = updown, options { vls = 2, root = s0_0 } }
                device.switch { vls = 2, input-buffer = 16flits }
                traffic.load = 0.4
                reconfigure = [ { at = 3us, options { root = s2_2, vls = 2 } } ]
                reconfiguration.scheme = double-scheme
                """);
        texts.put("long wires without flow-control packets", TORUS + """
                device.switch { flow-control-packet = 0flits, vls = 3 }
                traffic.pattern = bit-inversion
                """);
        texts.put("a mirrored tree reroutes locally", TORUS + """
                fabric.generator = "mikant:3,3"
                routing { engine = mikant, options { fault-tolerance = go-back, vls = 6 } }
                device.switch.vls = 6
                faults = [ { at = 20us, until = 60us, switch = "g1l1_00" }, { at = 30us, link = "g0l0_01-g0l1_02" },
                           { at = 40us, switch = "g0l1_12" }, { at = 50us, until = 70us, link = random } ]
                run.duration = 80us
                """);
        texts.put("rftr joins paths after one fault and another", TORUS + """
                device.switch.vls = 2
                traffic.load = 0.2
                run.limit = 2ms
                faults = [ { at = 20us, link = "s0_0-s0_1" }, { at = 60us, link = random } ]
                reconfiguration.scheme = rftr
                """);
        texts.put("rftr gives way to epochs when a switch comes back, and SMPs are lost", TORUS + """
                device.switch { vls = 3, smp-buffer = 2 }
                traffic.load = 0.1
                faults = [ { at = 20us, until = 80us, switch = "s2_1" }, { at = 40us, link = random } ]
                manager { timeout = 20us, window = 16 }
                reconfiguration { scheme = rftr, lmc = 5 }
                """);
        texts.put("apm with two faults, time-outs and a link that comes back", TORUS + """
                routing.engine = tftr
                device { switch.vls = 2, nic.transport { mode = end-to-end, timeout = 15us } }
                traffic.load = 0.1
                faults = [ { at = 20us, until = 70us, link = "s0_0-s0_1" }, { at = 30us, link = random } ]
                manager.timeout = 20us
                reconfiguration.scheme = apm
                """);
        texts.put("combined: another path, a joined one, then new tables", TORUS + """
                routing.engine = tftr
                device { switch.vls = 4, nic.transport { mode = end-to-end, timeout = 15us } }
                traffic.load = 0.05
                run.limit = 1ms
                faults = [ { at = 20us, link = "s0_0-s0_1" }, { at = 60us, link = "s1_1-s1_2" } ]
                reconfigure = [ { at = 90us } ]
                reconfiguration { scheme = combined, engine = updown, lmc = 2 }
                """);
        texts.put("everything late, out of order and now and then lost", TORUS + """
                traffic.load = 0.2
                faults = [ { at = 20us, until = 60us, link = random }, { at = 45us, link = random } ]
                manager { timeout = 60us, sweep = 100us, patience = 20us }
                perturb {
                  smp-delay = "exponential(2us) share 0.3", install-delay = "uniform(0us, 10us)", detection-delay = "choice(0us, 15us)"
                  computation = "exponential(5us)", smp-loss = 0.02, trap-loss = 0.4, order = "uniform(0, 20)"
                }
                run.limit = 4ms
                reconfiguration { scheme = ebrd, options { overlap = on } }
                """);
        texts.put("overtaken and repeated SMPs, clocks that drift, NICs that hang", TORUS + """
                traffic.load = 0.2
                faults = [ { at = 20us, until = 60us, link = random }, { at = 45us, link = random } ]
                manager { timeout = 40us, sweep = 100us, patience = 20us }
                perturb {
                  smp-overtaken = "exponential(30us) share 0.2", smp-repeat = "uniform(1us, 80us) share 0.2"
                  clock = "choice(700, 1500)", nic-hang = "uniform(1us, 20us) share 0.3"
                }
                run.limit = 4ms
                reconfiguration.scheme = ebrd
                """);
        texts.put("tokens whose SMPs and reports are disturbed one by one", TORUS + TWO_LANES + """
                reconfigure = [ { at = 20us, options { root = s2_2 } } ]
                manager { timeout = 20us, patience = 20us }
                disturbances = [ { site = smp-loss, device = manager, occurrence = 30 }, { site = smp-loss, device = s1_1, occurrence = 1 },
                                 { site = install-delay, device = s2_1, occurrence = 0, delay = 7us },
                                 { site = order, device = s0_1, occurrence = 0, places = 9 } ]
                reconfiguration.scheme = sr-pda
                """);
        texts.put("cables that move at their ports, one of them while its switch is down", TORUS + MOVES + """
                device.switch.switching = store-and-forward
                traffic.load = 0.2
                faults = [ { at = 50us, until = 75us, switch = s2_1 } ]
                perturb { order = "uniform(0, 20)", smp-loss = 0.01 }
                manager { timeout = 20us, sweep = 60us }
                run.limit = 4ms
                reconfiguration.scheme = static
                """);
        texts.put("worms on cables that move, with signals to stop", WORMHOLE + """
                fabric { generator = "torus:4x4", spare-ports = 1 }
                routing.engine = updown
                device.switch { flow-control = on-off, off-threshold = 7flits, on-threshold = 8flits, input-buffer = 10flits }
                traffic.load = 0.1
                wiring = [
                  { at = 2us, add = [ "s0_1.6-s2_1.6", "s1_2.6-s3_2.6" ] }
                  { at = 6us, takes = 200ns, remove = [ "s0_1.6-s2_1.6", "s1_2.6-s3_2.6" ], add = [ "s0_1.6-s3_2.6", "s1_2.6-s2_1.6" ] }
                  { at = 10us, takes = 200ns, remove = s0_1-s3_2, add = "s0_1.6-s2_3.6", latency = 1cycle }
                ]
                reconfiguration.scheme = static
                """);
        return texts;
    }

    /**
     * The network of a text.
     *
     * @param overrides as the command line has them
     */
    static Network network(String text, String... overrides) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("small.conf", text, List.of(overrides))));
    }
}
