package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;

/**
 * A second manager in small networks under traffic. Whatever the first one does, at the end the tables lead everywhere:
 * read from the switches, not from the managers.
 */
@Tag("slow")
class StandbyTest {
    private static final String TORUS = """
            description = "two managers"
            fabric.generator = "torus:4x4"
            routing { engine = updown }
            device { preset = iba-1x, switch.vls = 2 }
            manager { host-latency = 100ns, timeout = 100us }
            manager { standby = n3_3, standby-poll = 20us, standby-tries = 3 }
            traffic.load = 0.1
            run { warmup = 10us, duration = 500us, limit = 8ms, cut-interval = 2us }
            """;

    private static final String ONE_LINK = TORUS + """
            faults = [ { at = 100us, link = "s1_1-s1_2" } ]
            """;

    private static final long US = 250; // cycles

    private static void assertRoutedAround(ManagedRun run) {
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        Fabric fabric = run.network.fabric();
        Faults failed = Faults.none().withLink(LinkNames.link(fabric, "s1_1-s1_2"));
        assertThat(run.pairsCutOff(failed)).isEmpty();
    }

    private static int manager(Network network) {
        return network.fabric().deviceCount();
    }

    private static int standby(Network network) {
        return manager(network) + 1;
    }

    private static List<Integer> devices(List<Event> events) {
        return events.stream().map(Event::device).toList();
    }

