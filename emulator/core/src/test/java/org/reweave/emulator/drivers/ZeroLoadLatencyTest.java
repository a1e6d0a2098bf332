package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;

/** What a packet takes through empty routers, to the cycle (emulator/docs/accuracy.md). */
class ZeroLoadLatencyTest {
    /**
     * Cycles of one input-queued router's parts.
     *
     * @param hops routers crossed
     */
    record Case(String switching, int hops, int wire, int routing, int crossbar, int output, int flits) {
        /**
         * The host links take a cycle each and the NIC one to send; the head then meets a pipeline of P cycles per
         * router and a wire between two of them, and the rest of the packet follows, a flit a cycle: once in
         * cut-through, on each of the H + 1 links in store and forward.
         */
        long expected() {
            int router = routing + crossbar + output;
            int times = switching.equals("cut-through") ? 1 : hops + 1;
            return 3 + (long) router * hops + (long) wire * (hops - 1) + (long) times * (flits - 1);
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int hops : new int[] {1, 2, 7}) {
            for (int wire : new int[] {1, 4, 25}) {
                for (int flits : new int[] {1, 2, 16, 64}) {
                    for (String switching : List.of("cut-through", "store-and-forward")) {
                        cases.add(new Case(switching, hops, wire, 0, 2, 1, flits));
                        cases.add(new Case(switching, hops, wire, 1, 0, 1, flits));
                        cases.add(new Case(switching, hops, wire, 5, 3, 2, flits));
                    }
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anInputQueuedRouterAddsItsPipelineAndItsWire(Case c) {
        Network network = Lines.network(
                c.hops,
                "device { preset = iq-router, nic.packet = " + c.flits + "flits, link.latency = " + c.wire + "cycles }",
                "device.switch { routing-delay = " + c.routing + "cycles, crossbar-delay = " + c.crossbar + "cycles }",
                "device.switch { output-delay = " + c.output + "cycles, switching = " + c.switching + " }",
                "device.switch.input-buffer = 1024flits", // packets of one path follow each other without a stall
                "traffic.load = 0.05",
                "run { warmup = 0cycles, duration = 6000cycles }");
        RunResult result = run(network);
        long packets = result.last().count(Counter.MEASURED);
        assertThat(packets).isGreaterThan(3);
        assertThat(result.last().count(Counter.MEASURED_HOPS)).isEqualTo(packets * c.hops);
        assertThat(result.last().count(Counter.MEASURED_NETWORK_LATENCY)).isEqualTo(packets * c.expected());
        assertThat(result.latencies().longestNetwork()).isEqualTo(c.expected());
    }

    /**
     * Thesis §7.2.4 by hand, in ns: 4 from the NIC's decision to its link, 100 of wire; per switch 100 of routing, 4 to
     * the link, 100 of wire; then 57 more bytes of 4.
     */
    @ParameterizedTest
    @CsvSource({"1, 536", "2, 740", "3, 944", "5, 1352"})
    void anIbaSwitchAddsItsRoutingAndItsWire(int hops, long nanoseconds) {
        RunResult result = LongStream.range(1, 200)
                .mapToObj(seed -> run(Lines.network(
                        hops,
                        "seed = " + seed,
                        "device.preset = iba-1x",
                        "traffic { load = 0.5, stop = 60cycles }",
                        "run { warmup = 0cycles, duration = 2000cycles }")))
                .filter(run -> run.last().count(Counter.GENERATED) == 1)
                .findFirst()
                .orElseThrow();
        assertThat(4 * result.latencies().longestNetwork()).isEqualTo(nanoseconds);
    }

    private static RunResult run(Network network) {
        return new SequentialDriver(network, (totals, events) -> {}, HorizonPolicy.FULL).run();
    }
}
