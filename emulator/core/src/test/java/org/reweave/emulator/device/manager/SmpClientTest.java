package org.reweave.emulator.device.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceIdentity;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.PortPlan;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.fabricswitch.Bench;
import org.reweave.emulator.device.fabricswitch.Star;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.time.FlitTime;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The manager's requests at a device that does nothing else: a window of 2, a time-out of 50 cycles, 2 retries, an SMP
 * takes the link for 4 cycles. Requests are known by their argument.
 */
class SmpClientTest {
    private static final int TIMEOUT = Device.FIRST_AGENT_TIMER;

    /** A device with one port whose only part is the client. */
    private static final class Client extends Device {
        final List<String> told = new ArrayList<>();
        final SmpClient client;

        Client() {
            super(
                    new DeviceIdentity(
                            0,
                            "client",
                            new PortPlan(
                                    new int[] {1},
                                    new FlitTime[] {FlitTime.ONE_CYCLE},
                                    new boolean[] {true},
                                    new boolean[1],
                                    new long[1],
                                    new long[1][0],
                                    new long[0])),
                    1,
                    new Transmitter.Timing(1, 0, 0, 4, 100),
                    1,
                    1);
            client = new SmpClient(
                    this,
                    new ManagerParameters(
                            4,
                            2,
                            50,
                            2,
                            0,
                            1,
                            0,
                            1,
                            1,
                            true,
                            false,
                            TablePacket.BLOCKS,
                            1,
                            1,
                            new StandbyParameters("none", 1, 1, 0, 0)),
                    TIMEOUT,
                    (request, cycle) -> told.add("sent " + request.argument() + "@" + cycle));
        }

        /** Something happens at a cycle, all before it being done. */
        void at(long cycle, Runnable action) {
            advance(cycle);
            action.run();
            settle(cycle);
        }

        void request(int target, long argument, long cycle) {
            at(
                    cycle,
                    () -> client.request(
                            new SmpRequest(target, new byte[] {1}, Smp.UPDATE, argument, new long[] {argument}, true),
                            cycle));
        }

        void answer(long transaction, long cycle) {
            at(cycle, () -> {
                SmpRequest request = client.answered(transaction, cycle);
                told.add((request == null ? "nothing" : "answered " + request.argument()) + "@" + cycle);
            });
        }

        @Override
        protected void onAgentTimer(int type, int index, long cycle) {
            SmpRequest givenUp = client.timedOut(index, cycle);
            if (givenUp != null) {
                told.add("given up " + givenUp.argument() + "@" + cycle);
            }
        }

        @Override
        public void visitOwn(StateVisitor state) {
            super.visitOwn(state);
            client.visit(state);
        }

        @Override
        public boolean answer(Smp smp, int port, long cycle) {
            return false;
        }

        @Override
        public int portTowards(int lid) {
            return 0;
        }

        @Override
        public int send(int port, long now) {
            return 0;
        }

        @Override
        public boolean waitsForLink(int port) {
            return false;
        }

        @Override
        public void linkFree(int port, long now) {
            // the next SMP goes by itself
        }

        @Override
        protected void onBroadcast(Smp smp, int port, long cycle) {}

        @Override
        protected boolean passesOn(int port) {
            return false;
        }

        @Override
        protected void onAnnouncement(Smp smp, long cycle) {
            throw new AssertionError("nobody announces anything");
        }

        @Override
        protected void onSeparator(int port, int lane, long mark, long cycle) {}

        @Override
        protected void onCut(int port, int lane, long packet, long cycle) {
            throw new AssertionError("no data here");
        }

        @Override
        protected int packetTransit() {
            return MIN_REACTION;
        }

        @Override
        protected void onRun(int port, PacketHeader packet, long cycle) {
            throw new AssertionError("no data here");
        }

        @Override
        protected void onTimer(int type, int index, long cycle) {
            throw new AssertionError("no timers here");
        }

        @Override
        protected void onPortDown(int port, long cycle) {
            throw new AssertionError("no failures here");
        }

        @Override
        protected void onPortUp(int port, long cycle) {
            throw new AssertionError("no failures here");
        }

        @Override
        protected void onDeviceDown(long cycle) {
            throw new AssertionError("no failures here");
        }

        @Override
        protected void report(DeviceReport to) {
            to.setQuiet(client.isIdle());
        }
    }

