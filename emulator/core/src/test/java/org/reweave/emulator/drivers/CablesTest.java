package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.ReportReadings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;

/**
 * Cables that are plugged in and pulled while packets cross the fabric. The governor checks its balances at every cut.
 */
class CablesTest {
    private static final String RING = """
            description = "cables"
            fabric { generator = "torus:5", spare-ports = 2 }
            routing { engine = updown }
            device { preset = iba-1x, switch.vls = 2 }
            traffic { pattern = uniform, load = 0.2 }
            reconfiguration { scheme = ebrd, engine = updown }
            run { warmup = 1us, duration = 600us, limit = 20ms }
            """;

    /** Ports 4 of four switches: two cables, then two others, then the first two again. */
    private static final String MOVES = """
            wiring = [
              { at = 60us, add = [ "s0.4-s2.4", "s1.4-s3.4" ] }
              { at = 200us, takes = 2us, remove = [ "s0.4-s2.4", "s1.4-s3.4" ], add = [ "s0.4-s3.4", "s1.4-s2.4" ] }
              { at = 340us, takes = 2us, remove = [ "s0.4-s3.4", "s1.4-s2.4" ], add = [ "s0.4-s2.4", "s1.4-s3.4" ] }
              { at = 480us, takes = 2us, remove = [ "s0.4-s2.4", "s1.4-s3.4" ], add = [ "s0.4-s3.4", "s1.4-s2.4" ], latency = 200ns }
            ]
            """;

    /** What a run has shown. */
    private static final class Seen implements RunListener {
        private final List<Event> events = new ArrayList<>();
        private final long[][] counters;
        private final long[][] busy;

        Seen(Network network) {
            counters = new long[network.deviceCount()][];
            busy = new long[network.deviceCount()][];
        }

        @Override
        public void cut(CutTotals totals, List<Event> more) {
            events.addAll(more);
        }

        @Override
        public void readings(long cycle, Readings readings) {
            for (DeviceReport report : ((ReportReadings) readings).reports()) {
                counters[report.device()] = report.counters().clone();
                busy[report.device()] = report.busy().clone();
            }
        }

        long count(EventKind kind) {
            return events.stream().filter(event -> event.kind() == kind).count();
        }

        long counter(int device, Counter counter) {
            return counters[device][counter.ordinal()];
        }
    }

    private static RunResult run(Network network, RunListener listener) {
        return new SequentialDriver(network, listener, HorizonPolicy.FULL).run();
    }

    private static String fingerprint(String more) {
        return run(SmallScenarios.network(RING + more), (totals, events) -> {}).fingerprint();
    }

