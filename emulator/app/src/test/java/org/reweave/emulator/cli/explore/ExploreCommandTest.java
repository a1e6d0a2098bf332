package org.reweave.emulator.cli.explore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.Drawings;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.explore.Examples;
import org.w3c.dom.NodeList;

@Tag("slow")
class ExploreCommandTest {
    @Test
    void theListHasEveryExampleAndEverySchemeWithItsOptionsAndPromises() {
        String text = CommandRun.of("explore", "--list").succeeded().out();
        assertThat(text)
                .contains("epoch-bits = 3 (1, or 3 to 16): width of the epoch fields")
                .contains("promises RUN_ENDS");
        JsonNode all = CommandRun.of("explore", "--list", "--json").succeeded().json();
        assertThat(all.get("schemes")).hasSameSizeAs(Schemes.names());
        JsonNode list = all.get("models");
        assertThat(list).hasSameSizeAs(Examples.all());
        assertThat(list.get(0).get("name").textValue()).isEqualTo("triangle");
        assertThat(list.get(0).get("packets").intValue()).isEqualTo(3);
    }

    @Test
    void promisesThatAreKeptComeWithTheBoundsAndTheStates() {
        CommandRun run = kept("explore", "triangle", "--scheme", "ebr");
        assertThat(run.out())
                .contains("triangle, ebr: all promises kept")
                .contains("exhaustive within 3 packets")
                .contains("one order of steps that commute")
                .containsPattern("\\d+ states, \\d+ steps, \\d+ ends, the farthest state \\d+ steps away");
    }

    @Test
    void whatWasJudgedAndWhatTheSchemeDoesNotPromiseIsSaid() {
        String naive = kept("explore", "triangle", "--scheme", "naive").out();
        assertThat(naive)
                .contains("judged: RUN_ENDS, ALL_ON_NEW")
                .contains("promised by naive and not judged: TRAPS_ANSWERED, SWEPT_AFTER_FAULTS, ")
                .contains("not promised by naive here: NO_DEADLOCK, ");
        CommandRun asked = kept("explore", "triangle", "--scheme", "ebr", "--promise", "NO_DEADLOCK", "--json");
        assertThat(asked.json().get("promises")).hasSize(1);
        assertThat(asked.json().get("notJudged").toString())
                .contains("RUN_ENDS")
                .doesNotContain("NO_DEADLOCK");
        assertThat(asked.json().get("notMade").toString()).contains("NICS_KNOW");
        assertThat(asked.json().get("depth").intValue()).isGreaterThan(10);
    }

    @Test
    void aSearchThatItsBudgetEndsSaysHowFarItWent() {
        String text = CommandRun.of("explore", "triangle", "--scheme", "ebr", "--budget", "1000")
                .refused()
                .err();
        assertThat(text)
                .contains("more than 1000 states")
                .containsPattern(
                        "Every step of \\d+ states was taken, up to \\d+ steps away, in one order of steps that"
                                + " commute")
                .contains("whether every run ends was not judged");
        assertThat(CommandRun.of("explore", "triangle", "--scheme", "ebr", "--budget", "1000", "--all-orders")
                        .refused()
                        .err())
                .containsPattern("Every step of \\d+ states was taken, so all orders of up to \\d+ steps");
    }

