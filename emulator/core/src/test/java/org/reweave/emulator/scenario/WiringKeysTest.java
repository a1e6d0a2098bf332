package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.scenario.Cabling.Cable;
import org.reweave.emulator.scenario.Cabling.Span;
import org.reweave.routing.topology.Fabric;

/** A ring of four switches s0..s3, whose ports 1 to 3 are taken, with a NIC each; line 7 is what a test adds. */
class WiringKeysTest {
    private static final String SPARE = "fabric.spare-ports = 1";

    private static ResolvedScenario resolve(String... moreLines) {
        return ResolvedScenario.of(ScenarioTexts.ring(moreLines));
    }

    private static List<String> problemsOf(String... moreLines) {
        Scenario scenario = ScenarioTexts.ring(moreLines);
        return assertThrows(ScenarioException.class, () -> ResolvedScenario.of(scenario))
                .problems();
    }

    @Test
    void aCableIsALinkOfTheFabricThatIsThereForSomeOfTheTime() {
        ResolvedScenario resolved = resolve(
                SPARE,
                "wiring = [ { at = 4us, add = \"s0.4-s2.4\", latency = 40ns }",
                "           { at = 8us, remove = [ s0-s2, s1-s2 ] }",
                "           { at = 12us, add = \"s1.1-s2.2\" } ]");
        Fabric ever = resolved.fabric();
        assertThat(ever.linkCount()).isEqualTo(9);
        assertThat(resolved.latency(8)).isEqualTo(10);
        Cabling cabling = resolved.cabling();
        assertThat(cabling.cables())
                .containsExactly(
                        new Cable(
                                ever.link(ever.deviceByName("s1"), 1),
                                List.of(new Span(0, 2000), new Span(3000, Cabling.FOR_EVER))),
                        new Cable(8, List.of(new Span(1000, 2000))));
        assertThat(List.of(0L, 999L, 1000L, 1999L, 2000L, 3000L))
                .extracting(cycle -> cabling.at(cycle).linkCount())
                .containsExactly(8, 8, 9, 9, 7, 8);
        assertThat(resolved.map().linkCount()).as("what the manager knows").isEqualTo(8);
    }

    @Test
    void whatComesHasALidFromTheStartAndOthersKeepTheirs() {
        ResolvedScenario resolved = resolve(
                SPARE,
                "newcomers = [ { switch = x, ports = 2 }, { nic = nx } ]",
                "wiring = [ { at = 4us, add = [ \"x.1-s0.4\", \"nx.1-x.2\" ] } ]");
        Fabric before = resolve().fabric();
        Fabric ever = resolved.fabric();
        assertThat(ever.deviceNames()).containsExactly("s0", "s1", "s2", "s3", "x", "n0", "n1", "n2", "n3", "nx");
        for (String nic : List.of("n0", "n1", "n2", "n3")) {
            assertThat(ever.nicLid(ever.deviceByName(nic), 1)).isEqualTo(before.nicLid(before.deviceByName(nic), 1));
        }
        for (long cycle : new long[] {0, 1000}) {
            Fabric then = resolved.cabling().at(cycle);
            assertThat(then.nicLid(ever.deviceByName("nx"), 1)).isEqualTo(before.largestLid() + 2);
            assertThat(then.attachedPort(ever.deviceByName("nx"))).isEqualTo(cycle == 0 ? -1 : 1);
        }
        assertThat(resolved.map().isVacant(ever.deviceByName("x"))).isTrue();
    }

    @Test
    void aCableThatComesToAPortAfterAnotherIsNoLinkOfTheFabric() {
        ResolvedScenario resolved = resolve(
                SPARE,
                "wiring = [ { at = 4us, add = \"s0.4-s2.4\" }",
                "           { at = 8us, takes = 1us, remove = s0-s2, add = \"s0.4-s3.4\", latency = 40ns }",
                "           { at = 12us, takes = 1us, remove = s0.4-s3.4, add = \"s0.4-s2.4\" } ]");
        assertThat(resolved.fabric().linkCount()).isEqualTo(9);
        Cabling cabling = resolved.cabling();
        assertThat(cabling.cables()).containsExactly(new Cable(8, List.of(new Span(1000, 2000))));
        assertThat(cabling.later())
                .extracting(Cabling.Later::spans)
                .containsExactly(List.of(new Span(2250, 3000)), List.of(new Span(3250, Cabling.FOR_EVER)));
        Fabric ever = resolved.fabric();
        int s0 = ever.deviceByName("s0");
        assertThat(List.of(0L, 1000L, 2000L, 2250L, 3249L, 3250L))
                .extracting(cycle -> cabling.at(cycle).peer(s0, 4))
                .containsExactly(-1, ever.deviceByName("s2"), -1, ever.deviceByName("s3"), -1, ever.deviceByName("s2"));
    }

