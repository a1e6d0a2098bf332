package org.reweave.emulator.traffic.trace;

import java.util.ArrayList;
import java.util.List;
import org.reweave.routing.model.Mix;

/** The traces under {@code cluster-config/traces}, as this code writes them. */
final class ExampleTraces {
    private static final int ROWS = 4;
    private static final int COLUMNS = 6;
    private static final int ROUNDS = 10;
    private static final int ROUND_NS = 100_000;
    private static final int JITTER_NS = 20_000;
    private static final int HALO_BYTES = 32_768;

    private record Send(int time, int from, int to, int tag) {}

    private ExampleTraces() {}

    /**
     * 24 ranks in a 4 x 6 grid with joined edges send 32 KiB to each of their four neighbours, ten times, 100 us apart;
     * when exactly is drawn.
     */
    static String haloExchange() {
        List<Send> sends = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (int rank = 0; rank < ROWS * COLUMNS; rank++) {
                int row = rank / COLUMNS;
                int column = rank % COLUMNS;
                int[] to = {
                    row * COLUMNS + (column + 1) % COLUMNS,
                    row * COLUMNS + (column + COLUMNS - 1) % COLUMNS,
                    (row + 1) % ROWS * COLUMNS + column,
                    (row + ROWS - 1) % ROWS * COLUMNS + column
                };
                for (int tag = 0; tag < to.length; tag++) {
                    int jitter = Mix.below(Mix.mix(1, rank, tag, round), JITTER_NS);
                    sends.add(new Send(round * ROUND_NS + jitter, rank, to[tag], tag));
                }
            }
        }
        sends.sort((a, b) -> Integer.compare(a.time(), b.time()));
        StringBuilder text = new StringBuilder("t_ns,src,dst,bytes,tag\n");
        sends.forEach(
                s -> text.append(s.time() + "," + s.from() + "," + s.to() + "," + HALO_BYTES + "," + s.tag() + "\n"));
        return text.toString();
    }

    /**
     * 16 ranks reduce to all by recursive doubling, three times: each round sends 1 KiB to a partner, waits for its and
     * computes 500 ns.
     */
    static String allReduce() {
        int ranks = 16;
        StringBuilder text = new StringBuilder("/* Recursive doubling, written by reweave. */\nnum_ranks 16\n\n");
        for (int rank = 0; rank < ranks; rank++) {
            text.append("rank " + rank + " {\n");
            for (int round = 0; round < 12; round++) {
                int partner = rank ^ 1 << round % 4;
                text.append("s" + round + ": send 1024b to " + partner + " tag " + round + "\n");
                text.append("r" + round + ": recv 1024b from " + partner + " tag " + round + "\n");
                text.append("c" + round + ": calc 500\n");
                text.append("c" + round + " requires s" + round + "\nc" + round + " requires r" + round + "\n");
                if (round > 0) {
                    text.append("s" + round + " requires c" + (round - 1) + "\n");
                }
            }
            text.append("}\n");
        }
        return text.toString();
    }
}
