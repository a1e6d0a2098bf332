package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.device.manager.StandbyParameters;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.race.Moments.Moment;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.Perturb;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.LinkNames;

/** What races draw for a seed. */
class SeededScenarioTest {
    private static final String TEXT = """
            description = "a link fails"
            fabric.generator = "torus:3x3"
            routing { engine = updown, options { root = "s0_0" } }
            device { preset = iba-1x, switch { input-buffer = 64B, output-buffer = 64B } }
            manager { timeout = 60us, sweep = 200us }
            traffic { pattern = uniform, load = 0.1 }
            run { warmup = 20us, duration = 100us, limit = 5ms }
            faults = [ { at = 30us, link = "s1_1-s1_2" } ]
            reconfiguration.scheme = ebrd
            """;

    private static final String STANDBY = "manager.standby=n2_2";

    private static RacePlan plan(Set<RaceVariation> variations, String... overrides) {
        return new RacePlan(ScenarioLoader.parse("drawn", TEXT, List.of(overrides)), variations);
    }

    private static Scenario drawn(RacePlan plan, long seed) {
        return plan.network(seed).resolved().scenario();
    }

    @Test
    void aSeedGivesTheSameScenarioAgainAndAnotherOneAnother() {
        RacePlan plan = plan(EnumSet.allOf(RaceVariation.class));
        assertThat(drawn(plan, 5).resolved()).isEqualTo(drawn(plan, 5).resolved());
        Set<String> all = new TreeSet<>();
        for (long seed = 1; seed <= 12; seed++) {
            all.add(drawn(plan, seed).resolved());
        }
        assertThat(all).hasSize(12);
    }

    @Test
    void aSeedGivesTheSameScenarioWhateverSeedTheRaceBeginsWith() {
        String random =
                TEXT.replace("link = \"s1_1-s1_2\"", "link = random") + "random-faults { mtbf = 400us, mttr = 20us }\n";
        Set<RaceVariation> all = EnumSet.allOf(RaceVariation.class);
        for (long seed = 1; seed <= 30; seed++) {
            RacePlan before = new RacePlan(ScenarioLoader.parse("drawn", random, List.of("seed=100")), all);
            RacePlan own = new RacePlan(ScenarioLoader.parse("drawn", random, List.of("seed=" + seed)), all);
            assertThat(drawn(before, seed).resolved())
                    .isEqualTo(drawn(own, seed).resolved());
        }
    }

    @Test
    void faultsOfOneLinkAreShiftedAlikeAndNeverOverlap() {
        String twice = TEXT.replace(
                "faults = [ { at = 30us, link = \"s1_1-s1_2\" } ]",
                "faults = [ { at = 30us, until = 40us, link = s1_1-s1_2 }, { at = 41us, until = 45us, link = s1_2-s1_1 } ]");
        RacePlan plan =
                new RacePlan(ScenarioLoader.parse("drawn", twice, List.of()), EnumSet.of(RaceVariation.FAULT_TIMES));
        for (long seed = 1; seed <= 20; seed++) {
            List<PlannedFault> faults = drawn(plan, seed).faults();
            long between = faults.get(1).at() - faults.get(0).until();
            assertThat(between)
                    .isEqualTo(plan.base().faults().get(1).at()
                            - plan.base().faults().get(0).until());
        }
    }

