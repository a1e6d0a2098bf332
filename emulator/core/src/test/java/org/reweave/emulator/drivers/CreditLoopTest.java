package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;

/** With room for one flit a link waits for its credit to come round. */
class CreditLoopTest {
    private static final int USES_PER_CUT = 10;

    /**
     * From one use of the only credit to the next: the sender's pipeline to the wire, the wire, a cycle across the
     * crossbar, a cycle and the credit delay to the wire, and the wire. With a router of one cycle that is 2D + 3 +
     * credit delay.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 1, 0, 5",
        "1, 0, 0, 1, 1, 6",
        "2, 0, 0, 1, 0, 7",
        "5, 0, 0, 1, 0, 13",
        "5, 0, 0, 1, 4, 17",
        "25, 0, 0, 1, 1, 54",
        "5, 0, 2, 1, 1, 16",
        "5, 3, 2, 2, 1, 20"
    })
    void aSaturatedPathSendsOneFlitPerRoundOfTheCredit(
            int wire, int routing, int crossbar, int output, int creditDelay, int period) {
        Network network = Lines.network(
                2,
                "device { preset = iq-router, link.latency = " + wire + "cycles }",
                "device.nic { packet = 1flit, receive-buffer = 1flit }",
                "device.switch { input-buffer = 1flit, credit-delay = " + creditDelay + "cycles }",
                "device.switch { routing-delay = " + routing + "cycles, crossbar-delay = " + crossbar + "cycles }",
                "device.switch.output-delay = " + output + "cycles",
                "traffic.load = 1",
                "run { warmup = 0cycles, duration = 5000cycles, limit = 5000cycles }",
                "run.cut-interval = " + USES_PER_CUT * period + "cycles");
        RunTrace trace = new RunTrace();
        new SequentialDriver(network, trace, HorizonPolicy.FULL).run();
        List<CutTotals> cuts = trace.cuts();
        assertThat(cuts).hasSizeGreaterThan(5);
        for (int i = 2; i < cuts.size(); i++) {
            long since = cuts.get(i).count(Counter.DELIVERED) - cuts.get(i - 1).count(Counter.DELIVERED);
            assertThat(since).as("from both ends, up to cut %d", i).isEqualTo(2 * USES_PER_CUT);
        }
    }
}
