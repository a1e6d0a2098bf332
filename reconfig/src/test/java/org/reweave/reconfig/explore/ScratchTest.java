package org.reweave.reconfig.explore;

import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.SchemeOptions;

class ScratchTest {
    @Test
    void look() {

        run(SmallFabrics.reRootedRing(Schemes.get("naive"), 2, 13, 20, 31), Promise.NO_DEADLOCK);
        run(SmallFabrics.reRootedRing(Schemes.get("ebr"), 2, 13, 20, 31).with(new SchemeOptions(true, 3, false)));
        run(SmallFabrics.reRootedRing(Schemes.get("ebr"), 2, 13, 20, 31));
        run(SmallFabrics.reRootedRing(Schemes.get("static"), 2, 13, 31));
        run(SmallFabrics.reRootedRing(Schemes.get("static"), 2, 13, 20, 31));
        run(SmallFabrics.reRootedRing(Schemes.get("static"), 2, 13, 20, 31).with(new SchemeOptions(false, 3, true)));
    }

    private static void run(Model m, Promise... more) {
        long t = System.nanoTime();
        var ps = new java.util.HashSet<>(Promises.of(m.scheme().name()));
        ps.addAll(java.util.List.of(more));
        try {
            System.out.println(Explorer.explore(m, ps) + " local=" + m.localFirst());
        } catch (StateBudgetException e) {
            System.out.println(m.scheme().name() + " " + e.getMessage());
        }
        System.out.printf("%.2f s%n", (System.nanoTime() - t) / 1e9);
    }
}