    @Test
    void aFaultNamesTheCableThatIsThereAtItsTime() {
        String[] moves = {
            SPARE,
            "wiring = [ { at = 4us, add = \"s0.4-s2.4\" }",
            "           { at = 8us, takes = 1us, remove = s0.4-s2.4, add = \"s0.4-s3.4\" } ]",
            "faults = [ { at = 5us, until = 7us, link = s0-s2 }",
            "           { at = 10us, link = s0.4 }",
            "           { at = 6us, until = 7us, link = s0-s1 } ]"
        };
        ResolvedScenario resolved = resolve(moves);
        assertThat(resolved.faults())
                .extracting(ResolvedScenario.ResolvedFault::name)
                .containsExactly("s0-s2", "s0.4-s3.4", "s0-s1");
        assertThat(resolved.faults())
                .extracting(fault -> resolved.cabling().later(fault.number()).isPresent())
                .containsExactly(false, true, false);
        moves[4] = "           { at = 10us, link = s0.4-s3.4 }, { at = 11us, link = \"s3-s0#2\" }";
        assertThat(problemsOf(moves))
                .containsExactly("ring.conf:11: faults[2].link = s3-s0#2 cannot fail twice: another fault has s0.4-s3.4"
                        + " down from 10us; change the times of the two faults");
        moves[4] = "           { at = 2us, link = s0.4-s3.4 }";
        assertThat(problemsOf(moves)).singleElement().asString().startsWith("ring.conf:11: faults[1].link = s0.4-s3.4");
    }

    @Test
    void aChangeThatTheRunEndsBeforeIsNamedAndTheRunKeepsItsCables() {
        String[] late = {
            SPARE,
            "wiring = [ { at = 4us, add = \"s0.4-s2.4\" }",
            "           { at = 7us, takes = 2us, remove = s0.4-s2.4, add = \"s1.4-s3.4\" }",
            "           { at = 8us, remove = s0-s1 } ]",
            "run { duration = 4us, limit = 8us, warmup = 1us }, traffic.stop = 4us"
        };
        assertThat(ScenarioTexts.ring(late).behindTheEnd())
                .containsExactly(
                        "ring.conf:9: wiring[1].add = s1.4-s3.4 comes 9us >= run.limit = 8us",
                        "ring.conf:10: wiring[2].at = 8us >= run.limit = 8us");
        assertThat(resolve(late).fabric().linkCount()).isEqualTo(10);
    }

    @Test
    void aPortKeepsItsKind() {
        assertThat(problemsOf(
                        SPARE,
                        "newcomers = [ { nic = nx } ]",
                        "wiring = [ { at = 4us, add = \"s0.4-s2.4\" }",
                        "           { at = 8us, takes = 1us, remove = s0-s2, add = \"s0.4-nx.1\" }",
                        "           { at = 12us, add = \"s1.4-nx.1\" } ]"))
                .containsExactly(
                        "ring.conf:10: wiring[1].add = s0.4-nx.1 shares a port with s0.4-s2.4, which was there"
                                + " before, and one of the two leads to a NIC; use a port that only cables of its kind have been in");
    }

    @Test
    void aNicMovesToAPortThatNoOtherNicHasBeenIn() {
        String[] moves = {
            SPARE, "wiring = [ { at = 4us, remove = s2-n2 }", "           { at = 8us, add = \"n2.1-s3.4\" } ]"
        };
        Cabling cabling = resolve(moves).cabling();
        assertThat(cabling.later()).hasSize(1);
        Fabric last = cabling.at(2000);
        assertThat(last.attachedSwitch(last.deviceByName("n2"))).isEqualTo(last.deviceByName("s3"));
        moves[2] = "           { at = 8us, remove = s3-n3 }, { at = 12us, add = \"n2.1-s3.3\" } ]";
        assertThat(problemsOf(moves))
                .containsExactly(
                        "ring.conf:9: wiring[2].add = n2.1-s3.3 shares a port with n3.1-s3.3, and packets for n3"
                                + " would come to n2 by old tables; use a port that no other NIC has been in");
    }

