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

    private static Exploration broken(Model model, Set<Promise> promises) {
        Exploration found = Explorer.explore(model, promises);
        System.out.println(found.toString().lines().findFirst().orElseThrow());
        assertThat(found.broken()).as(found::toString).isNotNull();
        return found;
    }
}
