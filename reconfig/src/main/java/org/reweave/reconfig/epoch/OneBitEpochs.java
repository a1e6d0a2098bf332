package org.reweave.reconfig.epoch;

import org.reweave.reconfig.state.StateVisitor;

/**
 * EBR with epochs of one bit (thesis Table 6.1, printed for the change from 0 to 1): a switch knows the direction of
 * the change under way, and so the epoch that a bit different from its own stands for
 * (reconfig/docs/epoch-based-reconfiguration.md).
 *
 * <p>Once a switch has its new table, a different bit stands for the epoch before. A control packet announces the
 * change before the new table comes, and from then on a different bit stands for the next epoch. So no change may begin
 * before the one before it is complete and no packet of its old epoch is left; {@link GuardedUpdate} sees to that.
 */
final class OneBitEpochs implements EpochAges {
    private final EpochRule rule = new EpochRule(3);
    private long change;
    private boolean announced;

    @Override
    public void announce(long next) {
        announced = next > change;
    }

    @Override
    public void install(long now) {
        change = now;
        announced = false;
    }

    /**
     * The verdict of {@link EpochRule#verdict} for epochs given as bits. The change in force tells the switch's epoch
     * better than the bit of {@code scheduled}.
     *
     * @throws IllegalStateException when a packet was routed here in the next epoch: rows 3 and 7 of Table 6.1
     */
    @Override
    public int verdict(int packet, int routed, int scheduled) {
        return rule.verdict(epoch(packet), epoch(routed), rule.epoch(change));
    }

    private int epoch(int bit) {
        long other = announced ? change + 1 : change - 1;
        return rule.epoch(bit == (change & 1) ? change : other);
    }

    @Override
    public void visit(StateVisitor state) {
        change = state.value(change);
        announced = state.value(announced);
    }
}