    /** SMPs put on the link: {@code argument#transaction@cycle}. */
    private static List<String> onLink(Bench bench) {
        return bench.records(1, Wire.SMP).stream()
                .map(words -> words[4] + "#" + words[3] + "@" + words[1])
                .toList();
    }

    @Test
    void aWindowOfRequestsGoesOutInOrderAndAnswersMakeRoomForTheNext() {
        Client device = new Client();
        for (int argument = 101; argument <= 104; argument++) {
            device.request(argument, argument, 10);
        }
        device.answer(2, 30);
        device.answer(1, 31);
        Bench bench = new Bench(device, 1).until(40);
        assertThat(onLink(bench)).containsExactly("101#1@11", "102#2@15", "103#3@31", "104#4@35");
        assertThat(device.told)
                .containsExactly(
                        "sent 101@10",
                        "sent 102@10",
                        "sent 103@30",
                        "answered 102@30",
                        "sent 104@31",
                        "answered 101@31");
        assertThat(device.client.isIdle()).isFalse();
        device.answer(4, 41);
        device.answer(3, 42);
        assertThat(device.client.isIdle()).isTrue();
    }

    @Test
    void withoutAnAnswerARequestIsSentAgainUnderItsNumberAndThenGivenUp() {
        Client device = new Client();
        device.request(7, 101, 10);
        Bench bench = new Bench(device, 1).until(500);
        assertThat(onLink(bench)).containsExactly("101#1@11", "101#1@61", "101#1@111");
        assertThat(device.told).containsExactly("sent 101@10", "given up 101@160");
        assertThat(bench.events())
                .containsExactly(
                        "request-sent@10", "smp-retried@60", "request-sent@60", "smp-retried@110", "request-sent@110");
        assertThat(device.client.isIdle()).isTrue();
    }

    @Test
    void anAnswerToAnyTryCountsAndLaterOnesDoNot() {
        Client device = new Client();
        device.request(7, 101, 10);
        device.answer(1, 75);
        device.answer(1, 80);
        Bench bench = new Bench(device, 1).until(500);
        assertThat(onLink(bench)).containsExactly("101#1@11", "101#1@61");
        assertThat(device.told).containsExactly("sent 101@10", "answered 101@75", "nothing@80");
    }

    @Test
    void aPlaceInTheWindowThatIsTakenAgainHasATimeOutOfItsOwn() {
        Client device = new Client();
        device.request(7, 101, 10);
        device.answer(1, 40);
        device.request(7, 102, 45);
        new Bench(device, 1).until(94);
        assertThat(device.told).containsExactly("sent 101@10", "answered 101@40", "sent 102@45");
        Bench bench = new Bench(device, 1).until(96);
        assertThat(bench.events())
                .containsExactly("request-sent@10", "request-sent@45", "smp-retried@95", "request-sent@95");
    }

    @Test
    void givingUpMakesRoomForTheNextAndForgettingRemovesAllOfADevice() {
        Client device = new Client();
        device.request(7, 101, 10);
        device.request(7, 102, 10);
        device.request(7, 103, 10);
        device.request(8, 104, 10);
        device.at(20, () -> device.client.forget(7, 20));
        Bench bench = new Bench(device, 1).until(60);
        assertThat(onLink(bench)).containsExactly("101#1@11", "102#2@15", "104#3@21");
        device.answer(1, 61);
        device.answer(3, 62);
        assertThat(device.told)
                .containsExactly("sent 101@10", "sent 102@10", "sent 104@20", "nothing@61", "answered 104@62");
        assertThat(device.client.isIdle()).isTrue();
    }

    @Test
    void aRestoredClientGoesOnFromEveryCycle() {
        Client reference = script(new Client(), false);
        Client replaced = script(new Client(), true);
        assertThat(replaced.log().hash()).isEqualTo(reference.log().hash());
        assertThat(Star.encoded(replaced)).isEqualTo(Star.encoded(reference));
    }

    private static Client script(Client start, boolean replace) {
        Client device = start;
        for (long cycle = 0; cycle < 400; cycle++) {
            if (cycle == 10) {
                for (int argument = 101; argument <= 105; argument++) {
                    device.request(argument, argument, cycle);
                }
            }
            if (cycle == 30 || cycle == 200) {
                device.answer(cycle == 30 ? 2 : 3, cycle);
            }
            device.advance(cycle + 1);
            if (replace) {
                StateReader in = new StateReader(Star.encoded(device));
                device = new Client();
                device.visit(in);
                in.end();
            }
        }
        return device;
    }
}
