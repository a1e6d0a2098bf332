package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.sequential.SequentialDriver;

/**
 * Links fail for as short a time as a scenario may ask for, at one cycle after another of a packet's way. The
 * governor's balances hold at every cut, and no device meets what cannot be.
 */
@Tag("slow")
class OutageTest {
    /** A ring under full load whose packets are much longer than an outage. */
    private static final String RING = """
            description = "outages"
            fabric.generator = "torus:4"
            routing.engine = updown
            device.preset = iq-router
            device.nic { packet = 100flits, receive-buffer = 200flits }
            device.switch.input-buffer = 200flits
            traffic.load = 1
            run { warmup = 1cycle, duration = 2500cycles, limit = 20000cycles, cut-interval = 11cycles }
            """;

    /** Latency 1 and the delays of the preset, 4 cycles: the outage must be longer. */
    private static final int SHORTEST = 6;

    @ParameterizedTest
    @ValueSource(strings = {"0flits", "100flits"})
    void aNicsLinkComesBackWhileTheRestOfACutPacketWouldStillArrive(String outputBuffer) {
        for (int at = 1000; at < 1110; at += 3) {
            runs(outputBuffer, List.of(fault("s2-n2", at, at + SHORTEST)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0flits", "100flits"})
    void aLinkFailsJustAfterAPacketWasSentOn(String outputBuffer) {
        for (int at = 1000; at < 1110; at++) {
            runs(outputBuffer, List.of(fault("s1-s2", at, at + 400)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0flits", "100flits"})
    void aPacketIsCutBehindALinkThatFailedUnderItAndCameBack(String outputBuffer) {
        for (int at = 1000; at < 1110; at += 3) {
            int then = at + SHORTEST + 2;
            runs(
                    outputBuffer,
                    List.of(
                            fault("s1-s2", at, at + SHORTEST),
                            fault("s2-s3", at, at + SHORTEST),
                            fault("s0-s1", then, then + SHORTEST),
                            fault("s1-n1", then, then + SHORTEST),
                            fault("s2-n2", then, then + SHORTEST)));
        }
    }

    private static String fault(String link, int from, int to) {
        return "{ at = %dcycles, until = %dcycles, link = \"%s\" }".formatted(from, to, link);
    }

    private static void runs(String outputBuffer, List<String> faults) {
        String text = RING + "device.switch.output-buffer = " + outputBuffer + "\nfaults = " + faults;
        assertThatCode(() -> new SequentialDriver(
                                SmallScenarios.network(text), (totals, events) -> {}, HorizonPolicy.FULL)
                        .run())
                .as(text)
                .doesNotThrowAnyException();
    }
}
