package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;

/** Schemes that add paths beside those in force, in small networks under traffic. */
@Tag("slow")
class PathSchemesTest {
    private static final String TORUS = """
            description = "paths"
            fabric.generator = "torus:4x4"
            routing { engine = updown }
            device { preset = iba-1x, switch.vls = 2 }
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.1
            run { warmup = 10us, duration = 400us, limit = 4ms, cut-interval = 2us }
            """;

    private static final String RFTR = TORUS + """
            faults = [ { at = 50us, link = "s0_0-s0_1" } ]
            reconfiguration.scheme = rftr
            """;

    private static final String APM = TORUS + """
            routing.engine = tftr
            faults = [ { at = 50us, link = "s1_1-s1_2" } ]
            reconfiguration.scheme = apm
            """;

    private static final long US = 250; // cycles

    private static final Set<Long> COST_OF_A_FAULT = Set.of(
            ordinal(DropCause.DEAD_OUTPUT),
            ordinal(DropCause.ON_WIRE),
            ordinal(DropCause.CUT),
            ordinal(DropCause.OUTPUT_LOST));

    private static long ordinal(DropCause cause) {
        return cause.ordinal();
    }

    private static Set<Integer> switchesAmong(ManagedRun run, List<Event> events) {
        return events.stream()
                .map(Event::device)
                .filter(run.network.fabric()::isSwitch)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Packets are lost to the fault alone, and none that was sent after the change was complete. */
    private static void assertLossesEndWithTheChange(ManagedRun run, long completed) {
        for (Event drop : run.events(EventKind.DROPPED)) {
            assertThat(COST_OF_A_FAULT).as("cause of %s", drop).contains(drop.a());
            assertThat(drop.cycle()).as("%s", drop).isLessThan(completed + 50 * US);
        }
    }

    // ---- rftr ----

    @Test
    void rftrTellsNicsAfterEverySwitchOnTheirNewPathsAndNobodyElse() {
        ManagedRun run = ManagedRun.of(RFTR);
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        List<Event> installed = run.events(EventKind.INSTALLED);
        Set<Integer> switches = switchesAmong(run, installed);
        long lastSwitch = installed.stream()
                .filter(event -> switches.contains(event.device()))
                .mapToLong(Event::cycle)
                .max()
                .orElseThrow();
        assertThat(switches).isNotEmpty();
        assertThat(installed).hasSizeLessThan(32).hasSizeGreaterThan(switches.size());
        for (Event event : installed) {
            assertThat(switches.contains(event.device()) || event.cycle() > lastSwitch)
                    .as("%s", event)
                    .isTrue();
        }
        assertThat(run.events(EventKind.NOT_TOLERATED)).isEmpty();
        assertLossesEndWithTheChange(run, run.cycle(EventKind.RECONFIGURED));
        assertThat(run.events(EventKind.DROPPED)).isNotEmpty();
    }

    @Test
    void rftrTakesOneFaultAfterAnother() {
        ManagedRun run = ManagedRun.of(
                RFTR,
                "faults=[{at=50us,link=s0_1-s0_2},{at=250us,link=s1_1-s1_2},{at=450us,link=s2_2-s2_3}]",
                "traffic.load=0.05",
                "run.duration=650us",
                "device.switch.vls=3");
        assertThat(run.events(EventKind.NOT_TOLERATED)).isEmpty();
        assertThat(run.events(EventKind.RECONFIGURED)).hasSize(3);
        assertLossesEndWithTheChange(run, run.last(EventKind.RECONFIGURED));
    }

    @Test
    void withoutLidsForNewPathsRftrGivesWayToEpochsForGood() {
        ManagedRun run = ManagedRun.of(
                RFTR,
                "reconfiguration.lmc=0",
                "traffic.load=0.02",
                "faults=[{at=50us,link=s0_0-s0_1},{at=300us,link=s2_2-s2_3}]");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        List<Event> refused = run.events(EventKind.NOT_TOLERATED);
        assertThat(refused).hasSize(1);
        assertThat(refused.get(0).b()).as("LIDs are exhausted").isEqualTo(2);
        assertThat(run.events(EventKind.INSTALLED)).as("twice by every device").hasSize(64);
        assertThat(run.pairsCutOff(
                        Faults.none().withLink(link(run, "s0_0-s0_1")).withLink(link(run, "s2_2-s2_3"))))
                .isEmpty();
    }

    private static int link(ManagedRun run, String name) {
        return LinkNames.link(run.network.fabric(), name);
    }

    @Test
    void aSwitchThatComesBackIsMoreThanRftrCanDo() {
        ManagedRun run = ManagedRun.of(
                RFTR, "faults=[{at=50us,until=200us,switch=s2_1}]", "device.switch.vls=3", "reconfiguration.lmc=6");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.NOT_TOLERATED)).hasSize(1);
        assertThat(run.events(EventKind.NOT_TOLERATED).get(0).b())
                .as("pairs without a path")
                .isEqualTo(1);
        assertThat(run.events(EventKind.NOT_TOLERATED).get(0).c())
                .as("between its NIC and 15 others")
                .isEqualTo(30);
    }

    // ---- apm ----

    @Test
    void nicsMigrateOnATrapsWordBeforeAnythingIsDiscovered() {
        ManagedRun run = ManagedRun.of(APM);
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.MIGRATED)).isNotEmpty();
        assertThat(run.last(EventKind.MIGRATED)).isLessThan(run.first(EventKind.SWEEP_DONE));
        assertThat(switchesAmong(run, run.events(EventKind.INSTALLED))).isEmpty();
        assertThat(run.events(EventKind.RECONFIGURED))
                .as("migration, then new alternatives")
                .hasSize(2);
        assertLossesEndWithTheChange(run, run.first(EventKind.RECONFIGURED));
    }

    @Test
    void withNewAlternativesLoadedNicsMigrateAgainAtTheNextFault() {
        ManagedRun run = ManagedRun.of(
                APM, "faults=[{at=50us,link=s1_1-s1_2},{at=200us,link=s1_1-s2_1},{at=300us,link=s1_1-s0_1}]");
        assertThat(run.events(EventKind.NOT_TOLERATED)).isEmpty();
        assertThat(run.events(EventKind.RECONFIGURED)).hasSize(6);
        assertLossesEndWithTheChange(run, run.last(EventKind.RECONFIGURED));
        long quietFrom = run.events(EventKind.RECONFIGURED).get(0).cycle() + 50 * US;
        assertThat(run.events(EventKind.DROPPED))
                .as("between the first migration and the second fault")
                .noneMatch(drop -> drop.cycle() > quietFrom && drop.cycle() < 200 * US);
    }

    @Test
    void pairsOfWhichNoPathIsLeftAreReportedAndTheOthersGoOn() {
        ManagedRun run = ManagedRun.of(APM, "faults=[{at=50us,switch=s1_1}]");
        assertThat(run.events(EventKind.NOT_TOLERATED))
                .as("the NIC of the failed switch is out of reach, the rest has three more paths")
                .isEmpty();
        ManagedRun cut = ManagedRun.of(APM, "routing.options={paths=1}");
        assertThat(cut.events(EventKind.NOT_TOLERATED)).hasSize(1);
        assertThat(cut.events(EventKind.NOT_TOLERATED).get(0).c()).isPositive();
        assertThat(cut.result.outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void withoutAWordFromTheManagerTimeOutsMakeNicsMigrateAndNothingIsLostForGood() {
        List<String> silent = List.of(
                "manager.traps=false",
                "device.nic.transport.mode=end-to-end",
                "device.nic.transport.timeout=20us",
                "device.nic.transport.retries=6",
                "traffic.load=0.05");
        ManagedRun run = ManagedRun.of(APM, silent.toArray(String[]::new));
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.DETECTED)).isEmpty();
        assertThat(run.events(EventKind.MIGRATED)).isNotEmpty();
        assertThat(run.count(Counter.MESSAGES_UNDELIVERED)).isZero();
        List<String> stubborn = new ArrayList<>(silent);
        stubborn.add("reconfiguration.migrate-after=0");
        assertThat(ManagedRun.of(APM, stubborn.toArray(String[]::new)).count(Counter.MESSAGES_UNDELIVERED))
                .as("when they stay where they are")
                .isPositive();
    }

    // ---- combined ----

    @Test
    void combinedMigratesFirstAndChangesTheRoutingOnlyWhenNothingElseIsLeft() {
        String text = APM + """
                routing.options { paths = 2 }
                device.switch.vls = 4
                traffic.load = 0.02
                faults = [ { at = 50us, link = "s1_1-s1_2" }, { at = 200us, link = "s1_1-s2_1" }, { at = 350us, link = "s1_1-s0_1" } ]
                run.duration = 600us
                reconfiguration { scheme = combined, engine = updown }
                """;
        ManagedRun run = ManagedRun.of(text, "reconfiguration.lmc=5");
        assertThat(run.events(EventKind.NOT_TOLERATED)).as("RFTR's paths do").isEmpty();
        assertThat(run.events(EventKind.MIGRATED)).isNotEmpty();
        assertLossesEndWithTheChange(run, run.last(EventKind.RECONFIGURED));
        ManagedRun scarce = ManagedRun.of(text, "reconfiguration.lmc=0");
        assertThat(scarce.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(scarce.events(EventKind.NOT_TOLERATED)).hasSize(1);
        assertThat(scarce.pairsCutOff(Faults.none()
                        .withLink(link(scarce, "s1_1-s1_2"))
                        .withLink(link(scarce, "s1_1-s2_1"))
                        .withLink(link(scarce, "s1_1-s0_1"))))
                .isEmpty();
    }

    // ---- what cannot be ----

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reconfiguration.scheme=apm | device.switch.vls=2 | needs several disjoint ones",
                "reconfiguration.scheme=rftr | device.switch.vls=1 | raise it to 2",
                "reconfiguration.scheme=rftr | routing.engine=min-hop | use updown",
                "reconfiguration.scheme=rftr | routing.options.root=s0_0 | write { tree = bfs, root = auto }",
                "reconfiguration.scheme=combined | routing.engine=tftr | raise it to 4",
                "reconfiguration.scheme=naive | reconfiguration.engine=lash | NICs are not told",
            })
    void whatASchemeLacksIsSaidBeforeTheRun(String one, String other, String message) {
        assertThatThrownBy(() ->
                        SmallScenarios.network(TORUS + "faults = [ { at = 50us, link = \"s1_1-s1_2\" } ]", one, other))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining(message);
    }

    @Test
    void pathsWithoutRoomAroundWhatDoesNotWorkAtTheStartAreRefused() {
        String fault = "faults=[{at=0ns,link=s0_0-s0_1}]";
        assertThatThrownBy(() -> SmallScenarios.network(RFTR, "reconfiguration.lmc=0", fault))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("LIDs of a NIC; raise");
        assertThat(SmallScenarios.network(RFTR, "device.switch.vls=4", fault)).isNotNull();
    }

    @Test
    void schemesThatTellNicsMoveToTablesWithOtherServiceLevels() {
        ManagedRun run = ManagedRun.of(
                TORUS,
                "faults=[{at=50us,link=s1_1-s1_2}]",
                "reconfiguration.scheme=ebrd",
                "reconfiguration.engine=lash",
                "device.switch.vls=4");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.INSTALLED)).hasSize(32);
        assertLossesEndWithTheChange(run, run.cycle(EventKind.RECONFIGURED));
    }
}
