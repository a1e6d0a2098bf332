package org.reweave.emulator.cli.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.InputCheck;
import org.reweave.emulator.scenario.ScenarioException;

class HuntCommandTest {
    private static final Path SHIPPED = Path.of("../../cluster-config/hunt.conf");
    private static final Path BASES =
            Path.of("../../cluster-config/races/bases").toAbsolutePath();

    @TempDir
    private Path folder;

    private Path plan(String setups) throws IOException {
        return Files.writeString(folder.resolve("hunt.conf"), "setups = [" + setups + "]");
    }

    private CommandRun hunt(Path plan, String... more) {
        String found = folder.resolve("found").toString();
        List<String> words = new ArrayList<>(
                List.of("hunt", "--plan", plan.toString(), "--out", found, "--quiet", "--threads", "1"));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray(String[]::new));
    }

    @Test
    void everythingWrongIsSaidInOneLineEach() {
        assertThat(CommandRun.of(
                                "hunt",
                                "--budget",
                                "0",
                                "--threads",
                                "0",
                                "--plan",
                                folder.resolve("none.conf").toString(),
                                "--out",
                                folder.toString())
                        .refused()
                        .errLines())
                .containsExactly(
                        "reweave: --threads 0 < 1; raise it",
                        "reweave: --budget 0.0 <= 0; raise it",
                        "reweave: " + folder + ": exists; remove it, or name another folder with --out",
                        "reweave: --plan " + folder.resolve("none.conf") + ": no such file");
        assertThat(hunt(SHIPPED, "sr-lo").refused().errLines())
                .containsExactly("reweave: sr-lo: " + SHIPPED + " has no such scheme; did you mean sr-la?");
    }

    @Test
    void aKeyThatIsNoneIsRefusedWithItsLineAndTheOneThatMayBeMeant() throws IOException {
        Path plan = plan("{ scheme = static, explore = [], race = [{ base = \"torus.conf\", sets = [] }],\n"
                + "swarm { bases = [], rows = [{ on-of = [] }] } }");
        assertThat(hunt(plan).refused().errLines())
                .containsExactlyInAnyOrder(
                        "reweave: " + plan + ":1: sets is no key; did you mean set?",
                        "reweave: " + plan + ":2: on-of is no key; did you mean one-of?");
    }

    @Test
    void everyRaceOfTheShippedPlanHasAScenarioThatItsSchemeTakes() {
        InputCheck input = new InputCheck();
        HuntPlan plan = HuntPlan.read(SHIPPED, List.of(), input).orElseThrow();
        input.throwIfAny();
        assertThat(plan.models()).isNotEmpty();
        assertThat(plan.races())
                .allSatisfy(race -> assertThat(race.plan(1).promises().judged()).isNotEmpty());
    }

    @Test
    void aSwarmDrawsTheSameScenariosAgainAndOthersWithAnotherSeed() {
        InputCheck input = new InputCheck();
        HuntPlan plan = HuntPlan.read(SHIPPED, List.of("ebr"), input).orElseThrow();
        input.throwIfAny();
        HuntPlan.Swarm swarm = plan.swarms().get(0);
        assertThat(swarm.drawn(1, 7)).isEqualTo(swarm.drawn(1, 7));
        assertThat(IntStream.range(0, 50).mapToObj(number -> swarm.drawn(1, number)))
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(IntStream.range(0, 50)
                        .mapToObj(number -> swarm.drawn(2, number))
                        .toList());
    }

    @Test
    void eachShippedSwarmHasScenariosThatItsSchemeTakes() {
        InputCheck input = new InputCheck();
        HuntPlan plan = HuntPlan.read(SHIPPED, List.of(), input).orElseThrow();
        input.throwIfAny();
        assertThat(plan.swarms()).hasSizeGreaterThan(10).allSatisfy(swarm -> assertThat(IntStream.range(0, 10)
                        .mapToObj(number -> swarm.drawn(1, number))
                        .filter(HuntCommandTest::isPossible))
                .isNotEmpty());
    }

    private static boolean isPossible(HuntPlan.Race race) {
        try {
            return !race.plan(1).promises().judged().isEmpty();
        } catch (ScenarioException e) {
            return false;
        }
    }

    @Test
    void aSwarmOfWhichNothingIsPossibleIsRefused() throws IOException {
        Path plan = plan("{ scheme = static, explore = [], race = [], swarm { bases = [\"" + BASES.resolve("torus.conf")
                + "\"], rows = [{ one-of = [{ set = [\"device.switch.input-buffer=1B\"] }] }] } }");
        assertThat(hunt(plan).refused().errLines())
                .singleElement(STRING)
                .startsWith("reweave: the swarm of static: none of 200 drawn scenarios is possible; the last one: ");
    }

    @Test
    void aBrokenPromiseOfAModelHasAFolderWithItsSteps() throws IOException {
        Path plan = plan("{ scheme = naive, explore = [\"triangle --promise NO_DEADLOCK\"], race = [] }");
        CommandRun run = hunt(plan, "--json");
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CHECKS_FAILED);
        JsonNode alarm = run.json().get("alarm");
        assertThat(alarm.get("promises")).singleElement().satisfies(promise -> assertThat(promise.textValue())
                .isEqualTo("NO_DEADLOCK"));
        assertThat(alarm.get("command").textValue())
                .isEqualTo("reweave explore triangle --promise NO_DEADLOCK --scheme naive");
        assertThat(folder.resolve("found/README.md")).content().contains("which waits for");
    }

    @Test
    void aHuntThatFindsNothingSaysWhatItAsked() throws IOException {
        Path plan = plan("{ scheme = static, explore = [], race = [{ base = \"" + BASES.resolve("torus.conf")
                + "\", set = [] }] }");
        CommandRun run = hunt(plan, "--budget", "1e-3", "--json");
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.json().get("alarm").isNull()).isTrue();
        assertThat(run.json().get("asked")).hasSize(1);
        assertThat(folder.resolve("found")).doesNotExist();
    }
}
