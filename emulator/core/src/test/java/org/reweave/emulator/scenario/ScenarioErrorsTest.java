package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.reweave.emulator.scenario.ScenarioTexts.RING;
import static org.reweave.emulator.scenario.ScenarioTexts.assertProblem;
import static org.reweave.emulator.scenario.ScenarioTexts.problemsOf;
import static org.reweave.emulator.scenario.ScenarioTexts.problemsOfText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.reconfig.Schemes;
import org.reweave.routing.engine.EngineRegistry;

/** Every kind of mistake in one file, with its message: place, actual value, limit, remedy. */
class ScenarioErrorsTest {
    private static final String ENGINES = Names.anyOf(EngineRegistry.load().names());
    private static final String SCHEMES = Names.anyOf(
            Stream.concat(Stream.of("none"), Schemes.names().stream()).toList());

    @Test
    void everythingWrongIsReportedAtOnceInTheOrderOfTheFile() {
        assertThat(problemsOfText("""
                        fabric { generator = "torus:4", file = "x.ibnetdiscover" }
                        routing.engine = updwn
                        device { preset = iba-1x, switch { vls = 19 } }
                        device.switch.inputbufer = 1KB
                        traffic { load = 1.3 }
                        run { duration = 2, warmup = 1KB }
                        """, "device.nic.packet=58"))
                .containsExactly(
                        "ring.conf:1: fabric.file = x.ibnetdiscover excludes fabric.generator = torus:4 (ring.conf:1); keep one",
                        "ring.conf:1: fabric.file = x.ibnetdiscover does not exist ("
                                + Path.of("x.ibnetdiscover").toAbsolutePath()
                                + "); correct the path, which is relative to the file that it stands in",
                        "ring.conf:2: routing.engine = updwn is not " + ENGINES + "; did you mean updown?",
                        "ring.conf:3: device.switch.vls = 19 > 15; lower it",
                        "ring.conf:4: device.switch.inputbufer is not a key; did you mean device.switch.input-buffer?",
                        "ring.conf:5: traffic.load = 1.3 > 1; lower it",
                        "ring.conf:6: run.warmup = 1KB has unit KB; a duration is in ps, ns, us, ms, s or cycles",
                        "ring.conf:6: run.duration = 2 has no unit; write 2ps, 2ns, 2us, 2ms, 2s or 2cycles",
                        "ring.conf: description is missing; write for example description = \"what this shows\"",
                        "--set device.nic.packet=58: device.nic.packet = 58 has no unit; write 58B, 58KB or 58flits");
    }

    @Test
    void aFileWhoseNameIsNoPathIsRefusedWithItsLine() {
        for (String key : List.of("fabric.file", "traffic.trace.file")) {
            assertThat(problemsOfText(key + " = \"a\\u0000b\"")).anySatisfy(problem -> assertThat(problem)
                    .startsWith("ring.conf:1: " + key + " = a\0b is no path here: Nul character not allowed;"));
        }
    }

    @Test
    void aValueOutsideItsLimitsNamesTheLimit() {
        assertProblem("device.switch.vls = 19", "ring.conf:7: device.switch.vls = 19 > 15; lower it");
        assertProblem("device.switch.vls = 0", "ring.conf:7: device.switch.vls = 0 < 1; raise it");
        assertProblem("traffic.load = -0.1", "ring.conf:7: traffic.load = -0.1 < 0; raise it");
        assertProblem("device.link.latency = 0ns", "ring.conf:7: device.link.latency = 0ns < 1cycle; raise it");
        assertProblem(
                "device.switch.output-delay = 0cycles",
                "ring.conf:7: device.switch.output-delay = 0cycles < 1cycle; raise it");
        assertProblem("manager.window = 0", "ring.conf:7: manager.window = 0 < 1; raise it");
        assertProblem("device.cycle = 1s", "ring.conf:7: device.cycle = 1s > 1ms; lower it");
        assertProblem("run.warmup = -4ns", "ring.conf:7: run.warmup = -4ns < 0cycles; raise it");
        assertProblem("device.link.latency = 9s", "ring.conf:7: device.link.latency = 9s > 100000cycles; lower it");
        assertProblem("run.cut-interval = 1s", "ring.conf:7: run.cut-interval = 1s > 1000000cycles; lower it");
        assertProblem(
                "manager.host-latency = 2147483647cycles",
                "ring.conf:7: manager.host-latency = 2147483647cycles > 100000cycles; lower it");
    }