    /** Also where the manager dies in the middle of the change. */
    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "ebrd", "static", "sr-la", "sr-pda", "double-scheme"})
    void aStandbyTakesOverFromADeadManagerUnderEverySchemeOfTablesWheneverThatDies(String scheme) {
        for (int hangsAt : new int[] {90, 105, 115, 125, 140, 160, 190}) {
            ManagedRun run =
                    ManagedRun.of(ONE_LINK, "reconfiguration.scheme=" + scheme, "manager.hang-at=" + hangsAt + "us");
            assertRoutedAround(run);
            Event taken = run.events(EventKind.TOOK_OVER).get(0);
            assertThat(run.events(EventKind.TOOK_OVER)).hasSize(1);
            assertThat(taken.device()).isEqualTo(standby(run.network));
            assertThat(taken.cycle()).isBetween((hangsAt + 40) * US, (hangsAt + 120) * US);
            assertThat(taken.argument("answered")).isBetween((hangsAt - 40) * US, (hangsAt + 10) * US);
            assertThat(run.events(EventKind.RETIRED)).isEmpty();
            assertThat(devices(run.events(EventKind.RECONFIGURED))).contains(standby(run.network));
            assertThat(run.events(EventKind.INJECTION_HALTED).size())
                    .isLessThanOrEqualTo(run.events(EventKind.INJECTION_RESUMED).size());
        }
    }

    /**
     * The standby asks as long as the last answer may be from before the hang, also behind the end of traffic: an
     * answer that was under way when the manager hung tells nothing of the manager after that.
     */
    @Test
    void aStandbyTakesOverFromAManagerThatDiesWhenItsAnswerIsUnderWay() {
        for (int hangsAt = 500; hangsAt < 530; hangsAt += 2) {
            ManagedRun run = ManagedRun.of(
                    TORUS,
                    "faults=[{at=498us, link=\"s1_1-s1_2\"}]",
                    "reconfiguration.scheme=ebrd",
                    "manager.hang-at=" + hangsAt + "us");
            assertRoutedAround(run);
        }
    }

    @Test
    void withoutAStandbyNobodyReplacesADeadManager() {
        ManagedRun run =
                ManagedRun.of(ONE_LINK, "reconfiguration.scheme=ebrd", "manager.standby=none", "manager.hang-at=90us");
        assertThat(run.events(EventKind.TOOK_OVER)).isEmpty();
        assertThat(run.events(EventKind.INSTALLED)).isEmpty();
        assertThat(run.trace.events())
                .anyMatch(event -> event.kind() == EventKind.DROPPED
                        && event.argument("cause") == DropCause.DEAD_OUTPUT.ordinal()
                        && event.cycle() > 400 * US);
    }

    @Test
    void aStandbyThatIsAnsweredChangesNothingAndTheManagerStaysInCharge() {
        ManagedRun run = ManagedRun.of(ONE_LINK, "reconfiguration.scheme=ebrd");
        assertRoutedAround(run);
        assertThat(run.events(EventKind.TOOK_OVER)).isEmpty();
        assertThat(devices(run.events(EventKind.TABLES_READY))).containsOnly(manager(run.network));
    }

    /** The questions go over that link until one is not answered. */
    @Test
    void aFailedLinkOnTheWayOfItsQuestionsDoesNotMakeAStandbyTakeOver() {
        for (String link : List.of("s3_3-s0_3", "s3_3-s3_0", "s2_3-s3_3", "s3_2-s3_3", "s0_0-s0_3", "s0_0-s3_0")) {
            ManagedRun run =
                    ManagedRun.of(TORUS, "faults=[{at=100us, link=\"" + link + "\"}]", "reconfiguration.scheme=ebrd");
            assertThat(run.events(EventKind.TOOK_OVER)).as(link).isEmpty();
            assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        }
    }

    @Test
    void twoLostQuestionsOfThreeDoNotMakeAStandbyTakeOver() {
        String lost = "disturbances=[{site=smp-loss, device=manager, occurrence=2},"
                + "{site=smp-loss, device=manager, occurrence=3}]";
        ManagedRun run = ManagedRun.of(TORUS, lost, "manager.standby-poll=40us", "reconfiguration.scheme=ebrd");
        assertThat(run.events(EventKind.DISTURBED)).hasSize(2);
        assertThat(run.events(EventKind.TOOK_OVER)).isEmpty();
    }

    /** Both take themselves for the manager in charge until the standby's claim comes. */
    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "ebrd", "static", "sr-la", "sr-pda", "double-scheme"})
    void aManagerThatGoesOnAfterASuccessorHasTakenOverRetires(String scheme) {
        for (int until : new int[] {170, 200, 230, 300}) {
            ManagedRun run = ManagedRun.of(
                    ONE_LINK,
                    "reconfiguration.scheme=" + scheme,
                    "manager.hang-at=105us",
                    "manager.hang-until=" + until + "us");
            assertRoutedAround(run);
            if (until > 190) {
                Event retired = run.events(EventKind.RETIRED).get(0);
                assertThat(retired.device()).isEqualTo(manager(run.network));
                assertThat(retired.cycle()).isBetween(until * US, (until + 40) * US);
                assertThat(retired.argument("term")).isEqualTo(1);
            }
        }
    }

    /** The successor claims the fabric again and again while nobody answers, and often enough after that. */
    @Test
    void aManagerThatGoesOnWhenTheTrafficIsOverRetiresWhicheverMessageIsLost() {
        for (int lost = 1; lost <= 60; lost++) {
            ManagedRun run = ManagedRun.of(
                    ONE_LINK,
                    "reconfiguration.scheme=ebrd",
                    "run.duration=200us",
                    "manager.hang-at=105us",
                    "manager.hang-until=900us",
                    "disturbances=[{site=smp-loss, device=manager, occurrence=" + lost + "}]");
            assertThat(devices(run.events(EventKind.RETIRED)))
                    .as("message " + lost)
                    .containsExactly(manager(run.network));
        }
    }

    /** What is lost on the way to the manager makes the standby take over from one that works. */
    @Test
    void aManagerThatWorksAndIsTakenForDeadRetires() {
        String losses = "disturbances=[" + lost("manager", 2, 6) + "]";
        ManagedRun run = ManagedRun.of(TORUS, losses, "reconfiguration.scheme=ebrd");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(devices(run.events(EventKind.TOOK_OVER))).containsExactly(standby(run.network));
        assertThat(devices(run.events(EventKind.RETIRED))).containsExactly(manager(run.network));
        assertThat(run.cycle(EventKind.RETIRED)).isGreaterThan(run.cycle(EventKind.TOOK_OVER));
        assertThat(run.pairsCutOff(Faults.none())).isEmpty();
    }

    /**
     * The first manager hears nothing for a while, so that it retires; then the standby hears nothing, so that the
     * first one takes over again, and dies in the middle of its change. The standby still takes itself for the one in
     * charge: a device tells it that another one was, it retires, asks, gets no answer and takes over once more.
     */
    @Test
    void aManagerThatWasSucceededByOneThatDiedHearsOfItFromTheDevices() {
        String losses = "disturbances=[" + lost("manager", 2, 6) + lost("standby", 100, 160) + "]";
        for (int hangsAt = 389; hangsAt < 440; hangsAt += 10) {
            ManagedRun run =
                    ManagedRun.of(TORUS, losses, "reconfiguration.scheme=static", "manager.hang-at=" + hangsAt + "us");
            int manager = manager(run.network);
            int standby = standby(run.network);
            assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
            assertThat(devices(run.events(EventKind.TOOK_OVER))).containsExactly(standby, manager, standby);
            assertThat(devices(run.events(EventKind.RETIRED))).containsExactly(manager, standby);
            assertThat(run.events(EventKind.RETIRED).get(1).argument("term")).isEqualTo(2);
            assertThat(run.events(EventKind.INJECTION_HALTED).size())
                    .isLessThanOrEqualTo(run.events(EventKind.INJECTION_RESUMED).size());
        }
    }

    private static String lost(String device, int from, int to) {
        StringBuilder lost = new StringBuilder();
        for (int occurrence = from; occurrence < to; occurrence++) {
            lost.append("{site=smp-loss, device=" + device + ", occurrence=" + occurrence + "},");
        }
        return lost.toString();
    }

    @Test
    void switchesTellTheSuccessorOfWhatFailsAfterItHasTakenOver() {
        ManagedRun run = ManagedRun.of(
                TORUS,
                "faults=[{at=300us, link=\"s1_1-s1_2\"}]",
                "manager.hang-at=100us",
                "reconfiguration.scheme=ebrd");
        assertRoutedAround(run);
        assertThat(devices(run.events(EventKind.DETECTED))).isNotEmpty().containsOnly(standby(run.network));
    }

    @Test
    void aPlanThatTheManagerDidNotBeginIsTheSuccessors() {
        ManagedRun run = ManagedRun.of(
                TORUS,
                "reconfigure=[{at=120us, options={root=s2_2}}, {at=300us, options={root=s1_1}}]",
                "manager.hang-at=110us",
                "reconfiguration.scheme=ebr");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(devices(run.events(EventKind.PLANNED_CHANGE))).containsExactly(standby(run.network));
        List<Event> ready = run.events(EventKind.TABLES_READY);
        assertThat(devices(ready)).hasSize(2).containsOnly(standby(run.network));
    }

    @Test
    void aStandbyThatCannotBeIsRefused() {
        assertThatThrownBy(() -> SmallScenarios.network(TORUS, "manager.standby=n0_0"))
                .hasMessageContaining("manager.standby = n0_0 is the NIC of the first manager");
        assertThatThrownBy(() -> SmallScenarios.network(TORUS, "manager.standby=n9_9"))
                .hasMessageContaining("is not in torus:4x4");
        assertThatThrownBy(() -> SmallScenarios.network(
                        TORUS, "reconfiguration.scheme=apm", "routing.engine=tftr", "routing.options={}"))
                .hasMessageContaining("needs a scheme whose paths all come of the engine's tables");
        for (String option : List.of("epoch-bits=1", "overlap=on")) {
            assertThatThrownBy(() -> SmallScenarios.network(
                            TORUS, "reconfiguration.scheme=ebr", "reconfiguration.options." + option))
                    .hasMessageContaining("ebr with these options counts them without a gap");
        }
        assertThatThrownBy(() -> SmallScenarios.network(TORUS, "reconfiguration.scheme=none"))
                .hasMessageContaining("manager.standby")
                .hasMessageContaining("needs a manager that sends tables");
        assertThatThrownBy(() -> SmallScenarios.network(
                        TORUS, "reconfiguration.scheme=ebrd", "faults=[{at=100us, switch=s3_3}]"))
                .hasMessageContaining("cuts off the standby");
        assertThatThrownBy(() -> SmallScenarios.network(
                        TORUS, "reconfiguration.scheme=ebrd", "manager.hang-at=2us", "manager.hang-until=1us"))
                .hasMessageContaining("manager.hang-until = 1us <= manager.hang-at");
    }
}
