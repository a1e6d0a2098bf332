package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reweave.emulator.device.fabricswitch.FlowControl;
import org.reweave.emulator.device.fabricswitch.LaneArbitration;
import org.reweave.emulator.device.fabricswitch.LaneChoice;
import org.reweave.emulator.device.fabricswitch.QueueDiscipline;
import org.reweave.emulator.device.fabricswitch.SwitchParameters;
import org.reweave.emulator.device.fabricswitch.Switching;
import org.reweave.emulator.device.fabricswitch.TableMode;
import org.reweave.emulator.device.manager.ManagerParameters;
import org.reweave.emulator.device.manager.StandbyParameters;
import org.reweave.emulator.device.manager.TablePacket;
import org.reweave.emulator.device.nic.NicParameters;
import org.reweave.emulator.device.nic.TransportParameters;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.lax.schedule.Schedule;
import org.reweave.emulator.stats.Settling;
import org.reweave.emulator.time.FlitTime;
import org.reweave.emulator.traffic.Segmentation;
import org.reweave.routing.model.LinkRate;

class PresetsTest {
    @Test
    void iba1xHasTheNumbersOfTheThesis() {
        Scenario iba = ScenarioTexts.ring();
        assertThat(iba.time()).isEqualTo(new TimeBase(4000, 1));
        assertThat(iba.links()).isEqualTo(new LinkParameters(LinkRate.parse("1xSDR"), true, 25, 25));
        assertThat(iba.time().flitTime(iba.links().rate())).isEqualTo(FlitTime.ONE_CYCLE);
        assertThat(iba.switches())
                .isEqualTo(SwitchParameters.builder()
                        .lanes(1)
                        .routingDelay(25)
                        .laneAllocationDelay(0)
                        .switchAllocationDelay(0)
                        .crossbarDelay(0)
                        .outputDelay(1)
                        .creditDelay(1)
                        .inputBuffer(1024)
                        .outputBuffer(1024)
                        .creditUnit(64)
                        .flowControlFlits(6)
                        .smpReaction(25)
                        .agentDelay(25)
                        .smpBuffer(256)
                        .hopLimit(250)
                        .queues(QueueDiscipline.FIFO)
                        .queueCount(8)
                        .inputSpeedup(0)
                        .switching(Switching.CUT_THROUGH)
                        .laneChoice(LaneChoice.TABLE)
                        .tables(TableMode.STAGED)
                        .laneArbitration(LaneArbitration.CREDITS)
                        .iterations(1)
                        .flowControl(FlowControl.CREDITS)
                        .offThreshold(53)
                        .onThreshold(53)
                        .arbitration("round-robin")
                        .build());
        assertThat(iba.nics())
                .isEqualTo(new NicParameters(
                        1,
                        1,
                        1024,
                        1000,
                        new Segmentation(58, 26),
                        250,
                        new TransportParameters(false, 26, 125_000, 15, 64, 4096, 4096)));
        assertThat(iba.manager())
                .isEqualTo(new ManagerParameters(
                        282,
                        8,
                        250_000,
                        3,
                        0,
                        25,
                        0,
                        5_000,
                        62_500,
                        true,
                        false,
                        TablePacket.BLOCKS,
                        1,
                        1,
                        new StandbyParameters("none", 62_500, 4, 0, 0)));
    }

    /** The defaults in BookSim2's booksim_config.cpp, and the two lanes of its example torus88. */
    @Test
    void flitRouterHasTheDefaultsOfBookSim() {
        Scenario router =
                ScenarioLoader.parse("ring.conf", ScenarioTexts.RING.replace("iba-1x", "flit-router"), List.of());
        assertThat(router.switches().switching()).isEqualTo(Switching.WORMHOLE);
        assertThat(router.switches().lanes()).isEqualTo(2);
        assertThat(router.switches().inputBuffer()).isEqualTo(8);
        assertThat(router.switches().outputBuffer()).isZero();
        assertThat(router.switches().routingDelay()).isEqualTo(1);
        assertThat(router.switches().laneAllocationDelay()).isEqualTo(1);
        assertThat(router.switches().switchAllocationDelay()).isEqualTo(1);
        assertThat(router.switches().crossbarDelay()).isZero();
        assertThat(router.switches().outputDelay()).isEqualTo(1);
        assertThat(router.switches().creditDelay()).isZero();
        assertThat(router.switches().laneChoice()).isEqualTo(LaneChoice.CLASS);
        assertThat(router.switches().laneArbitration()).isEqualTo(LaneArbitration.TURN);
        assertThat(router.switches().arbitration()).isEqualTo("islip");
        assertThat(router.nics().receiveBuffer()).isEqualTo(8);
        assertThat(router.nics().packetFlits()).isEqualTo(1);
    }

