package org.reweave.emulator.device.arbitration;

/** Each output tries the packets in the order of their generation, and lower ports and VLs first among equals. */
final class OldestFirst implements ArbitrationPolicy {
    @Override
    public String name() {
        return "age";
    }

    @Override
    public String summary() {
        return "the packet that was generated first";
    }

    @Override
    public boolean servesEveryHead() {
        return true;
    }

    @Override
    public Arbitration begin(Setting setting) {
        Heads heads = setting.heads();
        return new Ranking(heads, (output, queue) -> heads.generated(queue));
    }
}