    @Test
    void optionsOfTheSchemeAreCheckedAsTheSchemeDeclaresThem() {
        assertProblem(
                "reconfiguration { scheme = ebr, options { epoch-bits = 17 } }",
                "ring.conf:7: reconfiguration.options.epoch-bits = 17 > 16; lower it");
        assertProblem(
                "reconfiguration { scheme = rftr, options { epoch-bits = 1 } }",
                "ring.conf:7: reconfiguration.options.epoch-bits = 1 < 3; raise it");
        assertProblem(
                "reconfiguration { scheme = ebr, options { overlapp = on } }",
                "ring.conf:7: reconfiguration.options.overlapp is not an option of ebr; did you mean overlap?");
        assertProblem(
                "reconfiguration { scheme = naive, options { overlap = on } }",
                "ring.conf:7: reconfiguration.options.overlap is not an option of naive; it has none; remove it");
        assertProblem(
                "reconfiguration { scheme = none, options { overlap = on } }",
                "ring.conf:7: reconfiguration.options.overlap means nothing without a scheme; it has none; remove it");
        assertProblem(
                "reconfiguration { scheme = ebr, options { overlap = on, epoch-bits = 1 } }",
                "ring.conf:7: reconfiguration.options.overlap = on with epoch-bits = 1, which tells one change at a time from the one"
                        + " before; write off, or raise epoch-bits to 3");
        assertProblem(
                "reconfiguration { scheme = static, options { distribution = drain } }",
                "ring.conf:7: reconfiguration.options.distribution = drain is not drained or at-once; did you mean drained?");
        assertProblem(
                "reconfiguration { scheme = ebr, options { root = s1 } }",
                "ring.conf:7: reconfiguration.options.root is not an option of ebr; did you mean overlap?");
    }

    @Test
    void anOptionOfTheSchemeOutsideItsObjectIsAnUnknownKey() {
        assertProblem(
                "reconfiguration { scheme = ebr, overlap = on }",
                "ring.conf:7: reconfiguration.overlap is not a key; did you mean reconfiguration.order?");
    }

    @Test
    void aValueOfTheWrongTypeNamesTheRightOne() {
        assertProblem("seed = 1.5", "ring.conf:7: seed = 1.5 is not a whole number; write 1 or 2");
        assertProblem("seed = many", "ring.conf:7: seed = many is not a whole number; write for example 1");
        assertProblem(
                "traffic.load = [1]", "ring.conf:7: traffic.load = [1] is a list, not a number; write for example 0.3");
        assertProblem(
                "device.link.file-rates = 7",
                "ring.conf:7: device.link.file-rates = 7 is not true or false; write true or false");
        assertProblem(
                "device.switch = 7",
                "ring.conf:7: device.switch = 7 is a number, not a section; write device.switch { ... }");
        assertProblem(
                "routing.options = bfs",
                "ring.conf:7: routing.options = bfs is text, not an object; write for example { root = s0_0 }");
        assertProblem("name = \"\"", "ring.conf:7: name =  is empty; write for example \"ring\"");
        assertProblem(
                "faults = 3", "ring.conf:7: faults = 3 is a number, not a list; write [ { at = 1ms, link = random } ]");
        assertProblem(
                "faults = [3]",
                "ring.conf:7: faults[0] = 3 is a number, not an object; write { at = 1ms, link = random }");
        assertProblem(
                "run.warmup { x = 1 }",
                "ring.conf:7: run.warmup = {\"x\":1} is not a duration; write for example 100us");
    }

