package org.reweave.emulator.stats;

import java.util.Arrays;
import java.util.List;

/** What must have settled before a run is measured. */
public enum Settling {
    NOTHING("false"),
    /** Throughput and the latency from generation on, which grows for ever in a network that is offered too much. */
    TOTAL("true"),
    /** Throughput and the latency from injection on: packets may pile up at their sources. */
    NETWORK("network");

    private final String word;

    Settling(String word) {
        this.word = word;
    }

    /** As {@code run.warmup-stationary} has it. */
    public String word() {
        return word;
    }

    /** All words of {@code run.warmup-stationary}. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Settling::word).toList();
    }

    /** @param word one of {@link #words} */
    public static Settling of(String word) {
        return values()[words().indexOf(word)];
    }
}
