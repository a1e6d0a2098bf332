package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.scenario.PlannedFault.Element;
import org.reweave.emulator.scenario.ResolvedScenario.ResolvedFault;
import org.reweave.routing.topology.Fabric;

/** Random faults, drawn when the scenario is loaded. */
class FaultProcessTest {
    private static ResolvedScenario resolved(String... lines) {
        String text = """
                description = "random"
                fabric.generator = "torus:4x4"
                routing.engine = updown
                device.preset = iba-1x
                traffic.load = 0.3
                run.duration = 20ms
                random-faults { mtbf = 10ms, mttr = 300us, start = 100us, stop = 15ms }
                """;
        return ResolvedScenario.of(ScenarioLoader.parse("random.conf", text + String.join("\n", lines), List.of()));
    }

    private static List<ResolvedFault> drawn(String... lines) {
        return resolved(lines).faults();
    }

    @Test
    void theSeedAloneDecides() {
        assertThat(drawn("seed = 5")).isEqualTo(drawn("seed = 5")).isNotEqualTo(drawn("seed = 6"));
    }

    @Test
    void faultsBeginWithinTheProcessInOrderOfTimeAndAnElementFailsOnceAtATime() {
        List<ResolvedFault> faults = drawn();
        assertThat(faults)
                .hasSizeGreaterThan(20)
                .extracting(ResolvedFault::element)
                .containsOnly(Element.LINK);
        assertThat(faults).extracting(ResolvedFault::at).isSorted();
        assertThat(faults).allMatch(fault -> fault.at() > 100 * 250 && fault.at() < 15_000 * 250);
        assertThat(faults).allMatch(fault -> fault.until() > fault.at());
        for (ResolvedFault fault : faults) {
            assertThat(faults)
                    .filteredOn(other -> !other.equals(fault) && other.number() == fault.number())
                    .allMatch(other -> other.at() > fault.until() || other.until() < fault.at());
        }
    }

    @Test
    void whatIsNotTransientLasts() {
        assertThat(drawn("random-faults.transient = 0"))
                .isNotEmpty()
                .extracting(ResolvedFault::until)
                .containsOnly(PlannedFault.FOR_EVER);
        assertThat(drawn("random-faults.transient = 0.5"))
                .extracting(fault -> fault.until() == PlannedFault.FOR_EVER)
                .contains(true, false);
    }

    @Test
    void longerRepairsMoveNoFirstFailureOfAnElement() {
        List<ResolvedFault> shorter = drawn("random-faults { mttr = 1us, mtbf = 100ms }");
        List<ResolvedFault> longer = drawn("random-faults { mttr = 500us, mtbf = 100ms }");
        assertThat(firsts(shorter)).isEqualTo(firsts(longer)).isNotEmpty();
    }

    private static List<String> firsts(List<ResolvedFault> faults) {
        return faults.stream()
                .filter(fault -> faults.stream().noneMatch(f -> f.number() == fault.number() && f.at() < fault.at()))
                .map(fault -> fault.name() + "@" + fault.at())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"link", "switch"})
    void theManagersSwitchNeverLosesItsLastWayOut(String kind) {
        for (int seed = 1; seed <= 20; seed++) {
            ResolvedScenario resolved = resolved(
                    "seed = " + seed,
                    "random-faults { kind = " + kind + ", mtbf = 2ms, mttr = 2ms }",
                    "run.duration = 6ms",
                    "random-faults.stop = 5ms",
                    "faults = [ { at = 2ms, until = 3ms, link = \"s0_0-s0_1\" } ]");
            Fabric fabric = resolved.fabric();
            int own = fabric.attachedSwitch(resolved.managerNic());
            assertThat(resolved.faults())
                    .noneMatch(fault -> fault.element() == Element.SWITCH && fault.number() == own);
            for (ResolvedFault moment : resolved.faults()) {
                assertThat(waysOut(resolved, own, moment.at())).isPositive();
            }
        }
    }

    private static int waysOut(ResolvedScenario resolved, int own, long cycle) {
        Fabric fabric = resolved.fabric();
        TreeSet<String> down = resolved.faults().stream()
                .filter(fault -> fault.at() <= cycle && cycle < fault.until())
                .map(fault -> fault.element() + " " + fault.number())
                .collect(Collectors.toCollection(TreeSet::new));
        int ways = 0;
        for (int port = 1; port <= fabric.portCount(own); port++) {
            int peer = fabric.peer(own, port);
            boolean up = !down.contains("LINK " + fabric.link(own, port)) && !down.contains("SWITCH " + peer);
            ways += fabric.isSwitch(peer) && up ? 1 : 0;
        }
        return ways;
    }
}