    @Test
    void plansSweepsAndRandomFaultsAreChecked() {
        assertProblem(
                "reconfigure = [ { at = 1us } ]",
                "ring.conf:7: reconfigure[0].at = 1us plans a reconfiguration without a scheme; write for example "
                        + "reconfiguration.scheme = ebrd");
        assertThat(problemsOf(
                        "reconfiguration.scheme = ebr",
                        "reconfigure = [ { at = 11ms }, { at = 1us, options { rot = s1 } }, { at = 1us, to = s1 } ]"))
                .containsExactly(
                        "ring.conf:8: reconfigure[2].to is not a key; did you mean at?",
                        "ring.conf:8: reconfigure[0].at = 11ms >= run.limit = 10ms (default); lower it or raise run.limit",
                        "ring.conf:8: reconfigure[1].options.rot is not an option of updown; did you mean root?");
        assertProblem(
                "reconfigure = 5",
                "ring.conf:7: reconfigure = 5 is a number, not a list; write [ { at = 1ms, options { root = s0_0 } } ]");
        assertProblem(
                "manager.sweep = never",
                "ring.conf:7: manager.sweep = never is not a duration; write for example 100us");
        assertProblem("manager.sweep = 0ns", "ring.conf:7: manager.sweep = 0ns < 1cycle; raise it");
        assertProblem(
                "random-faults.stop = 90us",
                "ring.conf:7: random-faults.stop = 90us <= random-faults.start = 100us (default); raise it or write random-faults.start");
        assertProblem("random-faults.transient = 2", "ring.conf:7: random-faults.transient = 2 > 1; lower it");
    }

    @Test
    void aUnitIsNeverGuessed() {
        assertProblem(
                "run.limit = 3KB",
                "ring.conf:7: run.limit = 3KB has unit KB; a duration is in ps, ns, us, ms, s or cycles");
        assertProblem(
                "device.cycle = 4cycles",
                "ring.conf:7: device.cycle = 4cycles has unit cycles; a duration is in ps, ns, us, ms or s");
        assertProblem(
                "run.limit = 0", "ring.conf:7: run.limit = 0 has no unit; write 0ps, 0ns, 0us, 0ms, 0s or 0cycles");
        assertProblem(
                "device.nic.packet = 1e2B",
                "ring.conf:7: device.nic.packet = 1e2B is not a size; write for example 1024B");
    }

    @Test
    void aQuantityThatIsNotWholeNamesTheNearestOnes() {
        assertProblem(
                "device.link.latency = 101ns",
                "ring.conf:7: device.link.latency = 101ns is not a whole number of cycles of 4ns; write 100ns or 104ns");
        assertProblem(
                "device.link.latency = 1ns",
                "ring.conf:7: device.link.latency = 1ns is not a whole number of cycles of 4ns; write 4ns");
        assertThat(problemsOf(
                        "device { flit = 16B, nic.packet = 58B, switch.flow-control-packet = 0B, link.rate = 4xSDR }",
                        "manager.smp = 288B"))
                .containsExactly(
                        "ring.conf:7: device.nic.packet = 58B is not a whole number of flits of 16B; write 48B or 64B");
        assertProblem(
                "device.cycle = 0.5ps", "ring.conf:7: device.cycle = 0.5ps is not a whole number of ps; write 1ps");
    }

    @Test
    void aMissingKeyComesWithAnExample() {
        assertThat(problemsOfText(RING.replace("run.duration = 1ms", "")))
                .containsExactly("ring.conf: run.duration is missing; write for example run.duration = 100us");
        assertThat(problemsOfText(RING.replace("fabric.generator = \"torus:4\"", "")))
                .containsExactly(
                        "ring.conf: fabric has neither generator nor file; write for example fabric.generator = \"torus:8x8\"");
        assertThat(problemsOfText(RING.replace("device.preset = iba-1x", "")))
                .containsExactly("ring.conf: device.preset is missing; write for example device.preset = iba-1x");
        assertProblem(
                "device.nic.packet = null",
                "ring.conf:7: device.nic.packet is missing; write for example device.nic.packet = 1024B");
    }

    @Test
    void anUnknownKeyComesWithTheNearestKnownOne() {
        assertProblem(
                "device.packet = 58B", "ring.conf:7: device.packet is not a key; did you mean device.nic.packet?");
        assertProblem("trafic.load = 0.2", "ring.conf:7: trafic is not a key; did you mean traffic?");
        assertProblem(
                "faults = [ { at = 200us, lnk = random, switch = random } ]",
                "ring.conf:7: faults[0].lnk is not a key; did you mean link?");
    }

