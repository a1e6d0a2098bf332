package org.reweave.reconfig.spi;

/** A NIC with two VLs whose link works: the first one of a 2-ary 2-tree, behind its four switches. */
public class PlainNicSite implements NicSite {
    @Override
    public int device() {
        return 4;
    }

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
