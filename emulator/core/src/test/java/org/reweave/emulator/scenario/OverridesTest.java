package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.emulator.scenario.ScenarioTexts.RING;
import static org.reweave.emulator.scenario.ScenarioTexts.problemsOfText;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverridesTest {
    private static Scenario ring(String... overrides) {
        return ScenarioLoader.parse("ring.conf", RING, List.of(overrides));
    }

    @Test
    void anOverrideWinsOverTheFileAndALaterOneOverAnEarlierOne() {
        assertThat(ring("traffic.load=0.5", "traffic.load = 0.6").traffic().load())
                .isEqualTo(0.6);
        assertThat(ring("seed=42", "device.preset=iq-router").seed()).isEqualTo(42);
        assertThat(ring("device.preset=iq-router").links().flitPerCycle()).isTrue();
    }

    @Test
    void valuesNeedNoQuotes() {
        assertThat(ring("fabric.generator=k-ary-n-tree:4,3,nics=2").fabric())
                .isEqualTo(new FabricSource.Generated("k-ary-n-tree:4,3,nics=2"));
        assertThat(ring("description=what if a = b?").description()).isEqualTo("what if a = b?");
    }

    @Test
    void listsObjectsAndNullAreHocon() {
        assertThat(ring("faults=[{ at = 1us, link = s0-s1 }]").faults())
                .containsExactly(new PlannedFault(250, PlannedFault.FOR_EVER, PlannedFault.Element.LINK, "s0-s1"));
        assertThat(ring("routing.options={ root = s2 }").routing().options().get("root", ""))
                .isEqualTo("s2");
        assertThat(problemsOfText(RING, "traffic.load=null"))
                .containsExactly(
                        "--set traffic.load=null: traffic.load is missing; write for example traffic.load = 0.3");
    }

    @Test
    void aKeyThatIsTakenAwayHasItsUsualValueAgain() {
        assertThat(ring("traffic.pattern=transpose", "traffic.pattern=null")
                        .traffic()
                        .pattern())
                .isEqualTo("uniform");
        assertThat(ring("device.switch.vls=2", "device.switch.vls=null").switches())
                .isEqualTo(ring("device.switch.vls=1").switches());
    }

    @Test
    void aPlusAppendsToAList() {
        assertThat(ring("faults+={ at = 1us, link = s0-s1 }", "faults += { at = 2us, link = s1-s2 }")
                        .faults())
                .extracting(PlannedFault::at)
                .containsExactly(250L, 500L);
        assertThat(problemsOfText(RING, "traffic.load+=1"))
                .containsExactly(
                        "--set traffic.load+=1: 'traffic.load' is no list to append to; write traffic.load=VALUE");
    }

    @Test
    void aListThatHasSubstitutionsIsAppendedTo() {
        String written = RING + "\nfaults = ${?first} [{ link = s0-s1, at = 1us }]";
        assertThat(ScenarioLoader.parse(
                                "ring.conf",
                                written,
                                List.of("faults+={ link = s1-s2, at = 2us }", "faults+={ link = s2-s3, at = 3us }"))
                        .faults())
                .extracting(PlannedFault::at)
                .containsExactly(250L, 500L, 750L);
        assertThat(problemsOfText(RING + "\nfaults = ${routing.engine}", "faults+={ link = s1-s2, at = 2us }"))
                .singleElement()
                .asString()
                .contains("Cannot concatenate")
                .endsWith("; correct the HOCON");
    }

    /** Options of an engine are set or taken away as a whole: those of another engine would be refused. */
    @Test
    void optionsOfAnEngineAreReplacedAsAWhole() {
        String withRoot = "routing.options={ root = s2 }";
        for (String away : List.of("routing.options=null", "routing.options={}", "routing.options={ tree = dfs }")) {
            assertThat(ring(withRoot, away).routing().options().get("root", "none"))
                    .as(away)
                    .isEqualTo("none");
        }
        assertThat(ring(withRoot, "routing.options.tree=dfs")
                        .routing()
                        .options()
                        .get("root", "none"))
                .isEqualTo("s2");
    }

    @Test
    void aFabricFileReplacesTheGeneratorAndIsRelativeToTheWorkingDirectory() {
        Path file = Path.of("../../cluster-config/fabrics/two-level-clos.ibnetdiscover");
        assertThat(ring("fabric.file=" + file).fabric())
                .isEqualTo(new FabricSource.FromFile(file.toAbsolutePath().normalize()));
    }

    @Test
    void messagesNameTheOverride() {
        assertThat(problemsOfText(RING, "device.switch.vls=19"))
                .containsExactly("--set device.switch.vls=19: device.switch.vls = 19 > 15; lower it");
        assertThat(problemsOfText(RING, "device.swich.vls=2"))
                .containsExactly("--set device.swich.vls=2: device.swich is not a key; did you mean device.switch?");
        assertThat(problemsOfText(RING, "faults=[{ at = 1us }]"))
                .containsExactly(
                        "--set faults=[{ at = 1us }]: faults[0] has neither link nor switch; write for example link = random");
    }

    @Test
    void whatIsNoOverrideIsRefused() {
        assertThat(problemsOfText(RING, "seed", "a..b=1", "faults=[{"))
                .containsExactly(
                        "--set seed: is not key=value; write KEY=VALUE",
                        "--set a..b=1: 'a..b' is not the path of a key; write KEY=VALUE",
                        "--set faults=[{: the value is no HOCON; close what is open in it");
    }
}