    @Test
    void namesAreChecked() {
        assertProblem(
                "reconfiguration.scheme = edr",
                "ring.conf:7: reconfiguration.scheme = edr is not " + SCHEMES + "; did you mean ebr?");
        assertProblem(
                "traffic.pattern = transposed",
                "ring.conf:7: traffic.pattern = transposed is not all-to-all, bit-inversion, bit-reversal, hotspot, incast,"
                        + " nearest-neighbour, permutation, transpose or uniform; did you mean transpose?");
        assertProblem(
                "device.preset = iba",
                "ring.conf:7: device.preset = iba is not iba-1x, iq-router, kns, fat-tree, thesis, flit-router, mikant or none; did you mean iba-1x?");
        assertProblem(
                "device.link.rate = fast",
                "ring.conf:7: device.link.rate = fast is no link rate; write flit-per-cycle or WIDTHxSPEED such as 4xQDR"
                        + " (widths 1, 2, 4, 8, 12; speeds SDR to XDR)");
    }

    @Test
    void anEngineSaysWhichOptionsItHas() {
        assertProblem(
                "routing.options { tree = bfs, rot = s0 }",
                "ring.conf:7: routing.options.rot is not an option of updown; did you mean root?");
        assertProblem(
                "reconfiguration { engine = min-hop, engine-options { root = s0 } }",
                "ring.conf:7: reconfiguration.engine-options.root is not an option of min-hop; it has none; remove it");
    }

    @Test
    void optionsArePlainValues() {
        assertProblem(
                "routing.options { root = [s0] }",
                "ring.conf:7: routing.options = {\"root\":[\"s0\"]} has a list as root; write for example { root = s0_0 }");
        assertThat(ScenarioTexts.ring("routing.options { root = null }")
                        .routing()
                        .options()
                        .values())
                .isEmpty();
    }

    @Test
    void aFaultHasOneElementAndSensibleTimes() {
        assertProblem(
                "faults = [ { at = 1us } ]",
                "ring.conf:7: faults[0] has neither link nor switch; write for example link = random");
        assertProblem(
                "faults = [ { at = 1us, link = random, switch = random } ]",
                "ring.conf:7: faults[0].switch = random excludes faults[0].link = random (ring.conf:7); keep one");
        assertProblem(
                "faults = [ { at = 1us, link = most-trunks } ]",
                "ring.conf:7: faults[0].link = most-trunks describes a switch; write switch = most-trunks");
        assertProblem(
                "faults = [ { at = 10ms, link = random } ]",
                "ring.conf:7: faults[0].at = 10ms >= run.limit = 10ms (default); lower it or raise run.limit");
        assertProblem(
                "faults = [ { at = 2us, until = 1us, link = random } ]",
                "ring.conf:7: faults[0].until = 1us <= faults[0].at = 2us (ring.conf:7); raise it");
        assertProblem(
                "faults = [ { at = 1us, until = 9us, link = random, tables = start } ]",
                "ring.conf:7: faults[0].tables = start is of a switch, and a link has none; leave it out");
        assertProblem(
                "faults = [ { at = 1us, switch = random, tables = start } ]",
                "ring.conf:7: faults[0].tables = start is of a switch that works again, and this one does not; write until or leave it out");
        assertProblem(
                "faults = [ { at = 0ns, until = 9us, switch = random, tables = start } ]",
                "ring.conf:7: faults[0].tables = start has a switch come back that has not been there before; raise at or write lost");
        assertProblem(
                "run.start = bare, faults = [ { at = 1us, until = 9us, switch = random, tables = start } ]",
                "ring.conf:7: faults[0].tables = start does not go with run.start = bare, where no switch has tables; write lost");
        assertProblem(
                "faults = [ { link = random } ]", "ring.conf:7: faults[0].at is missing; write for example at = 100us");
    }

