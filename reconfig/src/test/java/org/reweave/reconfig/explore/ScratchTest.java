package org.reweave.reconfig.explore;

import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Schemes;

class ScratchTest {
    @Test
    void look() {
        int[] three = {2, 10, 21};
        for (String name : new String[] {"sr-la", "sr-pda"}) {
            run(SmallFabrics.triangle(Schemes.get(name), 2));
            run(SmallFabrics.triangle(Schemes.get(name), 2, 10));
            run(SmallFabrics.triangle(Schemes.get(name), three).withBudget(800_000));
        }
    }

    private static void run(Model m, Promise... more) {
        long t = System.nanoTime();
        var ps = new java.util.HashSet<>(Promises.of(m));
        ps.addAll(java.util.List.of(more));
        try {
            System.out.println(Explorer.explore(m, ps) + " local=" + m.localFirst());
        } catch (StateBudgetException e) {
            System.out.println(m.scheme().name() + " " + e.getMessage());
        }
        System.out.printf("%.2f s%n", (System.nanoTime() - t) / 1e9);
    }
}
