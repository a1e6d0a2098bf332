package org.reweave.routing.engine.mikant;

/** One-Port: up by T_L, else by (T_L + 1) mod k, else the routing fails. Source: MiKANT, Algorithm 2. */
final class MikantOnePort extends MikantForward {
    @Override
    public String name() {
        return "one-port";
    }

    @Override
    public String summary() {
        return "mirrored k-ary n-trees: one other port on the way up";
    }

    @Override
    int candidates(int k) {
        return 2;
    }
}
