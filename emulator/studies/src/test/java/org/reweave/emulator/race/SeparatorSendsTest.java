package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.reconfig.spi.Separation;

/** Separators of one device with two ports of two VLs, whose marks are numbers of changes. */
class SeparatorSendsTest {
    private final Set<Promise> broken = EnumSet.noneOf(Promise.class);
    private final SeparatorSends sends = new SeparatorSends(
            2,
            2,
            Schemes.get("sr-la").description().separation(SchemeOptions.DEFAULT).orElseThrow(),
            (promise, cycle) -> broken.add(promise));

    @Test
    void separatorsGoOutInTheOrderInWhichTheyWereAppended() {
        sends.appended(1, 0, 5, 10);
        sends.appended(1, 1, 5, 10);
        sends.appended(1, 0, 6, 11);
        sends.sent(1, 1, 5, 12);
        sends.sent(1, 0, 5, 12);
        sends.sent(1, 0, 6, 13);
        assertThat(broken).isEmpty();
        sends.sent(1, 0, 6, 14);
        assertThat(broken).containsExactly(Promise.SEPARATORS_IN_ORDER);
    }

    @Test
    void noSeparatorFromBeforeAnOutageGoesOut() {
        sends.appended(2, 0, 5, 10);
        sends.down(2);
        sends.appended(2, 0, 6, 20);
        sends.sent(2, 0, 5, 21);
        assertThat(broken).containsExactly(Promise.SEPARATORS_IN_ORDER);
    }

    @Test
    void aLinkThatWorksAgainCarriesTheLastSeparatorFirst() {
        sends.appended(1, 1, 5, 10);
        sends.down(1);
        sends.packet(0, 20);
        assertThat(broken).as("no separator was on this VL").isEmpty();
        sends.packet(1, 20);
        assertThat(broken).containsExactly(Promise.SEPARATORS_REPEATED);
    }

    @Test
    void aSeparatorMayHaveToBeRepeatedOnlyUntilItsSenderKnowsOfALaterChange() {
        for (boolean isTold : new boolean[] {false, true}) {
            Set<Promise> found = EnumSet.noneOf(Promise.class);
            Separation ofTokens = Schemes.get("sr-la")
                    .description()
                    .separation(SchemeOptions.DEFAULT)
                    .orElseThrow();
            Separation untilNext = new Separation(
                    ofTokens.change(),
                    ofTokens.behind(),
                    ofTokens.report(),
                    ofTokens.installed(),
                    ofTokens.before(),
                    ofTokens.atEnd(),
                    ofTokens.needsTables(),
                    lane -> Separation.Repeats.UNTIL_THE_NEXT_CHANGE,
                    ofTokens.nicsAnswer(),
                    ofTokens.callsOff(),
                    ofTokens.asks(),
                    ofTokens.escape());
            SeparatorSends until = new SeparatorSends(2, 2, untilNext, (promise, cycle) -> found.add(promise));
            until.appended(1, 0, 5, 10);
            until.down(1);
            if (isTold) {
                until.told(6);
            }
            until.packet(0, 20);
            assertThat(found.contains(Promise.SEPARATORS_REPEATED)).isNotEqualTo(isTold);
        }
    }

    @Test
    void aSeparatorThatIsRepeatedIsEnough() {
        sends.appended(1, 1, 5, 10);
        sends.down(1);
        sends.appended(1, 1, 5, 19);
        sends.packet(1, 20);
        assertThat(broken).isEmpty();
    }

    @Test
    void aDeviceThatRestartsOwesNothing() {
        sends.appended(1, 1, 5, 10);
        sends.down(1);
        sends.restart();
        sends.packet(1, 20);
        assertThat(broken).isEmpty();
    }

    @Test
    void theMarksOfAChannelAscend() {
        sends.appended(1, 0, 5, 10);
        sends.appended(1, 0, 4, 11);
        assertThat(broken).containsExactly(Promise.SEPARATORS_IN_ORDER);
    }

    @Test
    void aSeparatorIsRepeatedAsItWasUntilTablesComeInForce() {
        long mark = 5L << 3; // of the Double Scheme
        long more = 4; // heads without room are given up
        for (boolean isInstalled : new boolean[] {false, true}) {
            Set<Promise> found = EnumSet.noneOf(Promise.class);
            SeparatorSends marks = new SeparatorSends(
                    2,
                    2,
                    Schemes.get("double-scheme")
                            .description()
                            .separation(SchemeOptions.DEFAULT)
                            .orElseThrow(),
                    (promise, cycle) -> found.add(promise));
            marks.appended(1, 1, mark | more, 10);
            marks.down(1);
            marks.appended(1, 1, mark | more, 20);
            assertThat(found).isEmpty();
            marks.down(1);
            if (isInstalled) {
                marks.installed();
            }
            marks.appended(1, 1, mark, 30);
            assertThat(found.contains(Promise.SEPARATORS_REPEATED)).isNotEqualTo(isInstalled);
        }
    }
}
