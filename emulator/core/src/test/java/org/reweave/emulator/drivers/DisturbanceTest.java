package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Faults;

/** Disturbances in a running network: they do what they say, and the same ones named singly do the same. */
class DisturbanceTest {
    private static final String EBRD = SmallScenarios.texts().get("torus loses a link");
    private static final String LATE =
            SmallScenarios.texts().get("everything late, out of order and now and then lost");
    private static final String OVERTAKEN =
            SmallScenarios.texts().get("overtaken and repeated SMPs, clocks that drift, NICs that hang");
    private static final Set<Site> BESIDE_ORDER =
            EnumSet.of(Site.SMP_OVERTAKEN, Site.SMP_REPEAT, Site.CLOCK, Site.NIC_HANG);

    private static Map<Site, Long> disturbed(ManagedRun run) {
        return run.events(EventKind.DISTURBED).stream()
                .collect(Collectors.groupingBy(event -> Site.of((int) event.argument("site")), Collectors.counting()));
    }

    @Test
    void everySiteIsReachedAndTheFabricEndsInWorkingTables() {
        Set<Site> reached = EnumSet.noneOf(Site.class);
        for (String text : List.of(LATE, OVERTAKEN)) {
            ManagedRun run = ManagedRun.of(text);
            reached.addAll(disturbed(run).keySet());
            assertEndsInWorkingTables(run);
        }
        assertThat(reached).containsExactly(Site.values());
        assertThat(disturbed(ManagedRun.of(OVERTAKEN))).containsOnlyKeys(BESIDE_ORDER);
    }

