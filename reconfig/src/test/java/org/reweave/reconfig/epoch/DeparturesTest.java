package org.reweave.reconfig.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.state.StateReader;
import org.reweave.reconfig.state.StateWriter;

class DeparturesTest {
    @Test
    void anEmptySwitchHasNobodyToWaitFor() {
        Departures departures = new Departures();
        departures.from(3);
        assertThat(departures.reached()).isEqualTo(3);
    }

    @Test
    void onlyThoseThatWereInsideAreWaitedFor() {
        Departures departures = new Departures();
        int before = departures.enter();
        departures.from(1);
        departures.enter();
        assertThat(departures.reached()).isZero();
        departures.leave(before);
        assertThat(departures.reached()).isOne();
    }

    @Test
    void aLaterMomentWaitsForTheFirstAndForAllThatAreInsideThen() {
        Departures departures = new Departures();
        int first = departures.enter();
        departures.from(1);
        int second = departures.enter();
        departures.from(5);
        departures.leave(first);
        assertThat(departures.reached()).isOne();
        int third = departures.enter();
        departures.leave(second);
        assertThat(departures.reached()).isEqualTo(5);
        departures.leave(third);
    }

    /**
     * The oracle knows each packet: of a moment that is reached, none is left; and when all have left, every moment is
     * reached.
     */
    @Test
    void noMomentIsReachedWhileAPacketOfItIsInsideAndAllAreInTheEnd() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Departures departures = new Departures();
            List<int[]> inside = new ArrayList<>(); // group, moments named before it came in
            int moments = 0;
            for (int i = 0; i < 200 || !inside.isEmpty(); i++) {
                int what = i < 200 ? random.nextInt(5) : 4;
                if (what == 0) {
                    departures.from(++moments);
                } else if (what < 3) {
                    inside.add(new int[] {departures.enter(), moments});
                } else if (!inside.isEmpty()) {
                    departures.leave(inside.remove(random.nextInt(inside.size()))[0]);
                }
                long reached = departures.reached();
                assertThat(inside).as("seed %d", seed).allMatch(packet -> packet[1] >= reached);
                long[] words = StateWriter.words(departures::visit);
                departures = new Departures();
                StateReader.read(words, departures::visit);
            }
            assertThat(departures.reached()).as("seed %d", seed).isEqualTo(moments);
        }
    }
}