    /** What the slides give: wormhole switching, flits of 32 bits. */
    @Test
    void mikantIsTheFlitRouterWithFlitsOf32BitsAndPacketsOf16Flits() {
        Scenario mikant = ScenarioLoader.parse("ring.conf", ScenarioTexts.RING.replace("iba-1x", "mikant"), List.of());
        Scenario router = ScenarioLoader.parse(
                "ring.conf",
                ScenarioTexts.RING.replace("iba-1x", "flit-router"),
                List.of("device.flit=4B", "device.nic.packet=16flits"));
        assertThat(mikant.time().flitBytes()).isEqualTo(4);
        assertThat(mikant.switches().switching()).isEqualTo(Switching.WORMHOLE);
        assertThat(mikant.resolved().replace("mikant", "flit-router")).isEqualTo(router.resolved());
    }

    @Test
    void thesisHasTheSwitchesOfIba1xAndItsOwnManagementAndTransport() {
        Scenario iba = ScenarioTexts.ring("device.switch.vls = 2", "device.switch.smp-buffer = 4096");
        Scenario thesis = ScenarioLoader.parse("ring.conf", ScenarioTexts.RING.replace("iba-1x", "thesis"), List.of());
        assertThat(thesis.time()).isEqualTo(iba.time());
        assertThat(thesis.switches()).isEqualTo(iba.switches());
        assertThat(thesis.nics().packets()).isEqualTo(iba.nics().packets());
        assertThat(thesis.nics().transport().endToEnd()).isTrue();
        assertThat(thesis.manager())
                .as("58 bytes; sweeps every 80 us")
                .isEqualTo(new ManagerParameters(
                        58,
                        1024,
                        250_000,
                        3,
                        0,
                        25,
                        20_000,
                        5_000,
                        62_500,
                        true,
                        false,
                        TablePacket.BLOCKS,
                        1,
                        1,
                        new StandbyParameters("none", 62_500, 4, 0, 0)));
    }

    @Test
    void fatTreeMoves128BytesACycleAndBuffersTwoPackets() {
        Scenario tree = ScenarioLoader.parse("ring.conf", ScenarioTexts.RING.replace("iba-1x", "fat-tree"), List.of());
        assertThat(tree.time()).isEqualTo(new TimeBase(500_000, 128));
        assertThat(tree.links()).isEqualTo(new LinkParameters(null, false, 1, 1));
        assertThat(tree.switches())
                .isEqualTo(SwitchParameters.builder()
                        .lanes(7)
                        .routingDelay(0)
                        .laneAllocationDelay(0)
                        .switchAllocationDelay(0)
                        .crossbarDelay(0)
                        .outputDelay(1)
                        .creditDelay(1)
                        .inputBuffer(4)
                        .outputBuffer(0)
                        .creditUnit(1)
                        .flowControlFlits(0)
                        .smpReaction(1)
                        .agentDelay(1)
                        .smpBuffer(64)
                        .hopLimit(250)
                        .queues(QueueDiscipline.FIFO)
                        .queueCount(8)
                        .inputSpeedup(0)
                        .switching(Switching.CUT_THROUGH)
                        .tables(TableMode.STAGED)
                        .laneChoice(LaneChoice.DESTINATION)
                        .laneArbitration(LaneArbitration.CREDITS)
                        .iterations(1)
                        .flowControl(FlowControl.CREDITS)
                        .offThreshold(5)
                        .onThreshold(5)
                        .arbitration("round-robin")
                        .build());
        assertThat(tree.nics().packets()).isEqualTo(new Segmentation(2, 1));
        assertThat(tree.nics().sendQueue() * 256L).as("1.3 MB").isBetween(1_299_000L, 1_301_000L);
    }

