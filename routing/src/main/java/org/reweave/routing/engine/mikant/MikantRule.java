package org.reweave.routing.engine.mikant;

import java.util.List;
import java.util.stream.Collectors;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.SwitchView;

/**
 * A fault-tolerant routing of the mirrored k-ary n-tree: one hop, from the knowledge of one switch. A switch knows
 * which of its own ports work, and takes the neighbour behind a failed port for faulty. Rules hold no state; the memory
 * of a packet travels in the packet's trail, a word that starts as 0. Source: MiKANT, "Fault Tolerance";
 * routing/docs/mikant.md.
 */
public interface MikantRule {
    /** Answer of {@link #next}: the packet goes no further. */
    long FAIL = 0;

    /** All rules. */
    List<MikantRule> ALL = List.of(new MikantOnePort(), new MikantAllPort(), new MikantGoBack());

    /** The rule's name, as users write it ({@code one-port}). */
    String name();

    /** One sentence for users. */
    String summary();

    /** Bits of an answer below the trail: they hold the way. */
    int WAY_BITS = 9;

    /**
     * How many bits the trail takes.
     *
     * @param digits n - 1, the digits of a switch
     */
    int trailBits(int k, int digits);

    /**
     * Chooses the next hop of a packet.
     *
     * @param here the switch, not the target
     * @param source the switch of the NIC that sends
     * @param target the switch of the NIC that receives
     * @param trail as it came in
     * @return {@link #FAIL}, or {@link #way} and {@link #trail} in one
     */
    long next(MikantTree tree, SwitchView here, int source, int target, long trail);

    /** The way that an answer takes; see {@link MikantTree}. */
    static int way(long answer) {
        return (int) (answer & (1 << WAY_BITS) - 1) - 1;
    }

    /** The trail with which the packet leaves. */
    static long trail(long answer) {
        return answer >>> WAY_BITS;
    }

    /** @return the answer when the way's port works, else {@link #FAIL} */
    static long take(MikantTree tree, SwitchView here, int way, long trail) {
        int port = tree.port(here.device(), way);
        return port > 0 && here.isUp(port) ? trail << WAY_BITS | way + 1 : FAIL;
    }

    /** @throws UnroutableException when the packet's word has no room for the trail */
    default void requireRoom(String fabric, int k, int digits) {
        int bits = trailBits(k, digits);
        if (bits > Long.SIZE - WAY_BITS) {
            throw new UnroutableException(name() + ": the trail on " + fabric + " takes " + bits
                    + " bits, and a packet has room for " + (Long.SIZE - WAY_BITS)
                    + "; use one-port or all-port, or a smaller tree");
        }
    }

    /** @throws IllegalArgumentException for an unknown name, with all known ones */
    static MikantRule named(String name) {
        for (MikantRule rule : ALL) {
            if (rule.name().equals(name)) {
                return rule;
            }
        }
        throw new IllegalArgumentException(
                "no rule of mirrored k-ary n-trees is named '" + name + "'; known are " + names());
    }

    /** All names, for messages. */
    static String names() {
        return ALL.stream().map(MikantRule::name).collect(Collectors.joining(", "));
    }
}
