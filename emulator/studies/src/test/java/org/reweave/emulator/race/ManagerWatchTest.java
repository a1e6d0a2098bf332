package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.run.RunEvent;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.spi.Promise;

/** Events as they could be, of a manager that waits 1000 cycles and asks three times in all. */
class ManagerWatchTest {
    private final Set<Promise> broken = EnumSet.noneOf(Promise.class);
    private final ManagerWatch watch = new ManagerWatch(
            new Network(ResolvedScenario.of(ScenarioLoader.parse("watched.conf", """
                    name = "watched"
                    description = "three switches"
                    fabric.generator = "torus:3"
                    routing { engine = updown, options { root = "s0" } }
                    device.preset = iba-1x
                    traffic.load = 0.3
                    run { warmup = 20us, duration = 200us }
                    manager { timeout = 1000cycles, retries = 2 }
                    reconfiguration.scheme = ebrd
                    faults = [ { at = 500cycles, until = 700cycles, link = "s0-s1" } ]
                    """, List.of()))),
            CutOff.NEVER,
            (promise, cycle) -> broken.add(promise));

    private void event(long cycle, String device, EventKind kind, Map<String, Object> details) {
        watch.take(new RunEvent(cycle, 0, device, kind, details));
    }

    private void sent(long cycle, String target) {
        event(cycle, "manager", EventKind.TABLES_SENT, Map.of("target", target, "change", 1L));
    }

    private void acknowledged(long cycle, String target) {
        event(cycle, "manager", EventKind.ACKNOWLEDGED, Map.of("target", target, "change", 1L));
    }

    private void retried(long cycle, long number) {
        event(cycle, "manager", EventKind.SMP_RETRIED, Map.of("target", "s1", "try", number));
    }

    private void found(long cycle, long began, long linksDown) {
        event(
                cycle,
                "manager",
                EventKind.SWEEP_DONE,
                Map.of("switches", 3L, "linksDown", linksDown, "switchesDown", 0L, "began", began));
    }

    @Test
    void aNicThatComesBackBeforeAnyChangeHasThePathsOfTheStart() {
        for (String device : List.of("n1", "s1")) {
            Map<String, Object> none = Map.of("target", device, "change", 0L);
            event(10, "manager", EventKind.TABLES_SENT, none);
            event(20, "manager", EventKind.ACKNOWLEDGED, none);
            assertThat(broken.isEmpty()).isEqualTo(device.equals("n1"));
        }
    }

    @Test
    void anAnswerOfADeviceWithoutTheTablesIsNone() {
        sent(10, "s1");
        event(20, "s1", EventKind.INSTALLED, Map.of("change", 1L, "argument", 1L));
        acknowledged(30, "s1");
        assertThat(broken).isEmpty();
        sent(40, "s2");
        event(45, "s2", EventKind.INSTALLED, Map.of("change", 2L, "argument", 2L));
        acknowledged(50, "s2");
        assertThat(broken).containsExactly(Promise.ANSWERS_MEAN_INSTALLED);
    }

    @Test
    void whatIsAskedWithoutTablesNeedsNone() {
        acknowledged(30, "s1");
        assertThat(broken).isEmpty();
    }

    @Test
    void aNicIsSentItsPathsBehindTheAnswersOfSwitches() {
        sent(10, "s1");
        event(20, "s1", EventKind.INSTALLED, Map.of("change", 1L, "argument", 1L));
        acknowledged(30, "s1");
        sent(40, "n0");
        assertThat(broken).isEmpty();
        sent(50, "s2");
        sent(60, "n0");
        assertThat(broken).containsExactly(Promise.PATHS_AFTER_ENTRIES);
    }

    @Test
    void pathsOfAnEngineNeedNoAnswersOfSwitches() {
        event(5, "manager", EventKind.CHANGE_FOUND, Map.of("change", 1L, "asked", 1L, "since", 0L));
        sent(10, "s1");
        sent(20, "n0");
        assertThat(broken).isEmpty();
    }

    @Test
    void aDeviceIsAskedAsOftenAndAsLongAsTheScenarioSays() {
        retried(1000, 1);
        retried(1900, 2);
        event(3000, "manager", EventKind.UNREACHABLE, Map.of("target", "s1"));
        assertThat(broken).isEmpty();
        event(4000, "manager", EventKind.UNREACHABLE, Map.of("target", "s1"));
        assertThat(broken).containsExactly(Promise.TIMEOUTS_KEPT);
    }

    @Test
    void anAnswerThatPartsAreLostEndsAllTries() {
        Map<String, Object> answer = Map.of("target", "s1", "request", "update", "number", 7L, "late", false);
        retried(1000, 1);
        event(1200, "manager", EventKind.ANSWER_CAME, answer);
        event(1200, "manager", EventKind.UNREACHABLE, Map.of("target", "s1"));
        assertThat(broken).isEmpty();
        event(1300, "manager", EventKind.UNREACHABLE, Map.of("target", "s1"));
        assertThat(broken).containsExactly(Promise.TIMEOUTS_KEPT);
    }