    @Test
    void keysThatContradictEachOtherNameBothPlaces() {
        assertProblem(
                "run.warmup = 1ms",
                "ring.conf:7: run.warmup = 1ms >= run.duration = 1ms (ring.conf:6); lower it or raise run.duration");
        assertProblem(
                "run.limit = 900us",
                "ring.conf:6: run.duration = 1ms > run.limit = 900us (ring.conf:7); lower it or raise run.limit");
        assertProblem(
                "traffic { start = 3us, stop = 2us }",
                "ring.conf:7: traffic.start = 3us >= traffic.stop = 2us (ring.conf:7); lower it or raise traffic.stop");
        assertProblem(
                "manager.timeout = 2us",
                "ring.conf:7: manager.timeout = 2us <= 2 x manager.host-latency = 1us (preset iba-1x), so no answer could be in time;"
                        + " raise it");
        assertProblem(
                "device.switch.output-buffer = 32B",
                "ring.conf:7: device.switch.output-buffer = 32B < device.nic.packet = 58B (preset iba-1x); raise it, or write 0flits"
                        + " for an input-queued switch");
        assertProblem(
                "device.switch.input-buffer = 63B",
                "ring.conf:7: device.switch.input-buffer = 63B < 64B, the whole credits of device.switch.credit-unit = 64B"
                        + " (preset iba-1x) that device.nic.packet = 58B (preset iba-1x) takes; raise it");
        assertThat(problemsOf(
                        "device.nic.packet = 2074B",
                        "device.switch.output-buffer = 4KB",
                        "device.nic.receive-buffer = 4KB"))
                .containsExactly(
                        "preset iba-1x: device.switch.input-buffer = 1KB < 2112B, the whole credits of device.switch.credit-unit"
                                + " = 64B (preset iba-1x) that device.nic.packet = 2074B (ring.conf:7) takes; raise it");
    }

    @Test
    void aRateThatTheCycleCannotShowIsRefused() {
        assertProblem(
                "device.link.rate = 12xXDR",
                "ring.conf:7: device.link.rate = 12xXDR sends device.nic.packet = 58B (preset iba-1x) in less than a cycle;"
                        + " shorten device.cycle");
        assertThat(problemsOf("device.cycle = 0.5ps"))
                .as("what depends on a wrong cycle is not judged")
                .hasSize(1);
        assertProblem(
                "device { cycle = 1ps, flit = 4KB, nic.packet = 4KB, link.rate = 1xSDR, switch { credit-unit = 4KB, input-buffer = 4KB,"
                        + " output-buffer = 4KB, flow-control-packet = 0B }, nic.receive-buffer = 4KB }, manager { smp = 4KB, host-latency = 1ns }",
                "ring.conf:7: device.link.rate = 1xSDR takes 16384000 cycles per flit, more than 4096; lengthen device.cycle or shorten"
                        + " device.flit");
    }

    @Test
    void brokenHoconIsOneMessageWithItsLine() {
        assertThat(problemsOfText("a = 1\nb = }"))
                .singleElement()
                .asString()
                .startsWith("ring.conf:2: ")
                .endsWith("; correct the HOCON");
        assertThat(problemsOf("seed = ${nowhere}"))
                .containsExactly(
                        "ring.conf:7: Could not resolve substitution to a value: ${nowhere}; correct the HOCON");
    }

    @Test
    void filesThatAreNotThereAreNamed(@TempDir Path directory) throws IOException {
        Path missing = directory.resolve("ring.conf");
        assertThat(problemsOfFile(missing)).containsExactly(missing + ": does not exist; correct the path");
        assertThat(problemsOfFile(directory)).containsExactly(directory + ": is a directory; name a file in it");
        Files.writeString(missing, RING + "include \"common.conf\"\nfabric.file = ../x.net\nfabric.generator = null");
        assertThat(problemsOfFile(missing))
                .containsExactly(missing + ": include \"common.conf\": does not exist; correct the path");
        Files.writeString(missing, RING + "fabric.file = ../x.net\nfabric.generator = null");
        assertThat(problemsOfFile(missing))
                .containsExactly(
                        missing + ":7: fabric.file = ../x.net does not exist (" + directory.resolveSibling("x.net")
                                + "); correct the path, which is relative to the file that it stands in");
    }

    private static List<String> problemsOfFile(Path file) {
        return assertThrows(ScenarioException.class, () -> ScenarioLoader.load(file, List.of()))
                .problems();
    }
}
