package org.reweave.emulator.device.arbitration;

/**
 * How the outputs of a switch choose among the heads that ask for them. Stateless; a user's jar adds its own, see
 * {@link org.reweave.routing.plugin.Plugins}.
 */
public interface ArbitrationPolicy {
    /** The name that users write ({@code round-robin}). */
    String name();

    /** One sentence. */
    String summary();

    /**
     * Whether a head that an output could take is taken after a bounded number of grants to packets generated later.
     */
    boolean servesEveryHead();

    /**
     * Whether it is that of an allocator that matches inputs and outputs in iterations, where grants of the first one
     * alone count for later cycles. Only a wormhole switch has such allocators; elsewhere the policy is refused.
     */
    default boolean isMatching() {
        return false;
    }

    /** The policy in a switch that has granted nothing yet. */
    Arbitration begin(Setting setting);

    /**
     * The switch that a policy works in.
     *
     * @param queues input queues
     * @param outputs pairs of a port and a VL
     * @param seed of the run; draw with {@link org.reweave.routing.model.Mix}
     * @param device number of the switch
     */
    record Setting(int queues, int outputs, Heads heads, long seed, int device) {}
}