    @Test
    void aTryEndsAfterItsTime() {
        retried(1000, 1);
        retried(1400, 2);
        assertThat(broken).containsExactly(Promise.TIMEOUTS_KEPT);
    }

    private void request(long cycle, EventKind kind, long number) {
        Map<String, Object> request = Map.of("target", "s1", "request", "node-info", "number", number, "try", 1L);
        event(cycle, "manager", kind, request);
    }

    @Test
    void anAnswerThatIsSlowByItselfExcusesThatItsDeviceWasTakenForFailed() {
        request(9000, EventKind.REQUEST_SENT, 7);
        found(10_100, 9000, 1);
        request(10_200, EventKind.ANSWER_CAME, 7);
        watch.end();
        assertThat(broken).isEmpty();
    }

    @Test
    void anAnswerInTimeExcusesNothing() {
        request(9000, EventKind.REQUEST_SENT, 7);
        request(9100, EventKind.ANSWER_CAME, 7);
        found(10_100, 9000, 1);
        watch.end();
        assertThat(broken).containsExactly(Promise.FOUND_DOWN_IS_DOWN);
    }

    @Test
    void whatADeviceAcknowledgesAfterItsUpdateWasGivenUpIsAnotherRequest() {
        sent(40, "s2");
        event(2000, "manager", EventKind.UNREACHABLE, Map.of("target", "s2", "change", 1L));
        broken.clear(); // no try has begun here
        acknowledged(2100, "s2");
        assertThat(broken).isEmpty();
    }

    @Test
    void aDiscoveryMayTakeForFailedWhatFailedWhileItWentOn() {
        found(600, 400, 1);
        found(800, 600, 1);
        found(900, 800, 0);
        changeFound(900);
        assertThat(broken).isEmpty();
        found(1000, 800, 1);
        watch.end();
        assertThat(broken).containsExactly(Promise.FOUND_DOWN_IS_DOWN);
    }

    @Test
    void aMessageThatIsLateExcusesADiscovery() {
        event(
                900,
                "s1",
                EventKind.DISTURBED,
                Map.of("site", Site.SMP_OVERTAKEN.label(), "target", "s1", "occurrence", 1L, "amount", 1050L));
        found(1000, 800, 1);
        assertThat(broken).isEmpty();
        assertThat(watch.mistakes()).isOne();
    }

    @Test
    void tablesOfADeviceGoForwardUntilItRestarts() {
        event(20, "s1", EventKind.INSTALLED, Map.of("change", 2L, "argument", 2L));
        event(30, "s1", EventKind.DEVICE_DOWN, Map.of());
        event(40, "s1", EventKind.INSTALLED, Map.of("change", 1L, "argument", 1L));
        event(50, "s1", EventKind.INSTALLED, Map.of("change", 3L, "argument", 3L));
        assertThat(broken).isEmpty();
        event(60, "s1", EventKind.INSTALLED, Map.of("change", 3L, "argument", 3L));
        assertThat(broken).containsExactly(Promise.TABLES_GO_FORWARD);
    }

    private void changeFound(long cycle) {
        event(cycle, "manager", EventKind.CHANGE_FOUND, Map.of("change", 2L, "asked", 0L, "since", 0L));
    }

    private void tablesReady(long cycle) {
        event(cycle, "manager", EventKind.TABLES_READY, Map.of("change", 2L));
    }

    @Test
    void anotherFabricThanBeforeNeedsAChange() {
        found(100, 50, 0);
        found(600, 550, 1);
        changeFound(600);
        found(700, 650, 1);
        tablesReady(800);
        assertThat(broken).isEmpty();
        found(900, 850, 0);
        tablesReady(950);
        assertThat(broken).containsExactly(Promise.CHANGE_FOLLOWS);
    }

    @Test
    void aDiscoveryAfterNicsWereToldOfAFailureNeedsAChange() {
        found(100, 50, 0);
        tablesReady(520);
        found(600, 550, 0);
        changeFound(600);
        tablesReady(650);
        assertThat(broken).isEmpty();
        found(700, 690, 0);
        tablesReady(720);
        assertThat(broken).as("the change followed already").isEmpty();
        found(800, 750, 0);
        changeFound(801);
        assertThat(broken).containsExactly(Promise.CHANGE_FOLLOWS);
    }

    @Test
    void whatADeviceHadBeforeARestartIsNoAnswerToWhatItIsSentLater() {
        sent(10, "s1");
        event(20, "s1", EventKind.INSTALLED, Map.of("change", 1L, "argument", 1L));
        event(30, "s1", EventKind.DEVICE_DOWN, Map.of());
        acknowledged(35, "s1"); // was sent before
        assertThat(broken).isEmpty();
        sent(40, "s1");
        event(50, "s1", EventKind.INSTALLED, Map.of("change", 1L, "argument", 1L));
        acknowledged(55, "s1");
        assertThat(broken).isEmpty();
        event(60, "s1", EventKind.DEVICE_DOWN, Map.of());
        sent(70, "s1");
        acknowledged(80, "s1");
        assertThat(broken).containsExactly(Promise.ANSWERS_MEAN_INSTALLED);
    }
}
