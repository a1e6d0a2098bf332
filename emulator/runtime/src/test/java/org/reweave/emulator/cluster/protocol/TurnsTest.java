package org.reweave.emulator.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whose turn it is, and what a new keeper of the turns makes of what runs say. */
class TurnsTest {
    private static final long ORIGIN = 7;

    private static Turns.Entry entry(String run, long ticket, boolean underWay) {
        return new Turns.Entry(run, "torus", ticket, underWay, 0, 100);
    }

    private static Turns.Entry fresh(String run) {
        return entry(run, Turns.NO_TICKET, false);
    }

    private static Turns settled() {
        Turns turns = new Turns();
        turns.settle();
        return turns;
    }

    @Test
    void runsHaveTheirTurnsOneByOneInTheOrderInWhichTheyCame() {
        Turns turns = settled();

        assertThat(turns.announce(fresh("z"), ORIGIN).underWay()).isTrue();
        assertThat(turns.announce(fresh("b"), ORIGIN).underWay()).isFalse();
        assertThat(turns.announce(fresh("a"), ORIGIN).underWay()).isFalse();
        assertThat(turns.ahead("a")).isEqualTo(2);
        turns.end("z", ORIGIN, "done");

        assertThat(turns.announce(fresh("a"), ORIGIN).underWay()).isFalse();
        assertThat(turns.announce(fresh("b"), ORIGIN).underWay()).isTrue();
        assertThat(turns.listing()).extracting(Turns.Line::run).containsExactly("b", "a", "z");
        assertThat(turns.listing()).extracting(Turns.Line::state).containsExactly("under way", "queued", "done");
    }

    @Test
    void aQueuedRunThatIsGoneIsPassedOver() {
        Turns turns = settled();
        turns.announce(fresh("a"), ORIGIN);
        turns.announce(fresh("b"), ORIGIN);
        turns.announce(fresh("c"), ORIGIN);

        turns.end("b", ORIGIN, "its process is gone");
        turns.end("a", ORIGIN, "done");

        assertThat(turns.announce(fresh("c"), ORIGIN).underWay()).isTrue();
    }

    @Test
    void theEndOfAProcessDoesNotEndTheTurnOfTheOneThatHasGoneOnWithItsRun() {
        Turns turns = settled();
        turns.announce(fresh("a"), ORIGIN);
        turns.announce(fresh("b"), ORIGIN);
        assertThat(turns.announce(fresh("a"), ORIGIN + 1).underWay()).isTrue();

        turns.end("a", ORIGIN, "its process is gone");

        assertThat(turns.announce(fresh("b"), ORIGIN).underWay()).isFalse();
        turns.end("a", ORIGIN + 1, "done");
        assertThat(turns.announce(fresh("b"), ORIGIN).underWay()).isTrue();
    }

    @Test
    void aNewKeeperGivesNoTurnBeforeItHasHeardOfAllAndThenKeepsTheOrder() {
        Turns turns = new Turns();

        assertThat(turns.announce(fresh("newcomer"), ORIGIN).ticket()).isEqualTo(Turns.NO_TICKET);
        assertThat(turns.announce(entry("third", 3, false), ORIGIN).underWay()).isFalse();
        assertThat(turns.announce(entry("first", 1, true), ORIGIN).underWay()).isTrue();
        turns.settle();

        assertThat(turns.announce(fresh("newcomer"), ORIGIN).ticket()).isEqualTo(4);
        assertThat(turns.listing()).extracting(Turns.Line::run).containsExactly("first", "third", "newcomer");
        turns.end("first", ORIGIN, "done");
        assertThat(turns.announce(entry("third", 3, false), ORIGIN).underWay()).isTrue();
        assertThat(turns.announce(entry("newcomer", 4, false), ORIGIN).underWay())
                .isFalse();
    }

    @Test
    void onlyTheLastRunsAreRemembered() {
        Turns turns = settled();
        for (int i = 0; i < Turns.MOST_REMEMBERED + 5; i++) {
            turns.announce(fresh("run " + i), ORIGIN);
            turns.end("run " + i, ORIGIN, "done");
        }

        assertThat(turns.listing()).hasSize(Turns.MOST_REMEMBERED);
        assertThat(turns.listing().get(0).run()).isEqualTo("run " + (Turns.MOST_REMEMBERED + 4));
    }
}