    @Test
    void cablesThatCannotBeAreRefusedWhereTheyAreWritten() {
        assertThat(problemsOf(
                        SPARE,
                        "wiring = [ { at = 4us, add = \"s0.9-s2.4\" }",
                        "           { at = 5us, add = \"s0.1-s2.4\" }",
                        "           { at = 6us, add = \"s0.4-s8.4\" }",
                        "           { at = 7us, add = [ \"s0.4-s2.4\", \"s2.4-s0.4\" ] }",
                        "           { at = 8us, add = \"s1.4-s1.3\" }",
                        "           { at = 9us, add = \"n1.1-n2.1\" }",
                        "           { at = 10us, remove = s1-s3 } ]"))
                .containsExactly(
                        "ring.conf:8: wiring[0].add = s0.9-s2.4 names s0.9-s2.4, and s0 has ports 1..4, not 9; name one of"
                                + " these, or raise fabric.spare-ports",
                        "ring.conf:9: wiring[1].add = s0.1-s2.4 finds s0.1-s1.2 in one of the ports of s0.1-s2.4; pull that"
                                + " cable before",
                        "ring.conf:10: wiring[2].add = s0.4-s8.4 names s0.4-s8.4, not two ports of torus:4; write"
                                + " DEVICE.PORT-DEVICE.PORT; the nearest device is s0",
                        "ring.conf:11: wiring[3].add = [\"s0.4-s2.4\",\"s2.4-s0.4\"] finds s0.4-s2.4 in one of the ports of"
                                + " s2.4-s0.4, since 7us; pull that cable before",
                        "ring.conf:12: wiring[4].add = s1.4-s1.3 joins s1 to itself; name two devices",
                        "ring.conf:13: wiring[5].add = n1.1-n2.1 joins two NICs; name a switch at one end",
                        "ring.conf:14: wiring[6].remove = s1-s3: s1-s3: no link joins them; s1 is linked to s2, s0, n1, as it"
                                + " is cabled at 10us");
    }

    @Test
    void aPortIsFreeOnceWhatWasOnItsCableHasArrived() {
        // 25 cycles of wire, 6 of a flow-control packet, 27 of a switch
        String[] lines = {"wiring = [ { at = 4us, takes = 232ns, remove = s0-s1, add = \"s0.1-s1.2\" } ]"};
        assertThat(problemsOf(lines))
                .containsExactly(
                        "ring.conf:7: wiring[0].add = s0.1-s1.2 comes at 4232ns, and what was on s0.1-s1.2 is under"
                                + " way until 4232ns; plug it in later, or raise takes");
        lines[0] = lines[0].replace("232ns", "236ns");
        assertThat(resolve(lines).cabling().cables()).hasSize(1);
    }

    @Test
    void whatIsNotThereForTheRunIsRefused() {
        assertThat(problemsOf("newcomers = [ { switch = x, ports = 2 }, { nic = n1 } ]"))
                .containsExactly(
                        "ring.conf:7: newcomers[1].nic = n1 is the name of another device; give each device a name of its own");
        assertThat(problemsOf(
                        "newcomers = [ { switch = x, ports = 2 }, { nic = x } ]",
                        "fabric.spare-ports = 1, wiring = [ { at = 4us, add = \"x.1-s0.4\" } ]"))
                .containsExactly(
                        "ring.conf:7: newcomers[1].nic = x is the name of another device; give each device a name of its own");
        assertThat(problemsOf("newcomers = [ { switch = x, ports = 2 } ]"))
                .containsExactly(
                        "ring.conf:7: newcomers[0].switch = x never gets a cable; add one under wiring, or leave the device out");
        assertThat(problemsOf("wiring = [ { at = 4us, takes = 1us, remove = s0-n0, add = \"s0.3-n0.1\" } ]"))
                .singleElement()
                .asString()
                .startsWith("ring.conf:7: wiring = ")
                .endsWith(
                        " changes the cable of n0, behind which a manager sits; change another, or set manager.nic or manager.standby");
    }

    @Test
    void keysThatDoNotGoTogetherAreRefused() {
        ScenarioTexts.assertProblem(
                "wiring = [ { at = 1us } ]",
                "ring.conf:7: wiring[0].at = 1us changes nothing; write for example { at = 1ms, add = \"s0_0.6-s2_2.6\" }");
        ScenarioTexts.assertProblem(
                "wiring = [ { at = 1us, remove = s0-s1, latency = 1us } ]",
                "ring.conf:7: wiring[0].latency = 1us is of cables that are plugged in, and none is; write add or leave it"
                        + " out");
        ScenarioTexts.assertProblem(
                "newcomers = [ { switch = x } ]",
                "ring.conf:7: newcomers[0].switch = x has no ports; write how many, for example ports = 6");
        ScenarioTexts.assertProblem(
                "newcomers = [ { switch = x, ports = 0 } ]", "ring.conf:7: newcomers[0].ports = 0 < 1; raise it");
        ScenarioTexts.assertProblem(
                "newcomers = [ { nic = x, ports = 2 } ]",
                "ring.conf:7: newcomers[0].ports = 2 is of a NIC, which has one port; leave it out");
    }
}
