package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * The manager at work in small networks under traffic. Whatever happens, at the end the tables lead everywhere: read
 * from the switches, not from the manager.
 */
@Tag("slow")
class ManagerTest {
    private static final String TORUS = """
            description = "managed"
            fabric.generator = "torus:4x4"
            routing { engine = updown }
            device.preset = iba-1x
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.1
            run { warmup = 10us, duration = 400us, limit = 4ms, cut-interval = 2us }
            """;

    private static final String ONE_LINK = TORUS + """
            faults = [ { at = 50us, link = "s1_1-s1_2" } ]
            """;

    private static final long US = 250; // cycles

    private static Faults link(Fabric fabric, String name) {
        return Faults.none().withLink(org.reweave.routing.topology.LinkNames.link(fabric, name));
    }

    private static void assertOneLinkRoutedAround(ManagedRun run) {
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.pairsCutOff(link(run.network.fabric(), "s1_1-s1_2"))).isEmpty();
    }

    // ---- detection ----

    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd", "naive", "static"})
    void aSweepFindsASilentFailureInEveryScheme(String scheme) {
        ManagedRun run = ManagedRun.of(
                ONE_LINK, "reconfiguration.scheme=" + scheme, "manager.traps=false", "manager.sweep=80us");
        assertOneLinkRoutedAround(run);
        assertThat(run.events(EventKind.TRAP_SENT)).isEmpty();
        long found = run.cycle(EventKind.CHANGE_FOUND);
        assertThat(found).isBetween(80 * US, 160 * US);
    }

    @Test
    void withoutTrapsAndSweepsNobodyNotices() {
        ManagedRun run = ManagedRun.of(ONE_LINK, "reconfiguration.scheme=ebrd", "manager.traps=false");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.SWEEP_DONE)).isEmpty();
        assertThat(run.pairsCutOff(link(run.network.fabric(), "s1_1-s1_2"))).isNotEmpty();
    }

    /** The manager sees the same fabric before and after. */
    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd", "naive", "static"})
    void aSwitchThatRestartsFasterThanAnybodyLooksGetsItsTablesAgain(String scheme) {
        ManagedRun run = ManagedRun.of(
                TORUS, "faults=[{ at = 50us, until = 51us, switch = s2_2 }]", "reconfiguration.scheme=" + scheme);
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.pairsCutOff(Faults.none())).isEmpty();
    }

    @Test
    void trapsAreFasterThanSweepsAndSweepsFindNothingNewAfterThem() {
        ManagedRun run = ManagedRun.of(ONE_LINK, "reconfiguration.scheme=ebrd", "manager.sweep=100us");
        assertOneLinkRoutedAround(run);
        assertThat(run.cycle(EventKind.CHANGE_FOUND)).isLessThan(120 * US);
        assertThat(run.events(EventKind.SWEEP_DONE)).hasSizeGreaterThan(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd", "naive", "static", "double-scheme", "sr-pda", "sr-la"})
    void believedTrapsLeadToTheSameTablesSoonerAndAreVerifiedAfterwards(String scheme) {
        String[] common = {"reconfiguration.scheme=" + scheme, "device.switch.vls=2"};
        ManagedRun asked = ManagedRun.of(ONE_LINK, common);
        ManagedRun believed = ManagedRun.of(ONE_LINK + "manager.rediscovery = changed-ports", common);
        assertOneLinkRoutedAround(believed);
        assertThat(believed.cycle(EventKind.TABLES_READY)).isLessThan(asked.cycle(EventKind.TABLES_READY));
        assertThat(believed.last(EventKind.SWEEP_DONE))
                .as("the discovery that verifies")
                .isGreaterThan(believed.cycle(EventKind.RECONFIGURED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ebr", "naive", "static", "double-scheme", "sr-pda", "sr-la", "apm"})
    void tablesThatComeInOnePacketAreTheSameWithFewerSmps(String scheme) {
        String[] common = {
            "reconfiguration.scheme=" + scheme,
            "device.switch.vls=2",
            "routing.engine=" + (scheme.equals("apm") ? "tftr" : "updown"),
            "fabric.generator=\"torus:6x6\""
        };
        ManagedRun blocks = ManagedRun.of(ONE_LINK, common);
        ManagedRun whole = ManagedRun.of(ONE_LINK + "manager.table-packet = whole", common);
        assertThat(whole.result.outcome()).isEqualTo(Outcome.COMPLETED);
        Faults failed = link(whole.network.fabric(), "s1_1-s1_2");
        assertThat(whole.pairsCutOff(failed)).isEqualTo(blocks.pairsCutOff(failed));
        assertThat(whole.result.last().count(Counter.SMPS_SENT))
                .isLessThan(blocks.result.last().count(Counter.SMPS_SENT));
        assertThat(whole.events(EventKind.TABLES_SENT))
                .as("counted as the packets that they are, not as the blocks in them")
                .isNotEmpty()
                .allMatch(update -> update.c() == 1);
    }

    /** Only the switch's neighbours tell of it, one link each, and the first one is believed. */
    @Test
    void aSwitchThatFailsIsFoundOutAfterTrapsOfItsLinksWereBelieved() {
        ManagedRun run = ManagedRun.of(
                TORUS,
                "faults=[{ at = 50us, switch = s2_2 }]",
                "reconfiguration.scheme=ebrd",
                "manager.rediscovery=changed-ports");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        int failed = 2 * 4 + 2;
        assertThat(run.network.fabric().deviceName(failed)).isEqualTo("s2_2");
        assertThat(run.pairsCutOff(Faults.none().withDevice(failed))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"broadcast", "switch"})
    void nicsLearnAnEpochSoonerWithoutWaitingForTheManagersRound(String notice) {
        String[] common = {"reconfiguration.scheme=ebrd"};
        ManagedRun byManager = ManagedRun.of(ONE_LINK, common);
        ManagedRun run = ManagedRun.of(ONE_LINK + "reconfiguration.options.nic-notice = " + notice, common);
        assertOneLinkRoutedAround(run);
        int nics = run.network.fabric().nicCount();
        assertThat(run.events(EventKind.NIC_TOLD)).hasSize(nics);
        long lastNotice = byManager.last(EventKind.INSTALLED) - byManager.cycle(EventKind.TABLES_READY);
        assertThat(run.last(EventKind.NIC_TOLD) - run.cycle(EventKind.TABLES_READY))
                .isLessThan(lastNotice);
    }

    @Test
    void periodicSweepsEndWithTheTrafficSoThatTheRunCanEnd() {
        ManagedRun run = ManagedRun.of(TORUS, "reconfiguration.scheme=ebrd", "manager.sweep=20us");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.CHANGE_FOUND)).isEmpty();
        assertThat(run.result.last().cycle()).isLessThan(600 * US);
    }

    @Test
    void aFaultThatNoSweepHasSeenYetKeepsTheRunGoing() {
        ManagedRun run = ManagedRun.of(
                ONE_LINK,
                "reconfiguration.scheme=ebrd",
                "manager.traps=false",
                "manager.sweep=900us",
                "faults=[{ at = 390us, link = s1_1-s1_2 }]");
        assertOneLinkRoutedAround(run);
        assertThat(run.cycle(EventKind.CHANGE_FOUND)).isGreaterThan(900 * US);
    }

    // ---- loss of SMPs ----

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"ebr", "ebrd", "naive", "static"})
    void whatVl15DropsWhenItsBufferIsFullIsSentAgain(String scheme) {
        ManagedRun run = ManagedRun.of(
                ONE_LINK,
                "reconfiguration.scheme=" + scheme,
                "manager.window=32",
                "manager.retries=20",
                "device.switch.smp-buffer=1",
                "manager.timeout=60us");
        assertOneLinkRoutedAround(run);
        assertThat(run.count(Counter.SMPS_LOST)).isPositive();
        assertThat(run.events(EventKind.SMP_RETRIED)).isNotEmpty();
        assertThat(run.events(EventKind.UNREACHABLE)).isEmpty();
    }

    @Test
    void aSwitchThatDoesNotAnswerIsGivenUpAndSentItsTablesInTheNextChange() {
        ManagedRun run = ManagedRun.of(
                TORUS
                        + "faults = [ { at = 50us, link = \"s1_1-s1_2\" }, { at = 96us, link = \"s0_0-s0_1\", until = 260us } ]",
                "reconfiguration.scheme=ebr",
                "manager.retries=1",
                "manager.timeout=40us");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.UNREACHABLE)).isNotEmpty();
        assertThat(run.pairsCutOff(link(run.network.fabric(), "s1_1-s1_2"))).isEmpty();
    }

    // ---- changes during changes ----

    @ParameterizedTest(name = "{0}, second fault after {1} us")
    @CsvSource({
        "ebrd, 30",
        "ebrd, 60",
        "ebrd, 90",
        "ebr, 45",
        "ebr, 75",
        "static, 20",
        "static, 60",
        "static, 90",
        "static, 120",
        "static, 180"
    })
    void aSecondFaultDuringAReconfigurationIsFollowedToo(String scheme, int after) {
        String text = TORUS + """
                faults = [ { at = 50us, link = "s1_1-s1_2" }, { at = %dus, switch = "s2_2" } ]
                """.formatted(50 + after);
        ManagedRun run = ManagedRun.of(text, "reconfiguration.scheme=" + scheme, "manager.computation=20us");
        Fabric fabric = run.network.fabric();
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        Faults atEnd = link(fabric, "s1_1-s1_2").withDevice(fabric.deviceByName("s2_2"));
        assertThat(run.pairsCutOff(atEnd)).isEmpty();
        int cutOff = fabric.deviceByName("n2_2");
        assertThat(injecting(run, EventKind.INJECTION_RESUMED, cutOff))
                .isEqualTo(injecting(run, EventKind.INJECTION_HALTED, cutOff));
    }

    private static List<Integer> injecting(ManagedRun run, EventKind kind, int except) {
        return run.events(kind).stream()
                .map(Event::device)
                .filter(nic -> nic != except)
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd", "static"})
    void aSwitchThatFailsAndRestartsGetsItsTablesAgain(String scheme) {
        String text = TORUS + "faults = [ { at = 50us, until = 250us, switch = \"s2_2\" } ]";
        ManagedRun run = ManagedRun.of(text, "reconfiguration.scheme=" + scheme);
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.pairsCutOff(Faults.none())).isEmpty();
        assertThat(run.events(EventKind.CHANGE_FOUND)).hasSizeGreaterThanOrEqualTo(2);
    }

    /** The link has failed meanwhile, and the tables of the start lead over it. */
    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd", "naive", "static", "sr-la", "sr-pda", "double-scheme"})
    void aSwitchThatComesBackWithTheTablesOfTheStartGetsThoseThatItMissed(String scheme) {
        String faults = "faults = [ { at = 50us, link = s1_1-s1_2 },"
                + " { at = 200us, until = 201us, switch = s2_2, tables = %s } ]";
        String[] common = {"reconfiguration.scheme=" + scheme, "device.switch.vls=2"};
        ManagedRun run = ManagedRun.of(TORUS + faults.formatted("start"), common);
        assertOneLinkRoutedAround(run);
        assertThat(run.result.fingerprint())
                .as("packets have a way before the manager looks")
                .isNotEqualTo(ManagedRun.of(TORUS + faults.formatted("lost"), common)
                        .result
                        .fingerprint());
    }

    // ---- plans ----

    private static final String PLANS = TORUS + """
            routing.options { root = s0_0 }
            reconfiguration.scheme = ebr
            reconfigure = [ { at = 150us, options { root = s1_1 } }, { at = 60us, options { root = s2_2 } } ]
            """;

    /** The manager has seen the switch with its tables, and its update starts from those. */
    @ParameterizedTest
    @ValueSource(strings = {"ebr", "ebrd", "naive", "static"})
    void aSwitchThatRestartsUnseenWhileTablesAreComputedGetsAllOfThem(String scheme) {
        ManagedRun run = ManagedRun.of(
                TORUS + "faults = [ { at = 50us, link = s1_1-s1_2 }, { at = 200us, until = 201us, switch = s2_2 } ]",
                "reconfiguration.scheme=" + scheme,
                "manager.computation=300us",
                "manager.retries=1",
                "manager.timeout=40us");
        assertOneLinkRoutedAround(run);
        assertThat(run.events(EventKind.UNREACHABLE)).isNotEmpty();
    }

    @Test
    void plannedChangesAreCarriedOutInOrderOfTimeOneAfterTheOther() {
        ManagedRun run = ManagedRun.of(PLANS, "manager.computation=200us");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.PLANNED_CHANGE))
                .extracting(Event::cycle)
                .containsExactly(60 * US, 150 * US);
        List<Event> found = run.events(EventKind.CHANGE_FOUND);
        assertThat(found).extracting(Event::b).as("both asked for").containsExactly(1L, 1L);
        assertThat(found.get(1).cycle())
                .as("the second waits for the end of the first")
                .isGreaterThan(run.first(EventKind.RECONFIGURED));
        assertThat(run.pairsCutOff(Faults.none())).isEmpty();
    }

    @Test
    void aFaultAfterAPlannedChangeIsRoutedAroundFromTheNewRoot() {
        ManagedRun planned = ManagedRun.of(PLANS + "faults = [ { at = 380us, link = \"s1_1-s1_2\" } ]");
        assertOneLinkRoutedAround(planned);
        assertThat(planned.events(EventKind.CHANGE_FOUND)).hasSize(3);
    }

    @Test
    void aPlanWhoseTimeComesDuringAFaultsReconfigurationIsQueued() {
        ManagedRun run = ManagedRun.of(
                PLANS + "faults = [ { at = 20us, link = \"s1_1-s1_2\" } ]", "reconfiguration.scheme=static");
        assertOneLinkRoutedAround(run);
        List<Event> found = run.events(EventKind.CHANGE_FOUND);
        assertThat(found).extracting(Event::b).containsExactly(0L, 1L, 1L);
    }

    // ---- the order of distribution ----

    private static List<Integer> order(String order) {
        ManagedRun run = ManagedRun.of(
                ONE_LINK, "reconfiguration.scheme=naive", "manager.window=1", "reconfiguration.order=" + order);
        assertOneLinkRoutedAround(run);
        return run.updateOrder();
    }

    @Test
    void tablesGoOutInTheChosenOrder() {
        Fabric fabric = SmallScenarios.network(ONE_LINK).fabric();
        Set<Integer> ends = Set.of(fabric.deviceByName("s1_1"), fabric.deviceByName("s1_2"));
        List<Integer> near = order("near-to-far");
        List<Integer> far = order("far-to-near");
        List<Integer> breadth = order("breadth-first");
        assertThat(new TreeSet<>(near.subList(0, 2))).isEqualTo(new TreeSet<>(ends));
        assertThat(new TreeSet<>(far.subList(14, 16))).isEqualTo(new TreeSet<>(ends));
        assertThat(breadth.get(0)).as("the manager's switch").isEqualTo(fabric.deviceByName("s0_0"));
        assertThat(new TreeSet<>(breadth.subList(1, 5)))
                .isEqualTo(new TreeSet<>(List.of(
                        fabric.deviceByName("s0_1"),
                        fabric.deviceByName("s0_3"),
                        fabric.deviceByName("s1_0"),
                        fabric.deviceByName("s3_0"))));
    }

    // ---- what comes and goes ----

    @Test
    void whatIsNotThereAtTheStartIsNoFailureAndItsArrivalIsAChange() {
        String text = TORUS + "faults = [ { at = 0ns, until = 150us, switch = \"s2_2\" } ]";
        ManagedRun run = ManagedRun.of(text, "reconfiguration.scheme=ebrd", "manager.sweep=40us");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.PORT_DOWN)).isEmpty();
        assertThat(run.events(EventKind.DEVICE_DOWN)).isEmpty();
        assertThat(run.cycle(EventKind.CHANGE_FOUND)).isGreaterThan(150 * US);
        assertThat(run.pairsCutOff(Faults.none())).isEmpty();
    }

    @Test
    void aLinkThatIsAddedCarriesTraffic() {
        String text = TORUS + "faults = [ { at = 0ns, until = 100us, link = \"s1_1-s1_2\" } ]";
        ManagedRun run = ManagedRun.of(text, "reconfiguration.scheme=ebr");
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.PORT_UP)).hasSize(2);
        assertThat(run.result.last().drops()).containsOnly(0);
        Fabric fabric = run.network.fabric();
        assertThat(run.pairsCutOff(link(fabric, "s1_1-s1_2")))
                .as("pairs routed over the new link")
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ebr", "naive", "static"})
    void aNicThatComesAndGoesIsNoReconfiguration(String scheme) {
        String text = TORUS + "faults = [ { at = 60us, until = 160us, link = \"n2_2-s2_2\" } ]";
        ManagedRun run = ManagedRun.of(text, "reconfiguration.scheme=" + scheme);
        assertThat(run.result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.events(EventKind.CHANGE_FOUND)).isEmpty();
        assertThat(run.cycle(EventKind.NICS_JOINED)).isGreaterThan(160 * US);
        assertThat(run.pairsCutOff(Faults.none())).isEmpty();
    }

    @Test
    void aNicThatMissedTheResumeOfAStaticReconfigurationIsToldWhenItComesBack() {
        String text = TORUS + """
                faults = [ { at = 50us, link = "s1_1-s1_2" }, { at = 130us, until = 1100us, link = "n2_2-s2_2" } ]
                """;
        ManagedRun run = ManagedRun.of(text, "reconfiguration.scheme=static", "manager.timeout=50us");
        assertOneLinkRoutedAround(run);
        assertThat(run.events(EventKind.REDISCOVERY)).isNotEmpty();
        assertThat(run.result.last().queued()).as("every NIC injects again").isZero();
    }

    // ---- static reconfiguration ----

    @Test
    void nothingIsInTheNetworkWhenTheFirstTableOfAStaticReconfigurationGoesOut() {
        ManagedRun run = ManagedRun.of(ONE_LINK, "reconfiguration.scheme=static", "traffic.load=0.3");
        assertOneLinkRoutedAround(run);
        assertThat(run.events(EventKind.INJECTION_HALTED)).hasSize(16);
        assertThat(run.events(EventKind.INJECTION_RESUMED)).hasSize(16);
        long drained = run.cycle(EventKind.DRAINED);
        assertThat(run.first(EventKind.TABLES_SENT)).isGreaterThanOrEqualTo(drained);
        assertThat(run.first(EventKind.INJECTION_RESUMED)).isGreaterThan(run.last(EventKind.INSTALLED));
        assertThat(run.cycle(EventKind.RECONFIGURED)).isGreaterThan(run.last(EventKind.INJECTION_RESUMED));
        long resumed = run.first(EventKind.INJECTION_RESUMED);
        assertThat(run.trace.cuts().stream()
                        .filter(cut -> cut.cycle() >= drained && cut.cycle() <= resumed)
                        .mapToLong(cut -> cut.inFlight()))
                .isNotEmpty()
                .containsOnly(0L);
        assertThat(run.result.last().drops()[DropCause.SCHEME.ordinal()]).isZero();
    }

    @Test
    void asPrintedTablesAreSentWhileTheNetworkDrains() {
        ManagedRun run = ManagedRun.of(
                ONE_LINK, "reconfiguration.scheme=static", "reconfiguration.options.distribution=at-once");
        assertOneLinkRoutedAround(run);
        assertThat(run.first(EventKind.TABLES_SENT)).isLessThan(run.cycle(EventKind.DRAINED));
        assertThat(run.first(EventKind.INJECTION_RESUMED)).isGreaterThan(run.cycle(EventKind.DRAINED));
    }
}