    @Test
    void aCableThatIsPulledAndPutBackIsAnOutage() {
        String outage = fingerprint("fabric.spare-ports = 0, faults = [ { at = 100us, until = 300us, link = s1-s2 } ]");
        String cable = fingerprint("fabric.spare-ports = 0\n"
                + "wiring = [ { at = 100us, remove = s1-s2 }, { at = 300us, add = \"s1.1-s2.2\" } ]");
        assertThat(cable).isEqualTo(outage).isNotEqualTo(fingerprint("fabric.spare-ports = 0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "ebrd", "static", "sr-pda", "sr-la", "double-scheme"})
    void aNewSwitchAndItsNicAreFoundAndUsedByEverySchemeThatTakesThem(String scheme) {
        Network network = SmallScenarios.network(RING + """
                reconfiguration.scheme = %s
                newcomers = [ { switch = x, ports = 3 }, { nic = nx } ]
                wiring = [ { at = 100us, add = [ "x.1-s0.4", "x.2-s3.4" ] }, { at = 300us, add = "nx.1-x.3" } ]
                """.formatted(scheme));
        Seen seen = new Seen(network);
        assertThat(run(network, seen).outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(seen.count(EventKind.UNPLANNED_DEVICE)).isEqualTo(2);
        assertThat(seen.count(EventKind.UNPLANNED_LINK)).isEqualTo(3);
        Fabric fabric = network.fabric();
        int nic = fabric.deviceByName("nx");
        assertThat(seen.counter(nic, Counter.INJECTED)).isPositive();
        assertThat(seen.counter(nic, Counter.DELIVERED)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "ebrd", "static", "sr-pda", "sr-la", "double-scheme"})
    void cablesThatMoveAtTheirPortsAreFoundAndUsedByEverySchemeThatTakesThem(String scheme) {
        Network network = SmallScenarios.network(RING + "reconfiguration.scheme = " + scheme + "\n" + MOVES);
        Seen seen = new Seen(network);
        assertThat(run(network, seen).outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(seen.count(EventKind.MOVED_LINK)).isGreaterThanOrEqualTo(2);
        int s0 = network.fabric().deviceByName("s0");
        assertThat(network.wiring().peer(s0, 3, 0)).isEqualTo(network.fabric().deviceByName("s2"));
        assertThat(network.wiring().peer(s0, 3, Long.MAX_VALUE))
                .isEqualTo(network.fabric().deviceByName("s3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "ebrd", "static", "sr-pda", "sr-la", "double-scheme"})
    void aCableThatCameAfterAnotherFailsAndIsRepaired(String scheme) {
        String faults = "faults = [ { at = 280us, until = 310us, link = s0.4-s3.4 } ]\n";
        Network network = SmallScenarios.network(RING + "reconfiguration.scheme = " + scheme + "\n" + MOVES + faults);
        Seen seen = new Seen(network);
        assertThat(run(network, seen).outcome()).isEqualTo(Outcome.COMPLETED);
        Network calm = SmallScenarios.network(RING + "reconfiguration.scheme = " + scheme + "\n" + MOVES);
        Seen without = new Seen(calm);
        run(calm, without);
        assertThat(seen.count(EventKind.PORT_DOWN) - without.count(EventKind.PORT_DOWN))
                .as("both its ends, once")
                .isEqualTo(2);
        assertThat(seen.count(EventKind.PORT_UP) - without.count(EventKind.PORT_UP))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "ebrd", "static", "sr-pda", "sr-la", "double-scheme"})
    void aNicThatMovesToAnotherSwitchAndBackIsFoundAndServedByEverySchemeThatTakesIt(String scheme) {
        Network network = SmallScenarios.network(RING + "reconfiguration.scheme = " + scheme + "\n" + """
                wiring = [
                  { at = 100us, takes = 5us, remove = s2-n2, add = "n2.1-s4.4" }
                  { at = 350us, takes = 5us, remove = s4-n2, add = "n2.1-s2.5" }
                ]
                """);
        Fabric fabric = network.fabric();
        int nic = fabric.deviceByName("n2");
        List<long[]> counted = new ArrayList<>(); // cycle, injected, delivered
        RunListener counting = new RunListener() {
            @Override
            public void cut(CutTotals totals, List<Event> more) {}

            @Override
            public void readings(long cycle, Readings readings) {
                long[] of = ((ReportReadings) readings).reports()[nic].counters();
                counted.add(new long[] {cycle, of[Counter.INJECTED.ordinal()], of[Counter.DELIVERED.ordinal()]});
            }
        };
        Seen seen = new Seen(network);
        assertThat(run(network, seen).outcome()).isEqualTo(Outcome.COMPLETED);
        run(network, counting);
        assertThat(seen.count(EventKind.MOVED_LINK) + seen.count(EventKind.UNPLANNED_LINK))
                .as("at s4, and at another port of s2")
                .isEqualTo(2);
        for (long[] times : new long[][] {{60_000, 87_000}, {120_000, 149_000}}) { // served at s4, and at s2
            long[] from = last(counted, times[0]);
            long[] to = last(counted, times[1]);
            assertThat(to[1] - from[1]).as("injected").isPositive();
            assertThat(to[2] - from[2]).as("delivered").isPositive();
        }
        assertThat(network.wiring().peer(nic, 0, 40_000)).isEqualTo(fabric.deviceByName("s4"));
    }

    private static long[] last(List<long[]> counted, long cycle) {
        return counted.stream()
                .filter(one -> one[0] <= cycle)
                .reduce((one, next) -> next)
                .orElseThrow();
    }

    @Test
    void tablesWithoutACableThatHasFailedAreCheckedBeforeTheRun() {
        String text = RING + """
                reconfiguration.scheme = ebrd
                newcomers = [ { switch = x, ports = 1 } ]
                wiring = [
                  { at = 60us, add = "x.1-s0.4" }
                  { at = 200us, takes = 2us, remove = "x.1-s0.4", add = "x.1-s1.4" }
                ]
                faults = [ { at = 300us, link = x.1-s1.4 } ]
                """;
        Network network = SmallScenarios.network(text);
        Seen seen = new Seen(network);
        assertThat(run(network, seen).outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(network.resolved().faults()).singleElement().satisfies(fault -> assertThat(fault.name())
                .isEqualTo("x.1-s1.4"));
    }

    @Test
    void sweepsFindWhatNoTrapTells() {
        Network network = SmallScenarios.network(RING + """
                manager { traps = false, sweep = 50us }
                wiring = [ { at = 100us, add = "s0.4-s2.4" }, { at = 300us, remove = "s0-s2" } ]
                """);
        Seen seen = new Seen(network);
        assertThat(run(network, seen).outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(seen.count(EventKind.TRAP_SENT)).isZero();
        assertThat(seen.count(EventKind.UNPLANNED_LINK)).isOne();
        assertThat(seen.count(EventKind.RECONFIGURED))
                .as("when it comes, and when it goes")
                .isEqualTo(2);
        int port = 3; // from 0
        assertThat(Arrays.stream(seen.busy[network.fabric().deviceByName("s0")], 2 * port, 2 * port + 2)
                        .sum())
                .as("cycles in which the cable carried anything")
                .isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "none | wiring = [{\"add\":\"s0.4-s2.4\",\"at\":\"100us\"}] needs a manager that sends tables, and reconfiguration.scheme = none has none",
                "dlr | needs a manager that sends tables, and reconfiguration.scheme = dlr has none",
                "rftr | needs a scheme whose paths all come of the engine's tables"
            })
    void schemesThatCannotTakeNewCablesSaySo(String scheme, String refusal) {
        String text =
                RING + "reconfiguration.scheme = " + scheme + "\nwiring = [ { at = 100us, add = \"s0.4-s2.4\" } ]";
        assertThat(assertThrows(ScenarioException.class, () -> SmallScenarios.network(text))
                        .problems())
                .singleElement()
                .asString()
                .contains(refusal);
    }
}
