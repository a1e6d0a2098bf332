package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.emulator.device.fabricswitch.SwitchSetup.lidAt;

import org.junit.jupiter.api.Test;
import org.reweave.emulator.stats.Counter;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchSite;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/** For how long heads of queues wait for a separator (token latency, thesis §7.5.1). */
class TokenWaitsTest {
    private static final int OUT = 3;

    private final SwitchSetup setup = new SwitchSetup();

    /** Keeps every packet from port 3 until the separator of port 4 has come; that of port 3 goes out then. */
    private record Gate(SwitchSite site, boolean[] open) implements SwitchAgent {
        @Override
        public void route(Heading packet, Routes routes) {
            site.route(packet, routes);
        }

        @Override
        public boolean waitsForSeparator(int outPort, int outLane, long marks) {
            return outPort == OUT && !open[0];
        }

        @Override
        public int offer(int inPort, int lane, int outPort, int outLane, long marks, boolean room) {
            return room && !waitsForSeparator(outPort, outLane, marks) ? Verdict.FORWARD : Verdict.HOLD;
        }

        @Override
        public void separator(int inPort, int lane, long mark) {
            open[0] = true;
            site.separate(OUT, 0, mark);
        }

        @Override
        public void installed(long argument) {
            throw new IllegalStateException("no tables come");
        }

        @Override
        public void visit(StateVisitor state) {
            state.values(open);
        }
    }

    private Bench bench() {
        setup.agent = site -> new Gate(site, new boolean[1]);
        return Bench.of(setup);
    }

    private static void assertWaits(Bench bench, long heads, long cycles) {
        assertThat(bench.device().log().counted(Counter.SEPARATOR_WAITS)).isEqualTo(heads);
        assertThat(bench.device().log().counted(Counter.SEPARATOR_WAIT)).isEqualTo(cycles);
    }

    @Test
    void eachHeadWaitsFromWhenItIsAtTheHeadUntilTheSeparatorGoesOut() {
        Bench bench = bench().packet(1, 1, lidAt(OUT), 4, 10)
                .packet(2, 2, lidAt(OUT), 4, 25)
                .separator(4, 1, 60)
                .until(100);
        assertWaits(bench, 2, 50 + 35);
        assertThat(bench.packets(OUT)).as("one after the other").hasSize(2);
    }

    @Test
    void packetsBehindAHeadAndAtOtherOutputsWaitForNoSeparator() {
        Bench bench = bench().packet(1, 1, lidAt(OUT), 4, 10)
                .packet(1, 2, lidAt(OUT), 4, 14)
                .packet(2, 3, lidAt(2), 4, 10)
                .separator(4, 1, 60)
                .until(100);
        assertWaits(bench, 1, 50);
    }

    @Test
    void theWaitForRoomAfterTheSeparatorIsNotCounted() {
        setup.farUnits = 0;
        Bench bench =
                bench().packet(1, 1, lidAt(OUT), 4, 10).separator(4, 1, 60).until(200);
        assertWaits(bench, 1, 50);
        assertThat(bench.packets(OUT)).isEmpty();
    }

    @Test
    void theWaitOfAHeadThatLosesItsLinkEndsThere() {
        setup.outages[OUT - 1] = new long[] {40, 50};
        Bench bench =
                bench().packet(1, 1, lidAt(OUT), 4, 10).separator(4, 1, 60).until(100);
        assertThat(bench.drops()).containsExactly("dead-output 1@40");
        assertWaits(bench, 1, 30);
    }
}
