package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whose turn it is, and what a new keeper of the turns makes of what runs say. */
class TurnsTest {
    private static final boolean SETTLED = true;

    private static Turns.Entry entry(String run, long ticket, boolean underWay) {
        return new Turns.Entry(run, "torus", ticket, underWay, 0, 100);
    }

    private static Turns.Entry fresh(String run) {
        return entry(run, Turns.NO_TICKET, false);
    }

    @Test
    void runsHaveTheirTurnsOneByOneInTheOrderInWhichTheyCame() {
        Turns turns = new Turns();

        assertThat(turns.announce(fresh("z"), SETTLED).underWay()).isTrue();
        assertThat(turns.announce(fresh("b"), SETTLED).underWay()).isFalse();
        assertThat(turns.announce(fresh("a"), SETTLED).underWay()).isFalse();
        assertThat(turns.ahead("a")).isEqualTo(2);
        turns.end("z", "done");

        assertThat(turns.announce(fresh("a"), SETTLED).underWay()).isFalse();
        assertThat(turns.announce(fresh("b"), SETTLED).underWay()).isTrue();
        assertThat(turns.listing()).extracting(Turns.Line::run).containsExactly("b", "a", "z");
        assertThat(turns.listing()).extracting(Turns.Line::state).containsExactly("under way", "queued", "done");
    }

    @Test
    void aQueuedRunThatIsGoneIsPassedOver() {
        Turns turns = new Turns();
        turns.announce(fresh("a"), SETTLED);
        turns.announce(fresh("b"), SETTLED);
        turns.announce(fresh("c"), SETTLED);

        turns.end("b", "its process is gone");
        turns.end("a", "done");

        assertThat(turns.announce(fresh("c"), SETTLED).underWay()).isTrue();
    }

    @Test
    void aNewKeeperGivesNoTurnBeforeItHasHeardOfAllAndThenKeepsTheOrder() {
        Turns turns = new Turns();

        assertThat(turns.announce(fresh("newcomer"), !SETTLED).ticket()).isEqualTo(Turns.NO_TICKET);
        assertThat(turns.announce(entry("third", 3, false), !SETTLED).underWay())
                .isFalse();
        assertThat(turns.announce(entry("first", 1, true), !SETTLED).underWay()).isTrue();

        assertThat(turns.announce(fresh("newcomer"), SETTLED).ticket()).isEqualTo(4);
        assertThat(turns.listing()).extracting(Turns.Line::run).containsExactly("first", "third", "newcomer");
        turns.end("first", "done");
        assertThat(turns.announce(entry("third", 3, false), SETTLED).underWay()).isTrue();
        assertThat(turns.announce(entry("newcomer", 4, false), SETTLED).underWay())
                .isFalse();
    }

    @Test
    void onlyTheLastRunsAreRemembered() {
        Turns turns = new Turns();
        for (int i = 0; i < Turns.MOST_REMEMBERED + 5; i++) {
            turns.announce(fresh("run " + i), SETTLED);
            turns.end("run " + i, "done");
        }

        assertThat(turns.listing()).hasSize(Turns.MOST_REMEMBERED);
        assertThat(turns.listing().get(0).run()).isEqualTo("run " + (Turns.MOST_REMEMBERED + 4));
    }
}
