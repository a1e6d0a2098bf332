package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.EventKind;

/** DDRC with source routing under load: packets are lost only until NICs have been told. */
class SourceRoutingScenarioTest {
    private static final long CYCLE_NS = 4;
    private static final long FAULT = 30_000 / CYCLE_NS;
    private static final long REPAIR = 70_000 / CYCLE_NS;
    private static final int NICS = 27;

    private static final String TREE = """
            description = "a 3-ary 3-tree under load"
            fabric.generator = "k-ary-n-tree:3,3"
            routing.engine = fat-tree
            device.preset = iba-1x
            traffic.load = 0.3
            faults = [ { at = 30us, until = 70us, link = "t1_00-t2_10" } ]
            reconfiguration { scheme = ddrc, options { ddrc = source-broadcast } }
            manager.timeout = 100us
            run { warmup = 10us, duration = 120us, cut-interval = 2us }
            """;

    private final List<Event> events = new ArrayList<>();

    private static Network network(String... set) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("tree.conf", TREE, List.of(set))));
    }

    private RunResult run(String... set) {
        return new SequentialDriver(network(set), (totals, more) -> events.addAll(more), HorizonPolicy.FULL).run();
    }

    private List<Event> of(EventKind kind) {
        return events.stream().filter(event -> event.kind() == kind).toList();
    }

    private long lastHeard(long before) {
        return of(EventKind.BROADCAST_RECEIVED).stream()
                .mapToLong(Event::cycle)
                .filter(cycle -> cycle < before)
                .max()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void packetsAreLostUntilAllNicsHaveHeardOfALinkAndNoneWhenItComesBack(int seed) {
        RunResult result = run("seed=" + seed);
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        long told = lastHeard(REPAIR);
        assertThat(told - FAULT).isLessThan(8_000 / CYCLE_NS);
        assertThat(of(EventKind.DROPPED))
                .isNotEmpty()
                .allMatch(drop -> drop.cycle() >= FAULT && drop.cycle() < told + 2000);
        assertThat(of(EventKind.DISCARDED)).isEmpty();
        assertThat(of(EventKind.BROADCAST_RECEIVED))
                .as("two switches, and both again")
                .hasSize((2 + 4) * NICS);
        assertThat(of(EventKind.REROUTED)).isEmpty();
        assertThat(of(EventKind.INSTALLED)).isEmpty();
    }

    @Test
    void aSwitchThatFailsAndOneThatJoinsAreRoutedRound() {
        RunResult result = run(
                "faults=[{at=0ns, until=40us, switch=\"t0_00\"}, {at=30us, until=70us, switch=\"t1_01\"}]", "seed=2");
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(of(EventKind.DROPPED))
                .as("what is absent at the start is known")
                .allMatch(drop -> drop.cycle() >= FAULT);
        long told = lastHeard(REPAIR);
        assertThat(of(EventKind.DROPPED)).noneMatch(drop -> drop.cycle() >= told + 2000 && drop.cycle() < REPAIR);
        assertThat(of(EventKind.DISCARDED)).isEmpty();
    }

    @Test
    void packetsForANicWithoutALinkAreDiscardedWhereTheyComeInUntilItIsBack() {
        RunResult result = run("faults=[{at=30us, until=70us, link=\"p001-t2_00\"}]", "traffic.load=0.1");
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(of(EventKind.DISCARDED)).isNotEmpty().allMatch(event -> event.a() == 1 && event.c() <= 3);
        assertThat(of(EventKind.DISCARDED))
                .allMatch(event -> event.cycle() > FAULT && event.cycle() < lastHeard(Long.MAX_VALUE) + 500);
    }

    @Test
    void aNicThatWasCutOffIsToldWhatItHasMissed() {
        run("faults=[{at=25us, until=50us, link=\"p001-t2_00\"}, {at=30us, link=\"t1_00-t2_00\"}]", "traffic.load=0.1");
        long late = 62_000 / CYCLE_NS;
        assertThat(of(EventKind.DROPPED)).isNotEmpty().noneMatch(drop -> drop.cycle() >= late);
        Network network = network();
        int nic = network.fabric().deviceByName("p001");
        assertThat(of(EventKind.BROADCAST_RECEIVED).stream().filter(event -> event.device() == nic))
                .isNotEmpty()
                .allMatch(event -> event.cycle() > 50_000 / CYCLE_NS);
    }

    @Test
    void whatIsNotForThisModeIsRefused() {
        assertThatThrownBy(() -> network("reconfigure=[{at=50us}]"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("under which no tables are ever sent");
        assertThatThrownBy(() -> network("reconfiguration.options.ddrc=source"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("source-broadcast");
    }
}
