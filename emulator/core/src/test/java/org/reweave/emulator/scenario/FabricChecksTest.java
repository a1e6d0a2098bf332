package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.scenario.PlannedFault.Element;
import org.reweave.emulator.scenario.ResolvedScenario.ResolvedFault;
import org.reweave.emulator.time.FlitTime;
import org.reweave.routing.model.LinkRate;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricBuilder.Node;

/** A ring of four switches s0..s3 with a NIC each, unless a test says otherwise; line 7 is what a test adds. */
class FabricChecksTest {
    private static ResolvedScenario resolve(String... moreLines) {
        return ResolvedScenario.of(ScenarioTexts.ring(moreLines));
    }

    private static List<String> problemsOf(String... moreLines) {
        Scenario scenario = ScenarioTexts.ring(moreLines);
        return assertThrows(ScenarioException.class, () -> ResolvedScenario.of(scenario))
                .problems();
    }

    private static List<String> problemsOf(Fabric fabric, String... moreLines) {
        Scenario scenario = ScenarioTexts.ring(moreLines);
        return assertThrows(ScenarioException.class, () -> ResolvedScenario.of(scenario, fabric))
                .problems();
    }

    @Test
    void namesBecomeNumbers() {
        ResolvedScenario resolved =
                resolve("faults = [ { at = 4us, link = s1-s2 }, { at = 8us, until = 1ms, switch = s3 } ]");
        Fabric fabric = resolved.fabric();
        assertThat(resolved.managerNic()).isEqualTo(fabric.nicDevice(0));
        ResolvedFault link = resolved.faults().get(0);
        assertThat(fabric.linkName(link.number())).startsWith("s1.").contains("-s2.");
        assertThat(link.name()).isEqualTo("s1-s2");
        assertThat(link.at()).isEqualTo(1000);
        assertThat(resolved.faults().get(1))
                .isEqualTo(new ResolvedFault(2000, 250_000, Element.SWITCH, fabric.deviceByName("s3"), "s3"));
    }

    @Test
    void everythingThatDoesNotFitTheFabricIsReportedAtOnce() {
        assertThat(problemsOf(
                        "manager.nic = n9",
                        "traffic.pattern = transpose",
                        "fabric.generator = \"torus:3x4\"",
                        "faults = [ { at = 1us, link = s0_0-s2_4 }",
                        "           { at = 2us, switch = s9_9 } ]"))
                .containsExactly(
                        "ring.conf:7: manager.nic = n9 is not in torus:3x4; the nearest wired NIC is n0_0",
                        "ring.conf:8: traffic.pattern = transpose needs a square number of NICs, torus:3x4 has 12; use uniform, or another"
                                + " fabric",
                        "ring.conf:10: faults[0].link = s0_0-s2_4: no device or link is named 's0_0-s2_4' in torus:3x4; the nearest name is"
                                + " s0_0-s2_0 (a link is DEVICE.PORT, DEVICE-DEVICE or DEVICE-DEVICE#k)",
                        "ring.conf:11: faults[1].switch = s9_9: no switch is named 's9_9' in torus:3x4; the switch with the nearest name is"
                                + " s0_0");
    }

    @Test
    void anOutageOutlastsWhatIsOnItsWayWhenItBegins() {
        // 25 cycles of wire, 6 of a flow-control packet, 27 of a switch
        assertThat(problemsOf("faults = [ { at = 2us, until = 2232ns, link = random } ]"))
                .containsExactly(
                        "ring.conf:7: faults[0].until = 2232ns is not more than 232ns after faults[0].at = 2us,"
                                + " the time that the failing link and the devices at its ends need to notice; raise it");
        assertThat(resolve("faults = [ { at = 2us, until = 2236ns, link = random } ]")
                        .faults())
                .hasSize(1);
        // a NIC that takes longer
        assertThat(problemsOf(
                        "device.nic.credit-delay = 30cycles", "faults = [ { at = 2us, until = 2248ns, switch = s2 } ]"))
                .hasSize(1);
        // the slowest link of a failing switch
        FabricBuilder builder = new FabricBuilder("pair");
        Node a = builder.addSwitch("a", 3);
        Node b = builder.addSwitch("b", 3);
        builder.connect(a, 1, b, 1, LinkRate.parse("4xSDR"), -1);
        builder.connect(a, 2, b, 2, LinkRate.parse("1xSDR"), 400_000);
        builder.connect(a, 3, builder.addNic("na", 1), 1);
        builder.connect(b, 3, builder.addNic("nb", 1), 1);
        assertThat(problemsOf(builder.build(), "faults = [ { at = 2us, until = 2532ns, switch = b } ]"))
                .containsExactly(
                        "ring.conf:7: faults[0].until = 2532ns is not more than 532ns after faults[0].at = 2us,"
                                + " the time that the failing link and the devices at its ends need to notice; raise it");
    }

