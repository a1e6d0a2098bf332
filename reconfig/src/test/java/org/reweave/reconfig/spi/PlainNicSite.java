package org.reweave.reconfig.spi;

/** A NIC with two VLs whose link works. */
public class PlainNicSite implements NicSite {
    @Override
    public int laneCount() {
        return 2;
    }

    @Override
    public boolean isUp() {
        return true;
    }

    @Override
    public void separate(int lane, long mark) {
        // nobody listens
    }

    @Override
    public void report(long message) {
        // nobody listens
    }
}
