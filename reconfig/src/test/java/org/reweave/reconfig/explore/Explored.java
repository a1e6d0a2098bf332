package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.reweave.reconfig.spi.Promise;

/** Explorations with what is expected of them. State counts are printed. */
final class Explored {
    private Explored() {}

    /** Nothing that the scheme promises is broken. */
    static Exploration kept(Model model) {
        Exploration found = Explorer.explore(model);
        System.out.println(found);
        assertThat(found.broken()).as(found::toString).isNull();
        assertThat(found.ends()).isPositive();
        return found;
    }

    /** Something that the scheme promises is broken. */
    static Exploration broken(Model model) {
        return broken(model, model.promises());
    }

    static Exploration broken(Model model, Promise promise) {
        return broken(model, EnumSet.of(promise));
    }

    /** A mutant is found out by one of the promises that it should break, and its steps lead there once more. */
    static void mutantIsFound(String what, Model model, Set<Promise> expected) {
        System.out.print(what + ": ");
        Exploration found = broken(model);
        assertThat(expected).as(found::toString).contains(found.broken());
        assertThat(Replay.of(model, found.trace()).lines()).hasSameSizeAs(found.trace());
    }

    /**
     * The reduction leaves out orders of steps, never outcomes: a full search finds the same ends and the same broken
     * promises.
     */
    static void sameAsFullSearch(Model model) {
        Set<Promise> all = EnumSet.allOf(Promise.class);
        Set<String> full = Explorer.outcomes(model.withLocalFirst(false), all);
        System.out.println(model.name() + ", " + model.scheme().name() + ": " + full.size() + " outcomes");
        assertThat(Explorer.outcomes(model, all)).isNotEmpty().isEqualTo(full);
    }

    /** Both models keep what their scheme promises, and the first one reaches more ends. */
    static void reachesMoreEnds(Model model, Model calm) {
        assertThat(kept(model).ends()).isGreaterThan(kept(calm).ends());
    }

    private static Exploration broken(Model model, Set<Promise> promises) {
        Exploration found = Explorer.explore(model, promises);
        System.out.println(found.toString().lines().findFirst().orElseThrow());
        assertThat(found.broken()).as(found::toString).isNotNull();
        return found;
    }
}
