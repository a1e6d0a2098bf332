package org.reweave.emulator.device.arbitration;

/**
 * The grant phase of iSLIP: outputs offer themselves in turn, and a turn moves when its offer is taken in the first
 * iteration of a cycle, so that the turns of outputs which want the same input drift apart. With one iteration this is
 * {@link RoundRobin}. Source: McKeown, The iSLIP scheduling algorithm for input-queued switches, IEEE/ACM Transactions
 * on Networking 7(2), 1999, §II and §III.
 */
final class Islip implements ArbitrationPolicy {
    @Override
    public String name() {
        return "islip";
    }

    @Override
    public String summary() {
        return "the queues in turn; turns move with grants of an allocator's first iteration";
    }

    @Override
    public boolean servesEveryHead() {
        return true;
    }

    @Override
    public boolean isMatching() {
        return true;
    }

    @Override
    public Arbitration begin(Setting setting) {
        return new RoundRobin.Turns(setting);
    }
}
