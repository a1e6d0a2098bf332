package org.reweave.reconfig.explore;

import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.SchemeOptions;

class ScratchTest {
    @Test
    void look() {
        int[] three = {2, 10, 21};
        run(SmallFabrics.triangle(Schemes.get("naive"), three), Promise.NO_DEADLOCK);
        run(SmallFabrics.triangle(Schemes.get("ebr"), three).with(new SchemeOptions(true, 3, false)));
        for (String name : new String[] {"naive", "static", "ebr"}) {
            for (boolean local : new boolean[] {true, false}) {
                Model m = SmallFabrics.triangle(Schemes.get(name), three)
                        .withLocalFirst(local)
                        .withBudget(1_500_000);
                run(m);
            }
        }
        Model m = SmallFabrics.triangle(Schemes.get("ebr"), three);
        for (Model.Bounds b : new Model.Bounds[] {
            new Model.Bounds(2, 0, 0, 0, 0), new Model.Bounds(1, 1, 0, 0, 0), new Model.Bounds(1, 0, 1, 0, 0)
        }) run(m.with(b));
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
