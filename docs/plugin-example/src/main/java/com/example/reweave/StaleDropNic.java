package com.example.reweave;

import org.reweave.reconfig.spi.NicAgent;

/** {@link StaleDrop} in a NIC. */
final class StaleDropNic implements NicAgent {
    private long change;

    @Override
    public long injected() {
        return change;
    }

    @Override
    public void installed(long argument) {
        change = argument;
    }

    @Override
    public long[] encode() {
        return new long[] {change};
    }

    @Override
    public void decode(long[] state) {
        change = state[0];
    }
}