    @Test
    void theManagerIsNotCutOff() {
        assertThat(problemsOf("faults = [ { at = 1us, switch = s0 }, { at = 1us, link = n0-s0 } ]"))
                .containsExactly(
                        "ring.conf:7: faults[0].switch = s0 cuts off the manager, which sits behind n0 at s0; let another switch fail or set"
                                + " manager.nic",
                        "ring.conf:7: faults[1].link = n0-s0 cuts off the manager, which sits behind n0 at s0; let another link fail or set"
                                + " manager.nic");
        assertThat(resolve("faults = [ { at = 1us, switch = s0 } ]", "manager.nic = n1")
                        .faults())
                .hasSize(1);
        assertThat(problemsOf("manager.nic = s1"))
                .containsExactly("ring.conf:7: manager.nic = s1 is a switch; the nearest wired NIC is n1");
    }

    @Test
    void anElementFailsOnlyWhenItWorks() {
        assertThat(problemsOf("faults = [ { at = 1us, until = 9us, switch = s2 }, { at = 5us, switch = s2 } ]"))
                .containsExactly(
                        "ring.conf:7: faults[1].switch = s2 cannot fail twice: another fault has s2 down from 1us; change the times of the two faults");
        assertThat(resolve("faults = [ { at = 1us, until = 9us, switch = s2 }, { at = 10us, switch = s2 } ]")
                        .faults())
                .hasSize(2);
    }

