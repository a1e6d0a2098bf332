package org.reweave.emulator.cluster.world;

import java.util.Random;

/**
 * The troubles of a world, drawn from its seed.
 *
 * @param loss probability that a message between processes is lost
 * @param cutEvery mean milliseconds between two ends of a connection; 0 = none ends
 * @param disordersOnCut whether messages that are under way when a connection ends may come late or twice
 * @param longestDelay of a message, milliseconds
 * @param slowestWrite of a cut to the journal, milliseconds
 * @param kills of nodes
 * @param pauses of nodes
 * @param partitions of the network
 * @param severed times in which nothing gets from one process to another or back
 * @param leaderPauses of processes that lead runs
 * @param deaf times in which heartbeats do not get from one process to another
 * @param moves that somebody orders
 * @param killsLeader whether the process of the first run is killed
 * @param restarts whether nodes that have ended are started again
 * @param two runs instead of one
 * @param isLocal whether the run's process has started the nodes, and sees them end
 * @param isLax whether no incarnation can repeat the one before
 */
record Weather(
        double loss,
        int cutEvery,
        boolean disordersOnCut,
        int longestDelay,
        int slowestWrite,
        int kills,
        int pauses,
        int partitions,
        int severed,
        int leaderPauses,
        int deaf,
        int moves,
        boolean killsLeader,
        boolean restarts,
        boolean two,
        boolean isLocal,
        boolean isLax) {
    static Weather of(Random random) {
        boolean isRough = random.nextInt(3) == 0;
        boolean isLocal = random.nextInt(4) == 0;
        return new Weather(
                isRough && random.nextBoolean() ? random.nextDouble() * 0.04 : 0,
                isRough && random.nextBoolean() ? 20 + random.nextInt(3_000) : 0,
                random.nextBoolean(),
                random.nextInt(4) == 0 ? 2_000 : 20,
                random.nextInt(4) == 0 ? 5_000 : 300,
                random.nextInt(4),
                random.nextInt(3),
                isLocal ? 0 : random.nextInt(3),
                isLocal ? 0 : random.nextInt(4) / 3,
                isLocal ? 0 : random.nextInt(4) / 3,
                random.nextBoolean() ? 0 : random.nextInt(4),
                isLocal ? 0 : random.nextInt(3),
                isRough && random.nextInt(3) == 0,
                !isLocal && random.nextInt(3) == 0,
                !isLocal && random.nextInt(3) == 0,
                isLocal,
                random.nextInt(10) == 0);
    }

    /** Whether nothing but the end of processes keeps anybody from learning of them. */
    boolean isCalm() {
        return isKind() && pauses + leaderPauses + partitions + severed == 0 && longestDelay < 1_000;
    }

    /** Whether every run has to complete that has begun and that a node is left for. */
    boolean isKind() {
        return loss == 0 && cutEvery == 0 && !killsLeader && !isLax;
    }
}
