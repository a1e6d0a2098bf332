package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Deadlock;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.DeviceLog;

/** On/off flow control (Dally and Towles, §13.3), to the cycle. */
class OnOffTest {
    private static final String WORMS = """
            device { preset = iq-router, switch { switching = wormhole, routing-delay = 0cycles } }
            device.switch { crossbar-delay = 0cycles, credit-delay = 0cycles, flow-control = on-off }
            """;

    static Stream<WormholeTest.Case> cases() {
        return WormholeTest.cases().filter(c -> c.flits() != 2);
    }

    /** Signals cost an empty network nothing. */
    @ParameterizedTest
    @MethodSource("cases")
    void anEmptyNetworkHasTheLatencyOfTheFormula(WormholeTest.Case c) {
        RunResult result = run(Lines.network(
                c.hops(),
                WORMS,
                "device { nic.packet = " + c.flits() + "flits, link.latency = " + c.wire() + "cycles }",
                "device.switch { routing-delay = " + c.routing() + "cycles, lane-allocation-delay = " + c.lane()
                        + "cycles }",
                "device.switch.switch-allocation-delay = " + c.allocation() + "cycles",
                "device.switch { crossbar-delay = " + c.crossbar() + "cycles, input-buffer = 128flits }",
                "device.nic.receive-buffer = 128flits",
                "traffic { load = 0.5, messages = 1 }",
                "run { warmup = 0cycles, duration = 6000cycles }"));
        assertThat(result.latencies().longestNetwork()).isEqualTo(c.expected());
    }

    /**
     * Two NICs send worms to a third one over one lane, so that each waits while a worm of the other passes. A worm's
     * buffer of B flits is full then. When its turn comes, its sender is told to go on when more than T flits are free,
     * and B - T - 1 are left; the next flit comes a round trip later: {@code trip - B + T} cycles too late.
     */
    @ParameterizedTest
    @CsvSource({
        "10, 23, 23, 24",
        "10, 23, 23, 30",
        "10, 23, 23, 45",
        "10, 23, 23, 46",
        "10, 23, 30, 40",
        "10, 25, 40, 50",
        "10, 25, 40, 80",
        "1, 5, 5, 6",
        "1, 5, 5, 9",
        "20, 43, 50, 51"
    })
    void aWormThatHasWaitedLosesWhatItsBufferDoesNotCoverOfARoundTrip(int wire, int off, int on, int buffer) {
        int trip = 1 + 2 * wire + 1;
        int lost = Math.max(0, trip - buffer + on);
        long without = period("credits", wire, off, on, 400);
        assertThat(period("on-off", wire, off, on, buffer)).isEqualTo(without + lost);
    }

    /** Cycles from the arrival of one worm to the next, at the NIC that both others send to. */
    private static long period(String flowControl, int wire, int off, int on, int buffer) {
        Network network = SmallScenarios.network(
                """
                description = "two senders"
                fabric.generator = "k-ary-n-tree:3,1"
                routing.engine = fat-tree
                """ + WORMS,
                "device.switch.flow-control=" + flowControl,
                "device.link.host-latency=" + wire + "cycles",
                "device.nic={packet=400flits,receive-buffer=500flits}",
                "device.switch={off-threshold=" + off + "flits,on-threshold=" + on + "flits}",
                "device.switch.input-buffer=" + buffer + "flits",
                "traffic={pattern=hotspot,hotspot-share=1,load=1}",
                "run={warmup=0cycles,duration=40000cycles,limit=40000cycles}");
        Map<Integer, List<Long>> deliveries = new HashMap<>();
        SequentialDriver driver = new SequentialDriver(network, (totals, events) -> {}, HorizonPolicy.FULL);
        driver.witness(device -> new DeviceLog.Witness() {
            @Override
            public void step(long cycle, int kind, long place, long packet) {
                if (kind == DeviceLog.DELIVERY) {
                    deliveries.computeIfAbsent(device, key -> new ArrayList<>()).add(cycle);
                }
            }
        });
        driver.run();
        List<Long> hot = deliveries.values().stream()
                .max(Comparator.comparing(List::size))
                .orElseThrow();
        assertThat(hot).hasSizeGreaterThan(50);
        List<Long> periods = IntStream.range(hot.size() - 20, hot.size())
                .mapToObj(i -> hot.get(i) - hot.get(i - 1))
                .distinct()
                .toList();
        assertThat(periods).hasSize(1);
        return periods.get(0);
    }

    /**
     * Where worms wait for ever, buffers of eight flits whose senders stop when fewer than six are free have seven:
     * three when they say so, and four of a round trip of five cycles.
     */
    @Test
    void aDeadlockIsProvenAndBuffersHoldWhatCameInARoundTrip() {
        Network network = SmallScenarios.network(
                SmallScenarios.texts().get("worms in a deadlock"),
                "device.switch={flow-control=on-off,off-threshold=6flits,on-threshold=7flits,input-buffer=8flits}");
        RunResult result = run(network);
        assertThat(result.outcome()).isEqualTo(Outcome.DEADLOCKED);
        Deadlock deadlock = result.deadlock().orElseThrow();
        assertThat(deadlock.proven()).isTrue();
        GlobalClock clock = new GlobalClock(network);
        clock.advanceTo(deadlock.cycle() + 1000);
        List<Long> buffered = new ArrayList<>();
        for (Deadlock.Member member : deadlock.members()) {
            DeviceReport report = clock.devices()
                    .get(List.of(network.names()).indexOf(member.device()))
                    .report();
            buffered.add(report.credits().buffered(member.port() - 1));
        }
        assertThat(buffered).contains(7L).allMatch(flits -> flits <= 7);
    }

    /** One line each, with the key and the remedy. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "device.switch.switching=cut-through device.switch.input-buffer=64flits | flow-control = on-off lets senders go on flit by flit | write credits",
                "run.asynchrony=lax | flow-control = on-off relies on signals that come in time | write credits",
                "device.switch.off-threshold=5flits | off-threshold = 5flits < 6flits, a round trip on | raise it",
                "device.link.latency=20cycles | off-threshold = 7flits < 43flits, a round trip on s0_0-s1_0 | raise it",
                "device.link.host-latency=20cycles | off-threshold = 7flits < 44flits, a round trip on s0_0-n0_0 | raise it",
                "device.switch.on-threshold=6flits | on-threshold = 6flits < 7flits, the device.switch.off-threshold | raise it",
                "device.switch.input-buffer=8flits | input-buffer = 8flits <= 8flits, the device.switch.on-threshold | raise it to 9flits",
                "device.nic.receive-buffer=8flits | receive-buffer = 8flits <= 8flits, the device.switch.on-threshold | raise it to 9flits"
            })
    void whatLeavesTooLittleRoomIsRefused(String set, String complaint, String remedy) {
        String text = SmallScenarios.texts().get("worms that are told to stop and go");
        assertThatThrownBy(() -> SmallScenarios.network(text, set.split(" ")))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining(complaint)
                .hasMessageContaining(remedy);
    }

    @Test
    void theThresholdsAreByDefaultARoundTripOfTheLongestLink() {
        SwitchParameters switches = SmallScenarios.network(
                        SmallScenarios.texts().get("worms that are told to stop and go"),
                        "device.switch={off-threshold=auto,on-threshold=auto}")
                .resolved()
                .scenario()
                .switches();
        assertThat(List.of(switches.offThreshold(), switches.onThreshold())).containsExactly(6, 6);
    }

    private static RunResult run(Network network) {
        return new SequentialDriver(network, (totals, events) -> {}, HorizonPolicy.FULL).run();
    }
}