    @Test
    void iqRouterMovesAFlitPerCycle() {
        Scenario iq = ScenarioLoader.parse("ring.conf", ScenarioTexts.RING.replace("iba-1x", "iq-router"), List.of());
        assertThat(iq.time()).isEqualTo(new TimeBase(1000, 16));
        assertThat(iq.links()).isEqualTo(new LinkParameters(null, false, 1, 1));
        assertThat(iq.switches())
                .isEqualTo(SwitchParameters.builder()
                        .lanes(1)
                        .routingDelay(0)
                        .laneAllocationDelay(0)
                        .switchAllocationDelay(0)
                        .crossbarDelay(2)
                        .outputDelay(1)
                        .creditDelay(1)
                        .inputBuffer(64)
                        .outputBuffer(0)
                        .creditUnit(1)
                        .flowControlFlits(0)
                        .smpReaction(1)
                        .agentDelay(1)
                        .smpBuffer(64)
                        .hopLimit(250)
                        .queues(QueueDiscipline.FIFO)
                        .queueCount(8)
                        .inputSpeedup(0)
                        .switching(Switching.CUT_THROUGH)
                        .laneChoice(LaneChoice.TABLE)
                        .tables(TableMode.STAGED)
                        .laneArbitration(LaneArbitration.CREDITS)
                        .iterations(1)
                        .flowControl(FlowControl.CREDITS)
                        .offThreshold(7)
                        .onThreshold(7)
                        .arbitration("round-robin")
                        .build());
        assertThat(iq.nics())
                .isEqualTo(new NicParameters(
                        1,
                        1,
                        64,
                        1000,
                        new Segmentation(16, 2),
                        1000,
                        new TransportParameters(false, 2, 20_000, 15, 64, 4096, 4096)));
        assertThat(iq.manager())
                .isEqualTo(new ManagerParameters(
                        18,
                        8,
                        1_000_000,
                        3,
                        0,
                        1,
                        0,
                        20_000,
                        250_000,
                        true,
                        false,
                        TablePacket.BLOCKS,
                        1,
                        16,
                        new StandbyParameters("none", 250_000, 4, 0, 0)));
    }

    @Test
    void everyNumberCanBeOverridden() {
        Scenario ring = ScenarioTexts.ring(
                "device { link.latency = 7cycles, switch.crossbar-delay = 12ns }", "manager.window = 9");
        assertThat(ring.links().latency()).isEqualTo(7);
        assertThat(ring.switches().crossbarDelay()).isEqualTo(3);
        assertThat(ring.manager().window()).isEqualTo(9);
    }

    /** KNS §5.1: packets of 16 flits, queues of 4 packets at both sides, 4 cycles of pipeline. */
    @Test
    void knsHasTheNumbersOfThePaper() {
        Scenario kns = ScenarioLoader.parse("ring.conf", ScenarioTexts.RING.replace("iba-1x", "kns"), List.of());
        assertThat(kns.links()).isEqualTo(new LinkParameters(null, false, 1, 1));
        assertThat(kns.switches())
                .isEqualTo(SwitchParameters.builder()
                        .lanes(3)
                        .routingDelay(1)
                        .laneAllocationDelay(0)
                        .switchAllocationDelay(0)
                        .crossbarDelay(2)
                        .outputDelay(1)
                        .creditDelay(1)
                        .inputBuffer(64)
                        .outputBuffer(64)
                        .creditUnit(1)
                        .flowControlFlits(0)
                        .smpReaction(1)
                        .agentDelay(1)
                        .smpBuffer(64)
                        .hopLimit(250)
                        .queues(QueueDiscipline.FIFO)
                        .queueCount(8)
                        .inputSpeedup(0)
                        .switching(Switching.CUT_THROUGH)
                        .laneChoice(LaneChoice.TABLE)
                        .tables(TableMode.STAGED)
                        .laneArbitration(LaneArbitration.CREDITS)
                        .iterations(1)
                        .flowControl(FlowControl.CREDITS)
                        .offThreshold(7)
                        .onThreshold(7)
                        .arbitration("round-robin")
                        .build());
        assertThat(kns.nics().packets()).isEqualTo(new Segmentation(16, 2));
    }

    @Test
    void withoutAPresetEveryNumberIsMissed() {
        List<String> problems = ScenarioTexts.problemsOfText(ScenarioTexts.RING.replace("iba-1x", "none"));
        assertThat(problems)
                .hasSize(DeviceKeys.KEYS.all().size() - 9)
                .contains("ring.conf:4: device.cycle is missing; write for example device.cycle = 100us");
    }

