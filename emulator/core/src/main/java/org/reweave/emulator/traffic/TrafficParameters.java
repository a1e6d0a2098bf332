package org.reweave.emulator.traffic;

import java.util.List;
import java.util.Optional;

/**
 * The traffic of NICs.
 *
 * @param pattern name of the destination pattern, one of {@link Patterns#names}
 * @param process name of the injection process, one of {@link InjectionProcesses#names}
 * @param load offered by each NIC, as a fraction of what its link carries: 0 to 1
 * @param start first cycle of generation
 * @param stop first cycle without generation
 * @param hotspotShare for {@code hotspot}: fraction of the sources that send to the one destination (thesis §7.2.3:
 *     0.1)
 * @param burst for on-off sources: mean number of messages of a burst
 * @param messages that each NIC makes at most; 0 = as many as fall before {@code stop}
 * @param sizes of the messages; empty = each fills one packet
 * @param trace replaces pattern, process, load, stop, messages and sizes
 */
public record TrafficParameters(
        String pattern,
        String process,
        double load,
        long start,
        long stop,
        double hotspotShare,
        double burst,
        long messages,
        List<MessageSizes.Size> sizes,
        Optional<TraceChoice> trace) {
    public TrafficParameters {
        sizes = List.copyOf(sizes);
    }

    /**
     * Whether the end of traffic is known beforehand: neither a trace nor a number of messages decides when the last
     * one is made.
     */
    public boolean endsOnTime() {
        return trace.isEmpty() && messages == 0;
    }

    /**
     * A trace and how to read it.
     *
     * @param file its path
     * @param format {@code csv}, {@code goal} or {@code auto}
     * @param timeUnit {@code ps}, {@code ns}, {@code us}, {@code ms}, {@code s}, {@code cycle}, or {@code auto}: as the
     *     file says
     * @param scale that its times are multiplied by
     * @param cyclePs what a cycle of the trace is
     * @param rankMap {@code in-order}, {@code random} or {@code by-nic}
     */
    public record TraceChoice(
            String file, String format, String timeUnit, double scale, long cyclePs, String rankMap) {}

    /** Payload of the messages that a pattern sends, given the longest packet. */
    public List<MessageSizes.Size> sizes(Segmentation packets) {
        return sizes.isEmpty() ? List.of(new MessageSizes.Size(packets.payload(), 1)) : sizes;
    }
}
