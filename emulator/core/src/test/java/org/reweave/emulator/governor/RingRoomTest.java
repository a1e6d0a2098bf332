package org.reweave.emulator.governor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;

class RingRoomTest {
    private static final String SCENARIO = """
            name = "ring"
            description = "nine switches in a ring, on one VL"
            fabric { generator = "torus:9" }
            device {
              preset = iq-router
              switch { vls = 1 }
            }
            manager { host-latency = 250cycles }
            traffic { pattern = uniform, load = 1 }
            run { warmup = 10cycles, duration = 6000cycles, limit = 300000cycles, cut-interval = 20cycles }
            """;

    private static Network network(String... overrides) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("ring.conf", SCENARIO, List.of(overrides))));
    }

    /** Checks the reports of a run for the rings of another one, and takes down what is wrong. */
    private static RunResult run(Network network, GovernorPlan plan, List<String> violations) {
        RunListener listener = new RunListener() {
            @Override
            public void readings(long cycle, Readings readings) {
                RingRoom room = new RingRoom(plan);
                room.add(new ReportedEnds(((ReportReadings) readings).reports(), plan.lanes()));
                try {
                    room.check(cycle);
                } catch (IllegalStateException e) {
                    violations.add(e.getMessage());
                }
            }

            @Override
            public void cut(CutTotals totals, List<Event> events) {
                // only the reports count here
            }
        };
        return new SequentialDriver(network, listener, HorizonPolicy.FULL).run();
    }

    @ParameterizedTest
    @CsvSource({"32flits, 0flits", "16flits, 32flits"})
    void aRingThatIsFullIsNamedAndWithBubblesNoneIsEverFull(String input, String output) {
        String[] buffers = {"device.switch.input-buffer=" + input, "device.switch.output-buffer=" + output};
        Network kept = network(buffers[0], buffers[1], "routing={ engine = dimension-order, options { vl = bubble } }");
        List<String> violations = new ArrayList<>();
        assertThat(run(kept, kept.governorPlan(), violations).outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(violations).isEmpty();

        Network bare = network(buffers[0], buffers[1], "routing={ engine = min-hop }");
        assertThat(bare.governorPlan().rings()).isEqualTo(Rings.NONE);
        RunResult deadlocked = run(bare, kept.governorPlan(), violations);
        assertThat(deadlocked.outcome()).isEqualTo(Outcome.DEADLOCKED);
        assertThat(violations)
                .last()
                .asString()
                .contains("bubble flow control failed at cycle ")
                .contains("the ring of 9 channels with s0.")
                .contains(" VL0 has no room for a packet left");
    }
}