    @Test
    void aDeadlockComesWithItsStepsAndThePacketsThatWaitForEachOther() {
        CommandRun run = CommandRun.of("explore", "triangle", "--scheme", "naive", "--promise", "NO_DEADLOCK");
        assertThat(run.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(run.out())
                .contains("a packet is stuck for ever")
                .contains("   1  the manager detects a change")
                .containsPattern("\\d  n0 injects packet 0 for n2")
                .contains("+-> packet")
                .contains("which waits for");
        JsonNode json = CommandRun.of("explore", "triangle", "--scheme", "naive", "--promise", "NO_DEADLOCK", "--json")
                .json();
        assertThat(json.get("promise").textValue()).isEqualTo("NO_DEADLOCK");
        assertThat(json.get("promises")).hasSize(1);
        assertThat(json.get("cycle")).hasSize(3);
        assertThat(json.get("trace").size()).isGreaterThan(10);
    }

    @Test
    void walksReachWhatNoBudgetHoldsAndSayThatTheyProveNothing() {
        String sound = kept("explore", "ring", "--scheme", "ebr", "--walks", "50", "--seed", "3")
                .out();
        assertThat(sound)
                .contains("no promise broken, which is no proof; 50 random walks")
                .contains("judged: NO_DEADLOCK, RUN_ENDS")
                .contains("RUN_ENDS was judged at ends only");
        String[] naive = "explore triangle --scheme naive --promise NO_DEADLOCK --walks 100000 --json".split(" ");
        CommandRun run = CommandRun.of(naive);
        assertThat(run.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(run.json().get("promise").textValue()).isEqualTo("NO_DEADLOCK");
        assertThat(run.json().get("cycle")).hasSize(3);
        assertThat(run.json().get("walks").intValue()).isBetween(1, 99_999);
        assertThat(CommandRun.of(naive).out()).isEqualTo(run.out());
    }

    @Test
    void theNumberOfThreadsChangesNothingThatIsPrinted() {
        String one =
                kept("explore", "triangle", "--scheme", "ebr", "--threads", "1").out();
        assertThat(kept("explore", "triangle", "--scheme", "ebr", "--threads", "3")
                        .out())
                .isEqualTo(one);
    }

    @Test
    void aFabricOfTheUsersIsExploredUnderAFaultOrARerooting() {
        String failing = kept("explore", "torus:3", "--scheme", "static", "--fail", "s0-s1", "--packets", "0-1")
                .out();
        assertThat(failing)
                .startsWith("torus:3, a link fails, static: all promises kept")
                .contains("1 faults");
        kept("explore", "torus:4", "--scheme", "ebrd", "--reroot", "s2", "--packets", "0-2,2-0");
        String nic = "--fail n1-s1 --recoveries 1 --packets 1-0";
        assertThat(kept(("explore mesh:2 --scheme ebrd --reroot s1 " + nic).split(" "))
                        .out())
                .contains("1 faults, 1 recoveries");
        assertThat(kept(("explore two-links --scheme ebrd " + nic).split(" ")).out())
                .contains("1 faults, 1 recoveries");
        String restart = "explore mesh:2 --scheme naive --restart s1 --packets 1-0";
        assertThat(kept(restart.split(" ")).out())
                .startsWith("mesh:2, a switch restarts, naive: all promises kept")
                .contains("0 faults", "1 restart");
        String old = restart + " --old-tables";
        assertThat(kept(old.split(" ")).out())
                .startsWith("mesh:2, a switch restarts, naive: all promises kept")
                .contains("1 restart, old tables after a restart");
        String away = "explore two-links --scheme naive --restart s1 --away --packets 1-0";
        assertThat(kept(away.split(" ")).out()).contains("0 faults", "1 restart, down and up as two steps");
        String bubble = "explore torus:4 --engine dimension-order --engine-option vl=bubble --engine-option ties=plus"
                + " --scheme static --fail s0-s1 --packets 0-2,1-3";
        assertThat(kept(bubble.split(" ")).out()).contains("2 packets per input queue");
    }

    @Test
    void aBareStartIsExploredBeforeAFaultAPlannedChangeOrNothingElse() {
        CommandRun alone = kept("explore mesh:2 --scheme naive --start bare --packets 0-1,1-0".split(" "));
        assertThat(alone.out())
                .startsWith("mesh:2, it comes up, naive: all promises kept")
                .contains("0 faults", "a bare start", "TABLES_BEFORE_PATHS, FIRST_TABLES_UNTOLD");
        assertThat(kept("explore two-links --scheme ebr --start bare --packets 0-1".split(" "))
                        .out())
                .contains("1 faults", "a bare start");
        JsonNode planned = kept("explore mesh:2 --scheme ebr --reroot s1 --start bare --packets 0-1 --json".split(" "))
                .json();
        assertThat(planned.at("/start").textValue()).isEqualTo("bare");
        String installed = "explore two-links --scheme ebr --packets 0-1";
        assertThat(kept((installed + " --start installed").split(" ")).out())
                .isEqualTo(kept(installed.split(" ")).out())
                .doesNotContain("bare");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rftr", "apm", "combined"})
    void schemesThatAddPathsAreExploredOnFabricsAndExamples(String scheme) {
        String fabric = kept("explore", "torus:4", "--scheme", scheme, "--fail", "s0-s1", "--packets", "0-1")
                .out();
        assertThat(fabric)
                .contains("torus:4, a link fails, " + scheme + ": all promises kept")
                .containsPattern("judged: .*PATHS_COMPLETE");
        kept("explore", "two-links", "--scheme", scheme);
    }

    @Test
    void theReductionNeverChangesTheEnds() {
        String[] reduced = {"explore", "triangle", "--scheme", "ebr", "--packets", "0-2", "--json"};
        String[] all = {"explore", "triangle", "--scheme", "ebr", "--packets", "0-2", "--json", "--all-orders"};
        JsonNode fewer = kept(reduced).json();
        JsonNode more = kept(all).json();
        assertThat(more.get("states").intValue())
                .isGreaterThan(fewer.get("states").intValue());
        assertThat(more.get("ends")).isEqualTo(fewer.get("ends"));
    }

    /** A slow machine may show progress. */
    private static CommandRun kept(String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        return run;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "explore triangle | --scheme is missing",
                "explore --scheme ebr | a model is missing",
                "explore ring --scheme ebrx | no reconfiguration scheme 'ebrx'; known: apm",
                "explore ring --scheme ebr --option epoch-bits=2 | epoch-bits = 2 is not 1, or 3 to 16",
                "explore ring --scheme ebr --option epoch-bits=1 --option overlap=on | overlap = on with epoch-bits = 1",
                "explore ring --scheme naive --option overlap=on | naive has no such option; it has none",
                "explore ring --scheme ebr --option epochs=3 | no such option; known: forwarding-mark",
                "explore ring --scheme ebr --option overlap=yes | overlap = yes is not off or on",
                "explore ring --scheme ebr --packets 1 | '1' is not two numbers of NICs",
                "explore ring --scheme ebr --packets 0-9 | torus:4 has the NICs 0 to 3",
                "explore ring --scheme ebr --packets 0-0 | a packet goes to another NIC",
                "explore ring --scheme ebr --engine tor | the example ring has its own",
                "explore ring --scheme ebr --fail s0-s1 | the tables of 4-ring re-rooted do not depend on links between switches; name a NIC's link",
                "explore ring --scheme ebr --fail n0-s0 | the link of n0 fails, which the manager is behind; use another NIC's",
                "explore two-links --scheme apm --fail n1-s1 | links of NICs that fail for apm, which has no manager or adds paths",
                "explore torus:4 --scheme ebr --packets 0-1 | Give --fail LINK, --reroot SWITCH, --restart SWITCH or --start bare",
                "explore two-links --scheme ebr --start warm | --start warm: write installed or bare",
                "explore two-links --scheme apm --start bare | a bare start for apm, which has no manager or adds paths",
                "explore two-links --scheme ebr --start bare --managers 2 | a bare start with two managers; leave one of them out",
                "explore two-links --scheme ebr --start bare --tables per-block | a bare start with tables block by block",
                "explore two-links --scheme ebr --start bare --restart s1 --old-tables | with old tables after a restart; leave one",
                "explore mesh:2 --scheme ebr --reroot s1 --start bare --restart s1 --away --packets 0-1 | for which there are no first tables",
                "explore two-links --scheme ebr --restart x | --restart x: two links has no such switch; 'reweave topo' with --names lists them",
                "explore two-links --scheme ebr --restart n1 | --restart n1: two links has no such switch",
                "explore two-links --scheme apm --restart s1 | switches that restart for apm, which has no manager or adds paths",
                "explore two-links --scheme ebr --restart s1 --managers 2 | restarts = 1 with late SMPs or two managers",
                "explore two-links --scheme ebr --old-tables | --old-tables is of switches that restart, and none does",
                "explore two-links --scheme ebr --away | --away is of switches that restart, and none does",
                "explore two-links --scheme ebr --restart s1 --away --faults 1 | a switch that is away with links that fail",
                "explore ring --scheme ebr --restart s0,s1,s2 | restarts = 3 is not in 0..2",
                "explore torus:4 --scheme ebr --fail s0-s1 | --packets is missing",
                "explore torus:4 --scheme rftr --reroot s2 --packets 0-1 | rftr takes paths from",
                "explore ring --scheme rftr | a planned change for rftr",
                "explore torus:4 --scheme apm --engine updown --fail s0-s1 --packets 0-1 | have no disjoint ones",
                "explore torus:4 --scheme ebr --lmc 1 --fail s0-s1 --packets 0-1 | --lmc is for schemes with RFTR's paths",
                "explore torus:4 --scheme rftr --lmc 8 --fail s0-s1 --packets 0-1 | --lmc 8 is not in 0..7",
                "explore mesh --scheme rftr --lmc 1 | the example mesh has its own",
                "explore ring --scheme ebr --engine-option root=s1 | the example ring has its own",
                "explore torus:4 --scheme ebr --engine-option rot=s1 --fail s0-s1 --packets 0-1 | has no option rot",
                "explore bubble --scheme ebr | bubble flow control for scheme ebr",
                "explore bubble --scheme static --input-slots 1 | 1 packet per input queue",
                "explore two-links --scheme ebr --faults 3 | faults = 3 is not in 0..2",
                "explore mesh --scheme ebr --mute x | --mute x: mesh:3x3 has no such device",
                "explore ring --scheme ebr --budget 100 | more than 100 states",
                "explore ring --scheme ebr --budget 100 | with --walks N goes deeper without proof",
                "explore ring --scheme ebr --walks 0 | --walks 0 < 1",
                "explore ring --scheme ebr --walks 5 --promise NO_LIVELOCK | --walks does not judge NO_LIVELOCK",
                "explore ring --scheme ebr --threads 0 | --threads 0 < 1",
            })
    void badInputIsOneClearMessage(String command, String expected) {
        assertThat(CommandRun.of(command.split(" ")).refused().err()).contains(expected);
    }

    /** An independent reader of XML finds each step once; where nothing is broken, there is nothing to draw. */
    @Test
    void theStepsToABrokenPromiseAreDrawn(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("steps.svg");
        CommandRun found = CommandRun.of(
                "explore",
                "triangle",
                "--scheme",
                "naive",
                "--promise",
                "NO_DEADLOCK",
                "--draw",
                file.toString(),
                "--json");
        assertThat(found.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        int steps = found.json().get("trace").size();
        NodeList circles = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName("circle");
        assertThat(circles.getLength()).isEqualTo(steps + 1);
        Drawings.isWhole(Files.readString(file));
        assertThat(Files.readString(file)).contains("NO_DEADLOCK is broken", ">manager<", "class=\"cause\"");

        Path none = folder.resolve("none.svg");
        CommandRun kept = CommandRun.of("explore", "triangle", "--scheme", "ebr", "--draw", none.toString());
        assertThat(kept.code()).isEqualTo(ExitCode.DONE);
        assertThat(kept.err()).contains("--draw: no promise was broken");
        assertThat(none).doesNotExist();
    }

    private static String[] keeping(Path folder, String... more) {
        String[] command = {"explore", "triangle", "--scheme", "ebr", "--quiet", "--out", folder.toString()};
        return Stream.concat(Stream.of(command), Stream.of(more)).toArray(String[]::new);
    }

    /** A budget ends the search twice; a part without its line, as a kill leaves it, is cut off. */
    @Test
    void aSearchThatWasBrokenOffGoesOnAndEndsWithTheSameResult(@TempDir Path folder) throws IOException {
        String whole = kept("explore", "triangle", "--scheme", "ebr").out();
        for (String budget : List.of("1000", "1500")) {
            assertThat(CommandRun.of(keeping(folder, "--budget", budget))
                            .refused()
                            .err())
                    .contains("more than " + budget + " states");
        }
        Path state = folder.resolve("state.jsonl");
        Path states = folder.resolve("states.bin");
        List<String> lines = Files.readAllLines(state);
        assertThat(lines).as("an identity and two parts").hasSize(1 + 2);
        byte[] parts = Files.readAllBytes(states);
        Files.write(states, new byte[100], StandardOpenOption.APPEND);
        Files.writeString(state, lines.get(2).substring(0, 30), StandardOpenOption.APPEND);

        assertThat(kept(keeping(folder, "--threads", "3")).out()).isEqualTo(whole);
        assertThat(Files.readAllLines(state)).hasSize(1 + 3).startsWith(lines.toArray(String[]::new));
        assertThat(Files.readAllBytes(states)).startsWith(parts);
        byte[] all = Files.readAllBytes(states);
        assertThat(kept(keeping(folder)).out()).as("from its end").isEqualTo(whole);
        assertThat(Files.readAllBytes(states)).isEqualTo(all);
    }

    @Test
    void whatIsKeptOfAnotherSearchOrDamagedIsRefusedInOneLine(@TempDir Path folder) throws IOException {
        kept(keeping(folder));
        assertThat(CommandRun.of(keeping(folder, "--packets", "0-1")).refused().errLines())
                .singleElement()
                .asString()
                .contains("state.jsonl: was begun with --packets = 0-2,1-0,2-1, now 0-1", "name another folder");
        assertThat(CommandRun.of(keeping(folder, "--input-slots", "2"))
                        .refused()
                        .errLines())
                .singleElement()
                .asString()
                .contains("was begun with bounds = 1 packet per input queue");
        assertThat(CommandRun.of(keeping(folder, "--walks", "5")).refused().errLines())
                .singleElement()
                .asString()
                .contains("--out keeps a search");
        Path states = folder.resolve("states.bin");
        byte[] good = Files.readAllBytes(states);
        byte[] bad = good.clone();
        bad[good.length / 2] ^= 4;
        Files.write(states, bad);
        assertThat(CommandRun.of(keeping(folder)).refused().errLines())
                .singleElement()
                .asString()
                .contains("states.bin: part 1 is not what was written; remove the folder");
        Files.write(states, Arrays.copyOf(good, good.length - 1));
        assertThat(CommandRun.of(keeping(folder)).refused().errLines())
                .singleElement()
                .asString()
                .contains("states.bin: ends before its part 1 does");
    }
}
