package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.link.Wire;

/** Several queues behind one input buffer: LID 10 + p is reached by port p. */
class SwitchQueuesTest {
    private static final int LID_2 = SwitchSetup.lidAt(2);
    private static final int LID_3 = SwitchSetup.lidAt(3);

    private static SwitchSetup setup(QueueDiscipline queues, int count) {
        SwitchSetup setup = new SwitchSetup();
        setup.queues = queues;
        setup.queueCount = count;
        return setup;
    }

    /** A packet of port 4 has taken all credits of port 2, and none come back. */
    private static Bench withPort2Blocked(SwitchSetup setup) {
        return Bench.of(setup).packet(4, 90, LID_2, 16, 5);
    }

    @ParameterizedTest(name = "{0}, {1} queues: {2}")
    @CsvSource({
        "FIFO, 8, false",
        "VIRTUAL_OUTPUT, 8, true",
        "DESTINATION, 8, true",
        "DESTINATION, 2, true",
        "DESTINATION, 1, false"
    })
    void aHeadWithoutRoomHoldsUpThePacketsOfItsQueueAlone(QueueDiscipline queues, int count, boolean passes) {
        Bench bench = withPort2Blocked(setup(queues, count))
                .packet(1, 1, LID_2, 4, 30)
                .packet(1, 2, LID_3, 4, 40)
                .until(80);
        assertThat(bench.packets(2)).containsExactly("90@6");
        assertThat(bench.packets(3)).isEqualTo(passes ? List.of("2@41") : List.of());
        assertThat(bench.credits(1)).as("of the shared buffer").isEqualTo(passes ? List.of("4@46") : List.of());
        bench.credit(2, 0, 16, 90).until(140);
        assertThat(bench.packets(2)).containsExactly("90@6", "1@91");
        assertThat(bench.packets(3)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(QueueDiscipline.class)
    void packetsOfOneDestinationStayInOrder(QueueDiscipline queues) {
        SwitchSetup setup = setup(queues, 3);
        setup.routingDelay = 3;
        Bench bench = withPort2Blocked(setup);
        IntStream.range(1, 5).forEach(id -> bench.packet(1, id, LID_2, 4, 20 + 4L * id));
        bench.until(80);
        IntStream.range(0, 4).forEach(turn -> bench.credit(2, 0, 4, 90 + 10L * turn));
        bench.until(140);
        assertThat(bench.packets(2)).containsExactly("90@9", "1@91", "2@101", "3@111", "4@121");
    }

    @Test
    void twoHeadsOfOneInputLeaveAtOnce() {
        Bench bench = withPort2Blocked(setup(QueueDiscipline.VIRTUAL_OUTPUT, 8))
                .packet(1, 1, LID_2, 4, 30)
                .packet(1, 2, LID_2, 4, 34)
                .packet(1, 3, LID_3, 4, 38)
                .until(39)
                .credit(2, 0, 16, 40)
                .until(60);
        assertThat(bench.packets(2)).containsExactly("90@6", "1@41", "2@45");
        assertThat(bench.packets(3)).containsExactly("3@39");
    }

    @ParameterizedTest(name = "{0}, {1} VLs, speedup {2}: {3}")
    @CsvSource({
        "VIRTUAL_OUTPUT, 1, 0, 1@41",
        "VIRTUAL_OUTPUT, 1, 2, 1@41",
        "VIRTUAL_OUTPUT, 1, 1, 1@43",
        "FIFO, 2, 0, 1@41",
        "FIFO, 2, 1, 1@43"
    })
    void anInputSendsAsManyPacketsAtATimeAsItsSpeedupSays(
            QueueDiscipline queues, int lanes, int speedup, String waiting) {
        SwitchSetup setup = setup(queues, 8);
        setup.lanes = lanes;
        setup.inputSpeedup = speedup;
        Bench bench = withPort2Blocked(setup)
                .packet(1, 1, LID_2, 4, 30)
                .packetOn(1, lanes - 1, 3, Wire.route(LID_3, 99, lanes - 1), 4, 38)
                .credit(2, 0, 16, 40)
                .until(60);
        assertThat(bench.packets(3)).containsExactly("3@39");
        assertThat(bench.packets(2)).containsExactly("90@6", waiting);
    }

    @Test
    void aBufferIsBlockedWhenTheHeadsOfAllItsQueuesAre() {
        Bench bench = withPort2Blocked(setup(QueueDiscipline.VIRTUAL_OUTPUT, 8))
                .packet(3, 91, LID_3, 16, 5)
                .packet(1, 1, LID_2, 4, 30)
                .until(50);
        assertThat(waits(bench)).containsExactly("1 for port 2");
        bench.packet(1, 2, LID_3, 4, 60).until(61);
        assertThat(waits(bench)).containsExactly("1 for port 2", "2 for port 3");
        bench.credit(3, 0, 16, 62).until(64);
        assertThat(waits(bench)).as("packet 2 goes on").isEmpty();
        bench.until(90);
        assertThat(waits(bench)).containsExactly("1 for port 2");
    }

    private static List<String> waits(Bench bench) {
        DeviceReport report = bench.device().report();
        return IntStream.range(0, report.waits())
                .mapToObj(i -> report.waitingPacket(i) + " for port " + (report.waitsFor(i) + 1))
                .toList();
    }

    @Test
    void aFailingLinkLosesThePacketsThatWaitForItInTheirQueues() {
        SwitchSetup setup = setup(QueueDiscipline.VIRTUAL_OUTPUT, 8);
        setup.outages[1] = new long[] {50};
        Bench bench = withPort2Blocked(setup)
                .packet(1, 1, LID_2, 4, 30)
                .packet(1, 2, LID_2, 4, 34)
                .packet(1, 3, LID_3, 4, 38)
                .until(80);
        assertThat(bench.packets(3)).containsExactly("3@39");
        assertThat(bench.drops()).containsExactly("dead-output 1@50", "dead-output 2@51");
    }

    @Test
    void aPacketSaysInWhichQueueItWaits() {
        Bench bench = withPort2Blocked(setup(QueueDiscipline.DESTINATION, 8))
                .packet(1, 1, LID_2, 4, 30)
                .until(50);
        assertThat(firstPacket(bench)).containsEntry("queue", LID_2 % 8).containsEntry("state", "no credit");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> firstPacket(Bench bench) {
        Map<String, Object> port =
                ((List<Map<String, Object>>) bench.device().describe().get("ports")).get(0);
        Map<String, Object> lane = ((List<Map<String, Object>>) port.get("vls")).get(0);
        return ((List<Map<String, Object>>) lane.get("input")).get(0);
    }
}
