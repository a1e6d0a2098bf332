package org.reweave.emulator.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.placement.Partition;
import org.reweave.routing.topology.Addressing;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/**
 * Where the devices of fabrics go that no machine at hand can run: how many links a placement on many nodes cuts, and
 * how many of them one node has. No device is made; the placement is the one that a run of such a fabric begins with.
 */
final class PlacementBenchmark implements Benchmark {
    /** A fabric and the number of nodes, of one thread each. */
    record Case(String fabric, int nodes) {}

    static final List<Case> CASES = List.of(new Case("torus:224x224", 100), new Case("torus:708x708", 1_000));

    private final List<Case> cases;

    PlacementBenchmark(List<Case> cases) {
        this.cases = cases;
    }

    /**
     * A placement.
     *
     * @param cutLinks whose ends are on different nodes
     * @param mostCutLinks of one node
     * @param mostNeighbours of one node: other nodes that its cut links lead to
     * @param mostDevices of one node
     * @param generating seconds until the fabric was there
     * @param placing seconds until every device had a node
     */
    record Line(
            String fabric,
            int nodes,
            int devices,
            long cutLinks,
            int mostCutLinks,
            int mostNeighbours,
            int mostDevices,
            double generating,
            double placing) {}

    @Override
    public String name() {
        return "placement";
    }

    @Override
    public String summary() {
        return "placement of 10^5 devices on 100 nodes and of 10^6 on 1,000: links cut, a node's border, seconds";
    }

    @Override
    public Result measure(Settings settings) {
        List<Line> lines = new ArrayList<>();
        for (Case one : cases) {
            settings.progress().accept(one.fabric() + " on " + one.nodes() + " nodes");
            lines.add(place(one));
        }
        return new Result(Map.of("benchmark", name(), "lines", lines), text(lines));
    }

    private static Line place(Case one) {
        long started = System.nanoTime();
        Fabric fabric = FabricGenerators.parse(one.fabric(), Addressing.LID24);
        double generating = (System.nanoTime() - started) / 1e9;
        Wiring wiring = wiring(fabric);
        int[] threads = new int[one.nodes()];
        Arrays.fill(threads, 1);
        started = System.nanoTime();
        List<List<Integer>> parts = Partition.islands(wiring, threads);
        double placing = (System.nanoTime() - started) / 1e9;
        int[] nodeOf = new int[wiring.devices()];
        int mostDevices = 0;
        for (int node = 0; node < parts.size(); node++) {
            for (int device : parts.get(node)) {
                nodeOf[device] = node;
            }
            mostDevices = Math.max(mostDevices, parts.get(node).size());
        }
        long ends = 0;
        int mostCutLinks = 0;
        long mostNeighbours = 0;
        for (int node = 0; node < parts.size(); node++) {
            int own = node;
            int[] others = parts.get(node).stream()
                    .flatMapToInt(device -> Arrays.stream(wiring.peerDevice()[device]))
                    .filter(peer -> peer >= 0 && nodeOf[peer] != own)
                    .map(peer -> nodeOf[peer])
                    .toArray();
            ends += others.length;
            mostCutLinks = Math.max(mostCutLinks, others.length);
            mostNeighbours =
                    Math.max(mostNeighbours, Arrays.stream(others).distinct().count());
        }
        return new Line(
                fabric.name(),
                one.nodes(),
                wiring.devices(),
                ends / 2,
                mostCutLinks,
                (int) mostNeighbours,
                mostDevices,
                generating,
                placing);
    }

    /** The links of a fabric, all of one latency. */
    private static Wiring wiring(Fabric fabric) {
        int devices = fabric.deviceCount();
        int[][] peerDevice = new int[devices][];
        int[][] peerPort = new int[devices][];
        int[][] latency = new int[devices][];
        for (int device = 0; device < devices; device++) {
            int ports = fabric.portCount(device);
            peerDevice[device] = new int[ports];
            peerPort[device] = new int[ports];
            latency[device] = new int[ports];
            Arrays.fill(latency[device], 1);
            for (int port = 1; port <= ports; port++) {
                peerDevice[device][port - 1] = fabric.peer(device, port);
                peerPort[device][port - 1] = fabric.peerPort(device, port) - 1;
            }
        }
        return new Wiring(peerDevice, peerPort, latency);
    }

    private static List<String> text(List<Line> lines) {
        List<String> text = new ArrayList<>();
        text.add("%-16s %6s %10s %10s %12s %12s %12s %12s %10s"
                .formatted(
                        "fabric",
                        "nodes",
                        "devices",
                        "links cut",
                        "most a node",
                        "neighbours",
                        "devices",
                        "fabric, s",
                        "placing, s"));
        for (Line line : lines) {
            text.add(String.format(
                    Locale.ROOT,
                    "%-16s %,6d %,10d %,10d %,12d %,12d %,12d %12.1f %10.1f",
                    line.fabric(),
                    line.nodes(),
                    line.devices(),
                    line.cutLinks(),
                    line.mostCutLinks(),
                    line.mostNeighbours(),
                    line.mostDevices(),
                    line.generating(),
                    line.placing()));
        }
        return text;
    }
}
