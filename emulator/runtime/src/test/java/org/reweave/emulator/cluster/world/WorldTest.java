package org.reweave.emulator.cluster.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every run in a world of troubles ends with the cuts of the undisturbed run, or with one line and a journal that is
 * the beginning of them; where messages are not lost and a node is left, the run completes.
 *
 * <p>{@code -Dreweave.campaign.seed=N} is the first seed of the long run, {@code -Dreweave.campaign.worlds=N} the
 * number of seeds.
 */
class WorldTest {
    private static final int WORLDS = 1_000;
    private static final int WORLDS_IN_CAMPAIGN = 100_000;

    /** The share of runs that complete, in percent: half of the worlds are rough. */
    private static final int COMPLETE = 60;

    private int runs;
    private int complete;
    private long incarnations;

    private void live(long seed) {
        World world = new World(seed, new Rules());
        try {
            world.live();
        } catch (RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + ": " + e + "\nRepeat it with: mvn -pl emulator/runtime -am verify -Pcampaign"
                            + " -Dtest=WorldTest#manyMoreSeedsKeepTheirPromises -Dsurefire.failIfNoSpecifiedTests=false"
                            + " -Dreweave.campaign.seed=" + seed + " -Dreweave.campaign.worlds=1\n" + world.weather()
                            + "\n" + world.story(),
                    e);
        }
        for (RunSide run : world.runs()) {
            runs++;
            complete += run.isComplete() ? 1 : 0;
            incarnations += run.incarnation();
        }
    }

    @Test
    void aThousandSeedsKeepTheirPromisesAndMostRunsComplete() {
        for (long seed = 1; seed <= WORLDS; seed++) {
            live(seed);
        }

        assertThat(complete * 100 / runs).as("percent of runs that complete").isGreaterThan(COMPLETE);
        assertThat(incarnations).as("incarnations of %d runs", runs).isGreaterThan(runs * 3L / 2);
    }

    @Test
    void aProcessThatEndsIsFoundGoneWithinTwoSecondsInCalmWeather() {
        List<Long> looks = new ArrayList<>();
        for (long seed = 1; seed <= 2 * WORLDS; seed++) {
            World world = new World(seed, new Rules());
            if (world.weather().isCalm()) {
                world.live();
                world.runs().forEach(run -> looks.addAll(run.looks()));
            }
        }

        assertThat(looks).as("milliseconds until each process was found gone").hasSizeGreaterThan(10);
        assertThat(looks).allMatch(millis -> millis <= 2_000);
    }

    @Test
    @Tag("campaign")
    void manyMoreSeedsKeepTheirPromises() {
        long first = Long.getLong("reweave.campaign.seed", WORLDS + 1);
        long seeds = Long.getLong("reweave.campaign.worlds", WORLDS_IN_CAMPAIGN);
        for (long seed = first; seed < first + seeds; seed++) {
            live(seed);
        }

        assertThat(runs).isGreaterThanOrEqualTo((int) seeds);
    }

    @Test
    void aSeedRepeatsAWorldToTheLastEvent() {
        for (long seed = 1; seed <= 50; seed++) {
            World one = new World(seed, new Rules());
            World other = new World(seed, new Rules());
            one.live();
            other.live();

            assertThat(one.story()).as("seed %d", seed).isEqualTo(other.story());
            assertThat(one.now()).isEqualTo(other.now());
        }
    }
}