    @Test
    void randomFaultsFollowTheSeedAndSpareHostLinksAndTheManagersSwitch() {
        Set<Integer> links = new HashSet<>();
        Set<Integer> switches = new HashSet<>();
        for (int seed = 0; seed < 60; seed++) {
            String[] lines = {
                "seed = " + seed, "faults = [ { at = 1us, link = random }, { at = 2us, switch = random } ]"
            };
            ResolvedScenario resolved = resolve(lines);
            assertThat(resolve(lines).faults()).isEqualTo(resolved.faults());
            links.add(resolved.faults().get(0).number());
            switches.add(resolved.faults().get(1).number());
        }
        Fabric fabric = resolve().fabric();
        assertThat(links)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, fabric.linkCount())
                        .filter(fabric::isTrunk)
                        .boxed()
                        .toList());
        assertThat(switches).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void randomFaultsAtOneTimeHitDifferentElements() {
        String random = "{ at = 1us, link = random }";
        String four = String.join(", ", random, random, random, random);
        assertThat(resolve("faults = [ " + four + " ]").faults())
                .extracting(ResolvedFault::number)
                .doesNotHaveDuplicates();
        assertThat(problemsOf("faults = [ " + four + ", " + random + " ]"))
                .containsExactly(
                        "ring.conf:7: faults[4].link = random finds no working switch-to-switch link in torus:4; plan fewer faults"
                                + " at a time");
    }

    @Test
    void aDrawNeverTakesWhatAnotherFaultNames() {
        for (int seed = 0; seed < 20; seed++) {
            String faults =
                    "faults = [ { at = 1us, switch = random }, { at = 1us, switch = random }, { at = 2us, switch = s2 } ]";
            assertThat(resolve("seed = " + seed, faults).faults())
                    .extracting(ResolvedFault::name)
                    .containsExactlyInAnyOrder("s1", "s2", "s3")
                    .endsWith("s2");
        }
    }

    @Test
    void mostTrunksIsTheFirstOfTheBestConnectedSwitches() {
        FabricBuilder builder = new FabricBuilder("star");
        Node hub = builder.addSwitch("hub", 4);
        for (String name : List.of("a", "b", "c")) {
            Node leaf = builder.addSwitch(name, 4);
            builder.connect(hub, name.charAt(0) - 'a' + 1, leaf, 1);
            builder.connect(leaf, 2, builder.addNic("n" + name, 1), 1);
        }
        ResolvedScenario star = ResolvedScenario.of(
                ScenarioTexts.ring("faults = [ { at = 1us, switch = most-trunks } ]"), builder.build());
        assertThat(star.faults()).extracting(ResolvedFault::name).containsExactly("hub");
        assertThat(problemsOf("faults = [ { at = 1us, switch = most-trunks } ]"))
                .as("all alike: the first, which is the manager's")
                .hasSize(1);
    }

    @Test
    void longLidsHaveToBeAskedFor() {
        String large = "fabric.generator = \"torus:160x160,addressing=lid24\"";
        assertThat(problemsOf(large))
                .containsExactly(
                        "default: fabric.addressing = lid16 is too short for torus:160x160, which has LIDs up to 51200; write fabric.addressing = lid24");
        assertThat(resolve("fabric { generator = \"torus:160x160\", addressing = lid24 }")
                        .fabric()
                        .deviceCount())
                .isEqualTo(51_200);
    }

    @Test
    void generatorsExplainThemselvesAtTheirKey() {
        assertThat(problemsOf("fabric.generator = \"tours:4\""))
                .singleElement()
                .asString()
                .startsWith(
                        "ring.conf:7: fabric.generator = tours:4: tours:4: no generator is named 'tours'; did you mean torus:");
    }

    @Test
    void linksHaveTheRateAndLatencyOfTheFileOrOfTheScenario() {
        Fabric pair = pair(LinkRate.parse("1xDDR"), 5_000);
        ResolvedScenario file = ResolvedScenario.of(ScenarioTexts.ring(), pair);
        assertThat(file.flitTime(0)).isEqualTo(new FlitTime(1, 2));
        assertThat(file.flitTime(1)).isEqualTo(FlitTime.ONE_CYCLE);
        assertThat(file.latency(0)).as("5 ns in cycles of 4 ns, rounded up").isEqualTo(2);
        assertThat(file.latency(1)).isEqualTo(25);
        assertThat(ResolvedScenario.of(ScenarioTexts.ring("device.link.file-rates = false"), pair)
                        .flitTime(0))
                .isEqualTo(FlitTime.ONE_CYCLE);
    }

    @Test
    void aFileWhoseLinksOutrunTheCycleIsRefused() {
        assertThat(problemsOf(pair(LinkRate.parse("12xXDR"), -1)))
                .containsExactly(
                        "preset iba-1x: device.cycle = 4ns is longer than a packet takes on a-b at 12xXDR; shorten it, or write"
                                + " device.link.file-rates = false");
    }

    @Test
    void trafficNeedsTwoNics() {
        FabricBuilder builder = new FabricBuilder("lonely");
        builder.connect(builder.addSwitch("s", 1), 1, builder.addNic("n", 1), 1);
        assertThat(problemsOf(builder.build()))
                .containsExactly(
                        "default: traffic.pattern = uniform needs 2 NICs, lonely has 1; use a fabric with more NICs");
    }

    private static Fabric pair(LinkRate rate, long latencyPs) {
        FabricBuilder builder = new FabricBuilder("pair");
        Node a = builder.addSwitch("a", 2);
        Node b = builder.addSwitch("b", 2);
        builder.connect(a, 1, b, 1, rate, latencyPs);
        builder.connect(a, 2, builder.addNic("na", 1), 1);
        builder.connect(b, 2, builder.addNic("nb", 1), 1);
        return builder.build();
    }
}