    @Test
    void timesAtWhichAChangeHasNoRootAreLeftAsTheyWere() {
        String rooted = TEXT.replace(
                        "faults = [ { at = 30us, link = \"s1_1-s1_2\" } ]",
                        "faults = [ { at = 40us, until = 44us, switch = s2_2 } ]")
                + "reconfigure = [ { at = 45us, options { root = s2_2 } } ]\n";
        RacePlan plan =
                new RacePlan(ScenarioLoader.parse("drawn", rooted, List.of()), EnumSet.of(RaceVariation.FAULT_TIMES));
        long before = plan.base().reconfigure().get(0).at();
        int moved = 0;
        int left = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Scenario drawn = drawn(plan, seed);
            boolean isLeft = drawn.reconfigure().get(0).at() == before
                    && drawn.faults().equals(plan.base().faults());
            left += isLeft ? 1 : 0;
            moved += isLeft ? 0 : 1;
        }
        assertThat(left).isPositive();
        assertThat(moved).isPositive();
    }

    @Test
    void aScenarioWhoseCablesChangeIsRefused() {
        for (String more : List.of("wiring = [ { at = 30us, remove = s0_0-s0_1 } ]", "fabric.spare-ports = 1")) {
            Scenario changing = ScenarioLoader.parse("drawn", TEXT + more, List.of());
            assertThatThrownBy(() -> new RacePlan(changing, EnumSet.noneOf(RaceVariation.class)))
                    .isInstanceOf(ScenarioException.class)
                    .hasMessageStartingWith("drawn:" + (TEXT.lines().count() + 1) + ": " + more.substring(0, 6))
                    .hasMessageContaining("what races judge goes by links and switches that fail");
        }
    }

    @Test
    void flapsAreShortAndRestartsAreOfSwitchesThatComeBack() {
        RacePlan plan = plan(EnumSet.of(RaceVariation.FLAPS, RaceVariation.RESTARTS));
        int flaps = 0;
        int restarts = 0;
        for (long seed = 1; seed <= 40; seed++) {
            List<PlannedFault> faults = drawn(plan, seed).faults();
            for (PlannedFault more : faults.subList(1, faults.size())) {
                assertThat(more.isRepaired()).isTrue();
                boolean isFlap = more.element() == PlannedFault.Element.LINK;
                flaps += isFlap ? 1 : 0;
                restarts += isFlap ? 0 : 1;
                if (isFlap) {
                    long detection = plan.base().switches().agentDelay()
                            + plan.base().manager().timeout() / 20;
                    assertThat(more.until() - more.at()).isBetween(1L, detection);
                } else {
                    assertThat(more.target()).isNotEqualTo("s0_0"); // the manager's
                }
            }
        }
        assertThat(flaps).isBetween(3, 20);
        assertThat(restarts).isBetween(2, 15);
    }

    @Test
    void someSwitchesThatRestartComeBackWithTheTablesOfTheStart() {
        RacePlan plan = plan(EnumSet.of(RaceVariation.RESTARTS));
        int old = 0;
        int restarts = 0;
        for (long seed = 1; seed <= 120; seed++) {
            List<PlannedFault> faults = drawn(plan, seed).faults();
            for (PlannedFault more : faults.subList(1, faults.size())) {
                restarts++;
                old += more.oldTables() ? 1 : 0;
            }
        }
        assertThat(old).isBetween(2, restarts / 2);
    }

    @Test
    void outagesOfNicsAreOfOthersThanTheManagersAndEnd() {
        RacePlan plan = plan(EnumSet.of(RaceVariation.NIC_OUTAGES));
        int outages = 0;
        for (long seed = 1; seed <= 40; seed++) {
            List<PlannedFault> faults = drawn(plan, seed).faults();
            for (PlannedFault more : faults.subList(1, faults.size())) {
                assertThat(more.isRepaired()).isTrue();
                assertThat(more.target()).contains("-n").isNotEqualTo("s0_0-n0_0"); // the manager's
                outages++;
            }
        }
        assertThat(outages).isBetween(3, 20);
    }

    @Test
    void aSilentDeviceLosesAsManyMessagesInARowAsThereAreTriesAndMovesNothingElse() {
        RacePlan plan = plan(EnumSet.of(RaceVariation.SILENCES));
        int tries = plan.base().manager().retries() + 1;
        int silent = 0;
        for (long seed = 1; seed <= 40; seed++) {
            Scenario drawn = drawn(plan, seed);
            assertThat(drawn.faults()).isEqualTo(plan.base().faults());
            List<Perturb.Named> lost = drawn.perturb().named();
            for (int i = 0; i < lost.size(); i++) {
                assertThat(lost.get(i))
                        .isEqualTo(new Perturb.Named(
                                Site.SMP_LOSS, lost.get(0).device(), lost.get(0).occurrence() + i, 1));
            }
            silent += lost.isEmpty() ? 0 : 1;
            assertThat(lost.isEmpty() || lost.size() >= tries).isTrue();
        }
        assertThat(silent).isBetween(2, 16);
    }

    @Test
    void aSecondManagerStandsByInATenthOfTheRuns() {
        RacePlan plan = plan(EnumSet.of(RaceVariation.TAKEOVERS));
        int standbys = 0;
        for (long seed = 1; seed <= 80; seed++) {
            Scenario drawn = drawn(plan, seed);
            standbys += drawn.manager().standby().exists() ? 1 : 0;
            assertThat(drawn.faults()).isEqualTo(plan.base().faults());
        }
        assertThat(standbys).isBetween(3, 16);
    }

    @Test
    void whereAScenarioHasASecondManagerItsNicAndTheHangOfTheFirstAreDrawnInEachRun() {
        RacePlan plan = plan(EnumSet.of(RaceVariation.TAKEOVERS), STANDBY);
        Set<String> nics = new TreeSet<>();
        int forGood = 0;
        int forAWhile = 0;
        for (long seed = 1; seed <= 80; seed++) {
            StandbyParameters standby = drawn(plan, seed).manager().standby();
            assertThat(standby.tries() * standby.poll())
                    .as("answers are not slower as a rule")
                    .isGreaterThanOrEqualTo(plan.base().manager().timeout());
            nics.add(standby.nic());
            forGood += standby.hangsAt() > 0 && standby.hangsUntil() == 0 ? 1 : 0;
            forAWhile += standby.hangsUntil() > 0 ? 1 : 0;
        }
        assertThat(nics).hasSizeGreaterThan(5).doesNotContain("n0_0"); // the first manager's
        assertThat(forGood).isBetween(10, 40);
        assertThat(forAWhile).isBetween(25, 65);
        assertThat(forGood + forAWhile).as("five of six hang").isBetween(50, 79);
    }

    @Test
    void noOtherVariationCutsASecondManagerOffOrSilencesItsNic() {
        RacePlan plan = plan(EnumSet.allOf(RaceVariation.class), STANDBY);
        for (long seed = 1; seed <= 60; seed++) {
            Scenario drawn = drawn(plan, seed); // a fault that does would be refused
            String nic = drawn.manager().standby().nic();
            assertThat(drawn.perturb().named())
                    .as("seed %d", seed)
                    .extracting(Perturb.Named::device)
                    .doesNotContain(nic);
        }
    }

    @Test
    void withoutSweepsEveryHangLastsUntilTheSecondManagerHasTakenOver() {
        RacePlan plan = plan(EnumSet.of(RaceVariation.TAKEOVERS), STANDBY, "manager.sweep=off");
        for (long seed = 1; seed <= 60; seed++) {
            StandbyParameters standby = drawn(plan, seed).manager().standby();
            long least = 2L * (standby.tries() + 1) * standby.poll();
            assertThat(standby.hangsUntil() == 0 || standby.hangsUntil() - standby.hangsAt() >= least)
                    .isTrue();
        }
    }

    @Test
    void aSchemeThatCannotHaveASecondManagerIsRacedWithoutOne() {
        for (String scheme : List.of("rftr", "none")) {
            RacePlan plan = plan(
                    EnumSet.of(RaceVariation.TAKEOVERS),
                    "reconfiguration.scheme=" + scheme,
                    "routing.options={}",
                    "device.switch.vls=4");
            for (long seed = 1; seed <= 30; seed++) {
                assertThat(drawn(plan, seed).manager().standby().exists()).isFalse();
            }
        }
    }

    @Test
    void aFaultInTheStretchOfATakeoverComesBeforeTheSuccessorsTables() {
        List<String> hangs =
                List.of(STANDBY, "manager.standby-poll=20us", "manager.hang-at=25us", "manager.hang-until=300us");
        Network network = new RacePlan(ScenarioLoader.parse("drawn", TEXT, hangs), Set.of()).network(1);
        Moments moments = Moments.of(network);
        List<Long> cycles = new ArrayList<>();
        for (int kind = 0; kind < 3; kind++) { // the last three are those of two managers
            int back = 3 - kind;
            cycles.add(moments.drawnWithin(
                            (purpose, bound) ->
                                    List.of(bound - back, 0, bound / 2).get(purpose),
                            (device, port) -> true)
                    .cycle());
        }
        Map<EventKind, Long> events = firstCycles(network);
        long hung = events.get(EventKind.MANAGER_HANGS);
        long tookOver = events.get(EventKind.TOOK_OVER);
        assertThat(cycles.get(0)).isStrictlyBetween(hung, tookOver);
        assertThat(cycles.get(1)).isStrictlyBetween(tookOver, events.get(EventKind.RECONFIGURED));
        assertThat(cycles.get(2)).isStrictlyBetween(tookOver, events.get(EventKind.RETIRED));
    }

    private static Map<EventKind, Long> firstCycles(Network network) {
        Map<EventKind, Long> first = new EnumMap<>(EventKind.class);
        Run run = Run.of(network, Drivers.sequential());
        run.watch(cut -> cut.recorded().forEach(event -> first.putIfAbsent(event.kind(), event.cycle())));
        run.execute();
        return first;
    }

    @Test
    void aMomentIsAnEventOfTheRunWithoutTheFaultThatIsAimedAtIt() {
        RacePlan calm = plan(EnumSet.noneOf(RaceVariation.class));
        RacePlan aimed = plan(EnumSet.of(RaceVariation.SECOND_FAULTS, RaceVariation.MOMENTS));
        RacePlan timed = plan(EnumSet.of(RaceVariation.SECOND_FAULTS));
        int moved = 0;
        for (long seed = 1; seed <= 30; seed++) {
            List<PlannedFault> faults = drawn(aimed, seed).faults();
            assertThat(faults.size()).isEqualTo(drawn(timed, seed).faults().size());
            moved += faults.equals(drawn(timed, seed).faults()) ? 0 : 1;
        }
        assertThat(moved).as("half of those that have a second fault").isBetween(3, 15);
        assertThat(Moments.of(calm.network(1)).drawn((purpose, bound) -> 0)).isNotNull();
    }

    @Test
    void theNicOfTheManagerIsNeverSilent() {
        RacePlan plan = plan(EnumSet.of(RaceVariation.SILENCES));
        for (long seed = 1; seed <= 300; seed++) {
            assertThat(drawn(plan, seed).perturb().named())
                    .as("seed %d", seed)
                    .extracting(Perturb.Named::device)
                    .doesNotContain("n0_0");
        }
    }

    @Test
    void aLinkThatFailsInTheStretchOfASeparatorLosesIt() {
        List<String> busy = List.of(
                "reconfiguration.scheme=sr-la",
                "traffic.load=0.9",
                "device.switch.input-buffer=4KB",
                "device.switch.output-buffer=512B");
        Network calm = new RacePlan(ScenarioLoader.parse("drawn", TEXT, busy), Set.of()).network(1);
        Fabric fabric = calm.fabric();
        Moments moments = Moments.of(calm);
        Moment waits = IntStream.range(0, 12)
                .mapToObj(one -> moments.drawnWithin(
                        (purpose, bound) -> List.of(0, one, bound / 2).get(purpose),
                        (device, port) -> true)) // separators are the first kind
                .filter(moment -> fabric.isTrunk(fabric.link(moment.device(), moment.port())))
                .findFirst()
                .orElseThrow();
        String link = LinkNames.nameOf(fabric, fabric.link(waits.device(), waits.port()));
        List<String> fails = new ArrayList<>(busy);
        fails.add("faults=[{at=30us,link=s1_1-s1_2},{at=" + waits.cycle() + "cycles,link=\"" + link + "\"}]");
        Network broken = new RacePlan(ScenarioLoader.parse("drawn", TEXT, fails), Set.of()).network(1);
        assertThat(losesSeparator(calm)).isFalse();
        assertThat(losesSeparator(broken)).isTrue();
    }

    private static boolean losesSeparator(Network network) {
        Run run = Run.of(network, Drivers.sequential());
        AtomicBoolean lost = new AtomicBoolean();
        run.watch(cut -> cut.recorded().forEach(event -> {
            if (event.kind() == EventKind.SEPARATOR_LOST) {
                lost.set(true);
            }
        }));
        run.execute();
        return lost.get();
    }

    @Test
    void aVariationDrawsOnePartAnewAndLeavesTheOthers() {
        RacePlan plan = plan(EnumSet.of(RaceVariation.FAULT_TIMES, RaceVariation.PARTIAL_TABLES));
        Scenario root = drawn(plan, 3);
        int sameTimes = 0;
        int sameSeed = 0;
        for (int number = 1; number <= 30; number++) {
            Scenario varied = drawn(plan, SeedPath.varied(3, number));
            boolean isSameTime = varied.faults().equals(root.faults());
            boolean isSameSeed = varied.seed() == root.seed();
            assertThat(isSameTime || isSameSeed).as("variation %d", number).isTrue();
            sameTimes += isSameTime ? 1 : 0;
            sameSeed += isSameSeed ? 1 : 0;
        }
        assertThat(sameTimes).isBetween(20, 29);
        assertThat(sameSeed).isBetween(20, 29);
    }

    @Test
    void aLinkThatFailsWhileAHeadThatCameByItCrossesTheSwitchCutsThePacket() {
        List<String> longOnes = List.of(
                "device.nic.packet=2048B",
                "device.nic.receive-buffer=4096B",
                "device.switch.input-buffer=2048B",
                "device.switch.output-buffer=2048B",
                "traffic.load=0.5");
        Network calm = new RacePlan(ScenarioLoader.parse("drawn", TEXT, longOnes), Set.of()).network(1);
        Fabric fabric = calm.fabric();
        Moments moments = Moments.of(calm);
        int crossing = 1; // without separators: packets that wait come first, then those that cross
        Moment crosses = IntStream.range(0, 400)
                .mapToObj(one -> moments.drawnWithin(
                        (purpose, bound) -> List.of(crossing, Math.min(one, bound - 1), bound / 2)
                                .get(purpose),
                        (device, port) -> port > 0 && fabric.isTrunk(fabric.link(device, port))))
                .filter(moment -> moment.cycle() > 0)
                .findFirst()
                .orElseThrow();
        String link = LinkNames.nameOf(fabric, fabric.link(crosses.device(), crosses.port()));
        List<String> fails = new ArrayList<>(longOnes);
        fails.add("faults=[{at=" + crosses.cycle() + "cycles,link=\"" + link + "\"}]");
        Network broken = new RacePlan(ScenarioLoader.parse("drawn", TEXT, fails), Set.of()).network(1);
        assertThat(firstCycles(broken)).containsKey(EventKind.PACKET_CUT);
    }

    @Test
    void aLinkMayFailOnceMoreThanTheScenarioSaysAndWhatElseFailsThenLeavesNothingCutOff() {
        String all = TEXT.replace(
                "faults = [ { at = 30us, link = \"s1_1-s1_2\" } ]",
                "faults = [ "
                        + torusLinks()
                                .map(link -> "{ at = 30us, until = 31us, link = \"" + link + "\" }")
                                .limit(3)
                                .collect(Collectors.joining(", "))
                        + ", { at = 40us, until = 41us, link = s2_2-s2_0 }"
                        + ", { at = 42us, until = 43us, link = s2_1-s2_2 }, { at = 44us, until = 45us, link = s1_2-s2_2 }"
                        + ", { at = 46us, until = 47us, link = s0_2-s2_2 } ]");
        RacePlan plan = new RacePlan(ScenarioLoader.parse("drawn", all, List.of()), EnumSet.of(RaceVariation.FLAPS));
        int more = 0;
        int again = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Network network = plan.network(seed);
            List<PlannedFault> faults = network.resolved().scenario().faults();
            int planned = plan.base().faults().size();
            more += faults.size() - planned;
            again += faults.stream().skip(planned).anyMatch(fault -> faults.stream()
                            .limit(planned)
                            .anyMatch(other -> other.target().equals(fault.target())))
                    ? 1
                    : 0;
            assertThat(CutOff.first(network)).isEqualTo(CutOff.NEVER);
        }
        assertThat(more).as("a quarter").isBetween(5, 30);
        assertThat(again).isPositive();
    }

    private static Stream<String> torusLinks() {
        Fabric fabric = plan(Set.of()).fabric();
        return IntStream.range(0, fabric.linkCount())
                .filter(fabric::isTrunk)
                .mapToObj(link -> LinkNames.nameOf(fabric, link));
    }
}
