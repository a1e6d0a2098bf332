package org.reweave.emulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.device.fabricswitch.Bench;
import org.reweave.emulator.device.fabricswitch.Star;
import org.reweave.emulator.device.fabricswitch.SwitchSetup;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;

/**
 * A busy switch and its NICs with failing links, replaced in every cycle by fresh devices that were restored from their
 * state, against the same devices left alone.
 */
class StateRoundTripTest {
    private static final int LAST_CYCLE = 1500;

    private static SwitchSetup hub(int lanes, int outputBuffer, int flowControlFlits) {
        SwitchSetup hub = new SwitchSetup();
        hub.lanes = lanes;
        hub.routingDelay = 3;
        hub.crossbarDelay = 2;
        hub.inputBuffer = 8;
        hub.farUnits = 16;
        hub.outputBuffer = outputBuffer;
        hub.flowControlFlits = flowControlFlits;
        hub.scheme = "ebr";
        hub.outages[2] = new long[] {303, 420, 906, 1000};
        hub.outages[0] = new long[] {700, 800};
        return hub;
    }

    private static Star star(SwitchSetup hub, long seed) {
        return new Star(hub, seed, 0.2, 1200);
    }

    /** The manager behind NIC 3 updates that NIC and the switch. */
    private static void update(Star star, int change, long cycle) {
        Bench behindNic = new Bench(star.device(4), 1);
        for (byte[] route : new byte[][] {{}, {1}}) {
            Smp smp = new Smp();
            smp.directed(Smp.UPDATE, change, change, route, Update.NOTICE_WORDS);
            smp.setPayload(0, Update.notice(change));
            behindNic.smp(2, smp, cycle + 1 + 4L * route.length);
        }
    }

    @ParameterizedTest(name = "{0} lanes, output buffer {1}, flow-control packets of {2} flits")
    @CsvSource({"1, 0, 0", "1, 8, 0", "2, 0, 0", "2, 8, 6"})
    void restoredDevicesContinueIdenticallyFromEveryCycle(int lanes, int outputBuffer, int flowControlFlits) {
        SwitchSetup setup = hub(lanes, outputBuffer, flowControlFlits);
        Star reference = star(setup, 5);
        Star replaced = star(hub(lanes, outputBuffer, flowControlFlits), 5);
        for (long cycle = 0; cycle < LAST_CYCLE; cycle++) {
            if (cycle == 350 || cycle == 600) {
                update(reference, (int) cycle, cycle);
                update(replaced, (int) cycle, cycle);
            }
            reference.step(cycle);
            replaced.step(cycle);
            replaced.replaceAll();
            for (int id = 0; id <= Star.NICS; id++) {
                assertThat(replaced.device(id).log().hash())
                        .as("device %d, cycle %d", id, cycle)
                        .isEqualTo(reference.device(id).log().hash());
            }
        }
        for (int id = 0; id <= Star.NICS; id++) {
            assertThat(Star.encoded(replaced.device(id)))
                    .as("state of device %d", id)
                    .isEqualTo(Star.encoded(reference.device(id)));
        }
        assertSomethingHappened(reference);
    }

    private static void assertSomethingHappened(Star star) {
        assertThat(sum(star, Counter.DELIVERED)).isGreaterThan(400);
        assertThat(sum(star, Counter.DROPPED)).isPositive();
        assertThat(star.device(0).log().drops(new long[DropCause.count()])[DropCause.DEAD_OUTPUT.ordinal()])
                .isPositive();
        for (int updated : new int[] {0, 4}) {
            assertThat(new Bench(star.device(updated), 1).events())
                    .filteredOn(event -> event.startsWith("installed"))
                    .hasSize(2);
        }
    }

    private static long sum(Star star, Counter counter) {
        long sum = 0;
        for (int id = 0; id <= Star.NICS; id++) {
            sum += star.device(id).log().counted(counter);
        }
        return sum;
    }

    /** Every packet is counted exactly once wherever it ends, whatever fails. */
    @Test
    void everyInjectedPacketIsDeliveredOrDroppedOnceAndNoCreditIsLost() {
        for (long seed = 0; seed < 20; seed++) {
            SwitchSetup hub = hub(2, seed % 2 == 0 ? 0 : 8, seed % 3 == 0 ? 6 : 0);
            hub.outages[2] = new long[] {300 + seed, 420 + seed, 906 + seed, 1000 + seed};
            Star star = star(hub, seed);
            for (long cycle = 0; cycle < 10_000; cycle++) {
                star.step(cycle);
            }
            assertThat(sum(star, Counter.DELIVERED) + sum(star, Counter.DROPPED))
                    .as("seed %d", seed)
                    .isEqualTo(sum(star, Counter.INJECTED));
            assertThat(sum(star, Counter.RUNS_ARRIVED)).isEqualTo(sum(star, Counter.RUNS_SENT));
            for (int nic = 0; nic < Star.NICS; nic++) {
                assertThat(star.device(nic + 1).report().queued()).isZero();
                assertThat(creditsOf(star, nic))
                        .as("seed %d, NIC %d", seed, nic)
                        .containsOnly(8L, 16L);
            }
        }
    }

    @Test
    void onALinkThatStaysUpTheCreditEquationHoldsInEveryCycle() {
        for (int flowControlFlits : new int[] {0, 6}) {
            Star star = star(hub(2, 8, flowControlFlits), 9);
            for (long cycle = 0; cycle < LAST_CYCLE; cycle++) {
                star.step(cycle);
                assertThat(creditsOf(star, 1)).as("cycle %d", cycle).containsExactly(8L, 16L, 8L, 16L);
            }
        }
    }

    /**
     * Per lane the credits of a NIC's link, towards the switch and back: free + on the way + buffered + owed + coming
     * back.
     */
    private static long[] creditsOf(Star star, int nic) {
        DeviceReport.Credits ofSwitch = star.device(0).report().credits();
        DeviceReport.Credits ofNic = star.device(nic + 1).report().credits();
        long[] sums = new long[4];
        for (int lane = 0; lane < 2; lane++) {
            int atSwitch = nic * 2 + lane;
            sums[2 * lane] = sum(ofNic, lane, ofSwitch, atSwitch);
            sums[2 * lane + 1] = sum(ofSwitch, atSwitch, ofNic, lane);
        }
        return sums;
    }

    private static long sum(DeviceReport.Credits sender, int from, DeviceReport.Credits receiver, int to) {
        return sender.free(from)
                + sender.spent(from)
                - receiver.arrived(to)
                + receiver.buffered(to)
                + receiver.owed(to)
                + receiver.returned(to)
                - sender.regained(from);
    }
}