    private static void assertEndsInWorkingTables(ManagedRun run) {
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.pairsCutOff(atEnd(run))).isEmpty();
    }

    private static Faults atEnd(ManagedRun run) {
        Faults atEnd = Faults.none();
        for (var fault : run.network.resolved().faults()) {
            atEnd = fault.until() == Long.MAX_VALUE ? atEnd.withLink(fault.number()) : atEnd;
        }
        return atEnd;
    }

    @Test
    void lostSmpsAreSentAgain() {
        ManagedRun run = ManagedRun.of(EBRD, "perturb.smp-loss=0.1", "manager.timeout=20us");
        long lost = run.events(EventKind.DISTURBED).size();
        assertThat(lost).isGreaterThan(5);
        assertThat(run.events(EventKind.SMP_LOST))
                .as("and a trap into the dead link")
                .hasSize((int) lost + 1);
        assertThat(run.events(EventKind.SMP_RETRIED)).hasSizeGreaterThanOrEqualTo((int) lost);
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void aLostTrapLeavesTheFaultToTheNextSweep() {
        ManagedRun run = ManagedRun.of(EBRD, "perturb.trap-loss=1", "manager.sweep=200us");
        assertThat(run.events(EventKind.DETECTED)).isEmpty();
        assertThat(run.events(EventKind.TABLES_READY)).hasSize(1);
        assertThat(run.first(EventKind.TABLES_READY)).isGreaterThan(200_000 / 4);
    }

    @Test
    void aRunIsNotOverWhileASwitchHasNotToldOfItsPort() {
        ManagedRun run = ManagedRun.of(EBRD, "perturb.detection-delay=300us");
        assertThat(run.first(EventKind.DETECTED)).isGreaterThan((30 + 300) * 250);
        assertThat(run.events(EventKind.RECONFIGURED)).hasSize(1);
    }

    @Test
    void tablesComeLaterByTheirDelayAndEachAnswerWithThem() {
        ManagedRun calm = ManagedRun.of(EBRD, "manager.timeout=500us");
        ManagedRun late = ManagedRun.of(EBRD, "manager.timeout=500us", "perturb.install-delay=100us");
        for (EventKind kind : List.of(EventKind.INSTALLED, EventKind.ACKNOWLEDGED)) {
            assertThat(late.first(kind) - calm.first(kind))
                    .as("%s; data packets on the links shift SMPs by less than a packet", kind)
                    .isCloseTo(100 * 250L, within(60L));
        }
        assertThat(disturbed(late)).containsOnlyKeys(Site.INSTALL_DELAY);
    }

    @Test
    void computationTakesLongerByItsDelay() {
        ManagedRun calm = ManagedRun.of(EBRD);
        ManagedRun late = ManagedRun.of(EBRD, "perturb.computation=40us");
        assertThat(late.cycle(EventKind.TABLES_READY)).isEqualTo(calm.cycle(EventKind.TABLES_READY) + 40 * 250);
    }

    @Test
    void devicesGetTheirTablesInTheDisturbedOrder() {
        List<Integer> rule = ManagedRun.of(EBRD, "manager.window=1").updateOrder();
        int first = rule.get(0);
        String name = ManagedRun.of(EBRD).network.fabric().deviceName(first);
        List<Integer> disturbed = ManagedRun.of(
                        EBRD,
                        "manager.window=1",
                        "disturbances=[{ site = order, device = " + name + ", occurrence = 0, places = 4 }]")
                .updateOrder();
        assertThat(disturbed.indexOf(first)).isEqualTo(4);
    }

    @Test
    void anAnswerThatComesAfterItsRetryIsNeitherLostNorCountedTwice() {
        String late = "disturbances=[{ site = smp-overtaken, device = manager, occurrence = 5, delay = 70us }]";
        ManagedRun run = ManagedRun.of(EBRD, "manager.timeout=60us", late);
        assertThat(run.events(EventKind.SMP_RETRIED)).hasSize(1);
        assertThat(run.events(EventKind.RECONFIGURED)).hasSize(1);
        assertThat(run.pairsCutOff(atEnd(run))).isEmpty();
    }

    @Test
    void anSmpThatComesTwiceChangesNothing() {
        ManagedRun once = ManagedRun.of(EBRD);
        ManagedRun twice = ManagedRun.of(EBRD, "perturb.smp-repeat=1us");
        assertThat(disturbed(twice)).containsOnlyKeys(Site.SMP_REPEAT);
        for (EventKind kind : List.of(EventKind.INSTALLED, EventKind.ACKNOWLEDGED, EventKind.RECONFIGURED)) {
            assertThat(twice.events(kind)).hasSameSizeAs(once.events(kind));
        }
    }

    @Test
    void aFastClockEndsAWaitSoonerAndASlowOneLater() {
        String clock = ", { site = clock, device = manager, occurrence = 0, thousandths = %d }";
        long exact = retried("");
        assertThat(retried(clock.formatted(500))).isLessThan(exact);
        assertThat(retried(clock.formatted(2000))).isGreaterThan(exact);
    }

    @Test
    void aHangingNicInjectsNothingGivesNoSpaceBackAndGoesOnAfterwards() {
        ManagedRun calm = ManagedRun.of(EBRD);
        ManagedRun hung = ManagedRun.of(EBRD, "perturb.nic-hang=20us");
        assertThat(hung.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(disturbed(hung)).containsOnlyKeys(Site.NIC_HANG);
        assertThat(hung.first(EventKind.RECONFIGURED)).isGreaterThan(calm.first(EventKind.RECONFIGURED));
    }

    /** The cycle of the first retry after a lost answer. */
    private static long retried(String more) {
        String lost = "disturbances=[{ site = smp-loss, device = manager, occurrence = 5 }" + more + "]";
        return ManagedRun.of(EBRD, lost).first(EventKind.SMP_RETRIED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theSameDisturbancesNamedOneByOneGiveTheSameRun(boolean isOvertaken) {
        String all = isOvertaken ? OVERTAKEN : LATE;
        ManagedRun drawn = ManagedRun.of(all);
        String named = drawn.events(EventKind.DISTURBED).stream()
                .map(event -> element(drawn, event))
                .collect(Collectors.joining(", ", "disturbances=[", "]"));
        String off =
                "perturb={ smp-delay = off, install-delay = off, detection-delay = off, computation = off, smp-loss = 0,"
                        + " trap-loss = 0, order = off, smp-overtaken = off, smp-repeat = off, clock = off,"
                        + " nic-hang = off }";
        ManagedRun again = ManagedRun.of(all, off, named);
        assertThat(again.trace.fingerprints()).isEqualTo(drawn.trace.fingerprints());
    }

    private static String element(ManagedRun run, Event event) {
        Site site = Site.of((int) event.argument("site"));
        int device = (int) event.argument("target");
        String name = device == run.network.fabric().deviceCount()
                ? "manager"
                : run.network.fabric().deviceName(device);
        String amount =
                switch (site.amount()) {
                    case CYCLES -> ", delay = " + event.argument("amount") + "cycles";
                    case PLACES -> ", places = " + event.argument("amount");
                    case THOUSANDTHS -> ", thousandths = " + event.argument("amount");
                    case NONE -> "";
                };
        return "{ site = " + site.label() + ", device = " + name + ", occurrence = " + event.argument("occurrence")
                + amount + " }";
    }
}
