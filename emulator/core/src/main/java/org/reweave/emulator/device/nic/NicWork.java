package org.reweave.emulator.device.nic;

import java.util.List;
import org.reweave.emulator.traffic.InjectionProcess;
import org.reweave.emulator.traffic.MessageSizes;
import org.reweave.emulator.traffic.Pattern;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.emulator.traffic.trace.Trace;

/**
 * The traffic of a NIC: messages drawn from a pattern, a rank's part of a trace, or nothing.
 *
 * @param pattern null = no messages of its own making
 * @param trace null = there is none
 * @param rank of this NIC in the trace
 * @param nicOfRank numbers of the NICs that are the trace's ranks; shared
 */
public record NicWork(
        Pattern pattern, InjectionProcess process, MessageSizes sizes, Trace trace, int rank, int[] nicOfRank) {
    public static final NicWork NOTHING = new NicWork(null, null, null, null, -1, new int[0]);

    public static NicWork drawn(Pattern pattern, InjectionProcess process, MessageSizes sizes) {
        return new NicWork(pattern, process, sizes, null, -1, new int[0]);
    }

    /**
     * @param nicOfRank at least as many as the trace has ranks
     * @return the work of a NIC, {@link #NOTHING} if it is no rank's
     */
    public static NicWork of(Trace trace, int[] nicOfRank, int nic) {
        for (int rank = 0; rank < trace.ranks(); rank++) {
            if (nicOfRank[rank] == nic) {
                return new NicWork(null, null, null, trace, rank, nicOfRank);
            }
        }
        return NOTHING;
    }

    /**
     * A message that is drawn.
     *
     * @param cycle at which it is generated
     * @param source and {@code destination}: numbers of NICs
     * @param flits payload
     */
    public record Message(long cycle, int source, int destination, int flits) {}

    /** The messages that a NIC draws before a cycle, as if its send queue were never full; none of a trace. */
    public List<Message> drawn(int nic, TrafficParameters traffic, long before) {
        return process == null ? List.of() : DrawnGenerator.messages(this, traffic, nic, before);
    }
}