    @ParameterizedTest
    @EnumSource
    void aPresetGivesExactlyTheKeysOfDeviceAndManager(Preset preset) {
        Config given = preset.config();
        Set<String> expected =
                DeviceKeys.KEYS.all().stream().map(Key::path).collect(Collectors.toCollection(TreeSet::new));
        expected.removeAll(Set.of(
                "device.preset",
                "device.switch.off-threshold",
                "device.switch.on-threshold",
                "device.nic.header",
                "device.nic.transport.ack",
                "manager.nic",
                "manager.standby",
                "manager.hang-at",
                "manager.hang-until"));
        assertThat(given.entrySet()).extracting(Map.Entry::getKey).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void whatIsNotWrittenFollowsFromTheRest() {
        Scenario ring = ScenarioTexts.ring("run.cut-interval = auto");
        assertThat(ring.name()).isEqualTo("ring");
        assertThat(ring.seed()).isEqualTo(1);
        assertThat(ring.managerNic()).isEqualTo(Scenario.AUTO);
        assertThat(ring.traffic().stop()).isEqualTo(ring.run().duration()).isEqualTo(250_000);
        assertThat(ring.run())
                .isEqualTo(new RunParameters(
                        25_000,
                        0,
                        Settling.NOTHING,
                        250_000,
                        2_500_000,
                        625,
                        4,
                        false,
                        new Laxity(25, 100, 1, Schedule.THREADS, List.of()),
                        Optional.empty(),
                        new CheckpointRule(0, 30_000)));
        assertThat(ring.faults()).isEmpty();
        assertThat(ring.reconfiguration().scheme()).isEqualTo(ReconfigurationChoice.NONE);
        assertThat(ring.reconfiguration().routing()).isEqualTo(ring.routing());
    }

    @Test
    void cutsThatNobodyHasChosenAreNoCloserThan200Cycles() {
        Scenario ring = ScenarioTexts.ring(
                "device.link { latency = 1cycle, host-latency = 1cycle }",
                "manager.host-latency = 1cycle",
                "run.cut-interval = auto");
        assertThat(ring.run().cutInterval()).isEqualTo(200);
        assertThat(ScenarioTexts.ring("run.cut-interval = 3cycles").run().cutInterval())
                .isEqualTo(3);
    }

    @Test
    void newTablesTakeTheOptionsOfTheOldOnesOnlyForTheSameEngine() {
        String options = "routing.options.root = s2";
        assertThat(ScenarioTexts.ring(options)
                        .reconfiguration()
                        .routing()
                        .options()
                        .values())
                .containsEntry("root", "s2");
        assertThat(ScenarioTexts.ring(options, "reconfiguration.engine = min-hop")
                        .reconfiguration()
                        .routing()
                        .options()
                        .values())
                .isEmpty();
        assertThat(ScenarioTexts.ring(options, "reconfiguration.engine-options.root = s3")
                        .reconfiguration()
                        .routing()
                        .options()
                        .values())
                .isEqualTo(Map.of("root", "s3"));
    }

    @Test
    void unitsAreWholeCyclesAndFlitsHoweverTheyAreWritten() {
        for (String hundred : List.of("100ns", "0.1us", "100000 ps", "25cycles", "0.0001ms")) {
            assertThat(ScenarioTexts.ring("device.link.latency = \"" + hundred + "\"")
                            .links()
                            .latency())
                    .as(hundred)
                    .isEqualTo(25);
        }
        for (String kilobyte : List.of("1KB", "1024B", "1024flits", "0.5KB")) {
            assertThat(ScenarioTexts.ring("device.switch.input-buffer = " + kilobyte)
                            .switches()
                            .inputBuffer())
                    .as(kilobyte)
                    .isEqualTo(kilobyte.startsWith("0.5") ? 512 : 1024);
        }
        assertThat(ScenarioTexts.ring("device.link.latency = 1cycle").links().latency())
                .isEqualTo(1);
    }

    @Test
    void flitTimesAreExactFractions() {
        TimeBase nanosecond = new TimeBase(1000, 1);
        assertThat(nanosecond.flitTime(LinkRate.parse("4xFDR10"))).isEqualTo(new FlitTime(1, 5));
        assertThat(nanosecond.flitTime(LinkRate.parse("4xFDR"))).isEqualTo(new FlitTime(2_000_000, 13_636_363));
        assertThat(nanosecond.flitTime(LinkRate.parse("4xFDR")).cyclesFor(2074)).isEqualTo(305);
        FlitTime unwieldy = new TimeBase(1, 4093).flitTime(LinkRate.parse("12xFDR"));
        assertThat(unwieldy.cyclesFor(1)).isEqualTo(200_103);
        assertThat(unwieldy.fasterThan(new FlitTime(200_103, 1))).isTrue();
        assertThat(new FlitTime(200_102, 1).fasterThan(unwieldy)).isTrue();
        assertThat(Optional.of(new FlitTime(Long.MAX_VALUE, Long.MAX_VALUE).cyclesFor(7)))
                .contains(7);
    }
}
