package org.reweave.reconfig.spi;

/** A NIC that knows nothing of reconfigurations. */
public final class PlainNicAgent implements NicAgent {
    @Override
    public long injected() {
        return 0;
    }

    @Override
    public void installed(long argument) {
        // nothing to remember
    }

    @Override
    public long[] encode() {
        return new long[0];
    }

    @Override
    public void decode(long[] state) {
        // stateless
    }
}
