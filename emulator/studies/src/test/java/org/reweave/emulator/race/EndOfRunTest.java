package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.run.RunEvent;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.spi.Promise;

/** Events as they could be before the end of a run that came to its end, in which a NIC's link fails and comes back. */
class EndOfRunTest {
    private static final long BACK = 15_000;

    private final Network network = network("link = \"s1_1-n1_1\"");
    private final Summary ended = Run.of(network, Drivers.sequential()).execute();
    private PromiseJudge judge = new PromiseJudge(network, null, null);

    private static Network network(String failing) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("ended.conf", """
            name = "ended"
            description = "a NIC is away"
            fabric.generator = "torus:3x3"
            routing.engine = updown
            device.preset = iba-1x
            manager.sweep = 100us
            traffic.load = 0.01
            run { warmup = 20us, duration = 40us, limit = 20ms }
            reconfiguration.scheme = static
            faults = [ { at = 10000cycles, until = 15000cycles, %s } ]
            """.formatted(failing), List.of())));
    }

    private void event(long cycle, String device, EventKind kind, Map<String, Object> details) {
        judge.take(new RunEvent(cycle, 0, device, kind, details));
    }

    private void discovery(long began) {
        Map<String, Object> found = Map.of("switches", 9L, "linksDown", 0L, "switchesDown", 0L, "began", began);
        event(began + 100, "manager", EventKind.SWEEP_DONE, found);
    }

    @Test
    void aManagerThatSweepsLooksOnceMoreAfterTheLastRecovery() {
        discovery(BACK);
        assertThat(judge.broken(ended, false)).contains(Promise.SWEPT_AFTER_FAULTS);
        judge = new PromiseJudge(network, null, null);
        discovery(BACK + 1);
        assertThat(judge.broken(ended, false)).doesNotContain(Promise.SWEPT_AFTER_FAULTS);
    }

    /** Whether the promise counts as broken when the NIC was given up and a last discovery began at a cycle. */
    private boolean isLeftHalted(long began) {
        event(9_000, "n1_1", EventKind.INJECTION_HALTED, Map.of());
        event(10_000, "n1_1", EventKind.PORT_DOWN, Map.of("port", 1L));
        event(14_000, "manager", EventKind.UNREACHABLE, Map.of("target", "n1_1"));
        event(BACK, "n1_1", EventKind.PORT_UP, Map.of("port", 1L));
        discovery(began);
        return judge.broken(ended, false).contains(Promise.ALL_INJECT);
    }

    @Test
    void aHaltedNicThatWasGivenUpIsDueAgainOnceADiscoveryHasFoundIt() {
        assertThat(isLeftHalted(BACK + 1)).isTrue();
    }

    @Test
    void aHaltedNicThatWasGivenUpAndNotFoundSinceIsNobodysFault() {
        assertThat(isLeftHalted(13_000)).isFalse();
    }

    @Test
    void aHaltedNicIsNobodysFaultWhileTheManagerMissesSwitches() {
        event(9_000, "n1_1", EventKind.INJECTION_HALTED, Map.of());
        Map<String, Object> alone = Map.of("switches", 0L, "linksDown", 0L, "switchesDown", 9L, "began", BACK + 1);
        event(BACK + 101, "manager", EventKind.SWEEP_DONE, alone);
        assertThat(judge.broken(ended, false)).doesNotContain(Promise.ALL_INJECT);
    }

    /** Whether the promise counts as broken when a trap tells what a discovery that found some switches did not see. */
    private boolean isLeftUnanswered(long switches, long linksDown) {
        Network failing = network("link = \"s1_1-s1_2\"");
        judge = new PromiseJudge(failing, null, null);
        Map<String, Object> found =
                Map.of("switches", switches, "linksDown", linksDown, "switchesDown", 9 - switches, "began", 12_000L);
        event(12_100, "manager", EventKind.SWEEP_DONE, found);
        event(BACK + 50, "manager", EventKind.DETECTED, Map.of("reporter", "s1_1", "port", 1L, "up", true));
        return judge.broken(Run.of(failing, Drivers.sequential()).execute(), false)
                .contains(Promise.TRAPS_ANSWERED);
    }

    @Test
    void aTrapThatTellsOfSomethingElseThanWasFoundIsAnswered() {
        assertThat(isLeftUnanswered(9, 1)).as("a link was down").isTrue();
        assertThat(isLeftUnanswered(9, 0)).as("nothing is new").isFalse();
    }

    @Test
    void aTrapIsNewsForAManagerThatHasFoundNoSwitch() {
        assertThat(isLeftUnanswered(0, 0)).isTrue();
    }

    @Test
    void linksOfASwitchThatTheManagerMissesAreNoNews() {
        assertThat(isLeftUnanswered(8, 1)).isFalse();
    }

    /** Whether the promise counts as broken for a switch that restarted and, if at all, got tables at a cycle. */
    private boolean isLeftBlank(long tablesAt) {
        Network restarted = network("switch = \"s1_1\"");
        Summary over = Run.of(restarted, Drivers.sequential()).execute();
        judge = new PromiseJudge(restarted, null, null);
        event(10_000, "s1_1", EventKind.DEVICE_DOWN, Map.of());
        event(tablesAt, "s1_1", EventKind.INSTALLED, Map.of("change", 1L, "argument", 1L));
        discovery(BACK + 1);
        return judge.broken(over, false).contains(Promise.ALL_ON_NEW);
    }

    @Test
    void aSwitchThatRestartedBeforeTheLastDiscoveryHasGotTablesSince() {
        assertThat(isLeftBlank(9_000)).isTrue();
        assertThat(isLeftBlank(BACK + 200)).isFalse();
    }
}
