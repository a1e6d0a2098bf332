package org.reweave.routing.engine.mikant;

/**
 * All-Port: up by the first port that works of T_L, .., (T_L + k - 1) mod k. The algorithm is ours: the slides give its
 * name only.
 */
final class MikantAllPort extends MikantForward {
    @Override
    public String name() {
        return "all-port";
    }

    @Override
    public String summary() {
        return "mirrored k-ary n-trees: any other port on the way up";
    }

    @Override
    int candidates(int k) {
        return k;
    }
}
